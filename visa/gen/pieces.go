package gen

import (
	"fmt"

	"github.com/lanescope/lanescope/visa"
)

// A maker makes the instructions of one mov.
type maker struct {
	platform visa.Platform
	grf      int
	free     int       // the first byte that no variable has
	exec     visa.Exec // of the mov
	first    int       // the lane that those of its work are counted from
	masked   bool      // what writes a variable needs the mask of its lanes
	made     []Inst
}

// A work is what instructions do to lanes: a mov, or a shift by a number.
type work struct {
	op     string
	number *Operand // a second source, or the only one
	fill   bool     // it is the only one
	on     bool     // it writes the variable, and not registers on the way
}

// mov is the work of a mov of all lanes.
func mov(on bool) work { return work{op: "mov", on: on} }

// cut is the fewest instructions that do a work, each on a run of lanes; nil if there are none.
//
//	lanes  0 1 2 3 4 5 6 7
//	       └─ 4 ─┘ └2┘ 1 1     from each lane the fewest to the last, the last lanes first
func (m *maker) cut(to, from side, w work) []Inst {
	const none = 1 << 16
	n := len(to.at)
	rest := make([]int, n+1)
	runs := make([]Inst, n)
	for k := n - 1; k >= 0; k-- {
		rest[k] = none
		for size := 32; size > 0; size /= 2 {
			if k+size > n || rest[k+size]+1 >= rest[k] {
				continue
			}
			if x, ok := m.one(to.part(k, size), from.part(k, size), w, k); ok {
				rest[k], runs[k] = rest[k+size]+1, x
			}
		}
	}
	if rest[0] >= none {
		return nil
	}
	var all []Inst
	for k := 0; k < n; k += runs[k].Exec {
		all = append(all, runs[k])
	}
	return all
}

// one is the instruction that does a work on a run of lanes, if the machine has it.
func (m *maker) one(to, from side, w work, k int) (Inst, bool) {
	n := len(to.at)
	x := Inst{Of: -1, Op: w.op, Exec: n}
	h := 1
	if n > 1 {
		h = (to.at[1] - to.at[0]) / to.typ.Size()
		for j := range to.at {
			if to.at[j] != to.at[0]+j*h*to.typ.Size() {
				return x, false
			}
		}
	}
	if h <= 0 || h > 4 || max(to.at[n-1], from.at[n-1]) >= inFile*m.grf {
		return x, false
	}
	off, named := m.mask(w, k, n)
	if !named && m.masked && w.on {
		return x, false
	}
	x.NoMask, x.offset = !named, off
	x.Dst = m.operand(to.typ, to.at[0], visa.Region{H: int16(h)}, to.mod)
	if w.fill {
		x.Src = []Operand{*w.number}
		return x, x.legal(m.platform)
	}
	for width := 1; width <= min(n, 16); width *= 2 {
		r, ok := region(from, width)
		if !ok {
			continue
		}
		x.Src = append(x.Src[:0], m.operand(from.typ, from.at[0], r, from.mod))
		if w.number != nil {
			x.Src = append(x.Src, *w.number)
		}
		if x.legal(m.platform) {
			return x, true
		}
	}
	return x, false
}

// mask is the offset that names the lanes of a run, if one does: a multiple of 4, and of 8 where registers have 64 bytes.
func (m *maker) mask(w work, k, n int) (off int, named bool) {
	off = m.exec.Offset() + m.first + k
	if !w.on || m.exec.NoMask() || off%(m.grf/8) != 0 || off%n != 0 || off+n > 32 {
		return 0, false
	}
	return off, true
}

// region is the rows of some width that elements lie in; of one that is for all lanes it is <0;1,0>.
func region(s side, width int) (r visa.Region, ok bool) {
	n, size := len(s.at), s.typ.Size()
	r.W = int16(width)
	if width > 1 {
		r.H = int16((s.at[1] - s.at[0]) / size)
	}
	if width < n {
		r.V = int16((s.at[width] - s.at[0]) / size)
	} else {
		r.V = r.W * r.H
	}
	if r.H < 0 || r.H > 4 || r.V < 0 || r.V > 32 {
		return r, false
	}
	for k, at := range s.at {
		if at != s.at[0]+r.Index(k)*size {
			return r, false
		}
	}
	return r, true
}

// operand is elements of registers from a byte of the file on.
func (m *maker) operand(t visa.Type, at int, r visa.Region, mod visa.Modifier) Operand {
	return Operand{Direct: true, Register: at / m.grf, Element: at % m.grf / t.Size(), V: int(r.V), W: int(r.W), H: int(r.H), Type: t, Mod: mod}
}

// spell writes the text of an instruction and its operands, as the finaliser does.
func (i *Inst) spell() {
	i.Dst.spell(true)
	text := fmt.Sprintf("%s (%d|M%d) %s", i.Op, i.Exec, i.offset, i.Dst.Text)
	for k := range i.Src {
		i.Src[k].spell(false)
		text += " " + i.Src[k].Text
	}
	if i.NoMask {
		text = "(W) " + text
	}
	i.Text = text
}

func (o *Operand) spell(dest bool) {
	if !o.Direct {
		return
	}
	for _, s := range signs {
		if s.dest == dest && s.mod == o.Mod {
			o.Text = s.text
		}
	}
	if dest {
		o.Text += fmt.Sprintf("r%d.%d<%d>:%s", o.Register, o.Element, o.H, o.Type)
		return
	}
	o.Text += fmt.Sprintf("r%d.%d<%d;%d,%d>:%s", o.Register, o.Element, o.V, o.W, o.H, o.Type)
}
