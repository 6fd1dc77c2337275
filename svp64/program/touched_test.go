package program_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// What a step reads and writes, by example: an element lies where its width puts it, a constant is read nowhere, register 0 of an address is none.
func TestTouched(t *testing.T) {
	for _, c := range []struct {
		text, reads, writes string
		steps               int
	}{
		{"sv.mv.swiz/vec2/w=16 *32,*64,YX", "r64.16+16", "r32.0+16", 0},
		{"sv.mv.swiz/vec2/w=16 *32,*64,YX", "r64.0+16", "r32.16+16", 1},
		{"sv.mv.swiz/vec2/w=16 *32,*64,YX", "r64.48+16", "r32.32+16", 2},
		{"sv.fmv.swiz/dw=32 *32,*64,1X", "", "f32.0+32", 0},
		{"sv.fmv.swiz/dw=32 *32,*64,1X", "f64.0+64", "f32.32+32", 1},
		{"mv.swiz r4,r8,W.Y.", "r8.0+64 r9.0+64", "r4.0+64 r5.0+64", 0},
		{"fmv.swiz r4,r8,W.Y.", "f8.0+64 f9.0+64", "f4.0+64 f5.0+64", 0},
		{"addi 3,4,5", "r4.0+64", "r3.0+64", 0},
		{"li 3,5", "", "r3.0+64", 0},
		{"add. 3,4,5", "r4.0+64 r5.0+64", "r3.0+64 cr0.0+4", 0},
		{"sv.add/w=8 *40,*48,7", "r48.8+8 r7.0+8", "r40.8+8", 1},
		{"sv.lwz *32,8(3)", "r3.0+64", "r32.0+64", 0},
		{"lwz 3,8(0)", "", "r3.0+64", 0},
		{"sv.std *32,8(0)", "r33.0+64", "", 1},
		{"sv.lbz *32,0(*48)", "r49.0+64", "r33.0+64", 1},
		{"sv.cmpi *cr32,0,*4,7", "r5.0+64", "cr33.0+4", 1},
		{"cmp 2,1,3,4", "r3.0+64 r4.0+64", "cr2.0+4", 0},
		{"bc 12,9,8", "cr2.0+4", "", 0},
		{"bc 20,9,8", "", "", 0},
		{"sv.bc 12,*17,8", "cr5.0+4", "", 1},
		{"mtctr 7", "r7.0+64", "", 0},
		{"mfctr 7", "", "r7.0+64", 0},
		{"setvl. 3,4,9,0,1,1", "r4.0+64", "r3.0+64 cr0.0+4", 0},
		{"setvl 0,0,9,0,1,1", "", "", 0},
		{"svstep. 9,6,1", "", "r9.0+64 cr0.0+4", 0},
	} {
		p, err := program.Assemble(c.text, svp64.DefaultEncoding)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		m, _ := p.NewMachine()
		m.SV = svp64.NewSVState(2, 2)
		for range c.steps {
			if _, err := m.Step(); err != nil {
				t.Fatalf("%s: %v", c.text, err)
			}
		}
		before := m.State
		reads, writes, err := m.Touched()
		if r, w := touchText(reads), touchText(writes); err != nil || r != c.reads || w != c.writes || m.State != before {
			t.Errorf("%s, step %d: reads %q, writes %q: %v; want %q and %q", c.text, c.steps, r, w, err, c.reads, c.writes)
		}
	}
}

func touchText(list []program.Touch) string {
	var words []string
	for _, x := range list {
		words = append(words, fmt.Sprintf("%s%d.%d+%d", x.File, x.No, x.Low, x.Bits))
	}
	return strings.Join(words, " ")
}

