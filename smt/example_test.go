package smt_test

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/smt"
)

// Reversing twice is nothing, for all values: the solver says unsat.
func Example() {
	m, err := lane.Parse("i8x2 -> a1 a0")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := smt.New("reversed twice")
	a := p.Source("a", 16)
	once := p.Define("once", p.Apply(m, smt.Vector{}, a))
	p.ClaimEqual(p.Apply(m, smt.Vector{}, once), a)
	fmt.Print(p)
	// Output:
	// ; reversed twice
	// (set-logic QF_BV)
	// (declare-const a (_ BitVec 16))
	// (define-fun once () (_ BitVec 16)
	//   (concat ((_ extract 7 0) a) ((_ extract 15 8) a)))
	// (assert (or false
	//   (distinct (concat ((_ extract 7 0) once) ((_ extract 15 8) once)) a)
	//   false))
	// (check-sat)
}
