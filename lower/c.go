package lower

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// C is the sequence as one function of C that needs nothing but <immintrin.h>. Its parameters are the map's sources, of which there are at least a and b, and then
// the old destination d, if the map reads it; all are __m128i, __m256i or __m512i, whatever their elements, or in general registers unsigned long long.
//
//	__m128i F(__m128i a, __m128i b)
//	{
//		__m128i t0 = _mm_unpacklo_epi32(a, b);
//		return t0;
//	}
func (r *Result) C(t *target.Target, name string) (string, error) {
	if t.Has&(target.NEON|target.SIMD128) != 0 {
		return "", fmt.Errorf("C is written with the intrinsics of x86, which %s does not have", t.Name)
	}
	f := cFunction{r: r}
	for k := range max(2, len(r.Map.Src)) {
		f.parameter(lane.SourceName(k), func(in Input) bool { return !in.Old && in.Source == k })
	}
	f.parameter("d", func(in Input) bool { return in.Old })
	for i := range r.Code {
		if err := f.statement(i); err != nil {
			return "", err
		}
	}
	result := f.value(r.Result, r.Bits)
	if r.Result >= Arg(len(r.Inputs)) {
		result = f.resized(f.results[int(r.Result)-len(r.Inputs)], f.bits[r.Result], r.Bits, true)
	}
	return fmt.Sprintf("#include <immintrin.h>\n\n%s %s(%s)\n{\n%s\treturn %s;\n}\n",
		typeOf(r.File, r.Bits), name, strings.Join(f.parameters, ", "), strings.Join(f.lines, ""), result), nil
}

// A cFunction is a function of C as it is written.
type cFunction struct {
	r          *Result
	parameters []string
	lines      []string
	names      []string // of the inputs
	results    []string // names of the ops' results
	bits       []int    // of each value's variable
	constants  []constant
}

func typeOf(f target.File, bits int) string {
	if f == target.General {
		return "unsigned long long"
	}
	return fmt.Sprintf("__m%di", bits)
}

// parameter adds a parameter; is says which input it is. One that is no input is there for the caller's sake, but the old destination.
func (f *cFunction) parameter(name string, is func(in Input) bool) {
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
	f.parameters = append(f.parameters, typeOf(f.r.File, bits)+" "+name)
	if !used {
		f.lines = append(f.lines, "\t(void)"+name+";\n")
	}
}

// value is a value as an operand of that many bits.
func (f *cFunction) value(v Arg, bits int) string {
	if int(v) < len(f.names) {
		return f.resized(f.names[v], f.bits[v], bits, false)
	}
	return f.resized(f.results[int(v)-len(f.names)], f.bits[v], bits, true)
}

// resized is an expression with other bits. What an instruction has written is zero above; above an input there may be anything.
func (f *cFunction) resized(expr string, have, want int, written bool) string {
	switch prefix := "_mm" + strings.TrimPrefix(fmt.Sprint(max(have, want)), "128"); {
	case have == want:
		return expr
	case want > have && written:
		return fmt.Sprintf("%s_zextsi%d_si%d(%s)", prefix, have, want, expr)
	default:
		return fmt.Sprintf("%s_castsi%d_si%d(%s)", prefix, have, want, expr)
	}
}

// statement writes op i, and its constant before it.
func (f *cFunction) statement(i int) error {
	o := &f.r.Code[i]
	if o.isLoad() {
		f.results = append(f.results, f.constant(o.constants()[0]))
		f.bits = append(f.bits, o.Row.Bits)
		return nil
	}
	text := o.Row.C
	switch o.Form {
	case Zeroed:
		text = o.Row.Mask.Zero
	case Merged:
		text = o.Row.Mask.Merge
	}
	if text == "" {
		return fmt.Errorf("%s has no intrinsic", o.Row.Name)
	}
	text = o.Row.Call(text, o.Imm, func(letter byte) string { return f.operand(o, letter) })
	bits := registerBits(o.Row)
	f.lines = append(f.lines, fmt.Sprintf("\t%s t%d = %s;\n", typeOf(o.Row.FileOf('d'), bits), i, text))
	f.results, f.bits = append(f.results, fmt.Sprintf("t%d", i)), append(f.bits, bits)
	return nil
}

// operand is what stands for a letter of a row's expression.
func (f *cFunction) operand(o *Op, letter byte) string {
	switch letter {
	case 'k':
		if o.Row.Index.Inline {
			return hexOf(o.Const) + "ull"
		}
		return f.constant(o.constants()[0])
	case 'm':
		if o.Form != Plain {
			return fmt.Sprintf("0x%x", o.Mask)
		}
		return hexOf(o.Const)
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
func (f *cFunction) constant(c constant) string {
	for i, known := range f.constants {
		if known == c {
			return fmt.Sprintf("k%d", i)
		}
	}
	name := fmt.Sprintf("k%d", len(f.constants))
	f.constants = append(f.constants, c)
	value := hexOf(c.value) + "ull"
	if c.file == target.Vectors {
		value = intrinsicVector(c.value, c.bits)
	}
	f.lines = append(f.lines, fmt.Sprintf("\tconst %s %s = %s;\n", typeOf(c.file, c.bits), name, value))
	return name
}
