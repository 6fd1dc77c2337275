package lower

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// C is the sequence as one function of C that needs nothing but its intrinsics' header: <immintrin.h>, <arm_neon.h> or <wasm_simd128.h>. Its parameters are the map's sources, of which there are at
// least a and b, and then the old destination d, if the map reads it; all are of one type whatever their elements: __m128i, __m256i, __m512i, uint8x16_t or v128_t, or in general registers unsigned long long.
//
//	__m128i F(__m128i a, __m128i b)
//	{
//		__m128i t0 = _mm_unpacklo_epi32(a, b);
//		return t0;
//	}
//
// Of a map of several registers it is one over memory: see [Result.severalC].
func (r *Result) C(t *target.Target, name string) (string, error) {
	if r.Memory != nil {
		return r.memoryC(t.Spelling.C, name)
	}
	if r.Several() {
		return r.severalC(t.Spelling.C, name)
	}
	return r.function(t, t.Spelling.C, name)
}

// Rust is the same as a function of Rust over core::arch, which the CPU's features are named before. Of general registers all are u64. What takes several registers is an array of vectors, or a
// tuple where the last one is narrower: see [Result.severalEvaluated].
func (r *Result) Rust(t *target.Target, name string) (string, error) {
	return r.function(t, t.Spelling.Rust, name)
}

// function is the sequence in a language.
func (r *Result) function(t *target.Target, language *target.Language, name string) (string, error) {
	if r.Memory != nil {
		return "", errNoMemory
	}
	if language == nil {
		return "", fmt.Errorf("%s has no intrinsics in this language", t.Name)
	}
	evaluate, of := r.evaluated, language.Type(r.File, r.Bits)
	if r.Several() {
		evaluate, of = r.severalEvaluated, language.Together.TypeOf(r.resultTypes(language))
	}
	f, err := evaluate(language)
	if err != nil {
		return "", err
	}
	allow := ""
	if r.File == target.General {
		allow = "#[allow(unused_imports)]\n"
	}
	return strings.NewReplacer(
		"{allow}", allow, "{include}", language.Include,
		"{type}", of, "{name}", name, "{parameters}", strings.Join(f.parameters, ", "),
		"{lines}", indented(f.unused)+indented(f.lines), "{value}", f.result, "{features}", t.Features(),
	).Replace(language.Function), nil
}

// Statements are those of C's function, over its parameters: each op's, and then what is returned.
//
//	__m128i t0 = _mm_unpacklo_epi32(a, b);
//	return t0;
func (r *Result) Statements(t *target.Target) ([]string, error) {
	if r.Several() {
		return nil, fmt.Errorf("a map of several registers is a loop over memory, and no statements over vectors")
	}
	f, err := r.evaluated(t.Spelling.C)
	if err != nil {
		return nil, err
	}
	return append(f.lines, "return "+f.result+";"), nil
}

// indented are statements as they stand in a function, a line each.
func indented(statements []string) string { return deep(statements, "\t") }

// deep are statements behind so many tabs.
func deep(statements []string, tabs string) string {
	var b strings.Builder
	for _, s := range statements {
		b.WriteString(tabs + s + "\n")
	}
	return b.String()
}

// evaluated is the sequence in a language, without what stands around it.
func (r *Result) evaluated(language *target.Language) (f function, err error) {
	f = function{r: r, language: language}
	for k := range max(2, len(r.Map.Src)) {
		f.parameter(sourceParameter(k), func(in Input) bool { return !in.Old && in.Source == k })
	}
	f.parameter("d", func(in Input) bool { return in.Old })
	for i := range r.Code {
		if err := f.statement(i); err != nil {
			return f, err
		}
	}
	f.result = f.value(r.Result, r.Bits)
	if r.Result >= Arg(len(r.Inputs)) {
		f.result = language.Resize(f.results[int(r.Result)-len(r.Inputs)], f.bits[r.Result], r.Bits, true)
	}
	return f, nil
}

// A function is one of a language as it is written.
type function struct {
	r          *Result
	language   *target.Language
	parameters []string
	unused     []string // statements that read the parameters that nothing else does
	lines      []string
	names      []string // of the inputs
	results    []string // names of the ops' results
	bits       []int    // of each value's variable
	constants  []constant
	result     string // the expression that is returned
}

