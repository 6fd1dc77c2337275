package target_test

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A rvvMachine is RISC-V's vectors as their specification has them: registers, t1, and what the last vsetvli said.
type rvvMachine struct {
	v                 [32][]byte
	t1                int64
	sew, vl, vlmax    int
	tailStays, offToo bool
	agnostic          uint64 // what lanes become that may become anything
}

// set is vsetvli or vsetivli.
func (m *rvvMachine) set(line string) {
	words := strings.Split(strings.ReplaceAll(line, " ", ","), ",")
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	m.sew, _ = strconv.Atoi(words[3][1:])
	m.vlmax = 8 * len(m.v[0]) / m.sew
	if words[4] == "mf2" {
		m.vlmax /= 2
	}
	m.vl = m.vlmax
	if words[0] == "vsetivli" {
		n, _ := strconv.Atoi(words[2])
		m.vl = min(n, m.vlmax)
	}
	m.tailStays, m.offToo = words[5] == "tu", words[6] == "mu"
}

// lane is lane i of a register, in lanes of so many bits; beyond its end there is zero.
func (m *rvvMachine) lane(register, i, width int) (x uint64) {
	for b := range width / 8 {
		if at := i*width/8 + b; at < len(m.v[register]) {
			x |= uint64(m.v[register][at]) << (8 * b)
		}
	}
	return x
}

func (m *rvvMachine) on(i int) bool { return m.v[0][i/8]>>(i%8)&1 == 1 }

// A rvvLine is one instruction: its registers as vd, vs2 and vs1 of the specification, and the number that stands instead of the last one.
type rvvLine struct {
	*rvvMachine
	vd, vs2, vs1 int
	x            uint64
}

func (l rvvLine) a(i int) uint64 { return l.lane(l.vs2, i, l.sew) }
func (l rvvLine) b(i int) uint64 { return l.lane(l.vs1, i, l.sew) }

// at is lane i of vs2, or zero if there is none.
func (l rvvLine) at(i uint64) uint64 {
	if i >= uint64(l.vlmax) {
		return 0
	}
	return l.a(int(i))
}

// by is a number as the count of a shift of so many bits.
func by(x uint64, width int) uint64 { return x & uint64(width-1) }

func (l rvvLine) rotatedLeft(x, n uint64) uint64 {
	n = by(n, l.sew)
	return x<<n | x>>(uint64(l.sew)-n)
}

