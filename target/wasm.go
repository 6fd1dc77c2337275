package target

import (
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// opcode is one entry of the table of WebAssembly.
type opcode struct {
	name string
	asm  string
	// code is the row as bytes of a function: hexadecimal ones; a b k, an operand that is pushed; i j, a byte of the immediate; I, i32.const of it; K, the 16 bytes of the
	// constant; 0, sixteen zeros.
	code string
	c    string // with <wasm_simd128.h>
	args int
	does does
	pair bool // two instructions, through a scalar
}

const v128 = 128

func wasmRows() (rows, pairs []*Row) {
	for _, o := range wasm {
		r := &Row{Name: o.name, Asm: o.asm, Bits: v128, Needs: SIMD128, Encoding: o.code, C: o.c, Rust: rustOfWasm.Replace(o.c)}
		for range o.args {
			r.Src = append(r.Src, v128)
		}
		for part := range strings.FieldsSeq(o.code) {
			r.Bytes += wasmSizes[part]
			if len(part) == 2 { // hexadecimal
				r.Bytes++
			}
		}
		o.does.fill(r)
		if o.pair {
			pairs = append(pairs, r)
		} else {
			rows = append(rows, r)
		}
	}
	return rows, pairs
}

// rustOfWasm makes an expression of Rust of one of C: names without a prefix, and the constant of a shuffle among the parameters of its type.
var rustOfWasm = strings.NewReplacer("wasm_i8x16_shuffle(a, b, k)", "i8x16_shuffle::<k>(a, b)", "_const_splat", "_splat", "wasm_", "")

// wasmSizes are the bytes of the parts of an opcode's code that are no bytes themselves. Operands are made by other instructions.
var wasmSizes = map[string]int{"i": 1, "j": 1, "I": 2, "K": 16, "0": 16}

// wasm is the table. A count of a shift is a scalar, which a constant instruction makes; it is not counted, as no engine makes one of it.
var wasm = []opcode{
	{name: "i8x16.shuffle", asm: "d, a, b, k", c: "wasm_i8x16_shuffle(a, b, k)", code: "a b FD 0D K", args: 2, does: look{lane: 8, field: 8, inline: true, values: upTo(32), cell: func(_, v, _ int) lane.Lane {
		if v >= 32 {
			return computed() // such a module is not valid
		}
		return lane.From(v/16, v%16)
	}}},
	{name: "i8x16.swizzle", asm: "d, a, k", c: "wasm_i8x16_swizzle(a, k)", code: "a k FD 0E", args: 1, does: look{lane: 8, field: 8, values: upTo(17), value: orNowhere(16), cell: func(_, v, _ int) lane.Lane {
		return within(v, 16, a)
	}}},

	{name: "v128.and", asm: "d, a, k", c: "wasm_v128_and(a, k)", code: "a k FD 4E", args: 1, does: keepBits(1)},
	{name: "v128.andnot", asm: "d, a, k", c: "wasm_v128_andnot(a, k)", code: "a k FD 4F", args: 1, does: keepBits(0)},
	{name: "v128.or", asm: "d, a, k", c: "wasm_v128_or(a, k)", code: "a k FD 50", args: 1, does: setBits},
	{name: "v128.bitselect", asm: "d, a, b, k", c: "wasm_v128_bitselect(a, b, k)", code: "a b k FD 52", args: 2, does: look{lane: 1, field: 1, values: upTo(2), cell: func(_, v, i int) lane.Lane { return either(v, a(i), b(i)) }}},
	{name: "v128.and", asm: "d, a, b", c: "wasm_v128_and(a, b)", code: "a b FD 4E", args: 2, does: andUnion},
	{name: "v128.andnot", asm: "d, a, b", c: "wasm_v128_andnot(a, b)", code: "a b FD 4F", args: 2, does: bicUnion},
	{name: "v128.or", asm: "d, a, b", c: "wasm_v128_or(a, b)", code: "a b FD 50", args: 2, does: orUnion},
	{name: "v128.const", asm: "d, 0", c: "wasm_i64x2_const_splat(0)", code: "FD 0C 0", does: move{8, 0, 0, func(_, _, _ int) lane.Lane { return zero() }}},

	{name: "i16x8.extend_low_i8x16_u", asm: "d, a", c: "wasm_u16x8_extend_low_u8x16(a)", code: "a FD 89 01", args: 1, does: extendHalf(8, 0)},
	{name: "i16x8.extend_high_i8x16_u", asm: "d, a", c: "wasm_u16x8_extend_high_u8x16(a)", code: "a FD 8A 01", args: 1, does: extendHalf(8, 1)},
	{name: "i32x4.extend_low_i16x8_u", asm: "d, a", c: "wasm_u32x4_extend_low_u16x8(a)", code: "a FD A9 01", args: 1, does: extendHalf(16, 0)},
	{name: "i32x4.extend_high_i16x8_u", asm: "d, a", c: "wasm_u32x4_extend_high_u16x8(a)", code: "a FD AA 01", args: 1, does: extendHalf(16, 1)},
	{name: "i64x2.extend_low_i32x4_u", asm: "d, a", c: "wasm_u64x2_extend_low_u32x4(a)", code: "a FD C9 01", args: 1, does: extendHalf(32, 0)},
	{name: "i64x2.extend_high_i32x4_u", asm: "d, a", c: "wasm_u64x2_extend_high_u32x4(a)", code: "a FD CA 01", args: 1, does: extendHalf(32, 1)},
	{name: "i8x16.narrow_i16x8_s", asm: "d, a, b", c: "wasm_i8x16_narrow_i16x8(a, b)", code: "a b FD 65", args: 2, does: pack(16, true)},
	{name: "i8x16.narrow_i16x8_u", asm: "d, a, b", c: "wasm_u8x16_narrow_i16x8(a, b)", code: "a b FD 66", args: 2, does: pack(16, false)},
	{name: "i16x8.narrow_i32x4_s", asm: "d, a, b", c: "wasm_i16x8_narrow_i32x4(a, b)", code: "a b FD 85 01", args: 2, does: pack(32, true)},
	{name: "i16x8.narrow_i32x4_u", asm: "d, a, b", c: "wasm_u16x8_narrow_i32x4(a, b)", code: "a b FD 86 01", args: 2, does: pack(32, false)},

	{name: "i8x16.shl", asm: "d, a, i", c: "wasm_i8x16_shl(a, i)", code: "a I FD 6B", args: 1, does: shift{elem: 8, values: 8, cell: left}},
	{name: "i8x16.shr_u", asm: "d, a, i", c: "wasm_u8x16_shr(a, i)", code: "a I FD 6D", args: 1, does: shift{elem: 8, values: 8, cell: right}},
	{name: "i16x8.shl", asm: "d, a, i", c: "wasm_i16x8_shl(a, i)", code: "a I FD 8B 01", args: 1, does: shift{elem: 16, values: 16, cell: left}},
	{name: "i16x8.shr_u", asm: "d, a, i", c: "wasm_u16x8_shr(a, i)", code: "a I FD 8D 01", args: 1, does: shift{elem: 16, values: 16, cell: right}},
	{name: "i32x4.shl", asm: "d, a, i", c: "wasm_i32x4_shl(a, i)", code: "a I FD AB 01", args: 1, does: shift{elem: 32, values: 32, cell: left}},
	{name: "i32x4.shr_u", asm: "d, a, i", c: "wasm_u32x4_shr(a, i)", code: "a I FD AD 01", args: 1, does: shift{elem: 32, values: 32, cell: right}},
	{name: "i64x2.shl", asm: "d, a, i", c: "wasm_i64x2_shl(a, i)", code: "a I FD CB 01", args: 1, does: shift{elem: 64, values: 64, cell: left}},
	{name: "i64x2.shr_u", asm: "d, a, i", c: "wasm_u64x2_shr(a, i)", code: "a I FD CD 01", args: 1, does: shift{elem: 64, values: 64, cell: right}},

	{name: "i8x16.extract_lane_u+i8x16.splat", asm: "r, a, i; d, r", code: "a FD 16 i FD 0F", args: 1, pair: true, does: splat(8)},
	{name: "i16x8.extract_lane_u+i16x8.splat", asm: "r, a, i; d, r", code: "a FD 19 i FD 10", args: 1, pair: true, does: splat(16)},
	{name: "i32x4.extract_lane+i32x4.splat", asm: "r, a, i; d, r", code: "a FD 1B i FD 11", args: 1, pair: true, does: splat(32)},
	{name: "i64x2.extract_lane+i64x2.splat", asm: "r, a, i; d, r", code: "a FD 1D i FD 12", args: 1, pair: true, does: splat(64)},
	{name: "i8x16.extract_lane_u+i8x16.replace_lane", asm: "r, b, i; d, a, r, j", code: "a b FD 16 i FD 17 j", args: 2, pair: true, does: insertion{8}},
	{name: "i16x8.extract_lane_u+i16x8.replace_lane", asm: "r, b, i; d, a, r, j", code: "a b FD 19 i FD 1A j", args: 2, pair: true, does: insertion{16}},
	{name: "i32x4.extract_lane+i32x4.replace_lane", asm: "r, b, i; d, a, r, j", code: "a b FD 1B i FD 1C j", args: 2, pair: true, does: insertion{32}},
	{name: "i64x2.extract_lane+i64x2.replace_lane", asm: "r, b, i; d, a, r, j", code: "a b FD 1D i FD 1E j", args: 2, pair: true, does: insertion{64}},
}

func splat(elem int) move {
	return move{elem, 0, some, func(_, v, _ int) lane.Lane { return a(v) }}
}

// extendHalf puts zeros between the lanes of one half.
func extendHalf(elem, half int) move {
	return move{elem, 0, 0, func(n, _, i int) lane.Lane {
		if i%2 == 1 {
			return zero()
		}
		return a(half*n/2 + i/2)
	}}
}
