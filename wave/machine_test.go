package wave_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/wave"
)

// A machine has registers of four bytes in each of its lanes, and knows nothing of maps over inputs: a byte is a text, as v.3.
type machine struct {
	lanes    int
	register map[string][]string
}

func (m *machine) read(name string) []string {
	if m.register[name] == nil {
		for i := range 4 * m.lanes {
			m.register[name] = append(m.register[name], fmt.Sprintf("%s.%d", name, i))
		}
	}
	return m.register[name]
}

// do executes a step: all its results are made of what registers were before it.
func (m *machine) do(s wave.Step) {
	made := make([][]string, len(s.To))
	for k, does := range s.Map {
		width, repeats := does.Bits/8, 1
		if s.Lanes == 0 {
			repeats = m.lanes
		}
		for t := range repeats {
			for _, l := range does.Lane {
				for b := range width {
					at := func(lanes int) int { return (t*lanes+l.Index)*width + b }
					switch l.Kind {
					case lane.Source:
						made[k] = append(made[k], m.read(s.From[l.Src])[at(does.Src[l.Src])])
					case lane.Old:
						made[k] = append(made[k], m.read(s.To[k])[at(len(does.Lane))])
					default:
						made[k] = append(made[k], fmt.Sprintf("#%x", l.Const.Slice(8*b, 8).Hex()))
					}
				}
			}
		}
	}
	for k, to := range s.To {
		m.register[to] = made[k]
	}
}

// randomStep moves the parts of one lane's value, or whole values between lanes.
func randomStep(rng *rand.Rand, lanes int) wave.Step {
	names := []string{"u", "v", "w", "x"}
	rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	s := wave.Step{To: slices.Clone(names[:1+rng.IntN(2)]), Lanes: lanes * rng.IntN(2)}
	for range rng.IntN(3) {
		s.From = append(s.From, names[rng.IntN(len(names))])
	}
	for range s.To {
		bits, parts := 32, lanes
		if s.Lanes == 0 {
			bits = 8 << rng.IntN(3)
			parts = 32 / bits
		}
		m := lane.Map{Bits: bits, Src: slices.Repeat([]int{parts}, len(s.From))}
		for i := range parts {
			switch k := rng.IntN(len(s.From) + 2); {
			case k < len(s.From):
				m.Lane = append(m.Lane, lane.From(k, rng.IntN(parts)))
			case k == len(s.From):
				m.Lane = append(m.Lane, lane.FromOld((i+rng.IntN(2))%parts))
			default:
				m.Lane = append(m.Lane, lane.Fixed(lane.ConstOf(rng.Uint64()).Slice(0, bits)))
			}
		}
		s.Map = append(s.Map, m)
	}
	return s
}

// What steps by chance make is what a machine makes that goes through them a byte at a time, and the steps stay as they are.
func TestFollowsBytes(t *testing.T) {
	rng := chance.Random(t, 1)
	for range 2000 {
		lanes := 1 << rng.IntN(3)
		m := machine{lanes, map[string][]string{}}
		var steps []wave.Step
		waves := false
		for range 1 + rng.IntN(6) {
			s := randomStep(rng, lanes)
			waves = waves || s.Lanes > 0
			steps = append(steps, s)
		}
		if !waves {
			m.lanes = 1
		}
		before := fmt.Sprint(steps)
		for _, s := range steps {
			m.do(s)
		}
		r, err := wave.Follow("", steps)
		if err != nil {
			t.Fatalf("%v: %v", steps, err)
		}
		to := steps[len(steps)-1].To[0]
		bytes, err := r.Map.Regroup(8)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range bytes.Lane {
			switch l.Kind {
			case lane.Source:
				got = append(got, fmt.Sprintf("%s.%d", r.Names[l.Src], l.Index))
			case lane.Old:
				got = append(got, fmt.Sprintf("%s.%d", to, l.Index))
			default:
				got = append(got, fmt.Sprintf("#%x", l.Const.Hex()))
			}
		}
		if want := m.register[to]; !slices.Equal(got, want) || r.To != to {
			t.Fatalf("%v\nis  %s = %s\nnot %s = %s", steps, r.To, strings.Join(got, " "), to, strings.Join(want, " "))
		}
		if fmt.Sprint(steps) != before {
			t.Fatalf("the steps were\n%s and are\n%v", before, steps)
		}
	}
}
