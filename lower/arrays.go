package lower

import (
	"github.com/lanescope/lanescope/target"
)

// severalEvaluated is a sequence of several registers in a language that has arrays of vectors as values: what takes several registers is an array of them, and where the last register is
// narrower than the others, a tuple. What takes one is that register.
//
//	pub fn F(a: [__m128i; 2], b: __m128i) -> [__m128i; 2] {
//		let t0: __m128i = _mm_shuffle_epi32::<27>(a[1]);
//		…
//		[t0, t1]
//	}
func (r *Result) severalEvaluated(language *target.Language) (f function, err error) {
	f = function{r: r, language: language}
	of := r.resultTypes(language)
	for k := range max(2, len(r.Map.Src)) {
		f.array(sourceParameter(k), func(in Input) bool { return !in.Old && in.Source == k }, of)
	}
	if r.Map.ReadsOld() {
		f.array("d", func(in Input) bool { return in.Old }, of)
	}
	for i := range r.Code {
		if err := f.statement(i); err != nil {
			return f, err
		}
	}
	values := make([]string, len(r.Results))
	for i, x := range r.Results {
		values[i] = f.value(x.Value, x.Bits)
	}
	f.result = language.Together.ValueOf(of, values)
	return f, nil
}

// resultTypes are those of the result's registers.
func (r *Result) resultTypes(language *target.Language) (of []string) {
	for _, x := range r.Results {
		of = append(of, language.Type(r.File, x.Bits))
	}
	return of
}

// array adds a parameter; is says which inputs are its registers. One that nothing reads is of the result's types.
func (f *function) array(name string, is func(in Input) bool, result []string) {
	var types []string
	var registers []int
	for k, in := range f.r.Inputs {
		if is(in) {
			types, registers = append(types, f.language.Type(f.r.File, f.r.Wide[k])), append(registers, k)
		}
	}
	if len(registers) == 0 {
		types = result
		f.unused = append(f.unused, f.line(f.language.Unused, name, "", ""))
	}
	for part, k := range registers {
		f.names, f.bits = append(f.names, f.language.Together.PartOf(types, name, part)), append(f.bits, f.r.Wide[k])
	}
	f.parameters = append(f.parameters, f.line(f.language.Parameter, name, f.language.Together.TypeOf(types), ""))
}
