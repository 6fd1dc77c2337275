package target

import "fmt"

// A Mode is what must have been set before an instruction: how wide lanes are, how many of them it writes, and what becomes of the others. Instructions of x86 and AArch64 say that themselves, and
// have the zero Mode.
//
//	vsetivli zero, 4, e32, m1, ta, ma        lanes of 32 bits, 4 of them; the others, of which there are none in 128 bits, are of no interest
//	vsetivli zero, 3, e32, m1, tu, mu        3 lanes; the fourth stays what it was, and so do those that a mask turns off
//	vsetivli zero, 2, e32, mf2, ta, ma       2 lanes, of half of a register, and what is read may be twice as wide
type Mode struct {
	Elem  int  // bits of a lane; 0: any width does, as long as all lanes of a register are meant
	Lanes int  // how many
	Bits  int  // of a register; 0: nothing must be set
	Half  bool // the lanes are those of half of a register
	Tail  bool // lanes behind the last must stay
	Off   bool // lanes that a mask turns off must stay
}

// With is a mode in which both do what they do: ok is false if there is none. Lanes that may become anything may stay too.
func (m Mode) With(n Mode) (both Mode, ok bool) {
	if m.Bits == 0 {
		return n, true
	}
	if n.Bits == 0 {
		return m, true
	}
	both = m
	switch {
	case m.Elem == 0:
		both.Elem, both.Lanes, both.Half = n.Elem, n.Lanes, n.Half
		ok = n.Elem == 0 || n.Whole()
	case n.Elem == 0:
		ok = m.Whole()
	default:
		ok = m.Elem == n.Elem && m.Lanes == n.Lanes && m.Half == n.Half
	}
	both.Tail, both.Off = m.Tail || n.Tail, m.Off || n.Off
	return both, ok
}

// Whole says whether all lanes of a register are meant.
func (m Mode) Whole() bool { return m.Lanes*m.Elem == m.Bits && !m.Half }

// mostSaid is how many lanes vsetivli can say. More are all of a register, which vsetvli has without a number.
const mostSaid = 31

// Text is the instruction that sets the mode; empty if nothing must be set.
func (m Mode) Text() string {
	if m.Bits == 0 {
		return ""
	}
	if m.Elem == 0 {
		m.Elem, m.Lanes = 8, m.Bits/8
	}
	if m.Lanes > mostSaid {
		return "vsetvli t0, zero, " + m.kind()
	}
	return fmt.Sprintf("vsetivli zero, %d, %s", m.Lanes, m.kind())
}

// kind is what the manual calls the type of vectors.
func (m Mode) kind() string {
	choose := func(yes bool, a, b string) string {
		if yes {
			return a
		}
		return b
	}
	return fmt.Sprintf("e%d, %s, %s, %s", m.Elem, choose(m.Half, "mf2", "m1"), choose(m.Tail, "tu", "ta"), choose(m.Off, "mu", "ma"))
}

// String is what a row's encoding says of its mode: "e32 4", and behind it + where other lanes must stay.
func (m Mode) String() string {
	if m.Elem == 0 {
		return "e8 e16 e32 e64"
	}
	text := fmt.Sprintf("e%d", m.Elem)
	if m.Half {
		text += " mf2"
	}
	text = fmt.Sprintf("%s × %d", text, m.Lanes)
	if m.Tail {
		text += " tu"
	}
	return text
}

// ModeOf is the mode that the row needs, or its masked form.
func (r *Row) ModeOf(masked bool) Mode {
	m := r.Mode
	m.Off = masked && m.Bits > 0
	return m
}
