package spirv

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
)

// A shape is the lanes of a vector, and their bits; a scalar has one lane.
type shape struct{ lanes, bits int }

// A declared type is what its line says: OpTypeStruct %v4float %v4float.
type declared struct {
	op   string
	args []string
}

// types are the names of types and what they are.
type types struct {
	shapes map[string]shape // of vectors and scalars
	floats map[string]bool
	others map[string]declared // structures, arrays, matrices and pointers
}

// declare keeps what a type is.
func (t types) declare(in instruction) {
	bits := 0
	if len(in.args) > 0 {
		bits, _ = strconv.Atoi(in.args[0])
	}
	switch {
	case (in.op == "OpTypeFloat" || in.op == "OpTypeInt") && bits > 0 && bits <= 64:
		t.shapes[in.to], t.floats[in.to] = shape{1, bits}, in.op == "OpTypeFloat"
	case in.op == "OpTypeVector" && len(in.args) == 2:
		if n, err := strconv.Atoi(in.args[1]); err == nil && n > 0 && n <= mostLanes {
			t.shapes[in.to] = shape{n, t.shape(in.args[0]).bits}
		}
	default:
		t.others[in.to] = declared{in.op, in.args}
	}
}

// shape is a type by its declaration, or by its usual name; no lanes where neither says it.
func (t types) shape(name string) shape {
	if s, ok := t.shapes[name]; ok {
		return s
	}
	bare := strings.TrimPrefix(name, "%")
	if lanes, bits, ok := spirvType(bare); ok {
		return shape{lanes, bits}
	}
	for _, u := range spirvTypes {
		if u.name == bare {
			return shape{1, u.bits}
		}
	}
	return shape{}
}

// isFloat says whether a scalar is of floating point, by its declaration or by its usual name.
func (t types) isFloat(name string) bool {
	bare := strings.TrimPrefix(name, "%")
	return t.floats[name] || slices.ContainsFunc(spirvTypes, func(u usualType) bool { return u.float && u.name == bare })
}

// pointee is what a pointer's type points to, by its declaration or by its usual name: %_ptr_Function_v4float; "" where it is no such type.
func (t types) pointee(name string) string {
	if d, ok := t.others[name]; ok && d.op == "OpTypePointer" && len(d.args) == 2 {
		return d.args[1]
	}
	if !strings.HasPrefix(name, "%_ptr_") {
		return ""
	}
	k := strings.LastIndexByte(name, '_')
	return "%" + name[k+1:]
}

// member is the type of a part of a structure, an array or a matrix; "" where nothing says it.
func (t types) member(name string, k int) string {
	d := t.others[name]
	switch {
	case d.op == "OpTypeStruct" && k >= 0 && k < len(d.args):
		return d.args[k]
	case (d.op == "OpTypeArray" || d.op == "OpTypeRuntimeArray" || d.op == "OpTypeMatrix") && len(d.args) > 0:
		return d.args[0]
	}
	return ""
}

// hasParts says whether a type is declared as one of several parts that are no lanes.
func (t types) hasParts(name string) bool {
	switch t.others[name].op {
	case "OpTypeStruct", "OpTypeArray", "OpTypeRuntimeArray", "OpTypeMatrix":
		return true
	}
	return false
}
