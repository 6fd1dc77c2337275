package moves

import (
	"fmt"
	"iter"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/visa"
)

// A kernel's text has movements wherever it names regions:
//
//	mov (M1, 8) t(0,0)<1> m(0,0)<16;4,2>               the whole instruction is one: t is m's elements 0 2 4 6 16 18 20 22
//	add (M1, 4) t(0,0)<2> m(0,0)<0;1,0> n(0,1)<4;4,1>  each operand is one: of m element 0 for all lanes, of n elements 1 to 4, and into t every second one
//	mov (M1, 8) t(0,0)<1> r[A0(0),0]<8;4,1>:d          which one this is, is known when it runs

// A Kernel is a text of vISA whose movements are looked for. What of it cannot be read stands in Errors, which are *syntax.Error.
type Kernel struct {
	Errors []error

	*visa.Program
}

// A KernelMove is what one line of a kernel moves, all of it or one of its operands; or why that is known at run time only.
type KernelMove struct {
	Off     int    // where its line begins in the text
	Text    string // the instruction, or the operand
	Reading dialect.Reading
	Err     error
}

// MostKernel is how many bytes the text of a kernel has at most.
const MostKernel = 4 << 20

// BeginsKernel says whether a line stands at the beginning of a kernel and of no other text: its name, or a declaration of a variable.
func BeginsKernel(line string) bool {
	line = strings.TrimSpace(line)
	rest, declares := strings.CutPrefix(line, ".decl ")
	return declares && strings.Contains(rest, " v_type=") || strings.HasPrefix(line, `.kernel "`)
}

// ReadKernel reads a text. Registers have grf bytes.
func ReadKernel(text string, grf int) Kernel {
	g, errs := visa.ParseProgram(text, visa.NewDecls(grf, visaType), visa.Spec)
	return Kernel{errs, g}
}

// Moves are the movements of all lines, in order. An instruction that does nothing but move is one; of others each operand is that has a region. What breaks a rule does what nobody knows.
func (k Kernel) Moves() iter.Seq[KernelMove] {
	return func(yield func(KernelMove) bool) {
		for n := range k.Lines {
			line := &k.Lines[n]
			if line.Inst.N == 0 {
				continue
			}
			if _, err := checkedVISA(&line.Inst, k.Decls); err != nil {
				if !yield(KernelMove{Off: line.Off, Err: err}) {
					return
				}
				continue
			}
			if c, err := visa.CopyOf([]visa.Inst{line.Inst}, k.Decls); err == nil {
				r := dialect.Reading{Map: c.Map, Names: c.Names, To: c.To}
				if len(c.Map.Src) > 0 && !yield(KernelMove{line.Off, line.Inst.Text(k.Decls), r, nil}) {
					return
				}
				continue
			}
			for o := range int(line.Inst.N) {
				if m, ok := k.operand(line, o); ok && !yield(m) {
					return
				}
			}
		}
	}
}

// operand is what an operand of a line moves; ok is false where it has no region.
func (k Kernel) operand(line *visa.Line, n int) (m KernelMove, ok bool) {
	i, o, role := &line.Inst, line.Inst.At(n), line.Inst.Role(n)
	m = KernelMove{Off: line.Off, Text: o.Text(role, k.Decls)}
	if o.Class == visa.Indirect {
		m.Err = fmt.Errorf("which elements %s means is known at run time only", m.Text)
		return m, true
	}
	a, ok := k.Decls.Access(o, i.Exec.Size())
	if !ok || role == visa.Source && o.Region.IsMultiAddress() {
		return m, false
	}
	name := k.Decls.Name(visa.GeneralKind, o.ID)
	var err error
	if role == visa.Dest {
		m.Reading.To, m.Reading.Names = name, []string{i.Op.String()} // its lanes
		m.Reading.Map, err = a.WriteMap(a.End() / a.Size)
	} else {
		m.Reading.Names = []string{name}
		m.Reading.Map, err = a.ReadMap(max(a.End(), k.Decls.Variable(visa.GeneralKind, o.ID).Size()) / a.Size)
	}
	return m, err == nil
}
