package amdgpu

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/wave"
)

// A statement is an instruction or a call whose operands have been told apart.
type statement struct {
	text     string
	name     string
	lanes    int // of a wave
	to       []wave.Operand
	values   []wave.Operand
	old      *wave.Operand   // of a function, which says it
	number   map[byte]uint64 // the constants, by their letters
	constant wave.Operand    // the one of them that says which lanes move
	mods     []wave.Modifier
	step     wave.Step
	warnings []string
	of       generation // the machines that have it
}

// operand enters one operand. known are registers that hold a constant.
func (s *statement) operand(letter byte, a wave.Operand, known map[string]uint64) error {
	if a.Kind == wave.Name && a.Text[len(a.Text)-1] == ']' {
		return a.Errorf(s.text, "expected one register of 32 bits")
	}
	if letter == 'd' {
		s.to = append(s.to, a)
		return nil
	}
	if v, ok := known[a.Text]; ok && a.Kind == wave.Name {
		a.Kind, a.Value = wave.Number, v
	}
	switch {
	case a.Is("true"):
		a.Kind, a.Value = wave.Number, 1
	case a.Is("false") || a.Is("null"):
		a.Kind, a.Value = wave.Number, 0
	}
	switch letter {
	case '-':
		return nil
	case 'o':
		s.old = &a
		return nil
	case 'a', 'b':
		if a.Kind > wave.Number {
			return a.Errorf(s.text, "expected a register or a number")
		}
		s.values = append(s.values, a)
		return nil
	}
	s.constant = a
	if a.Kind == wave.Number {
		s.number[letter] = a.Value
		return nil
	}
	what := map[byte]string{'s': "the selector", 'n': "the number", 'h': "the select", 'l': "the select", 'c': "the control", 'e': "the selector", 'p': "the pattern"}[letter]
	if what == "" {
		what = "the mask"
	}
	return a.Errorf(s.text, "%s %s depends on data: expected a number", what, strconv.Quote(a.Text))
}

func (s *statement) warn(text string) { s.warnings = append(s.warnings, text) }

// bound is a map over the statement's values.
func (s *statement) bound(m lane.Map) (lane.Map, []string) { return wave.Bind(m, 32, s.values) }

// makes says what becomes of the result.
func (s *statement) makes(m lane.Map, names []string, lanes int) {
	to := ""
	if len(s.to) > 0 {
		to = s.to[0].Text
	}
	s.step = wave.Step{To: []string{to}, Map: []lane.Map{m}, From: names, Lanes: lanes}
}

// moves makes a map of the wave over the only value.
func (s *statement) moves(m lane.Map) error {
	if s.old != nil {
		m = s.opened(m)
	}
	m, names := s.bound(m)
	s.makes(m, names, s.lanes)
	return nil
}

// opened has the function's operand for the old destination. One that is undefined says nothing.
func (s *statement) opened(m lane.Map) lane.Map {
	undefined := s.old.Is("poison") || s.old.Is("undef")
	if !m.ReadsOld() {
		return m
	}
	m = m.OpenOld()
	last := len(m.Src) - 1
	switch {
	case undefined:
	case s.old.Start < s.values[0].Start: // sources are in the order of the text
		for i, l := range m.Lane {
			if l.Kind == lane.Source {
				m.Lane[i].Src = last - l.Src
			}
		}
		slices.Reverse(m.Src)
		s.values = []wave.Operand{*s.old, s.values[0]}
		return m
	default:
		s.values = append(s.values, *s.old)
		return m
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Source && l.Src == last {
			m.Lane[i] = lane.Lane{}
		}
	}
	return m
}

func (s *statement) copied() error {
	m, names := s.bound(lane.Identity(32, 1))
	s.makes(m, names, 0)
	return nil
}

// shifted is 32 of 64 bits from a bit on.
func (s *statement) shifted(from int) error {
	m, names := s.bound(aligned(from))
	s.makes(m, names, 0)
	return nil
}

// move is v_mov_b32, alone, with dpp or with sdwa.
func (s *statement) move() error {
	if isSDWA(s.mods) {
		m, err := sdwaMove(s.text, s.mods)
		if err != nil {
			return err
		}
		m, names := s.bound(m)
		s.makes(m, names, 0)
		return nil
	}
	if len(s.mods) == 0 {
		return s.copied()
	}
	d, err := s.dppOf()
	if err != nil {
		return err
	}
	return s.moves(d)
}

func unexpected(text string, m wave.Modifier) error {
	return syntax.Errorf(text, m.Start, m.End, "%s is no modifier here", syntax.Quote(m.Name))
}

// wrong is an error about what a modifier says, or about the modifier where it says nothing.
func wrong(text string, m wave.Modifier, format string, args ...any) error {
	if m.Bare {
		return syntax.Errorf(text, m.Start, m.End, format, args...)
	}
	return m.Value.Errorf(text, format, args...)
}

// dppOf is the map of the statement's modifiers.
func (s *statement) dppOf() (m lane.Map, err error) {
	d := dpp{rows: 15, banks: 15}
	for _, mod := range s.mods {
		switch v := mod.Value.Value; mod.Name {
		case "row_mask", "bank_mask":
			if mod.Bare || mod.Value.Kind != wave.Number || v > 15 {
				return m, wrong(s.text, mod, "expected four bits behind %s:", mod.Name)
			}
			if mod.Name[0] == 'r' {
				d.rows = int(v)
			} else {
				d.banks = int(v)
			}
		case "bound_ctrl":
			d.zeroBounds = true
			if !mod.Bare && v == 0 {
				s.warn("bound_ctrl:0 is read as up to GFX10: lanes without a source are zero; bound_ctrl:1 says so everywhere")
			}
		case "fi":
		case "dpp8":
			picks, err := lanesOf(s.text, mod, 8, 8)
			if err != nil {
				return m, err
			}
			s.of = gfx10
			return dpp8Map(picks, s.lanes), nil
		default:
			if err := s.control(&d, mod); err != nil {
				return m, err
			}
		}
	}
	if d.name == "" {
		return m, syntax.Errorf(s.text, s.mods[0].Start, s.mods[0].End, "expected a control beside it, such as row_shr:1")
	}
	return d.laneMap(s.lanes), nil
}

