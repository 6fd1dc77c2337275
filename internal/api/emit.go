package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/goexpr"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/target"
)

// An emitter writes a sequence, or its map, as code.
type emitter struct {
	name string
	on   func(t *target.Target) bool // whether there is code for a target; nil is a machine without rows
	code func(s Sequence, name string) (string, error)

	reserved func(name string) string // why the language has no function of this name; nil where it has one of every name
	memory   bool                     // it writes sequences that begin with memory and end there
}

var emitters = []emitter{
	{"listing", anywhere, func(s Sequence, _ string) (string, error) { return s.listing(), nil }, nil, true},
	{"asm", func(t *target.Target) bool { return t != nil && t.Spelling.Assembly != nil }, func(s Sequence, name string) (string, error) { return s.result.Assembly(s.target, name) }, nil, true},
	{"c", func(t *target.Target) bool { return t != nil && t.Spelling.C != nil }, func(s Sequence, name string) (string, error) { return s.result.C(s.target, name) }, reservedC, true},
	{"rust", func(t *target.Target) bool { return t != nil && t.Spelling.Rust != nil }, func(s Sequence, name string) (string, error) { return s.result.Rust(s.target, name) }, reservedRust, false},
	{"go", onVectors, func(s Sequence, name string) (string, error) { return emitGo(s.Map, name) }, reservedGo, false},
	{"goasm", func(t *target.Target) bool { return t != nil && t.Spelling.Go != nil }, func(s Sequence, name string) (string, error) { return s.result.GoAssembly(s.target, name) }, reservedGoAssembly, false},
	{"wat", func(t *target.Target) bool { return t != nil && t.Spelling.Module }, func(s Sequence, name string) (string, error) { return emitWAT(s.result, name), nil }, nil, false},
	{"llvm", anywhere, func(s Sequence, name string) (string, error) { return emitLLVM(s.Map, name) }, nil, false},
	{"smt", func(t *target.Target) bool { return t != nil }, func(s Sequence, _ string) (string, error) { return s.result.SMT(s.target) }, nil, false},
	{"certificate", onVectorsAlone, func(s Sequence, _ string) (string, error) { return s.result.Certificate(s.target) }, nil, false},
}

func anywhere(*target.Target) bool { return true }

// onVectors leaves out targets whose sequences have values in general registers: Go's simd/archsimd is about vectors.
func onVectors(t *target.Target) bool {
	return t != nil && t.Spelling.Archsimd && !t.Holds(target.General)
}

// onVectorsAlone leaves out targets whose values are in general registers: certificates know bytes, and those move bits.
func onVectorsAlone(t *target.Target) bool { return t != nil && t.Files[0] == target.Vectors }

// Emitters are what Emit may be.
func Emitters() (names []string) {
	for _, e := range emitters {
		names = append(names, e.name)
	}
	return names
}

// memoryEmitters are those that write sequences in memory.
func memoryEmitters() (names []string) {
	for _, e := range emitters {
		if e.memory {
			names = append(names, e.name)
		}
	}
	return names
}

// emitterNamed is that of a request; the empty name is the listing's.
func emitterNamed(name string) (emitter, bool) {
	for _, e := range emitters {
		if e.name == name || name == "" {
			return e, true
		}
	}
	return emitter{}, false
}

// refused is why there is no code for a target, and what would be right.
func (e emitter) refused(t *target.Target, name string) error {
	there := strings.Join(emittersOn(t), ", ")
	if e.name != "go" || t == nil || !t.Spelling.Archsimd {
		return fmt.Errorf("--emit %s is not for %s: there are %s", e.name, name, there)
	}
	for _, other := range target.Targets() {
		if onVectors(other) && slices.Equal(other.RowsIn(target.Vectors), t.RowsIn(target.Vectors)) {
			there += "; and for the vectors alone --target " + other.Name
		}
	}
	return fmt.Errorf("--emit go is not for %s: simd/archsimd has no general registers. There are %s", name, there)
}

// emittersOn are the names of those that have code for a target.
func emittersOn(t *target.Target) (names []string) {
	for _, e := range emitters {
		if e.on(t) {
			names = append(names, e.name)
		}
	}
	return names
}

// emitGo is a file with the map as calls of simd/archsimd, of which the compiler makes instructions.
func emitGo(m lane.Map, name string) (string, error) {
	f, err := goexpr.Function(m, name)
	if err != nil {
		return "", err
	}
	return goHead + f + "\n", nil
}

// goHead is what a file of Go begins with.
const goHead = "package lanes\n\nimport \"simd/archsimd\"\n\n"

