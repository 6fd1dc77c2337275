package lower

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/smt"
	"github.com/lanescope/lanescope/target"
)

// SMT is the sequence as a problem for a solver of bit vectors: each op is what its row does to whole registers, and what is claimed is that the result is what was asked for in every lane that is
// defined, and that constants which ops make are what rows then read as such. The answer unsat proves it for all values; that none is cheaper is not said.
//
//	pxor xmm1, xmm1; punpcklbw xmm0, xmm1     (define-fun t0 () (_ BitVec 128) #x00…)
//	                                          (define-fun t1 () (_ BitVec 128) (concat ((_ extract 63 56) t0) ((_ extract 63 56) a) …))
//	                                          (assert (or false (distinct ((_ extract 7 0) t1) ((_ extract 7 0) a)) …
func (r *Result) SMT(t *target.Target) (string, error) {
	if r.Memory != nil {
		return "", errNoMemory
	}
	p := &judged{r: r, Problem: smt.New(append([]string{r.Map.String(), "by " + t.Name + ":"}, r.Listing(t)...)...)}
	p.inputs()
	for i := range r.Code {
		if err := p.op(i); err != nil {
			return "", err
		}
	}
	p.Claim(r.Map, p.result(), p.Define("asked", p.Apply(r.Map, p.old, p.sources...)))
	return p.String(), nil
}

// A judged is a sequence as it becomes a problem.
type judged struct {
	*smt.Problem
	r       *Result
	old     smt.Vector
	sources []smt.Vector
	values  []smt.Vector // of the inputs and the ops
	known   []lane.Map   // the same as maps, for what constants are
}

// inputs are the registers that the sequence begins with: pieces of the sources, above which nothing is known.
func (p *judged) inputs() {
	p.old, p.sources = p.Sources(p.r.Map, p.r.Map.ReadsOld())
	for k, in := range p.r.Inputs {
		from, n := p.old, p.r.Wide[k]
		if !in.Old {
			from = p.sources[in.Source]
		}
		low := in.Part * n
		here := min(n, from.Bits-low)
		v := from.Part(low, here)
		if here < n {
			v = smt.Join(v, p.Any(n-here))
		}
		p.values = append(p.values, p.Define(fmt.Sprintf("r%d", k), v))
	}
}

// read is the lowest n bits of a value. Above what an instruction wrote are zeros, above an input nobody knows what is.
func (p *judged) read(a Arg, n int) smt.Vector {
	v := p.values[a]
	switch {
	case n <= v.Bits:
		return v.Part(0, n)
	case int(a) < len(p.r.Inputs):
		return smt.Join(v, p.Any(n-v.Bits))
	}
	return smt.Join(v, smt.Constant(lane.Const{}, n-v.Bits))
}

// op defines what an op makes.
func (p *judged) op(i int) error {
	o := p.r.Code[i]
	args := make([]smt.Vector, len(o.Row.Src))
	for k, n := range o.Row.Src {
		args[k] = p.read(o.Args[k], n)
	}
	name := fmt.Sprintf("t%d", i)
	if o.Row.Union != nil {
		p.values = append(p.values, p.Define(name, united(o.Row, args)))
		return nil
	}
	if o.Made {
		made, err := p.made(&o)
		if err != nil {
			return err
		}
		o.Const = made
	}
	m := o.move()
	var old smt.Vector
	if m.ReadsOld() {
		old = p.read(o.Args[o.destroys()], o.Row.Bits)
	}
	p.values = append(p.values, p.Define(name, p.Apply(m, old, args...)))
	return nil
}

// made is the constant that ops before have made, which is claimed too.
func (p *judged) made(o *Op) (k lane.Const, err error) {
	if p.known == nil {
		if p.known, err = p.r.values(); err != nil {
			return k, err
		}
	}
	n := o.Row.Index.Bits
	k, ok := constantOf(lowBits(p.known[o.By], n, above(o.By, len(p.r.Inputs))))
	if !ok {
		return k, fmt.Errorf("the constant of %s is none", o.Row.Name)
	}
	p.ClaimEqual(p.read(o.By, n), smt.Constant(k, n))
	return k, nil
}

// result is what the registers of the result hold.
func (p *judged) result() smt.Vector {
	bits := p.r.Map.Bits * len(p.r.Map.Lane)
	if !p.r.Several() {
		return p.read(p.r.Result, bits)
	}
	var parts []smt.Vector
	for _, x := range p.r.Results {
		n := min(x.Bits, bits)
		bits -= n
		if x.Any {
			parts = append(parts, p.Any(n))
		} else {
			parts = append(parts, p.read(x.Value, n))
		}
	}
	return smt.Join(parts...)
}

// united is what a row computes of whole registers.
func united(row *target.Row, args []smt.Vector) smt.Vector {
	terms := make([]string, len(args))
	for k, a := range args {
		terms[k] = a.Term
	}
	of := func(operator string) smt.Vector {
		return smt.Vector{Term: "(" + operator + " " + strings.Join(terms, " ") + ")", Bits: row.Bits}
	}
	switch row.Union.Kind {
	case target.Or:
		return of("bvor")
	case target.And:
		return of("bvand")
	case target.AndNot:
		terms[row.Union.Inverted] = "(bvnot " + terms[row.Union.Inverted] + ")"
		return of("bvand")
	}
	return packed(row, args)
}

// packed narrows the lanes of both operands, a block of 128 bits at a time, to what is nearest among the numbers of half as many bits.
//
//	(ite (bvsgt x #x000000ff) #xff (ite (bvslt x #x00000000) #x00 ((_ extract 7 0) x)))
func packed(row *target.Row, args []smt.Vector) smt.Vector {
	narrow, block := row.Elem, min(row.Bits, 128)
	most, least := lane.Ones(narrow), lane.Const{}
	low := lane.Const{} // the least, in the bits of the wide lanes
	if row.Union.Signed {
		most, least = lane.Ones(narrow-1), lane.Join(1, append(make([]lane.Const, narrow-1), lane.Ones(1))...)
		low = lane.Join(narrow, least, lane.Ones(narrow))
	}
	var parts []smt.Vector
	for at := 0; at < row.Bits; at += block {
		for _, a := range args {
			for i := at; i < at+block; i += 2 * narrow {
				x := a.Part(i, 2*narrow)
				above, below := smt.Constant(most, 2*narrow).Term, smt.Constant(low, 2*narrow).Term
				parts = append(parts, smt.Vector{Bits: narrow, Term: fmt.Sprintf("(ite (bvsgt %s %s) %s (ite (bvslt %s %s) %s %s))",
					x.Term, above, smt.Constant(most, narrow).Term, x.Term, below, smt.Constant(least, narrow).Term, x.Part(0, narrow).Term)})
			}
		}
	}
	return smt.Join(parts...)
}
