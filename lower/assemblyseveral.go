package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/target"
)

// placeSeveral gives registers to a function of pointers, those first that need not be saved.
func (p *procedure) placeSeveral() error {
	p.keep = p.a.Memory.Keep
	by := layout{keep: p.keep}
	if !slices.ContainsFunc(p.r.Code, func(o Op) bool { return o.Row.Consecutive }) {
		for f := range by.avoid {
			by.avoid[f], by.limit[f] = p.a.Files[f].Preserved, p.t.Registers(target.File(f))
		}
	}
	if p.code = p.r.registersBy(by); !p.code.fits(p.t) {
		return fmt.Errorf("%s has too few registers", p.t.Name)
	}
	return nil
}

// severalBody is the body of a function of pointers. Pointers stay where they come, unless the code has numbers in general registers: then they are put into the frame.
//
//	movdqu xmm0, [rsi + 0]
//	…
//	movdqu [rdi + 0], xmm2
//	ret
func (p *procedure) severalBody() error {
	if err := p.findSpare(); err != nil {
		return err
	}
	m := &p.a.Memory
	by := p.r.passageOf(&p.code, p.t, m.Through, nil)
	saved, slots := p.saved(), by.frame()
	f := &frame{p: p, m: m, saved: len(saved) * m.Saved, homes: slots * by.most, most: by.most, holds: -1}
	by.write = f.carry
	f.around(saved, func() {
		by.enter()
		p.ops()
		f.holds = -1
		by.leave()
	})
	if m.Wide != "" && p.r.longestVector() > 128 {
		p.lines = append(p.lines, m.Wide)
	}
	p.lines = append(p.lines, p.a.Return)
	return nil
}

// pointers are how many parameters a function over memory has: the result, sources, of which there are at least two, and the old destination if it is read.
func (r *Result) pointers() int {
	n := 1 + max(2, len(r.Map.Src))
	if r.Map.ReadsOld() {
		n++
	}
	return n
}

// A frame is where a function of pointers has what is in memory.
type frame struct {
	p     *procedure
	m     *target.Memory
	most  int  // bytes of a slot
	homes int  // where pointers are, if
	homed bool // they are in the frame
	saved int  // bytes of the registers that are saved above it
	holds int  // the parameter whose pointer went through the register for that last, or -1
}

// around writes a body between its beginning and its end: registers that are the caller's are saved, the frame is entered if anything is in it, and pointers are put there if they have no registers.
func (f *frame) around(saved []place, body func()) {
	p, bytes := f.p, f.homes
	if f.homed = len(p.code.used[target.General]) > len(p.keep[target.General]); f.homed {
		bytes += 8 * len(f.m.Pointers)
	}
	bytes = (bytes + 15) &^ 15
	framed := bytes > 0 || p.r.pointers() > len(f.m.Pointers)
	for _, s := range saved {
		p.instruction(p.a.Files[s.file].Save, s.file, s.n, s.n, 64, "")
	}
	if framed {
		p.instruction(f.m.Enter, target.General, 0, 0, 64, strconv.Itoa(bytes))
	}
	f.home()
	body()
	if framed {
		p.instruction(f.m.Leave, target.General, 0, 0, 64, "")
	}
	for _, s := range slices.Backward(saved) {
		p.instruction(p.a.Files[s.file].Restore, s.file, s.n, s.n, 64, "")
	}
}

// home puts the pointers into the frame.
func (f *frame) home() {
	for k, name := range f.m.Pointers[:min(len(f.m.Pointers), f.p.r.pointers())] {
		if f.homed {
			f.line(f.m.General[1], "{m}", f.at(f.m.Stack, f.homes+8*k), "{a}", name)
		}
	}
}

// pointer is the register with the pointer of a parameter, of which what stands in memory is loaded.
func (f *frame) pointer(parameter int) string {
	switch n := len(f.m.Pointers); {
	case parameter == f.holds:
	case parameter >= n:
		f.line(f.m.Stacked, "{p}", f.m.Pointer, "{k}", strconv.Itoa(f.m.Above+f.saved+8*(parameter-n)))
	case f.homed:
		f.line(f.m.General[0], "{d}", f.m.Pointer, "{m}", f.at(f.m.Stack, f.homes+8*parameter))
	default:
		return f.m.Pointers[parameter]
	}
	f.holds = parameter
	return f.m.Pointer
}

func (f *frame) at(register string, offset int) string {
	return strings.NewReplacer("{p}", register, "{k}", strconv.Itoa(offset)).Replace(f.m.At)
}

func (f *frame) line(text string, others ...string) {
	f.p.lines = append(f.p.lines, strings.Split(strings.NewReplacer(others...).Replace(text), "\n")...)
}

// carry writes one way of a passage.
func (f *frame) carry(c carry) {
	slot := f.at(f.m.Stack, c.slot*f.most+c.within)
	memory := func() string { return f.at(f.pointer(c.parameter), c.offset) }
	if n, ok := c.piece(); ok {
		from, to := slot, slot
		if c.from == inMemory {
			from = memory()
		} else {
			to = memory()
		}
		f.line(f.m.Pieces[n][0], "{m}", from)
		f.line(f.m.Pieces[n][1], "{m}", to)
		return
	}
	other, text := slot, f.m.Vector
	if c.from == inMemory || c.to == inMemory {
		other = memory()
	}
	if f.p.r.File == target.General {
		text = f.m.General
	}
	way := 0
	if c.from == inRegister {
		way = 1
	}
	name := f.p.t.Register(f.p.r.File, c.register, c.bits)
	f.line(text[way], "{mover}", f.p.t.Spelling.Anywhere(c.bits), "{m}", other, "{d}", name, "{a}", name, "{n}", strconv.Itoa(c.register), "{n+32}", strconv.Itoa(32+c.register))
}
