package lower

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/target"
)

// A Case is what is done for some values of an immediate. All cases of a switch are on one target; a source has the same size in all of their maps, and so has the result.
type Case struct {
	Values []int
	Result *Result
}

// SwitchC is a function of C that has an immediate for its last parameter, and does what the case of its value does; any other value is a trap.
//
//	__m128i F(__m128i a, __m128i b, unsigned immediate)
//	{
//		switch (immediate) {
//		case 0: case 85: {
//			__m128i t0 = …;
//			return t0;
//		}
//		…
func SwitchC(t *target.Target, name string, cases []Case) (string, error) {
	return switched(t, t.Spelling.C, name, cases)
}

// SwitchRust is the same in Rust, where any other value panics.
func SwitchRust(t *target.Target, name string, cases []Case) (string, error) {
	return switched(t, t.Spelling.Rust, name, cases)
}

// switched is the function in a language.
func switched(t *target.Target, language *target.Language, name string, cases []Case) (string, error) {
	if language == nil {
		return "", fmt.Errorf("%s has no intrinsics in this language", t.Name)
	}
	if len(cases) == 0 {
		return "", errors.New("a switch without a case does nothing")
	}
	var body strings.Builder
	for _, c := range cases {
		if c.Result.Several() {
			return "", fmt.Errorf("immediate %d takes several registers of %s, and a switch is over one for each operand", c.Values[0], t.Name)
		}
		f, err := c.Result.evaluated(language)
		if err != nil {
			return "", err
		}
		body.WriteString(strings.NewReplacer("{values}", spelledValues(language, c.Values), "{lines}", deep(f.lines, language.Deep), "{value}", f.result).Replace(language.Case))
	}
	parameters, unused := switchParameters(language, cases)
	r := cases[0].Result
	return strings.NewReplacer(
		"{include}", language.Include, "{type}", language.Type(r.File, r.Bits), "{name}", name, "{parameters}", strings.Join(parameters, ", "),
		"{unused}", indented(unused), "{cases}", body.String(), "{features}", t.Features(),
	).Replace(language.Switch), nil
}

// valuesInLine is how many values of a case stand in a line.
const valuesInLine = 16

// spelledValues are the values of a case.
func spelledValues(language *target.Language, values []int) string {
	var b strings.Builder
	for i, v := range values {
		switch {
		case i > 0 && i%valuesInLine == 0:
			b.WriteString(strings.TrimRight(language.Or, " ") + "\n" + language.Deep[1:])
		case i > 0:
			b.WriteString(language.Or)
		}
		b.WriteString(strings.ReplaceAll(language.Label, "{value}", strconv.Itoa(v)))
	}
	return b.String()
}

// switchParameters are the parameters of all cases, each as wide as it is where it is read, and statements that read those that no case does.
func switchParameters(language *target.Language, cases []Case) (parameters, unused []string) {
	parameter := func(name string, always bool, is func(in Input) bool) {
		for _, c := range cases {
			if k := slices.IndexFunc(c.Result.Inputs, is); k >= 0 {
				parameters = append(parameters, strings.NewReplacer("{name}", name, "{type}", language.Type(c.Result.File, c.Result.Wide[k])).Replace(language.Parameter))
				return
			}
		}
		if always {
			r := cases[0].Result
			parameters = append(parameters, strings.NewReplacer("{name}", name, "{type}", language.Type(r.File, r.Bits)).Replace(language.Parameter))
			unused = append(unused, strings.ReplaceAll(language.Unused, "{name}", name))
		}
	}
	sources := 2
	for _, c := range cases {
		sources = max(sources, len(c.Result.Map.Src))
	}
	for k := range sources {
		parameter(sourceParameter(k), true, func(in Input) bool { return !in.Old && in.Source == k })
	}
	parameter("d", false, func(in Input) bool { return in.Old })
	return parameters, unused
}
