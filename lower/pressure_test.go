package lower

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// However few registers there are, each op reads what it is to read, from registers that follow one another where its row wants that, and each result is where it is said to be.
func TestRegistersUnderPressure(t *testing.T) {
	t.Parallel()
	var l Lowerer
	rng := chance.Random(t, 33)
	const least = 3 // maps that take more ways to memory: it goes on until there are so many
	rounds := 1
	if *Full {
		rounds = 200
	}
	spilled, several := 0, 0
	for round := 0; round < rounds || spilled < least && round < 20; round++ {
		for _, tg := range target.Targets() {
			if tg.Holds(target.General) && tg.Holds(target.Vectors) {
				continue // as on the vectors alone
			}
			if testing.Short() && rng.IntN(3) > 0 {
				continue
			}
			m := crowdedMap(rng, tg)
			r, err := l.Lower(t.Context(), m, Options{Target: tg, Effort: Quick})
			if err != nil {
				t.Fatalf("%s: %v: %v", tg.Name, m, err)
			}
			if !r.Several() {
				continue
			}
			several++
			for f := range r.room {
				r.room[f] = 9 + rng.IntN(8)
			}
			s := r.registers()
			if s.unordered && r.room[target.Vectors] < leastOrdered {
				continue // it says so itself
			}
			if err := r.follow(&s); err != nil {
				t.Fatalf("%s: %v in %v registers: %v", tg.Name, m, r.room, err)
			}
			if s.copies > r.Copies {
				spilled++
			}
		}
	}
	t.Logf("%d of %d take more copies in fewer registers", spilled, several)
	if spilled < least {
		t.Error("hardly any takes more ways to memory with fewer registers")
	}
}

// leastOrdered are so many registers that four which follow one another are always free or can be made so, wherever the two stand that an op needs beside them: three in a row would be
// free at most before, between and behind them with one register less.
const leastOrdered = 3*3 + 2 + 1

// crowdedMap has more inputs than there may be registers, and takes lanes from anywhere in them.
func crowdedMap(rng *rand.Rand, tg *target.Target) lane.Map {
	bits := []int{16, 32}[rng.IntN(2)]
	m := lane.Map{Bits: bits, Src: make([]int, 1+rng.IntN(20)), Lane: make([]lane.Lane, tg.Bits[0]*(1+rng.IntN(4))/bits)}
	for k := range m.Src {
		m.Src[k] = len(m.Lane)
	}
	for i := range m.Lane {
		s := rng.IntN(len(m.Src))
		m.Lane[i] = lane.From(s, rng.IntN(m.Src[s]))
	}
	return m
}

// A resident is what is in a register or slot: a value, or a constant.
type resident struct {
	value    Arg
	constant constant
}

// content is what is held where a value is: what an op loads is a constant.
func (s *Sequence) content(v Arg) resident {
	if k := int(v) - len(s.Inputs); k >= 0 && s.Code[k].IsLoad() {
		return resident{noResult, s.Code[k].constants()[0]}
	}
	return resident{value: v}
}

