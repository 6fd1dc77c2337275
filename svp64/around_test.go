package svp64_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// A map that some loop is alone, without predicates and with vectors as long as it says itself, is found as one that has nothing around it either.
func TestNothingAroundWhereNothingIsNeeded(t *testing.T) {
	rng := chance.Random(t, 0)
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	found := 0
	for found < times(600) {
		swizzle := ""
		for range 1 + rng.IntN(4) {
			swizzle += pick("X", "Y", "Z", "W", "X", "Y", "Z", "W", "0", ".")
		}
		text := fmt.Sprintf("sv.mv.swiz%s%s *32,*64,%s vl=%d%s", pick("", "/w=8", "/w=16", "/w=32", "/dw=16/sw=8", "/dw=8/sw=32"), pick("/vec4", "/vec4", "/vec2", "/vec3", ""), swizzle, 1+rng.IntN(6), pick("", "", " pack", " unpack"))
		l, err := svp64.ParseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Warnings()) > 0 {
			continue
		}
		m, err := l.Map()
		if err != nil {
			t.Fatal(err)
		}
		if used, _ := m.DropUnused(); len(used.Src) == 0 || !strings.ContainsAny(swizzle, "XYZW") {
			continue
		}
		found++
		f, err := svp64.Find(m)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if f.Masked || f.Src != (svp64.Extent{}) || f.Dst != (svp64.Extent{}) {
			back, _ := svp64.FromMap(m)
			t.Errorf("%s is %v, found as %v", text, m, back)
		}
	}
}

// What a sequence says of its vectors it says in lanes of the map or in bytes, and of sources only where the loop does not say the same.
func TestVectorsOfSequencesHaveTheMapsLanes(t *testing.T) {
	rng := chance.Random(t, 0)
	stated, unstated := 0, 0
	for range times(60) {
		m := lane.Map{Bits: []int{8, 16, 32, 64}[rng.IntN(4)], Src: []int{3 + rng.IntN(10), 3 + rng.IntN(10)}}
		for range 1 + rng.IntN(6) {
			source := rng.IntN(2)
			m.Lane = append(m.Lane, lane.From(source, rng.IntN(m.Src[source])))
		}
		moves, _, err := svp64.Cover(m)
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		lines, sources, err := svp64.InRegisters(m, moves)
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		_, from := m.DropUnused()
		for k, l := range lines {
			want := 0
			for at, r := range sources {
				if int(l.RA.No) == r {
					want = m.Src[from[at]]
				}
			}
			own, err := svp64.Line{Inst: l.Inst, SV: l.SV, Set: l.Set}.Map()
			if err != nil {
				t.Fatalf("%v: %v: %v", m, l, err)
			}
			says := 0
			if len(own.Src) > 0 {
				says = own.Src[0] * own.Bits
			}
			if l.Src != (svp64.Extent{}) {
				if stated++; !isVector(l.Src, m.Bits, want) || says == m.Bits*want {
					t.Errorf("%v: move %d is %v, whose source has %d lanes; the loop says %d bits", m, k, l, want, says)
				}
			} else if unstated++; says != m.Bits*want {
				t.Errorf("%v: move %d is %v, whose source has %d lanes; the loop says %d bits", m, k, l, want, says)
			}
			if l.Dst != (svp64.Extent{}) && !isVector(l.Dst, m.Bits, len(m.Lane)) {
				t.Errorf("%v: move %d is %v", m, k, l)
			}
		}
	}
	if stated < times(10) || unstated < times(10) {
		t.Errorf("%d sources are stated, %d are not", stated, unstated)
	}
}

// isVector says whether an extent is so many lanes, in these or in bytes.
func isVector(v svp64.Extent, bits, lanes int) bool {
	return v == svp64.Extent{Bits: bits, Lanes: lanes} || v == svp64.Extent{Bits: 8, Lanes: bits / 8 * lanes}
}

// Every word of up to four signs is a swizzle if its letters are of one set. Otherwise it is said which letter is the first of the other set, and which one is the first of all.
func TestOneSetOfLetters(t *testing.T) {
	const signs = "XyRg.01"
	sets := map[byte]string{'X': "XYZW", 'y': "XYZW", 'R': "RGBA", 'g': "RGBA"}
	words := []string{""}
	for range svp64.Lanes {
		var longer []string
		for _, w := range words {
			for _, s := range signs {
				longer = append(longer, w+string(s))
			}
		}
		words = longer
		for _, w := range words {
			first := strings.IndexAny(w, "XyRg")
			want := ""
			for k := range len(w) {
				if first >= 0 && sets[w[k]] != "" && sets[w[k]] != sets[w[first]] {
					want = fmt.Sprintf("1:%d: %q is of %s, and %q before it of %s: one swizzle uses one set of letters", k+1, w[k:k+1], sets[w[k]], w[first:first+1], sets[w[first]])
					break
				}
			}
			s, err := svp64.ParseSwizzle(w)
			if want != "" {
				if err == nil || err.Error() != want {
					t.Fatalf("%s: %v, want %s", w, err, want)
				}
				continue
			}
			if err != nil || s.Len() != len(w) {
				t.Fatalf("%s is %v: %v", w, s, err)
			}
			for k := range len(w) {
				letter := strings.NewReplacer("y", "Y", "R", "X", "g", "Y").Replace(w[k : k+1])
				if at, err := svp64.ParseSwizzle(letter); err != nil || s.At(k) != at.At(0) {
					t.Errorf("%s: selector %d is %v, want %s: %v", w, k, s.At(k), letter, err)
				}
			}
		}
	}
}
