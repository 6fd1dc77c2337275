package form_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// A meant is a way to say a movement in words, and what these words mean: where lane i of n comes from, with the numbers and the sources between them.
type meant struct {
	words string // N stands for a number, S for a source, L for some numbers, H for low or high
	lanes func(n int) int
	of    func(n, i int, at []int, s []int) lane.Lane // lanes of n
}

// from is a lane of a half: 0 is the low one.
func from(s, n, half, i int) lane.Lane { return lane.From(s, half*n/2+i%(n/2)) }

func whole(n int) int { return n }

var ways = []meant{
	{"swap lanes N and N of S", whole, func(n, i int, at, s []int) lane.Lane {
		return lane.From(s[0], map[int]int{at[0]: at[1], at[1]: at[0]}[i]+stays(i, at[0], at[1]))
	}},
	{"swap lanes N and N of every N lanes of S", whole, func(n, i int, at, s []int) lane.Lane {
		k := i % at[2]
		return lane.From(s[0], i-k+map[int]int{at[0]: at[1], at[1]: at[0]}[k]+stays(k, at[0], at[1]))
	}},
	{"the H half of S", func(n int) int { return n / 2 }, func(n, i int, at, s []int) lane.Lane { return from(s[0], n, at[0], i) }},
	{"the H half of S, zero-extended", whole, func(n, i int, at, s []int) lane.Lane {
		if i >= n/2 {
			return lane.Zero()
		}
		return from(s[0], n, at[0], i)
	}},
	{"zero the low half of S", whole, func(n, i int, at, s []int) lane.Lane {
		if i < n/2 {
			return lane.Zero()
		}
		return lane.From(s[0], i)
	}},
	{"concatenate the H halves of S and S", whole, func(n, i int, at, s []int) lane.Lane { return from(s[i/(n/2)], n, at[0], i) }},
	{"the H half of S and the H half of S", whole, func(n, i int, at, s []int) lane.Lane { return from(s[i/(n/2)], n, at[i/(n/2)], i) }},
	{"swap the halves of S", whole, func(n, i int, at, s []int) lane.Lane { return lane.From(s[0], (i+n/2)%n) }},
	{"duplicate the H half of S", whole, func(n, i int, at, s []int) lane.Lane { return from(s[0], n, at[0], i) }},
	{"zero the even lanes of S", whole, func(n, i int, at, s []int) lane.Lane { return unlessZero(i%2 == 0, s[0], i) }},
	{"zero the odd lanes of S", whole, func(n, i int, at, s []int) lane.Lane { return unlessZero(i%2 == 1, s[0], i) }},
	{"zero lane N of S", whole, func(n, i int, at, s []int) lane.Lane { return unlessZero(i == at[0], s[0], i) }},
	{"zero lanes N and N of S", whole, func(n, i int, at, s []int) lane.Lane { return unlessZero(i == at[0] || i == at[1], s[0], i) }},
	{"zero lanes N, N and N of S", whole, func(n, i int, at, s []int) lane.Lane {
		return unlessZero(i == at[0] || i == at[1] || i == at[2], s[0], i)
	}},
	{"insert lane N of S into S at lane N", whole, func(n, i int, at, s []int) lane.Lane {
		if i == at[1] {
			return lane.From(s[0], at[0])
		}
		return lane.From(s[1], i)
	}},
	{"copy lane N of S to lane N", whole, func(n, i int, at, s []int) lane.Lane {
		if i == at[1] {
			return lane.From(s[0], at[0])
		}
		return lane.From(s[0], i)
	}},
	{"lanes N and N of S", func(int) int { return 2 }, func(n, i int, at, s []int) lane.Lane { return lane.From(s[0], at[i]) }},
	{"lanes N, N and N of S", func(int) int { return 3 }, func(n, i int, at, s []int) lane.Lane { return lane.From(s[0], at[i]) }},
	{"lanes N, N, N and N of S", func(int) int { return 4 }, func(n, i int, at, s []int) lane.Lane { return lane.From(s[0], at[i]) }},
	{"interleave S, S and S", func(n int) int { return 3 * n }, func(n, i int, at, s []int) lane.Lane { return lane.From(s[i%3], i/3) }},
	{"lane N of each of S, S and S", func(int) int { return 3 }, func(n, i int, at, s []int) lane.Lane { return lane.From(s[i], at[0]) }},
	{"reverse S", whole, func(n, i int, at, s []int) lane.Lane { return lane.From(s[0], n-1-i) }},
}

// stays is the lane itself where it is none of two.
func stays(i, a, b int) int {
	if i == a || i == b {
		return 0
	}
	return i
}

func unlessZero(zero bool, s, i int) lane.Lane {
	if zero {
		return lane.Zero()
	}
	return lane.From(s, i)
}

