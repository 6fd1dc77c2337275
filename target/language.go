package target

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A Language is how a function over intrinsics is written. In its texts, which end no line, {name} is a name, {type} a type, {value} an expression; of a function {include}, {parameters} and {lines} are what it says, and
// {features} what the CPU must have; {allow} lets a file import intrinsics that sequences of general registers may do without.
type Language struct {
	Include   string // what a file begins with
	Function  string
	Parameter string // {name} {type}
	Unused    string // a statement that reads parameter {name}
	Constant  string // a statement that gives constant {name} of {type} its {value}
	Set       string // a statement that gives variable {name} of {type} its {value}
	// Load is a statement that declares variable {name} of {type} with the first {bytes} bytes {from} which a pointer points to, and Store one that brings them {to} memory; empty: memcpy copies them,
	// which C's compilers know of types that have a size.
	Load, Store string

	// Switch is a function that has an immediate besides, {cases} in it, and {unused} statements. Of each Case {values} are Labels with Or between them, and {lines} are indented by Deep.
	Switch, Case, Label, Or, Deep string

	Expression func(r *Row) string // a row's, over the letters of its operands
	// Moved is an expression for a row that has none, by what it does with its immediate; ok is false if there is none. Nil: such rows have none.
	Moved func(m lane.Map) (expression string, ok bool)

	Type   func(f File, bits int) string
	Vector func(c lane.Const, bits int) string
	Number func(c lane.Const) string                  // in a general register
	Mask   func(c lane.Const, lanes, bits int) string // a bit for each of so many lanes of vectors of so many bits; nil: a number
	// Together are vectors of several registers, of so many types, as one value: what type that has, and its registers; nil where functions read and write memory.
	Together *Together
	// Resize is an expression with other bits. What an instruction has written is zero above; above an input there may be anything.
	Resize func(expression string, have, want int, written bool) string
}

// Together is how values of several registers are one. In its texts {list} are types or values with commas between, {type} the first of them, {n} how many there are, {name} a value and {k} which
// of its registers. Of each two the first is for registers of one type, the second for others.
type Together struct {
	Type, Value, Part [2]string
}

// TypeOf is the type of registers of so many types, which are one value.
func (a *Together) TypeOf(types []string) string {
	if len(types) == 1 {
		return types[0]
	}
	return strings.NewReplacer("{type}", types[0], "{n}", strconv.Itoa(len(types)), "{list}", strings.Join(types, ", ")).Replace(a.Type[mixed(types)])
}

// ValueOf is one value of several, of so many types.
func (a *Together) ValueOf(types, values []string) string {
	if len(types) == 1 {
		return values[0]
	}
	return strings.ReplaceAll(a.Value[mixed(types)], "{list}", strings.Join(values, ", "))
}

// PartOf is register k of a value.
func (a *Together) PartOf(types []string, name string, k int) string {
	if len(types) == 1 {
		return name
	}
	return strings.NewReplacer("{name}", name, "{k}", strconv.Itoa(k)).Replace(a.Part[mixed(types)])
}

// mixed is 1 where types differ.
func mixed(types []string) int {
	if slices.ContainsFunc(types, func(of string) bool { return of != types[0] }) {
		return 1
	}
	return 0
}

func expressionC(r *Row) string    { return r.C }
func expressionRust(r *Row) string { return cmp.Or(r.Rust, r.C) }

// ExpressionOf is a row's expression for a value of its immediate, over the letters of its operands; empty if it has none.
func (l *Language) ExpressionOf(r *Row, value int) string {
	text := l.Expression(r)
	if text == "" && l.Moved != nil && r.Imm != nil {
		text, _ = l.Moved(r.Imm.Map(value))
	}
	return text
}

// LoadOf is the statements that bring so many bytes of memory into a variable of a vector, which has so many bits.
func (l *Language) LoadOf(f File, name, from string, bits, bytes int) []string {
	of := l.Type(f, bits)
	switch {
	case l.Load != "":
		return []string{strings.NewReplacer("{type}", of, "{name}", name, "{from}", from, "{bytes}", strconv.Itoa(bytes)).Replace(l.Load)}
	case bytes < bits/8:
		name = name + " = {0}"
	}
	bare, _, _ := strings.Cut(name, " ")
	return []string{of + " " + name + ";", fmt.Sprintf("memcpy(&%s, %s, %d);", bare, from, bytes)}
}

