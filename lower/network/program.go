package network

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// An Op is one instruction of a Program.
type Op struct {
	Row   *target.Row
	Imm   int
	Const lane.Const // of a row with a constant
	Args  []int

	Made bool // the constant is not loaded: an op before has made it,
	By   int  // and this is its value
}

// of is the op with the arguments 0 and 1 in places.
func (o Op) of(places [2]int) Op {
	o.Args = slices.Clone(o.Args)
	for k, a := range o.Args {
		o.Args[k] = places[a]
	}
	return o
}

// at is the op with values at other places.
func (o Op) at(places []int) Op {
	o.Args = slices.Clone(o.Args)
	for k, a := range o.Args {
		o.Args[k] = places[a]
	}
	if o.Made {
		o.By = places[o.By]
	}
	return o
}

// A Program makes results of inputs. Values are the inputs first, then what the ops make.
type Program struct {
	Inputs   int
	Code     []Op
	Results  []int  // Free where nothing is wanted
	Strategy string // what took the problem apart
	Least    bool   // no program takes fewer ops than this one, or than one that it was preferred to for its cycles

	known map[opKey]int
}

func newProgram(inputs int) *Program { return &Program{Inputs: inputs, known: map[opKey]int{}} }

// An opKey is what an op is.
type opKey struct {
	row   *target.Row
	imm   int
	value lane.Const
	made  bool
	by    int
	args  [4]int
}

// add is the value of an op, which is that of an equal one if there is one.
func (n *Program) add(o Op) int {
	key := opKey{row: o.Row, imm: o.Imm, value: o.Const, made: o.Made, by: o.By}
	copy(key.args[:], o.Args) // a row has as many always
	if v, ok := n.known[key]; ok {
		return v
	}
	v := n.Inputs + len(n.Code)
	n.Code, n.known[key] = append(n.Code, o), v
	return v
}

// embed adds another program, whose inputs are at these values, and says where its results are.
func (n *Program) embed(other *Program, at []int) (results []int) {
	at = slices.Clone(at)
	for _, o := range other.Code {
		at = append(at, n.add(o.at(at)))
	}
	for _, r := range other.Results {
		if r != Free {
			r = at[r]
		}
		results = append(results, r)
	}
	return results
}

// cost is what the program costs, but for copies. What several ops load is loaded once.
func (n *Program) cost(o *Options) (sum int) {
	type load struct {
		value lane.Const
		mask  bool
	}
	loads := map[load]bool{}
	for i := range n.Code {
		op := &n.Code[i]
		sum += o.Op
		if x := op.Row.Index; x != nil && !x.Inline && !op.Made {
			loads[load{op.Const, x.Mask}] = true
		}
	}
	return sum + o.Constant*len(loads)
}
