package cexpr

import (
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
)

// WebAssembly's header for C has names of the type of the lanes and of what is done:
//
//	wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)      wasm_i8x16_swizzle(a, wasm_i8x16_const(3, 2, 1, 0, …))

// A wasmShape is a type as names have it.
type wasmShape struct {
	name  string
	old   string // before the types had a sign
	bits  int
	above string // the name of the shape with half as many lanes, unsigned
}

var wasmShapes = []wasmShape{
	{"i8x16", "v8x16", 8, "u16x8"}, {"i16x8", "v16x8", 16, "u32x4"}, {"i32x4", "v32x4", 32, "u64x2"}, {"i64x2", "v64x2", 64, ""},
}

// wasmMovers are the calls of all shapes.
func wasmMovers() map[string]mover {
	twice := func(n int) int { return 2 * n }
	swizzle := mover{args: "vm", bits: 8, total: 128, exact: true, move: func(n int, k []int) (sel []int) {
		for _, i := range k {
			sel = append(sel, when(i >= n, zeroLane, i))
		}
		return sel
	}}
	all := map[string]mover{"wasm_i8x16_swizzle": swizzle, "wasm_v8x16_swizzle": swizzle}
	for _, s := range wasmShapes {
		shuffle := mover{args: "vvN", bits: s.bits, total: 128, limit: twice, exact: true, move: func(_ int, k []int) []int { return k }}
		all["wasm_"+s.name+"_shuffle"], all["wasm_"+s.old+"_shuffle"] = shuffle, shuffle
		if s.above == "" {
			continue
		}
		for half, name := range []string{"low", "high"} {
			extend := mover{args: "v", bits: s.bits, total: 128, move: func(n int, _ []int) (sel []int) {
				for i := range n / 2 {
					sel = append(sel, half*n/2+i, zeroLane)
				}
				return sel
			}}
			all["wasm_"+s.above+"_extend_"+name+"_u"+s.name[1:]] = extend
			all["wasm_i"+s.above[1:]+"_extend_"+name+"_u"+s.name[1:]] = extend
			all["wasm_i"+s.above[1:]+"_widen_"+name+"_u"+s.name[1:]] = extend // as it was called before
		}
	}
	return all
}

// wasmPart is a call for single lanes, constants and bits.
func (e *expressions) wasmPart(name string, args []operand) (o operand, ok bool, err error) {
	rest, isWasm := strings.CutPrefix(name, "wasm_")
	shape, op, _ := strings.Cut(rest, "_")
	if !isWasm {
		return o, false, nil
	}
	if sign := map[string]string{"and": "&", "or": "|", "xor": "^"}[op]; shape == "v128" && sign != "" && len(args) == 2 {
		o, err = e.lanewise(sign, args[0].as(wordTypes["v128_t"]), args[1].as(wordTypes["v128_t"]))
		return o, true, err
	}
	elem, lanes, _ := strings.Cut(strings.TrimLeft(shape, "iuf"), "x") // make has also u8x16
	t := vectorType{bits: elementBits(elem), signed: strings.HasPrefix(shape, "i"), float: strings.HasPrefix(shape, "f")}
	if t.bits == 0 || lanes != strconv.Itoa(128/t.bits) {
		return o, false, nil
	}
	t.lanes = 128 / t.bits
	switch {
	case (op == "splat" || op == "const_splat") && len(args) == 1:
		o, err = e.repeatedLane(args[0], t)
	case op == "const" || op == "make":
		o, err = e.elements(t, args)
		if len(args) != t.lanes {
			err = fmt.Errorf("expected %d numbers, found %d", t.lanes, len(args))
		}
	case op == "extract_lane" && len(args) == 2 && !args[1].IsVector():
		o, err = e.lane(args[0], t, args[1].Number)
	case op == "replace_lane" && len(args) == 3 && !args[1].IsVector():
		if err = t.lacks(args[1].Number); err == nil {
			o, err = e.laneInto(t, args[0], args[2], args[1])
		}
	default:
		if len(rowNamed(name)) == 0 {
			return o, false, nil
		}
		o, err = e.named1(name, args...)
	}
	return o, true, err
}

func looksWasmCall(text string) bool {
	return strings.Contains(text, "wasm_") && strings.Contains(text, "(")
}