// control enters the control that a modifier is.
func (s *statement) control(d *dpp, mod wave.Modifier) error {
	for _, c := range controls {
		if c.name == mod.Name {
			n, err := c.numberOf(s.text, mod)
			d.control, d.number = c, n
			return errFirst(err, s.has(c.of, c.name))
		}
	}
	return syntax.Errorf(s.text, mod.Start, mod.End, "%s is no control of dpp, as row_shr is", syntax.Quote(mod.Name))
}

func errFirst(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// has notes whose instruction it is. GFX8 and GFX9 have no waves of 32 lanes.
func (s *statement) has(of generation, name string) error {
	if s.of = max(s.of, of); of == gfx9 && s.lanes != 64 {
		return fmt.Errorf("%s needs a wave of 64 lanes, and this one has %d", name, s.lanes)
	}
	return nil
}

// dpp8Map is eight selects for each eight lanes.
func dpp8Map(picks []int, lanes int) lane.Map {
	m := lane.Map{Bits: 32, Src: []int{lanes}, Lane: make([]lane.Lane, lanes)}
	for at := range m.Lane {
		m.Lane[at] = lane.From(0, at&^7|picks[at&7])
	}
	return m
}

func (s *statement) builtinDPP() error {
	c, ok := controlOf(s.number['c'])
	if !ok {
		return fmt.Errorf("%#x is no control of dpp", s.number['c'])
	}
	if err := s.has(c.of, c.name); err != nil {
		return err
	}
	d := dpp{control: c, number: int(s.number['c']), rows: int(s.number['r'] & 15), banks: int(s.number['k'] & 15), zeroBounds: s.number['z'] != 0}
	if s.old == nil {
		s.old = &wave.Operand{Text: "poison"} // mov_dpp says nothing of it
	}
	return s.moves(d.laneMap(s.lanes))
}

func (s *statement) builtinDPP8() error {
	picks := make([]int, 8)
	for k := range picks {
		picks[k] = int(s.number['e'] >> (3 * k) & 7)
	}
	return s.moves(dpp8Map(picks, s.lanes))
}

func (s *statement) swizzle() error {
	var offset uint64
	for _, m := range s.mods {
		var err error
		switch m.Name {
		case "offset":
			if offset, err = swizzleOffset(s.text, m.Value); m.Bare {
				err = wrong(s.text, m, "expected 16 bits behind offset:")
			}
		case "gds":
			err = syntax.Errorf(s.text, m.Start, m.End, "lanes are swizzled through local memory only")
		default:
			err = unexpected(s.text, m)
		}
		if err != nil {
			return err
		}
	}
	return s.moves(swizzleMap(offset, s.lanes))
}

func (s *statement) builtinSwizzle() error {
	return s.moves(swizzleMap(s.number['p']&0xffff, s.lanes))
}

func (s *statement) permlane(row int) error {
	for _, m := range s.mods {
		if m.Name != "op_sel" {
			return unexpected(s.text, m)
		}
	}
	s.old = nil // all lanes are active, and so is whatever lane is read
	return s.moves(permlane(s.number['l'], s.number['h'], row, s.lanes))
}

func (s *statement) halves() error {
	if s.lanes != 64 {
		return fmt.Errorf("v_permlane64_b32 does nothing in a wave of %d lanes", s.lanes)
	}
	m := lane.Identity(32, 64)
	for at := range m.Lane {
		m.Lane[at].Index ^= 32
	}
	return s.moves(m)
}

// exchange writes both of its registers. Blocks of no lanes are whole registers.
func (s *statement) exchange(block int) error {
	a, b := s.values[0], s.values[1]
	if a.Kind != wave.Name || b.Kind != wave.Name || a.Text == b.Text {
		return fmt.Errorf("expected two registers")
	}
	first, second := lane.Map{Bits: 32, Src: []int{1, 1}, Lane: []lane.Lane{lane.From(1, 0)}}, lane.Map{Bits: 32, Src: []int{1, 1}, Lane: []lane.Lane{lane.From(0, 0)}}
	s.step = wave.Step{To: []string{a.Text, b.Text}}
	if block > 0 {
		if err := s.has(gfx9, s.name); err != nil {
			return err
		}
		for _, m := range s.mods {
			if m.Name != "bound_ctrl" && m.Name != "fi" {
				return unexpected(s.text, m)
			}
		}
		first, second = exchanged(block, s.lanes)
		s.step.Lanes = s.lanes
	}
	first, s.step.From = s.bound(first)
	second, _ = s.bound(second)
	s.step.Map = []lane.Map{first, second}
	return nil
}

// writeLane puts a scalar into one lane. The lanes of a function's old value stay.
func (s *statement) writeLane() error {
	m := lane.Map{Bits: 32, Src: []int{1}, Lane: make([]lane.Lane, s.lanes)}
	for at := range m.Lane {
		m.Lane[at] = lane.FromOld(at)
	}
	m.Lane[int(s.number['n'])&(s.lanes-1)] = lane.From(0, 0)
	return s.moves(m)
}