// follow executes a schedule on names of values.
func (s *Sequence) follow(c *schedule) error {
	registers, masks, slots := [2]map[int]resident{{}, {}}, map[int]resident{}, map[int]resident{}
	for k, at := range c.held {
		if at.Register >= 0 {
			registers[s.File][at.Register] = s.content(Arg(k))
		} else {
			slots[at.Slot] = s.content(Arg(k))
		}
	}
	for line, in := range c.code {
		switch {
		case in.op >= 0:
			if err := s.readsRight(&in, registers, masks); err != nil {
				return fmt.Errorf("line %d, op %d: %w", line, in.op, err)
			}
			o := &s.Code[in.op]
			if o.stores() {
				continue
			}
			parts := 1
			if o.InMemory() {
				parts = o.Row.Access.Registers
			}
			for k := range parts {
				registers[o.Row.FileOf('d')][in.to+k] = resident{value: Arg(len(s.Inputs) + in.op + k)}
			}
		case in.load != nil && in.load.mask:
			masks[in.to] = resident{noResult, *in.load}
		case in.load != nil:
			registers[in.file][in.to] = resident{noResult, *in.load}
		case in.way == stored:
			slots[in.slot] = registers[in.file][in.from]
		case in.way == reloaded:
			registers[in.file][in.to] = slots[in.slot]
		default:
			registers[in.file][in.to] = registers[in.file][in.from]
		}
		if in.way != stored && (in.load == nil || !in.load.mask) && s.room[in.file] > 0 && in.op < 0 && in.to >= s.room[in.file] {
			return fmt.Errorf("line %d: register %d of %d", line, in.to, s.room[in.file])
		}
	}
	for k, x := range s.Results {
		at, got := c.results[k], resident{}
		if at.Register >= 0 {
			got = registers[s.fileOf(x.Value)][at.Register]
		} else {
			got = slots[at.Slot]
		}
		if !x.Any && got != s.content(x.Value) {
			return fmt.Errorf("result %d in %+v is %+v, want %+v", k, at, got, s.content(x.Value))
		}
	}
	return nil
}

// readsRight says what an op reads that it is not to read.
func (s *Sequence) readsRight(in *instruction, registers [2]map[int]resident, masks map[int]resident) error {
	o := &s.Code[in.op]
	for k, v := range o.Args {
		if got := registers[s.fileOf(v)][in.args[k]]; got != s.content(v) {
			return fmt.Errorf("argument %d in register %d is %+v, want %+v", k, in.args[k], got, s.content(v))
		}
	}
	for _, c := range o.constants() {
		from, r := registers[c.file], in.k
		if c.mask {
			from, r = masks, in.m
		}
		if got := from[r]; got != (resident{noResult, c}) {
			return fmt.Errorf("the constant in register %d is %+v, want %+v", r, got, c)
		}
	}
	if o.Made {
		if got := registers[target.Vectors][in.k]; got != s.content(o.By) {
			return fmt.Errorf("what was made, in register %d, is %+v, want %+v", in.k, got, s.content(o.By))
		}
	}
	if d := o.destroys(); d >= 0 && in.to != in.args[d] {
		return fmt.Errorf("the result is in register %d, and overwrites register %d", in.to, in.args[d])
	}
	list := in.args[:len(o.list())]
	if o.Row.Destroys && len(list) > 0 {
		list = in.args[1 : 1+len(list)]
	}
	for k := 1; k < len(list); k++ {
		if list[k] != list[k-1]+1 {
			return fmt.Errorf("registers %v do not follow one another", list)
		}
	}
	return nil
}

// The same of loads and stores, of structures too, in orders that take few registers.
func TestRegistersOfMemory(t *testing.T) {
	t.Parallel()
	var l Lowerer
	rng := chance.Random(t, 86)
	spilled := 0
	for _, name := range []string{"sse2", "neon", "wasm"} {
		tg, _ := target.Find(name)
		kind := network.Kinds()[rng.IntN(4)]
		bits, n := []int{16, 32}[rng.IntN(2)], 3+rng.IntN(5)
		size, second := n, 0
		if kind.Name == "transpose" || kind.Name == "rotate" {
			second = 128 / bits
		}
		maps, err := kind.Maps(size, second, 1, 128/bits, bits)
		if err != nil {
			t.Fatal(err)
		}
		if kind.Whole {
			maps = network.Joined(maps)
		}
		r, err := l.Network(t.Context(), maps, Options{Target: tg, Effort: Quick, Memory: true})
		if err != nil {
			t.Fatalf("%s: %s %d of i%d: %v", name, kind.Name, n, bits, err)
		}
		for room := 4; room <= 10; room++ {
			s, ok := r.inRegisters(room)
			if !ok {
				continue // an op takes more
			}
			c := s.registers()
			if err := s.follow(&c); err != nil {
				t.Fatalf("%s: %s %d of i%d in %d registers: %v", name, kind.Name, n, bits, room, err)
			}
			spilled += c.spills()
		}
	}
	t.Logf("%d ways to memory", spilled)
}
