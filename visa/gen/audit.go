package gen

import (
	"fmt"
	"math/rand/v2"

	"github.com/lanescope/lanescope/visa"
)

// A Verdict is what came of comparing an instruction of vISA with what was made of it.
type Verdict string

// The verdicts.
const (
	Same        Verdict = "same"
	Differs     Verdict = "differs"
	NotExecuted Verdict = "not executed"
)

// An Audited is one instruction of vISA beside its sequence.
type Audited struct {
	Inst    int // which of the program, from 0 on
	Text    string
	Gen     []Inst
	Verdict Verdict
	Why     string // it was not executed, or differs
	Byte    int    // the first byte of the destination that differs
	Broken  []Broken

	Directly string   // the one instruction that a mov would be without restrictions
	Mended   []Broken // those that it breaks, where Legalise made the sequence
}

// rounds is how often each is run, on other bytes.
const rounds = 4

// Audit executes each instruction of a program, and the sequence that a listing has for it, on the same bytes, and compares what the destination then holds. The instructions are taken one by one: what a
// mistake in one does to later ones is not counted against them.
func Audit(g *visa.Program, l *Listing, rng *rand.Rand) []Audited {
	all := Beside(g, l)
	for k := range all {
		a := &all[k]
		a.Verdict = Same
		for range rounds {
			if a.Verdict == Same {
				a.compare(&g.Lines[a.Inst].Inst, g.Decls, l, rng)
			}
		}
	}
	return all
}

// Beside is each instruction of a program with the sequence that a listing has for it, and which restrictions that breaks.
func Beside(g *visa.Program, l *Listing) (all []Audited) {
	of := map[int][]Inst{}
	for _, x := range l.Insts {
		of[x.Of] = append(of[x.Of], x)
	}
	for n := range g.Lines {
		i := &g.Lines[n].Inst
		if i.Op.IsFlow() {
			continue
		}
		a := Audited{Inst: n, Text: i.Text(g.Decls), Gen: of[n]}
		for k := range a.Gen {
			a.Broken = append(a.Broken, a.Gen[k].Check(l.Platform)...)
		}
		if why, ok := l.Unmade[n]; ok {
			a.Why = why
		} else if x, ok := l.Directly(i, g.Decls); ok && l.Unmade != nil {
			a.Directly, a.Mended = x.Text, x.Check(l.Platform)
		}
		all = append(all, a)
	}
	return all
}

// compare runs both once.
func (a *Audited) compare(i *visa.Inst, d *visa.Decls, l *Listing, rng *rand.Rand) {
	refuse := func(format string, args ...any) { a.Verdict, a.Why = NotExecuted, fmt.Sprintf(format, args...) }
	switch {
	case len(a.Gen) == 0 && a.Why != "":
		a.Verdict = NotExecuted
		return
	case len(a.Gen) == 0:
		refuse("the listing has nothing for it")
		return
	case i.Operand[0].Class != visa.General:
		refuse("its destination is no general variable")
		return
	}
	grf := l.Platform.GRF()
	file := make([]byte, registers*grf)
	for k := range file {
		file[k] = byte(rng.Uint32())
	}
	code, err := visa.Compile([]visa.Inst{*i}, d, visa.Options{Variables: variables(i)})
	if err != nil {
		refuse("%v", err)
		return
	}
	m := code.NewMachine()
	for id := range variables(i) {
		p, ok := l.Vars[d.Name(visa.GeneralKind, id)]
		if !ok || p.First+p.Size > len(file) {
			refuse("the listing does not say where %s is", d.Name(visa.GeneralKind, id))
			return
		}
		m.SetBytes(id, file[p.First:p.First+p.Size])
	}
	if err := code.Run(m, nil); err != nil {
		refuse("%v", err)
		return
	}
	for k := range a.Gen {
		if err := a.Gen[k].Run(file, grf); err != nil {
			refuse("%v", err)
			return
		}
	}
	to := i.Operand[0].ID
	p := l.Vars[d.Name(visa.GeneralKind, to)]
	want, known := m.Bytes(to)
	for b := range min(len(want), p.Size) {
		if got := file[p.First+b]; known[b] != 0 && got != want[b] {
			a.Verdict, a.Byte = Differs, b
			a.Why = fmt.Sprintf("byte %d of %s is %#02x, and should be %#02x", b, d.Name(visa.GeneralKind, to), got, want[b])
			return
		}
	}
}

// variables are the general ones that an instruction names; it has to write one.
func variables(i *visa.Inst) map[uint32]int {
	all := map[uint32]int{}
	for k := range int(i.N) {
		if o := i.At(k); o.Class == visa.General {
			all[o.ID] = 0
		}
	}
	return all
}
