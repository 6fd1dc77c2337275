package visa

import (
	"fmt"
	"math"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// spoilt are a meaning with one of its parts wrong in one lane, by what is wrong.
func spoilt(m meaning) map[string]meaning {
	all := map[string]meaning{}
	add := func(what string, change func(m *meaning)) {
		wrong := m
		change(&wrong)
		all[what] = wrong
	}
	if m.ints != nil {
		add("lowest bit", func(w *meaning) {
			w.ints = func(s *step, r, x, y, z *vector) { m.ints(s, r, x, y, z); r[s.size/2&31] ^= 1 }
		})
		add("highest bit", func(w *meaning) {
			w.ints = func(s *step, r, x, y, z *vector) { m.ints(s, r, x, y, z); r[s.size/2&31] ^= 1 << (8*s.dst.size - 1) }
		})
	}
	if m.exact != nil {
		add("one more", func(w *meaning) {
			w.exact = func(s *step, x, y, z wide) wide { return m.exact(s, x, y, z).add(wide{0, 1}) }
		})
	}
	if m.floats != nil {
		add("sign", func(w *meaning) {
			w.floats = func(s *step, r, x, y, z *vector) { m.floats(s, r, x, y, z); r[s.size/2&31] ^= 1 << 63 }
		})
		add("a thirtieth more", func(w *meaning) {
			w.floats = func(s *step, r, x, y, z *vector) {
				m.floats(s, r, x, y, z)
				k := s.size / 2 & 31
				r[k] = math.Float64bits(math.Float64frombits(r[k]) * (31. / 30))
			}
		})
	}
	if m.of4 != nil {
		add("lowest bit of four", func(w *meaning) { w.of4 = func(x, y, z, v int64) int64 { return m.of4(x, y, z, v) ^ 1 } })
	}
	if m.two != nil {
		add("first of two", func(w *meaning) {
			w.two = func(r, second, x, y, z []uint64) { m.two(r, second, x, y, z); r[len(r)/2] ^= 1 }
		})
		add("second of two", func(w *meaning) {
			w.two = func(r, second, x, y, z []uint64) { m.two(r, second, x, y, z); second[len(r)/2] ^= 1 }
		})
	}
	return all
}

// A noticer is a test that ends where it would fail.
type noticer struct{ testing.TB }

// noticed is what it says then.
type noticed string

func (noticer) Helper()                      {}
func (noticer) Fatal(args ...any)            { panic(noticed(fmt.Sprint(args...))) }
func (noticer) Fatalf(f string, args ...any) { panic(noticed(fmt.Sprintf(f, args...))) }

// Whatever is wrong in what an opcode does, in one lane, the two executors disagree.
func TestMeaningsAreNoticed(t *testing.T) {
	rng := chance.Random(t, 66)
	tried := 0
	for op := range opOwordLd {
		right := meanings[op]
		if op == opUnknown || right.form != computes {
			continue
		}
		for what, wrong := range spoilt(right) {
			tried++
			c := newPlainCampaign(noticer{t}, rng, 32, Spec)
			c.only = []Op{op}
			if !notices(c, op, wrong) {
				t.Errorf("%s: %s is wrong, and nothing notices", op, what)
			}
		}
		c := newPlainCampaign(noticer{t}, rng, 32, Spec)
		c.only = []Op{op}
		for range 50 {
			c.one() // what is right is noticed by nothing
		}
	}
	t.Logf("%d wrong meanings", tried)
	if tried < 60 {
		t.Errorf("%d meanings were wrong", tried)
	}
}

// notices runs instructions of an opcode with a wrong meaning until both executors disagree.
func notices(c *plainCampaign, op Op, wrong meaning) (yes bool) {
	right := meanings[op]
	meanings[op] = wrong
	defer func() {
		meanings[op] = right
		if said := recover(); said != nil {
			if _, yes = said.(noticed); !yes {
				panic(said)
			}
		}
	}()
	for k := range 4000 {
		if k%64 == 63 {
			c.refresh()
		}
		c.one()
	}
	return false
}
