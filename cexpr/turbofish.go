package cexpr

import "github.com/lanescope/lanescope/syntax/strings"

// Rust writes the constants of an intrinsic between ::< and >, where C has them behind the vectors, or each behind its own:
//
//	_mm_alignr_epi8::<4>(a, b)               _mm_alignr_epi8(a, b, 4)
//	vcopyq_laneq_s32::<0, 3>(a, b)           vcopyq_laneq_s32(a, 0, b, 3)

// turbofish is a call of Rust, behind whose name the cursor stands.
func (e *expressions) turbofish(name string, start int) (operand, error) {
	e.Off += len("::<")
	inner, _, ok := strings.Cut(e.Rest(), ">")
	if !ok {
		return operand{}, e.Wanted(`constants and ">"`)
	}
	var constants []operand
	for _, text := range constantsOf(inner) {
		n, err := e.evaluated(strings.Trim(strings.TrimSpace(text), "{}"))
		if err != nil {
			return n, e.ErrorFrom(start, "in %s::<%s>: %s", name, inner, what(err))
		}
		constants = append(constants, n)
	}
	e.Off += len(inner) + 1
	if err := e.Expect("(", `"(" and arguments`); err != nil {
		return operand{}, err
	}
	args, err := e.arguments(start)
	if err != nil {
		return operand{}, err
	}
	if len(constants) == len(args) && len(args) > 1 {
		var turns []operand
		for k := range args {
			turns = append(turns, args[k], constants[k])
		}
		return e.call(name, turns, nil, start)
	}
	return e.call(name, append(args, constants...), nil, start)
}

// constantsOf are the texts between ::< and >: a block in braces is one, whatever commas it has.
func constantsOf(inner string) []string {
	if strings.HasPrefix(strings.TrimSpace(inner), "{") {
		return []string{inner}
	}
	return strings.Split(inner, ",")
}
