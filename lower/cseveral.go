package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/target"
)

// severalC is a function for a map of several registers. It reads and writes memory, in which each vector lies as its lanes do, lane 0 first, and aligned to nothing: the result may be where a
// source is, as all is read before anything is written. Compilers make a load or a store of each memcpy; vectors whose type has no size have intrinsics for it.
//
//	void F(void *result, const void *a, const void *b)
//	{
//		__m128i a_0, a_1;
//		memcpy(&a_0, (const char *)a + 0, 16);
//		memcpy(&a_1, (const char *)a + 16, 16);
//		(void)b;
//		__m128i t0 = _mm_shuffle_epi32(a_1, 27);
//		…
//		memcpy((char *)result + 0, &t0, 16);
//	}
func (r *Result) severalC(language *target.Language, name string) (string, error) {
	if language == nil {
		return "", fmt.Errorf("the target has no intrinsics in C")
	}
	f := function{r: r, language: language}
	parameters := []string{"void *result"}
	for k := range max(2, len(r.Map.Src)) {
		parameters = append(parameters, f.memory(sourceParameter(k), func(in Input) bool { return !in.Old && in.Source == k }, r.sourceBytes(k)))
	}
	if r.Map.ReadsOld() {
		parameters = append(parameters, f.memory("d", func(in Input) bool { return in.Old }, r.resultBytes()))
	}
	for i := range r.Code {
		if err := f.statement(i); err != nil {
			return "", err
		}
	}
	f.store(r.resultBytes())
	return fmt.Sprintf("%s\n#include <string.h>\n\nvoid %s(%s)\n{\n%s}\n", language.Include, name, strings.Join(parameters, ", "), indented(f.lines)), nil
}

// resultBytes are those that the result takes in memory.
func (r *Result) resultBytes() int { return r.Map.Bytes(len(r.Map.Lane)) }

// memory loads the registers of a parameter of so many bytes, and is its declaration; is says which inputs they are.
func (f *function) memory(name string, is func(in Input) bool, bytes int) string {
	used, at := false, 0
	for k, in := range f.r.Inputs {
		if !is(in) {
			continue
		}
		register, whole := fmt.Sprintf("%s_%d", name, in.Part), f.r.Wide[k]/8
		from := fmt.Sprintf("(const char *)%s + %d", name, at)
		f.names, f.bits = append(f.names, register), append(f.bits, f.r.Wide[k])
		if f.r.reads(Arg(k)) {
			f.lines, used = append(f.lines, f.language.LoadOf(f.r.File, register, from, f.r.Wide[k], min(whole, bytes-at))...), true
		}
		at += whole
	}
	if !used {
		f.lines = append(f.lines, f.line(f.language.Unused, name, "", ""))
	}
	return "const void *" + name
}

// reads says whether an op or a result is made of a value.
func (r *Result) reads(v Arg) bool {
	return slices.ContainsFunc(r.Code, func(o Op) bool { return slices.Contains(o.Args, v) || o.Made && o.By == v }) ||
		slices.ContainsFunc(r.Results, func(x Output) bool { return !x.Any && x.Value == v })
}

// store writes the registers of a result of so many bytes.
func (f *function) store(bytes int) {
	at := 0
	for i, x := range f.r.Results {
		if !x.Any {
			name := fmt.Sprintf("result_%d", i)
			f.lines = append(f.lines, f.line(f.language.Set, name, f.language.Type(f.r.File, x.Bits), f.value(x.Value, x.Bits)))
			f.lines = append(f.lines, f.language.StoreOf(name, fmt.Sprintf("(char *)result + %d", at), min(x.Bits/8, bytes-at)))
		}
		at += x.Bits / 8
	}
}

// sourceBytes are those that source k takes in memory.
func (r *Result) sourceBytes(k int) int {
	if k >= len(r.Map.Src) {
		return 0 // one that is there for the caller's sake
	}
	return r.Map.Bytes(r.Map.Src[k])
}