// emitLLVM is the map as a function of LLVM IR. Its parameters are the map's sources, of which there are at least %a and %b, and then the old destination %d, if it is read.
//
//	define <4 x i32> @F(<4 x i32> %a, <4 x i32> %b) {
//	  %result = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
//	  ret <4 x i32> %result
//	}
func emitLLVM(m lane.Map, name string) (string, error) {
	var names []string
	for k := range max(2, len(m.Src)) {
		names = append(names, "%"+lane.SourceName(k))
	}
	for len(m.Src) < 2 { // one that nobody reads
		m.Src = append(m.Src[:len(m.Src):len(m.Src)], len(m.Lane))
	}
	if m.ReadsOld() {
		m, names = m.OpenOld(), append(names, "%d")
	}
	chain, err := shufflevector.ChainOf(m, names...)
	if err != nil {
		return "", err
	}
	chain[len(chain)-1].Result = "%result" // which has a letter that no source has
	vector := func(lanes int) string { return fmt.Sprintf("<%d x i%d>", lanes, m.Bits) }
	parameters := make([]string, len(names))
	for k, n := range m.Src {
		parameters[k] = vector(n) + " " + names[k]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "define %s @%s(%s) {\n", vector(len(m.Lane)), name, strings.Join(parameters, ", "))
	for _, s := range chain {
		text, err := s.IR()
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "  %s\n", text)
	}
	fmt.Fprintf(&b, "  ret %s %%result\n}\n", vector(len(m.Lane)))
	return b.String(), nil
}

// emitWAT is the sequence as a function of a module's text, an instruction a line. Its parameters are as those of emitLLVM; a vector of several registers is several, $a0, $a1, …, and so is the result.
//
//	(func $F (param $a v128) (param $b v128) (result v128)
//	  (local $t0 v128)
//	  (local.set $t0 (i8x16.shuffle 0 1 2 3 16 17 … (local.get $a) (local.get $b)))
//	  (local.get $t0))
func emitWAT(r *lower.Result, name string) string {
	values := make([]string, len(r.Inputs))
	var parameters []string
	parameter := func(name string, is func(in lower.Input) bool, always bool) {
		n := 0
		for k, in := range r.Inputs {
			if is(in) {
				if values[k] = name; r.Several() {
					values[k] += strconv.Itoa(in.Part)
				}
				parameters = append(parameters, values[k])
				n++
			}
		}
		if n == 0 && always {
			parameters = append(parameters, name)
		}
	}
	for k := range max(2, len(r.Map.Src)) {
		parameter(lane.SourceName(k), func(in lower.Input) bool { return !in.Old && in.Source == k }, true)
	}
	parameter("d", func(in lower.Input) bool { return in.Old }, false)
	results := []lower.Output{{Value: r.Result}}
	if r.Several() {
		results = r.Results
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(func $%s (param $%s v128) (result%s)\n", name, strings.Join(parameters, " v128) (param $"), strings.Repeat(" v128", len(results)))
	for i := range r.Code {
		values = append(values, fmt.Sprintf("t%d", i))
		fmt.Fprintf(&b, "  (local $t%d v128)\n", i)
	}
	for i := range r.Code {
		fmt.Fprintf(&b, "  (local.set $t%d %s)\n", i, folded(&r.Code[i], values))
	}
	for i, x := range results {
		end := "\n"
		if i == len(results)-1 {
			end = ")\n"
		}
		fmt.Fprintf(&b, "  (local.get $%s)%s", values[x.Value], end)
	}
	return b.String()
}

// folded is an op with its operands in parentheses behind its immediates. Its row's encoding says which they are, and in which order: see the table of package target.
func folded(o *lower.Op, values []string) string {
	immediates, operands := "", ""
	for part := range strings.FieldsSeq(o.Row.Encoding) {
		switch part {
		case "a", "b":
			operands += fmt.Sprintf(" (local.get $%s)", values[o.Args[part[0]-'a']])
		case "k":
			if o.Made {
				operands += fmt.Sprintf(" (local.get $%s)", values[o.By])
				continue
			}
			operands += " (v128.const i8x16" + bytesOf(o.Const) + ")"
		case "I":
			operands += fmt.Sprintf(" (i32.const %d)", o.Imm)
		case "K":
			immediates = bytesOf(o.Const)
		case "0":
			immediates = bytesOf(lane.Const{})
		}
	}
	if o.Row.Name == "v128.const" {
		immediates = " i8x16" + immediates
	}
	return "(" + o.Row.Name + immediates + operands + ")"
}

// bytesOf are the sixteen bytes of a constant, each behind a space.
func bytesOf(c lane.Const) string {
	var b strings.Builder
	for k := range 16 {
		v, _ := c.Slice(8*k, 8).Uint64()
		fmt.Fprintf(&b, " %d", v)
	}
	return b.String()
}
