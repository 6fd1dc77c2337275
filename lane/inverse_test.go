package lane_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"pgregory.net/rapid"
)

// drawSurjection draws a map that reads every lane of source 0, some of them more than once.
func drawSurjection(t *rapid.T) lane.Map {
	m := drawMap(t)
	if len(m.Src) == 0 {
		m.Src = []int{1}
	}
	m.Src[0] = min(m.Src[0], len(m.Lane))
	for i, l := range m.Lane {
		if l.Kind == lane.Source && l.Src == 0 {
			m.Lane[i].Index %= m.Src[0]
		}
	}
	places := make([]int, len(m.Lane))
	for i := range places {
		places[i] = i
	}
	for j, i := range rapid.Permutation(places).Draw(t, "places")[:m.Src[0]] {
		m.Lane[i] = lane.From(0, j)
	}
	return m
}

func TestInverseGivesTheSourceBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawSurjection(t)
		back, err := m.Inverse(0)
		back = checked(t, back, err)
		// The lowest of the lanes that read it.
		want := bitMap{src: []int{len(m.Lane) * m.Bits}}
		bits := bitsOf(m).dst
		for j := range m.Src[0] * m.Bits {
			want.dst = append(want.dst, bit{bitSource, 0, slices.Index(bits, bit{bitSource, 0, j})})
		}
		wantBits(t, back, want)
		// Inverse of m of m is source 0.
		source, err := back.Of(m)
		for i, b := range bitsOf(checked(t, source, err)).dst {
			if b != (bit{bitSource, 0, i}) {
				t.Fatalf("bit %d is %v", i, b)
			}
		}
	})
}

func TestInverseOfInverseOfABijection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "lanes")
		m := lane.Identity(rapid.SampledFrom(widths).Draw(t, "width"), n)
		m.Lane = rapid.Permutation(m.Lane).Draw(t, "order")
		once, err := m.Inverse(0)
		twice, err2 := checked(t, once, err).Inverse(0)
		wantBits(t, checked(t, twice, err2), bitsOf(m))
		right, err := m.Of(once)
		wantBits(t, checked(t, right, err), bitsOf(lane.Identity(m.Bits, n)))
	})
}

func TestInverseNamesTheLostLane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		for k, n := range m.Src {
			lost := -1
			for j := n - 1; j >= 0; j-- {
				if !slices.Contains(m.Lane, lane.From(k, j)) {
					lost = j
				}
			}
			_, err := m.Inverse(k)
			switch {
			case lost < 0:
				if err != nil {
					t.Fatalf("%v: %v", m, err)
				}
			case err == nil:
				t.Fatalf("%v loses lane %d of source %d and has an inverse", m, lost, k)
			default:
				if want := "no inverse: lane " + lane.From(k, lost).Text(0, m.Bits) + " is read by no lane of the destination"; err.Error() != want {
					t.Fatalf("%q, want %q", err, want)
				}
			}
		}
	})
}

func TestInverseOfASourceThatIsNotThere(t *testing.T) {
	for _, k := range []int{-1, 1} {
		if _, err := lane.Identity(8, 2).Inverse(k); err == nil {
			t.Errorf("source %d of 1 has an inverse", k)
		}
	}
}