// plainRVV are the instructions: lane i of the result, which has as many bits as a lane, or twice as many where the name says that it widens; ok is false where the lane stays.
var plainRVV = map[string]func(l rvvLine, i int) (x uint64, ok bool){
	"vslidedown.vi":   func(l rvvLine, i int) (uint64, bool) { return l.at(uint64(i) + l.x), true },
	"vslideup.vi":     func(l rvvLine, i int) (uint64, bool) { return l.a(i - min(i, int(l.x))), i >= int(l.x) },
	"vslide1down.vx":  func(l rvvLine, i int) (uint64, bool) { return l.a(i+1) * uint64(min(1, l.vl-1-i)), true },
	"vslide1up.vx":    func(l rvvLine, i int) (uint64, bool) { return l.a(max(i, 1)-1) * uint64(min(i, 1)), true },
	"vrgather.vi":     func(l rvvLine, _ int) (uint64, bool) { return l.at(l.x), true },
	"vrgather.vv":     func(l rvvLine, i int) (uint64, bool) { return l.at(l.b(i)), true },
	"vrgatherei16.vv": func(l rvvLine, i int) (uint64, bool) { return l.at(l.lane(l.vs1, i, 16)), true },
	"vmerge.vvm": func(l rvvLine, i int) (uint64, bool) {
		if l.on(i) {
			return l.b(i), true
		}
		return l.a(i), true
	},
	"vmerge.vim": func(l rvvLine, i int) (uint64, bool) {
		if l.on(i) {
			return l.x, true
		}
		return l.a(i), true
	},
	"vcompress.vm": func(l rvvLine, i int) (uint64, bool) {
		for k := range l.vl {
			if l.on(k) {
				if i--; i < 0 {
					return l.a(k), true
				}
			}
		}
		return 0, false
	},
	"vmv.v.v": func(l rvvLine, i int) (uint64, bool) { return l.a(i), true },
	"vmv.v.i": func(l rvvLine, _ int) (uint64, bool) { return l.x, true },
	"vmv.s.x": func(l rvvLine, i int) (uint64, bool) { return 0, i == 0 },

	"vand.vv":  func(l rvvLine, i int) (uint64, bool) { return l.a(i) & l.b(i), true },
	"vor.vv":   func(l rvvLine, i int) (uint64, bool) { return l.a(i) | l.b(i), true },
	"vandn.vv": func(l rvvLine, i int) (uint64, bool) { return l.a(i) &^ l.b(i), true },
	"vsll.vi":  func(l rvvLine, i int) (uint64, bool) { return l.a(i) << by(l.x, l.sew), true },
	"vsrl.vi":  func(l rvvLine, i int) (uint64, bool) { return l.a(i) >> by(l.x, l.sew), true },
	"vsll.vx":  func(l rvvLine, i int) (uint64, bool) { return l.a(i) << by(l.x, l.sew), true },
	"vsrl.vx":  func(l rvvLine, i int) (uint64, bool) { return l.a(i) >> by(l.x, l.sew), true },
	"vsll.vv":  func(l rvvLine, i int) (uint64, bool) { return l.a(i) << by(l.b(i), l.sew), true },
	"vsrl.vv":  func(l rvvLine, i int) (uint64, bool) { return l.a(i) >> by(l.b(i), l.sew), true },
	"vrol.vv":  func(l rvvLine, i int) (uint64, bool) { return l.rotatedLeft(l.a(i), l.b(i)), true },
	"vror.vv":  func(l rvvLine, i int) (uint64, bool) { return l.rotatedLeft(l.a(i), -l.b(i)), true },
	"vror.vi":  func(l rvvLine, i int) (uint64, bool) { return l.rotatedLeft(l.a(i), -l.x), true },

	"vzext.vf2": func(l rvvLine, i int) (uint64, bool) { return l.lane(l.vs2, i, l.sew/2), true },
	"vzext.vf4": func(l rvvLine, i int) (uint64, bool) { return l.lane(l.vs2, i, l.sew/4), true },
	"vzext.vf8": func(l rvvLine, i int) (uint64, bool) { return l.lane(l.vs2, i, l.sew/8), true },
	"vnsrl.wi":  func(l rvvLine, i int) (uint64, bool) { return l.lane(l.vs2, i, 2*l.sew) >> by(l.x, 2*l.sew), true },
	"vnsrl.wx":  func(l rvvLine, i int) (uint64, bool) { return l.lane(l.vs2, i, 2*l.sew) >> by(l.x, 2*l.sew), true },
	"vwsll.vi":  func(l rvvLine, i int) (uint64, bool) { return l.a(i) << by(l.x, 2*l.sew), true },
	"vwaddu.vv": func(l rvvLine, i int) (uint64, bool) { return l.a(i) + l.b(i), true },
	"vwmaccu.vx": func(l rvvLine, i int) (uint64, bool) {
		return l.lane(l.vd, i, 2*l.sew) + l.a(i)*(l.x&(1<<l.sew-1)), true
	},

	"vrev8.v":  func(l rvvLine, i int) (uint64, bool) { return bits.ReverseBytes64(l.a(i)) >> (64 - l.sew), true },
	"vbrev8.v": func(l rvvLine, i int) (uint64, bool) { return bits.ReverseBytes64(bits.Reverse64(l.a(i))), true },
	"vbrev.v":  func(l rvvLine, i int) (uint64, bool) { return bits.Reverse64(l.a(i)) >> (64 - l.sew), true },
}