// mapMeant is the map of n lanes that words mean; ok is false for words that none of these ways has.
func mapMeant(text string, sources []int, bits int) (m lane.Map, ok bool) {
	text = strings.TrimSuffix(text, " (R and B)")
	for _, w := range ways {
		expr := strings.NewReplacer("N", `(\d+)`, "S", `([a-c])`, "H", "(low|high)").Replace(w.words)
		found := regexp.MustCompile("^" + expr + "$").FindStringSubmatch(text)
		if found == nil {
			continue
		}
		var at, s []int
		for _, f := range found[1:] {
			k, isNumber := strconv.Atoi(f)
			switch {
			case isNumber == nil:
				at = append(at, k)
			case f == "low", f == "high":
				at = append(at, len(f)-3)
			default:
				s = append(s, int(f[0]-'a'))
			}
		}
		m = lane.Map{Bits: bits, Src: sources}
		n := sources[0]
		for i := range w.lanes(n) {
			m.Lane = append(m.Lane, w.of(n, i, at, s))
		}
		return m, m.Check() == nil
	}
	return m, false
}

// inWords are words of a way, with numbers by chance that are right for n lanes.
func inWords(w meant, n int, rng *rand.Rand) string {
	numbers := rng.Perm(n)
	if strings.HasPrefix(w.words, "swap") || strings.HasPrefix(w.words, "zero") { // in their order
		for i := range numbers {
			for j := i + 1; j < min(3, len(numbers)); j++ {
				if numbers[j] < numbers[i] {
					numbers[i], numbers[j] = numbers[j], numbers[i]
				}
			}
		}
	}
	text, source := "", 0
	group := []int{4, n / 2}[rng.IntN(2)]
	if strings.Contains(w.words, "every") {
		numbers = []int{rng.IntN(2), 2 + rng.IntN(group-2), group}
	}
	for i := 0; i < len(w.words); i++ {
		switch c := w.words[i]; c {
		case 'N':
			text += fmt.Sprint(numbers[0])
			numbers = numbers[1:]
		case 'S':
			text += string(rune('a' + source))
			source++
		case 'H':
			text += []string{"low", "high"}[rng.IntN(2)]
		default:
			text += string(c)
		}
	}
	return text
}

// What is said of a map in words is what it does: of maps that have such words, of the same with one lane changed, and of what comes by chance.
func TestWordsMeanTheMap(t *testing.T) {
	rng := chance.Random(t, 31)
	var n form.Naturalist
	phrase := func(m lane.Map) (text string, bits int) {
		nature := n.Nature(form.Form{Map: m})
		text = nature.Phrase(form.Form{Map: m})
		if before, wide, ok := strings.Cut(text, ", as "); ok {
			if k, err := strconv.Atoi(strings.TrimSuffix(wide, "-bit lanes")); err == nil {
				return before, k
			}
		}
		return text, m.Bits
	}
	holds := func(m lane.Map) bool {
		text, bits := phrase(m)
		wide, err := m.Regroup(bits)
		if err != nil {
			t.Errorf("%s: %q: %v", m, text, err)
			return true
		}
		want, ok := mapMeant(text, wide.Src, bits)
		if !ok {
			return false
		}
		if v, err := lane.Compare(want, wide); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is %q in words, which is %s", m, text, want)
		}
		return true
	}
	for _, w := range ways {
		for range 15 {
			lanes := []int{4, 8, 16}[rng.IntN(3)]
			if strings.Contains(w.words, "every") || strings.Contains(w.words, "N, N and N") {
				lanes = 8 << rng.IntN(2)
			}
			m, ok := mapMeant(inWords(w, lanes, rng), []int{lanes, lanes, lanes}[:max(1, strings.Count(w.words, "S"))], 8<<rng.IntN(3))
			if !ok {
				t.Fatalf("%s is no map", w.words)
			}
			if text, _ := phrase(m); !holds(m) && strings.HasPrefix(text, "a shuffle") {
				t.Errorf("%s is %q, want words such as %s", m, text, w.words)
			}
			for range 4 {
				other := m
				other.Lane = append([]lane.Lane(nil), m.Lane...)
				at := rng.IntN(len(m.Lane))
				if other.Lane[at] = lane.From(rng.IntN(len(m.Src)), rng.IntN(lanes)); rng.IntN(4) == 0 {
					other.Lane[at] = lane.Zero()
				}
				holds(other)
			}
		}
	}
	for k := range 625 { // all of one source of four lanes, and zeros
		m := lane.Map{Bits: 32, Src: []int{4}}
		for range 4 {
			if m.Lane = append(m.Lane, lane.Zero()); k%5 < 4 {
				m.Lane[len(m.Lane)-1] = lane.From(0, k%5)
			}
			k /= 5
		}
		holds(m)
	}
}
