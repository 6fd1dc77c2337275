package api

import (
	"context"
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/form"
	g13moves "github.com/lanescope/lanescope/g13/moves"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/svp64"
	svp64moves "github.com/lanescope/lanescope/svp64/moves"
	visamoves "github.com/lanescope/lanescope/visa/moves"
)

// An ownTarget is a target without rows: one of the documents' own, whose instructions the rooms named moves find. No figures of a CPU are known, so that fewest is cheapest.
type ownTarget struct {
	Name string
	Says string // what it does, for those who choose
	Bits []int  // of its registers
	find func(ctx context.Context, m lane.Map, budget int) (dialect.Moves, error)
}

// visaRegister is how many bytes a register has that movs are found for.
const visaRegister = 32

const svp64Target = "svp64"

var ownTargets = []ownTarget{
	{svp64Target, "swizzle moves of SVP64: one source each, in vectors of 64-bit registers", []int{64}, func(_ context.Context, m lane.Map, _ int) (dialect.Moves, error) { return svp64moves.Find(m) }},
	{"visa", "movs of regions and immediates of Intel's virtual instruction set, of registers of 32 bytes", []int{8 * visaRegister}, findVISA},
	{"g13", "movements and shuffles of the Apple G13 with numbers in their text: 32 lanes of 16 or 32 bits", []int{32 * 16, 32 * 32}, func(_ context.Context, m lane.Map, _ int) (dialect.Moves, error) { return g13moves.Find(m) }},
}

func findVISA(ctx context.Context, m lane.Map, budget int) (dialect.Moves, error) {
	if budget == 0 {
		budget = VISAFindBudget
	}
	v, err := visamoves.Find(ctx, m, visaRegister, budget)
	return dialect.Moves{Head: v.Decls, Lines: v.Moves, Lower: v.Lower}, err
}

// ownTargetNamed is the target without rows that has a name.
func ownTargetNamed(name string) (ownTarget, bool) {
	i := slices.IndexFunc(ownTargets, func(x ownTarget) bool { return x.Name == name })
	if i < 0 {
		return ownTarget{}, false
	}
	return ownTargets[i], true
}

// lower is the map's instructions. Where nothing moves there are none, as on any target: the result is where the source is.
func (x ownTarget) lower(ctx context.Context, m lane.Map, budget int) (Sequence, error) {
	s := Sequence{Target: x.Name, Map: m, Lines: []string{}, Proof: lower.Minimal}
	moves, err := x.find(ctx, m, budget)
	if err != nil || still(m) {
		return s, err
	}
	s.Head, s.Lines, s.LowerBound = moves.Head, moves.Lines, moves.Lower
	s.Ops = len(moves.Lines)
	if !moves.IsMinimal() {
		s.Proof = lower.BestKnown
	}
	return s, nil
}

// lowerGuarded is the instruction for a form under a predicate, where a target has such: of any other one the sequence would do what the form does not where the predicate is 0.
func lowerGuarded(f form.Form, r LowerRequest) (Sequence, error) {
	s := Sequence{Target: r.Target, Map: f.Map, Proof: lower.Minimal, LowerBound: 1}
	s.Ops = 1
	if r.Target != svp64Target || r.Emit != "" {
		return s, fmt.Errorf("the form is %s; its map alone is %s", f.Guard, f.Map)
	}
	l, err := svp64.FromGuarded(f.Guarded())
	if err != nil {
		return s, fmt.Errorf("the form is %s: %w", f.Guard, err)
	}
	by := "r3"
	if l.CR {
		by = "eq of cr32 and on"
	}
	s.Head, s.Lines = []string{fmt.Sprintf("// bit i of %s is that of %s", by, f.Guard.By)}, []string{l.String()}
	return s, nil
}

// still says whether the lanes that are wanted all stay where they are: in the old destination, or in one source.
func still(m lane.Map) bool {
	var from lane.Lane // of lane 0
	known := false
	for i, l := range m.Lane {
		if l.Kind == lane.Undefined {
			continue
		}
		l.Index -= i
		if l.Kind == lane.Constant || l.Index != 0 || known && l != from {
			return false
		}
		from, known = l, true
	}
	return true
}

// LowerTargets are the names of all that a map can be lowered to: the targets, and the documents' own ownTargets.
func LowerTargets() []string {
	names := TargetNames()
	for _, x := range ownTargets {
		names = append(names, x.Name)
	}
	return names
}