// step executes one line of assembly.
func (m *rvvMachine) step(line string) error {
	name, rest, _ := strings.Cut(line, " ")
	operands := strings.Split(rest, ", ")
	if name == "li" {
		v, err := strconv.ParseInt(operands[1], 0, 64)
		m.t1 = v
		return err
	}
	does, ok := plainRVV[name]
	if !ok {
		return fmt.Errorf("the specification's loop of %s is not here", name)
	}
	masked := operands[len(operands)-1] == "v0.t"
	l := rvvLine{rvvMachine: m}
	vectors := []*int{&l.vd, &l.vs2, &l.vs1}
	for k, text := range operands {
		switch n, err := strconv.Atoi(strings.TrimPrefix(text, "v")); {
		case text == "v0.t" || text == "zero" || k > 2:
		case text == "t1":
			l.x = uint64(m.t1)
		case !strings.HasPrefix(text, "v"):
			l.x = uint64(n)
		case err != nil:
			return fmt.Errorf("%s: %v", line, err)
		case name == "vwmaccu.vx" && k == 2:
			l.vs2 = n
		default:
			*vectors[k] = n
		}
	}
	width := m.sew
	if strings.HasPrefix(name, "vw") {
		width *= 2
	}
	m.v[l.vd] = m.written(l, does, width, masked)
	return nil
}

// written is the destination: lanes of the body that are on, and what is kept or open.
func (m *rvvMachine) written(l rvvLine, does func(l rvvLine, i int) (uint64, bool), width int, masked bool) []byte {
	out := bytes.Clone(m.v[l.vd])
	for i := range 8 * len(out) / width {
		x, writes := m.agnostic, !m.tailStays
		if i < m.vl {
			x, writes = does(l, i)
			if masked && !m.on(i) {
				x, writes = m.agnostic, !m.offToo
			}
		}
		for b := range width / 8 {
			if writes {
				out[i*width/8+b] = byte(x >> (8 * b))
			}
		}
	}
	return out
}

// executed is what a trial leaves in its destination; what is agnostic becomes a byte again and again. Other is whether the destination holds something else before, of which the row reads nothing.
func (c *rvvTrial) executed(t *testing.T, agnostic byte, other bool) []byte {
	t.Helper()
	m := rvvMachine{agnostic: 0x0101010101010101 * uint64(agnostic)}
	for i := range m.v {
		m.v[i] = make([]byte, c.row.Bits/8)
	}
	for letter, at := range c.at {
		m.v[at] = bytes.Clone(c.vector[letter])
	}
	for i := range m.v[c.at['d']] {
		if other {
			m.v[c.at['d']][i] ^= 0xff
		}
	}
	m.set(c.mode())
	for line := range strings.SplitSeq(c.text(), "\n") {
		if err := m.step(line); err != nil {
			t.Fatal(err)
		}
	}
	return m.v[c.at['d']]
}

// Every row of RISC-V's vectors does with each immediate, many constants and masks what the specification's loop does in the row's mode, so that this is held where no emulator is. A lane is left open only where
// what the specification leaves there, or what was there before, says what it is.
func TestRISCVByItsSpecification(t *testing.T) {
	failed := map[*target.Row]bool{}
	for _, c := range rvvTrials(t, chance.Random(t, 32), rowsOfRISCV()) {
		got := c.executed(t, 0xff, false)
		if want := c.want(t, got); !bytes.Equal(got, want) && !failed[c.row] {
			failed[c.row] = true
			t.Errorf("%s; %s of %x is\n%x, want\n%x\nby %v", c.mode(), c.text(), c.vector, got, want, c.m)
		}
		if c.row.Union != nil || failed[c.row] {
			continue // which computes
		}
		also := c.executed(t, 0, !c.row.Destroys && !c.masked)
		for i, l := range narrow(t, c.m, 1).Lane {
			if open := got[i/8] != also[i/8]; l.Kind == lane.Undefined && !open {
				failed[c.row] = true
				t.Errorf("%s; %s: bit %d is open in %v", c.mode(), c.text(), i, c.m)
				break
			}
		}
	}
}

// Each of the specification's loops is of a row.
func TestRISCVHasWhatIsExecuted(t *testing.T) {
	seen := map[string]bool{"li": true}
	for _, r := range rowsOfRISCV() {
		for name := range strings.SplitSeq(r.Name, "+") {
			seen[name] = true
		}
	}
	for name := range plainRVV {
		if !seen[name] {
			t.Errorf("%s is of no row", name)
		}
	}
}