// line is a text of the language with what stands in it.
func (f *function) line(text, name, of, value string) string {
	return strings.NewReplacer("{name}", name, "{type}", of, "{value}", value).Replace(text)
}

// parameter adds a parameter; is says which input it is. One that is no input is there for the caller's sake, but the old destination.
func (f *function) parameter(name string, is func(in Input) bool) {
	bits, used := f.r.Bits, false
	for k, in := range f.r.Inputs {
		if is(in) {
			bits, used = f.r.Wide[k], true
			f.names, f.bits = append(f.names, name), append(f.bits, bits)
		}
	}
	if !used && name == "d" {
		return
	}
	f.parameters = append(f.parameters, f.line(f.language.Parameter, name, f.language.Type(f.r.File, bits), ""))
	if !used {
		f.unused = append(f.unused, f.line(f.language.Unused, name, "", ""))
	}
}

// value is a value as an operand of that many bits.
func (f *function) value(v Arg, bits int) string {
	if int(v) < len(f.names) {
		return f.language.Resize(f.names[v], f.bits[v], bits, false)
	}
	return f.language.Resize(f.results[int(v)-len(f.names)], f.bits[v], bits, true)
}

// statement writes op i, and its constant before it.
func (f *function) statement(i int) error {
	o := &f.r.Code[i]
	if o.IsLoad() {
		f.results = append(f.results, f.constant(o.constants()[0]))
		f.bits = append(f.bits, o.Row.Bits)
		return nil
	}
	text := f.language.ExpressionOf(o.Row, o.Imm)
	switch o.Form {
	case Zeroed:
		text = o.Row.Mask.Zero
	case Merged:
		text = o.Row.Mask.Merge
	}
	if text == "" {
		return fmt.Errorf("%s has no intrinsic", o.Row.Name)
	}
	if o.InMemory() && o.Part > 0 {
		f.results, f.bits = append(f.results, f.part(o, i)), append(f.bits, registerBits(o.Row))
		return nil
	}
	text = o.Row.Call(text, o.Imm, func(letter byte) string { return f.operand(o, letter) })
	if o.InMemory() && (o.stores() || o.Row.Access.Registers > 1) {
		f.access(o, i, text)
		return nil
	}
	bits := registerBits(o.Row)
	name := fmt.Sprintf("t%d", i)
	f.lines = append(f.lines, f.line(f.language.Set, name, f.language.Type(o.Row.FileOf('d'), bits), text))
	f.results, f.bits = append(f.results, name), append(f.bits, bits)
	return nil
}

// operand is what stands for a letter of a row's expression.
func (f *function) operand(o *Op, letter byte) string {
	switch letter {
	case 'k':
		if o.Row.Index.Inline {
			return f.language.Inline(o.Row.FileOf('k'), o.Const, o.Row.Index.Bits)
		}
		if o.Made {
			return f.value(o.By, o.Row.Index.Bits)
		}
		return f.constant(o.constants()[0])
	case 'm':
		if o.InMemory() {
			return o.At.inC()
		}
		bits, lanes := o.Const, 0
		if o.Form != Plain {
			bits, lanes = lane.ConstOf(o.Mask), o.Row.Mask.Lanes
		} else if o.Row.Index != nil {
			lanes = o.Row.Index.Bits
		}
		if f.language.Mask != nil {
			return f.language.Mask(bits, lanes, o.Row.Bits)
		}
		return hexOf(bits)
	case 'd':
		return f.value(o.Args[o.destroys()], registerBits(o.Row))
	}
	k := strings.IndexByte(target.SourceLetters, letter)
	if k < 0 || k >= len(o.Row.Src) {
		return ""
	}
	if o.Row.SourceFile(k) == target.General {
		return f.value(o.Args[k], 64)
	}
	return f.value(o.Args[k], max(o.Row.Src[k], 128))
}

// constant is the variable of a constant vector.
func (f *function) constant(c constant) string {
	for i, known := range f.constants {
		if known == c {
			return fmt.Sprintf("k%d", i)
		}
	}
	name := fmt.Sprintf("k%d", len(f.constants))
	f.constants = append(f.constants, c)
	value := ""
	if c.file == target.Vectors {
		value = f.language.Vector(c.value, c.bits)
	} else {
		value = f.language.Number(c.value)
	}
	f.lines = append(f.lines, f.line(f.language.Constant, name, f.language.Type(c.file, c.bits), value))
	return name
}
