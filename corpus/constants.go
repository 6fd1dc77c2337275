package corpus

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/target"
)

// A loop has its constants in registers, which were loaded in front of it:
//
//	movdqa  .LC0(%rip), %xmm1
//	.L3:
//	movdqu  (%rsi), %xmm0
//	pshufb  %xmm1, %xmm0          what this does is known, and the load is part of its cost
//
// Before a file's lines are followed, its functions are looked through for those.

// findConstants finds the blocks of all functions, and what is known where they begin.
func (l *miner) findConstants(lines []numbered, data map[string][]byte) {
	l.known = map[int]map[string]*made{}
	parsed := make([]dialect.Line, len(lines))
	first, several := map[string]int{}, map[string]bool{} // the function that names a label, and whether others do too
	function := 0
	for n, at := range lines {
		if n > 0 && at.function != lines[n-1].function {
			function++
		}
		parsed[n] = dialect.LineOf(at.text)
		for _, name := range listing.Names(parsed[n]) {
			if by, named := first[name]; !named {
				first[name] = function
			} else if by != function {
				several[name] = true
			}
		}
	}
	function = 0
	for start := 0; start < len(lines); function++ {
		end := start + 1
		for end < len(lines) && lines[end].function == lines[start].function {
			end++
		}
		foreign := func(name string) bool {
			by, named := first[name]
			return named && (by != function || several[name])
		}
		l.findConstantsOf(lines[start:end], parsed[start:end], data, foreign)
		start = end
	}
}

// findConstantsOf finds them in one function.
func (l *miner) findConstantsOf(lines []numbered, parsed []dialect.Line, data map[string][]byte, foreign func(name string) bool) {
	at := lines[0]
	l.to.guarded(l.file, at.n, at.text, func() { l.keepConstants(lines, listing.ConstantsAt(parsed, data, foreign)) })
}

// keepConstants makes values of a function's constants, each once.
func (l *miner) keepConstants(lines []numbered, at map[int]map[string]*listing.Constant) {
	values := map[*listing.Constant]*made{}
	for n, known := range at {
		here := map[string]*made{}
		for register, c := range known {
			if values[c] == nil {
				values[c] = &made{at: lines[c.Line], deed: c.Deed, file: target.Vectors, constant: c}
			}
			here[register] = values[c]
		}
		l.known[lines[n].n] = here
	}
}

// hold begins a block with what is known there.
func (l *miner) hold(known map[string]*made) {
	for register, v := range known {
		l.follow.Hold(register, v.constant)
		l.holds[register] = v
		l.needs |= v.deed.Needs
	}
}