// StoreOf is the statement that brings so many bytes of a variable of a vector to memory.
func (l *Language) StoreOf(name, to string, bytes int) string {
	if l.Store == "" {
		return fmt.Sprintf("memcpy(%s, &%s, %d);", to, name, bytes)
	}
	return strings.NewReplacer("{name}", name, "{to}", to, "{bytes}", strconv.Itoa(bytes)).Replace(l.Store)
}

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
	functionC  = "{include}\n\n{type} {name}({parameters})\n{\n{lines}\treturn {value};\n}\n"
	parameterC = "{type} {name}"
	unusedC    = "(void){name};"
	constantC  = "const {type} {name} = {value};"
	setC       = "{type} {name} = {value};"
	switchC    = "{include}\n\n{type} {name}({parameters}, unsigned immediate)\n{\n{unused}\tswitch (immediate) {\n{cases}\t}\n\t__builtin_trap();\n}\n"
	caseC      = "\t{values} {\n{lines}\t\treturn {value};\n\t}\n"
	labelC     = "case {value}:"
	orC        = " "
	deepC      = "\t\t"
)

var intrinsicsX86 = Language{
	Include: "#include <immintrin.h>", Function: functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC,
	Switch: switchC, Case: caseC, Label: labelC, Or: orC, Deep: deepC, Expression: expressionC,
	Type: typeX86, Vector: intrinsicConstant, Resize: resizeX86,
	Number: func(c lane.Const) string { return "0x" + c.Hex() + "ull" },
}

var intrinsicsNEON = Language{
	Include: "#include <arm_neon.h>", Function: functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC,
	Switch: switchC, Case: caseC, Label: labelC, Or: orC, Deep: deepC, Expression: expressionC,
	Type: func(File, int) string { return "uint8x16_t" }, Resize: same,
	Vector: func(c lane.Const, _ int) string {
		return fmt.Sprintf("vcombine_u8(vcreate_u8(0x%sull), vcreate_u8(0x%sull))", c.Slice(0, 64).Hex(), c.Slice(64, 64).Hex())
	},
}

var intrinsicsWasm = Language{
	Include: "#include <wasm_simd128.h>", Function: functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC,
	Switch: switchC, Case: caseC, Label: labelC, Or: orC, Deep: deepC, Expression: expressionC,
	Type: func(File, int) string { return "v128_t" }, Resize: same,
	Vector: func(c lane.Const, bits int) string { return "wasm_u8x16_const(" + byteList(c, bits) + ")" },
}

// What Rust is like whatever the architecture.
const (
	functionRust  = "{allow}{include}\n\n#[target_feature(enable = \"{features}\")]\npub fn {name}({parameters}) -> {type} {\n{lines}\t{value}\n}\n"
	parameterRust = "{name}: {type}"
	unusedRust    = "let _ = {name};"
	setRust       = "let {name}: {type} = {value};"
	switchRust    = "{include}\n\n#[target_feature(enable = \"{features}\")]\n#[allow(unreachable_patterns)]\npub fn {name}({parameters}, immediate: u8) -> {type} {\n{unused}\tmatch immediate {\n{cases}\t\t_ => panic!(\"there is no immediate {immediate}\"),\n\t}\n}\n"
	caseRust      = "\t\t{values} => {\n{lines}\t\t\t{value}\n\t\t}\n"
	labelRust     = "{value}"
	orRust        = " | "
	deepRust      = "\t\t\t"
)

// arraysRust are arrays, and tuples where the last register is a narrower one.
var arraysRust = Together{
	Type:  [2]string{"[{type}; {n}]", "({list})"},
	Value: [2]string{"[{list}]", "({list})"},
	Part:  [2]string{"{name}[{k}]", "{name}.{k}"},
}

var rustX86 = Language{
	Include: "use core::arch::x86_64::*;", Function: functionRust, Parameter: parameterRust, Unused: unusedRust, Constant: setRust, Set: setRust,
	Switch: switchRust, Case: caseRust, Label: labelRust, Or: orRust, Deep: deepRust,
	Expression: expressionRust, Vector: intrinsicConstant, Resize: resizeX86, Together: &arraysRust,
	Type: func(f File, bits int) string {
		if f == General {
			return "u64"
		}
		return typeX86(f, bits)
	},
	Number: func(c lane.Const) string { return "0x" + c.Hex() },
}

var rustNEON = Language{
	Include: "use core::arch::aarch64::*;", Function: functionRust, Parameter: parameterRust, Unused: unusedRust, Constant: setRust, Set: setRust,
	Switch: switchRust, Case: caseRust, Label: labelRust, Or: orRust, Deep: deepRust,
	Expression: expressionRust, Type: func(File, int) string { return "uint8x16_t" }, Resize: same, Together: &arraysRust,
	Vector: func(c lane.Const, _ int) string {
		return fmt.Sprintf("vcombine_u8(vcreate_u8(0x%s), vcreate_u8(0x%s))", c.Slice(0, 64).Hex(), c.Slice(64, 64).Hex())
	},
}

var rustWasm = Language{
	Include: "use core::arch::wasm32::*;", Function: functionRust, Parameter: parameterRust, Unused: unusedRust, Constant: setRust, Set: setRust,
	Switch: switchRust, Case: caseRust, Label: labelRust, Or: orRust, Deep: deepRust,
	Expression: expressionRust, Type: func(File, int) string { return "v128" }, Resize: same, Together: &arraysRust,
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
