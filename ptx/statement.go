package ptx

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/wave"
)

// A statement is an instruction or a call whose operands have been told apart.
type statement struct {
	text     string
	name     string
	sp       spelling
	to       []wave.Operand
	values   []wave.Operand
	number   map[byte]uint64 // the constants, by their letters
	constant wave.Operand    // the one of them that says which lanes move
	bits     int             // of the value, where the text says it
	step     wave.Step
	warnings []string
}

// told tells the operands of a statement apart. known are registers that hold a constant.
func told(text, name string, sp spelling, args []wave.Operand, known map[string]uint64) (*statement, error) {
	s := &statement{text: text, name: name, sp: sp, number: map[byte]uint64{}}
	missing := len(strings.ReplaceAll(sp.operands, "?", "")) - len(args)
	letters := ""
	for k := 0; k < len(sp.operands); k++ {
		if sp.operands[k] == '?' {
			if k++; missing > 0 {
				missing--
				continue
			}
		}
		letters += sp.operands[k : k+1]
	}
	if len(letters) != len(args) {
		return nil, fmt.Errorf("%s has %d operands, and these are %d", name, len(strings.ReplaceAll(sp.operands, "?", "")), len(args))
	}
	for k, a := range args {
		if err := s.operand(letters[k], a, known); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *statement) operand(letter byte, a wave.Operand, known map[string]uint64) error {
	switch letter {
	case 'd':
		s.to = append(s.to, a)
		return nil
	case 'p', '-':
		if letter == 'p' && !a.Is("PT") && !a.Is("_") {
			s.warn("the predicate " + a.Text + ", whether the lane is in range, is not shown")
		}
		return nil
	}
	a.Text = strings.TrimSuffix(a.Text, ".reuse")
	if v, ok := known[a.Text]; ok && a.Kind == wave.Name {
		a.Kind, a.Value = wave.Number, v
	}
	switch {
	case a.Is("RZ") || a.Is("URZ"):
		a.Kind, a.Value = wave.Number, 0
	case (a.Is("poison") || a.Is("undef")) && letter == 'm':
		return a.Errorf(s.text, "the member mask is undefined")
	}
	if letter == 'a' || letter == 'b' {
		s.values = append(s.values, a)
		return nil
	}
	if letter == 's' || letter == 'n' {
		s.constant = a
	}
	if a.Kind == wave.Number {
		s.number[letter] = a.Value
		return nil
	}
	if letter == 'm' { // a name such as FULL_MASK
		s.warn("the member mask " + a.Text + " is not known: all 32 lanes are taken to take part")
		return nil
	}
	what := map[byte]string{'s': "the selector", 'n': "the lane or distance", 'c': "the clamp", 'w': "the width"}[letter]
	return a.Errorf(s.text, "%s %s depends on data: expected a number", what, strconv.Quote(a.Text))
}

func (s *statement) warn(text string) { s.warnings = append(s.warnings, text) }

// bound is a map over the statement's values.
func (s *statement) bound(m lane.Map, bits int) (lane.Map, []string) {
	return wave.Bind(m, bits, s.values)
}

// makes says what becomes of the result.
func (s *statement) makes(m lane.Map, names []string, lanes int) {
	to := ""
	if len(s.to) > 0 {
		to = s.to[0].Text
	}
	s.step = wave.Step{To: []string{to}, Map: []lane.Map{m}, From: names, Lanes: lanes}
}

func (s *statement) permute(p permutation) error {
	if len(s.values) == 1 {
		s.values = append(s.values, s.values[0])
	}
	return p.permuted(s, s.number['s'])
}

func (s *statement) shuffle(x shuffle) error {
	c, ok := s.number['c']
	if width, given := s.number['w']; !ok {
		if !given {
			width = Threads
		}
		if width == 0 || width > Threads || width&(width-1) != 0 {
			return fmt.Errorf("a width of %d: it is a power of two from 1 to 32", width)
		}
		c = x.control(width)
	}
	members, ok := s.number['m']
	if !ok {
		members = 1<<Threads - 1
	}
	bits := 32
	if s.sp.sized {
		if bits = s.bits; bits == 0 {
			bits = 32
			s.warn("the type of the value is not in the text: 32 bits are assumed")
		}
	}
	m, names := s.bound(x.warpMap(bits, s.number['n'], c, members), bits)
	s.makes(m, names, Threads)
	return nil
}

func (s *statement) funnel(f funnelShift) error {
	m, names := s.bound(f.shifted(s.number['n']), 32)
	s.makes(m, names, 0)
	return nil
}

// move is a mov of a value, of several into one ({lo, hi}) or of one into several.
func (s *statement) move() error {
	bits := 32
	if dot := strings.LastIndexByte(s.name, '.'); dot >= 0 && s.name[0] == 'm' {
		bits, _ = strconv.Atoi(s.name[dot+2:])
	}
	to, from := []wave.Operand{s.to[0]}, s.values
	if to[0].Kind == wave.List {
		to = to[0].Args
	}
	if from[0].Kind == wave.List {
		from = from[0].Args
	}
	n := max(len(to), len(from))
	if n == 0 || min(len(to), len(from)) != 1 || bits%n != 0 || slices.ContainsFunc(slices.Concat(to, from), func(o wave.Operand) bool { return o.Kind > wave.Number }) {
		return fmt.Errorf("expected one register and several of equal size")
	}
	s.values, s.step.To, s.step.Map = from, nil, nil
	whole := lane.Map{Bits: bits / n, Src: slices.Repeat([]int{n / len(from)}, len(from))}
	for k := range n {
		whole.Lane = append(whole.Lane, lane.From(k*len(from)/n, k%(n/len(from))))
	}
	whole, s.step.From = s.bound(whole, bits/len(from))
	for k, o := range to {
		m := whole
		m.Lane = whole.Lane[k*n/len(to) : (k+1)*n/len(to)]
		s.step.To, s.step.Map = append(s.step.To, o.Text), append(s.step.Map, m)
	}
	return nil
}