// At a fault the step is none, and the machine is as it was.
func TestTouchedFault(t *testing.T) {
	p, err := program.Assemble("sv.mv.swiz *32,*32,X", svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	m, _ := p.NewMachine()
	if _, _, err := m.Touched(); err == nil {
		t.Error("a loop that overlaps is no fault")
	}
}

// Everywhere in random programs a step changes no register but in what it is said to write, and what it writes depends on no register but what it is said to read, and predicates.
func TestTouchedIsAll(t *testing.T) {
	rng := chance.Random(t, 0)
	steps, wrote, mattered, tried := 0, 0, 0, 0
	for range times(1500) {
		text, p := randomMachine(t, rng)
		m, err := p.NewMachine()
		if err != nil {
			t.Fatal(err)
		}
		fill(m, rng)
		for range 30 {
			if m.Done() {
				break
			}
			reads, writes, err := m.Touched()
			if err != nil {
				break
			}
			other, third, before := m.Clone(), m.Clone(), m.State
			scramble(other, rng, bitsOf(reads), true)
			scramble(third, rng, bitsOf(reads), false)
			inst, _ := m.At()
			if _, err := m.Step(); err != nil {
				t.Fatalf("%s: %v: %v, which Touched did not say", text, inst, err)
			}
			if at, ok := changed(&before, &m.State, bitsOf(writes)); !ok {
				t.Fatalf("%s: %v changes %v, and is said to write %v", text, inst, at, touchText(writes))
			}
			_, err = other.Step()
			if err != nil || !sameIn(writes, &m.State, &other.State) || m.PC != other.PC || m.CTR != other.CTR || m.SV != other.SV || !m.Memory.Equal(other.Memory) {
				t.Fatalf("%s: %v depends on more than %v: %v", text, inst, touchText(reads), err)
			}
			if len(reads) > 0 {
				tried++
				if _, err := third.Step(); err != nil || !sameIn(writes, &m.State, &third.State) || m.PC != third.PC || m.CTR != third.CTR || m.SV != third.SV || !m.Memory.Equal(third.Memory) {
					mattered++
				}
			}
			steps++
			wrote += len(writes)
		}
	}
	t.Logf("%d steps write %d elements; of %d that read, %d do something else with other values there", steps, wrote, tried, mattered)
	if steps < times(8000) || wrote < steps/3 || mattered < tried/2 {
		t.Error("nothing was compared")
	}
}

// A bitSet is bits of all registers.
type bitSet struct{ r, f, cr [svp64.NumRegs]uint64 }

// bitsOf are those of some touches.
func bitsOf(list []program.Touch) (b bitSet) {
	for _, x := range list {
		map[string]*[svp64.NumRegs]uint64{"r": &b.r, "f": &b.f, "cr": &b.cr}[x.File][x.No] |= ^uint64(0) >> (64 - x.Bits) << x.Low
	}
	return b
}

// scramble flips bits of registers by chance: those of a set, or all others. What may be a predicate stays, of the instruction or of that by whose walks svstep goes.
func scramble(m *program.Machine, rng *rand.Rand, set bitSet, others bool) {
	i, _ := m.At()
	for k := range m.GPR {
		r, f, cr := set.r[k], set.f[k], set.cr[k]
		if others {
			r, f, cr = ^r, ^f, ^cr
		}
		if k != 3 && k != 10 && k != 30 {
			m.GPR[k] ^= rng.Uint64() & r
		}
		m.FPR[k] ^= rng.Uint64() & f
		if !i.Prefix.CR && !m.Stepped.CR {
			m.CR[k] ^= svp64.CRField(rng.Uint64() & 15 & cr)
		}
	}
}

// changed says whether all that differs is in the set, or which register is not.
func changed(a, b *program.State, set bitSet) (at string, ok bool) {
	for k := range a.GPR {
		switch {
		case (a.GPR[k]^b.GPR[k])&^set.r[k] != 0:
			return fmt.Sprintf("r%d", k), false
		case (a.FPR[k]^b.FPR[k])&^set.f[k] != 0:
			return fmt.Sprintf("f%d", k), false
		case uint64(a.CR[k]^b.CR[k])&^set.cr[k] != 0:
			return fmt.Sprintf("cr%d", k), false
		}
	}
	return "", true
}

// sameIn says whether two states have the same bits in the touches.
func sameIn(list []program.Touch, a, b *program.State) bool {
	for _, x := range list {
		mask := ^uint64(0) >> (64 - x.Bits) << x.Low
		diff := map[string]uint64{"r": a.GPR[x.No] ^ b.GPR[x.No], "f": a.FPR[x.No] ^ b.FPR[x.No], "cr": uint64(a.CR[x.No] ^ b.CR[x.No])}[x.File]
		if diff&mask != 0 {
			return false
		}
	}
	return true
}
