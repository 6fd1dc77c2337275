package lower

import (
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A Held is a value of a sequence, and what it holds: an input, or what an op makes.
type Held struct {
	Text string   // the op, its operands by their names and without the destination: "punpckldq a, b"; empty of an input
	Args []Arg    // the values that the op reads
	Map  lane.Map // of the inputs
	Own  lane.Map // what the op does, of all values; of no lanes where it computes or is memory's, and of an input
}

// Held are the inputs and then what the ops make, in the order of Args, whose names are given.
func (s *Sequence) Held(name func(v Arg) string) ([]Held, error) {
	values, err := s.values()
	if err != nil {
		return nil, err
	}
	held := make([]Held, len(values))
	for v := range values {
		if held[v].Map = values[v]; v < len(s.Inputs) {
			continue
		}
		o := &s.Code[v-len(s.Inputs)]
		held[v].Text, held[v].Args = o.reading(name), o.reads()
		if held[v].Own, err = s.own(o, values); err != nil {
			return nil, err
		}
	}
	return held, nil
}

// own is what an op does with values of which nothing is known but their size.
func (s *Sequence) own(o *Op, values []lane.Map) (lane.Map, error) {
	if o.Row.Union != nil || o.InMemory() {
		return lane.Map{}, nil
	}
	bits := s.bits()
	sources := make([]lane.Map, len(values))
	for _, a := range o.Args {
		sources[a] = vector(int(a), bits)
	}
	if o.Made {
		sources[o.By] = values[o.By]
	}
	return o.apply(sources, bits, len(s.Inputs))
}

// reading is the op with what it reads. A constant that is loaded is k.
func (o *Op) reading(name func(v Arg) string) string {
	text := o.text(func(letter byte) string {
		switch k := strings.IndexByte(target.SourceLetters, letter); {
		case letter == 'm' && o.InMemory():
			return o.At.String()
		case letter == 'd' && o.destroys() >= 0:
			return name(o.Args[o.destroys()])
		case letter == 'd' && o.Row.Spends && !o.Made:
			return "k"
		case letter == 'k' && o.Made, letter == 'd' && o.Row.Spends:
			return name(o.By)
		case letter == 'k' && o.Row.Index.Inline:
			return constantText(o, nil, nil)
		case k >= 0 && k < len(o.Row.Src):
			return name(o.Args[k])
		}
		return string(letter)
	})
	mnemonic, operands, _ := strings.Cut(text, " ")
	switch {
	case o.InMemory() && strings.HasPrefix(o.Row.Asm, "A"): // a scalar's name is made of a register's number
		return mnemonic + " " + name(o.Args[0])
	case o.InMemory():
		return mnemonic + " " + o.accessing(operands)
	}
	if _, rest, ok := strings.Cut(operands, ", "); ok && o.destroys() < 0 && !o.Row.Spends {
		operands = rest
	}
	return mnemonic + " " + operands
}

// accessing are the operands of a load or a store but for what it writes.
//
//	{d.8h, b.8h}, [a + 32]      [a + 32]            [result], t3      t3
func (o *Op) accessing(operands string) string {
	at := o.At.String()
	switch {
	case o.stores():
		return strings.TrimPrefix(strings.TrimSuffix(operands, ", "+at), at+", ")
	case o.destroys() < 0 && len(o.Args) == 0:
		return at
	case o.destroys() < 0:
		_, operands, _ = strings.Cut(operands, ", ")
	}
	return operands
}

// String is the address as "[a + 16]".
func (a Address) String() string {
	if a.Offset == 0 {
		return "[" + a.name() + "]"
	}
	return "[" + a.name() + " + " + strconv.Itoa(a.Offset) + "]"
}
