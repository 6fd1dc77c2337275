package target

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A Language is how a function over intrinsics is written. In its texts {name} is a name, {type} a type, {value} an expression; of a function {parameters} and {lines} are what it says, and
// {features} what the CPU must have; {allow} lets a file import intrinsics that sequences of general registers may do without.
type Language struct {
	Function  string
	Parameter string // {name} {type}
	Unused    string // a statement that reads parameter {name}
	Constant  string // a statement that gives constant {name} of {type} its {value}
	Set       string // a statement that gives variable {name} of {type} its {value}

	Expression func(r *Row) string // a row's, over the letters of its operands

	Type   func(f File, bits int) string
	Vector func(c lane.Const, bits int) string
	Number func(c lane.Const) string // in a general register
	// Resize is an expression with other bits. What an instruction has written is zero above; above an input there may be anything.
	Resize func(expression string, have, want int, written bool) string
}

func expressionC(r *Row) string    { return r.C }
func expressionRust(r *Row) string { return cmp.Or(r.Rust, r.C) }

// Inline is a constant that is part of an instruction as it is written in an expression.
func (l *Language) Inline(f File, c lane.Const, bits int) string {
	if f == General {
		return l.Number(c)
	}
	return byteList(c, bits)
}

func byteList(c lane.Const, bits int) string {
	words := make([]string, bits/8)
	for i := range words {
		v, _ := c.Slice(8*i, 8).Uint64()
		words[i] = strconv.Itoa(int(v))
	}
	return strings.Join(words, ", ")
}

// Features are what every CPU of the target has, as compilers name it: "avx512f,avx512bw".
func (t *Target) Features() string {
	return strings.ReplaceAll(strings.ToLower(strings.ReplaceAll(t.Has.String(), "_", "")), " ", ",")
}

// What C is like whatever the header.
const (
	functionC  = "\n{type} {name}({parameters})\n{\n{lines}\treturn {value};\n}\n"
	parameterC = "{type} {name}"
	unusedC    = "\t(void){name};\n"
	constantC  = "\tconst {type} {name} = {value};\n"
	setC       = "\t{type} {name} = {value};\n"
)

var intrinsicsX86 = Language{
	Function: "#include <immintrin.h>\n" + functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC, Expression: expressionC,
	Type: typeX86, Vector: intrinsicConstant, Resize: resizeX86,
	Number: func(c lane.Const) string { return "0x" + c.Hex() + "ull" },
}

var intrinsicsNEON = Language{
	Function: "#include <arm_neon.h>\n" + functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC, Expression: expressionC,
	Type: func(File, int) string { return "uint8x16_t" }, Resize: same,
	Vector: func(c lane.Const, _ int) string {
		return fmt.Sprintf("vcombine_u8(vcreate_u8(0x%sull), vcreate_u8(0x%sull))", c.Slice(0, 64).Hex(), c.Slice(64, 64).Hex())
	},
}

var intrinsicsWasm = Language{
	Function: "#include <wasm_simd128.h>\n" + functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC, Expression: expressionC,
	Type: func(File, int) string { return "v128_t" }, Resize: same,
	Vector: func(c lane.Const, bits int) string { return "wasm_u8x16_const(" + byteList(c, bits) + ")" },
}

// What Rust is like whatever the architecture.
const (
	functionRust  = "\n\n#[target_feature(enable = \"{features}\")]\npub fn {name}({parameters}) -> {type} {\n{lines}\t{value}\n}\n"
	parameterRust = "{name}: {type}"
	unusedRust    = "\tlet _ = {name};\n"
	setRust       = "\tlet {name}: {type} = {value};\n"
)

var rustX86 = Language{
	Function: "{allow}use core::arch::x86_64::*;" + functionRust, Parameter: parameterRust, Unused: unusedRust, Constant: setRust, Set: setRust,
	Expression: expressionRust, Vector: intrinsicConstant, Resize: resizeX86,
	Type: func(f File, bits int) string {
		if f == General {
			return "u64"
		}
		return typeX86(f, bits)
	},
	Number: func(c lane.Const) string { return "0x" + c.Hex() },
}

var rustNEON = Language{
	Function: "use core::arch::aarch64::*;" + functionRust, Parameter: parameterRust, Unused: unusedRust, Constant: setRust, Set: setRust,
	Expression: expressionRust, Type: func(File, int) string { return "uint8x16_t" }, Resize: same,
	Vector: func(c lane.Const, _ int) string {
		return fmt.Sprintf("vcombine_u8(vcreate_u8(0x%s), vcreate_u8(0x%s))", c.Slice(0, 64).Hex(), c.Slice(64, 64).Hex())
	},
}

var rustWasm = Language{
	Function: "use core::arch::wasm32::*;" + functionRust, Parameter: parameterRust, Unused: unusedRust, Constant: setRust, Set: setRust,
	Expression: expressionRust, Type: func(File, int) string { return "v128" }, Resize: same,
	Vector: func(c lane.Const, bits int) string { return "u8x16(" + byteList(c, bits) + ")" },
}

func typeX86(f File, bits int) string {
	if f == General {
		return "unsigned long long"
	}
	return fmt.Sprintf("__m%di", bits)
}

func resizeX86(expression string, have, want int, written bool) string {
	switch prefix := "_mm" + strings.TrimPrefix(fmt.Sprint(max(have, want)), "128"); {
	case have == want:
		return expression
	case want > have && written:
		return fmt.Sprintf("%s_zextsi%d_si%d(%s)", prefix, have, want, expression)
	default:
		return fmt.Sprintf("%s_castsi%d_si%d(%s)", prefix, have, want, expression)
	}
}

// same is Resize where all vectors have one size.
func same(expression string, _, _ int, _ bool) string { return expression }
