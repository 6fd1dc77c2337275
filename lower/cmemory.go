package lower

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/target"
)

// errNoMemory is the error of a language in which nobody has said yet what loads and stores are.
var errNoMemory = errors.New("the language has no loads and stores that do a part of the work: expected C, assembly or a listing")

// memoryC is a function whose loads and stores are among the ops. The result overlaps no source, as stores come before the last loads.
//
//	void F(void *restrict result, const void *restrict a, const void *restrict b)
//	{
//		(void)b;
//		__m128i t0 = _mm_loadu_si128((const void *)((const char *)a + 0));
//		__m256i t1 = _mm256_inserti128_si256(_mm256_zextsi128_si256(t0), _mm_loadu_si128((const void *)((const char *)a + 32)), 1);
//		…
//		_mm256_storeu_si256((void *)((char *)result + 0), t4);
//	}
func (r *Result) memoryC(language *target.Language, name string) (string, error) {
	if language == nil {
		return "", fmt.Errorf("the target has no intrinsics in C")
	}
	f := function{r: r, language: language}
	parameters := []string{"void *restrict result"}
	for k := range r.Map.Src {
		parameters = append(parameters, "const void *restrict "+sourceParameter(k))
		if !r.readsSource(k) {
			f.lines = append(f.lines, f.line(f.language.Unused, sourceParameter(k), "", ""))
		}
	}
	for i := range r.Code {
		if err := f.statement(i); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%s\n\nvoid %s(%s)\n{\n%s}\n", language.Include, name, strings.Join(parameters, ", "), indented(f.lines)), nil
}

// readsSource says whether a load reads a source.
func (r *Result) readsSource(k int) bool {
	return slices.ContainsFunc(r.Code, func(o Op) bool { return o.InMemory() && !o.At.Result && o.At.Source == k })
}

// inC is the address as an expression of a pointer.
func (a Address) inC() string {
	if a.Result {
		return fmt.Sprintf("(char *)result + %d", a.Offset)
	}
	return fmt.Sprintf("(const char *)%s + %d", sourceParameter(a.Source), a.Offset)
}

// access writes a store, or the load of a structure.
func (f *function) access(o *Op, i int, text string) {
	if o.stores() {
		f.lines = append(f.lines, text+";")
		f.results, f.bits = append(f.results, ""), append(f.bits, registerBits(o.Row))
		return
	}
	f.lines = append(f.lines, f.line(f.language.Set, fmt.Sprintf("t%d", i), o.Row.Access.Type, text))
	f.results, f.bits = append(f.results, f.part(o, i)), append(f.bits, registerBits(o.Row))
}

// part is a register of a structure that op i is of.
func (f *function) part(o *Op, i int) string {
	return strings.NewReplacer("{value}", fmt.Sprintf("t%d", i-o.Part), "{k}", strconv.Itoa(o.Part)).Replace(o.Row.Access.Part)
}
