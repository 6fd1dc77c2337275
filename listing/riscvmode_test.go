package listing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/rvv"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
)

// grouped are registers and parts of one, as modes say them.
var grouped = []struct {
	text            string
	registers, part int
}{{"mf8", 1, 8}, {"mf4", 1, 4}, {"mf2", 1, 2}, {"m1", 1, 1}, {"m2", 2, 1}, {"m4", 4, 1}, {"m8", 8, 1}}

// roomFor is how many bits registers have where so many are wanted of each.
func roomFor(bits int) int {
	vlen := rvv.UsualVLEN
	for vlen < bits {
		vlen *= 2
	}
	return vlen
}

// Each mode, of each number of lanes: as many lanes are written, and those behind them stay or may be anything. The number is in the line, in a register, all, or the one of before.
func TestRISCVModes(t *testing.T) {
	rng := chance.Random(t, 81)
	for _, elem := range []int{8, 16, 32, 64} {
		for _, g := range grouped {
			for _, tail := range []string{"ta", "tu"} {
				mode := fmt.Sprintf("e%d, %s, %s, ma", elem, g.text, tail)
				if elem*g.part > 64 {
					if _, err := listing.RISCV().Read("vsetivli zero, 1, "+mode+"\nvid.v v8", dialect.Options{}); err == nil || !strings.Contains(err.Error(), "so small a part") {
						t.Errorf("%s: %v", mode, err)
					}
					continue
				}
				for range 6 {
					n := 1 + rng.IntN(31)
					vlen := roomFor(n * elem * g.part / g.registers)
					all := vlen * g.registers / g.part / elem
					for text, lanes := range map[string]int{
						fmt.Sprintf("vsetivli zero, %d, %s", n, mode):                                                  n,
						fmt.Sprintf("vsetivli t0, %d, %s\nvsetvli zero, t0, %s", n, mode, mode):                        n,
						fmt.Sprintf("li a0, %d\nvsetvli t0, a0, %s", n, mode):                                          n,
						fmt.Sprintf("vsetivli x5, %d, %s\nvsetvli zero, zero, %s", n, mode, mode):                      n,
						fmt.Sprintf("vsetivli x5, %d, %s\nvsetvli x0, x0, %s", n, mode, mode):                          n,
						fmt.Sprintf("vsetivli x5, %d, %s\nvsetvli t0, zero, %s", n, mode, mode):                        all,
						fmt.Sprintf("vsetivli x5, %d, %s\nvsetvli t0, x0, %s\nvsetvli zero, t0, %[2]s", n, mode, mode): all,
					} {
						checkVID(t, text+"\nvid.v v8", lanes, all, elem, tail == "tu")
					}
				}
			}
		}
	}
}

// checkVID reads lines that write into v8 which lane each is.
func checkVID(t *testing.T, text string, lanes, all, elem int, stays bool) {
	t.Helper()
	got, err := listing.RISCV().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	m, err := got.Map.Regroup(8)
	if err != nil {
		t.Fatal(err)
	}
	if want := max(all*elem/8, 16); len(m.Lane) < want {
		t.Fatalf("%q has %d bytes, want %d", text, len(m.Lane), want)
	}
	for i, l := range m.Lane {
		want := lane.Lane{}
		switch k := i * 8 / elem; {
		case k < lanes && i*8%elem == 0:
			want = lane.Fixed(lane.ConstOf(uint64(k) & 255))
		case k < lanes && i*8%elem == 8:
			want = lane.Fixed(lane.ConstOf(uint64(k) >> 8))
		case k < lanes:
			want = lane.Zero()
		case stays:
			if at, ok := byteOf(got, l); !ok || at != i {
				t.Fatalf("%q: byte %d is %v of %v, and was to stay", text, i, l, got.Names)
			}
			continue
		}
		if l != want && !(l.Kind == lane.Constant && want == lane.Zero() && l.Const.IsZero()) && !(l == lane.Zero() && want.Kind == lane.Constant && want.Const.IsZero()) {
			t.Fatalf("%q: byte %d is %v, want %v", text, i, l, want)
		}
	}
}

// byteOf is where a byte of the registers from v8 on comes from.
func byteOf(got dialect.Reading, l lane.Lane) (at int, ok bool) {
	if l.Kind != lane.Source || l.Src >= len(got.Names) {
		return 0, false
	}
	var n int
	if _, err := fmt.Sscanf(got.Names[l.Src], "v%d", &n); err != nil {
		return 0, false
	}
	return (n-8)*got.Map.Src[l.Src]*got.Map.Bits/8 + l.Index, true
}

// What is no mode is refused, and so is one whose lanes nobody knows.
func TestRISCVModesRefused(t *testing.T) {
	for _, line := range []string{
		"vsetivli zero, 4, 32, m1, ta, ma", "vsetivli zero, 4, e24, m1, ta, ma", "vsetivli zero, 4, e032, m1, ta, ma", "vsetivli zero, 4, e128, m1, ta, ma", "vsetivli zero, 4, e32, m3, ta, ma", "vsetivli zero, 4, e32, mf16, ta, ma", "vsetivli zero, 4, m1, e32, ta, ma",
		"vsetivli zero, 4", "vsetivli zero, 4, m1", "vsetivli zero, 0, e32, m1, ta, ma", "vsetivli zero, 32, e8, m2, ta, ma", "vsetivli zero, -1, e8, m2, ta, ma", "vsetivli zero, a0, e8, m2, ta, ma", "vsetvli zero, 4, e32, m1, ta, ma", "vsetvli zero, a0, e32, m1, ta, ma",
		"vsetvl zero, a0, a1", "vsetvli zero, zero", "li a0, 0\nvsetvli zero, a0, e32, m1, ta, ma", "li a0, -4\nvsetvli zero, a0, e32, m1, ta, ma", "vsetvl zero, zero, e32, m1", "vsetivli zero, 4, e32, m1, ta, mb",
	} {
		got, err := listing.RISCV().Read(line+"\nvid.v v8", dialect.Options{})
		if err == nil || !strings.Contains(err.Error(), "a mode is set as in") && !strings.Contains(err.Error(), "depends on the mode") {
			t.Errorf("%q is %v, %v", line, got.Map, err)
		}
	}
}

// Numbers in instructions are as many as their five bits have, which are computed with where they have a sign; vror.vi has six bits, and a number that stands before a mask is one too.
func TestRISCVImmediates(t *testing.T) {
	for name, c := range map[string]struct {
		first, last int
		behind      string
	}{
		"vslideup.vi": {0, 31, ""}, "vslidedown.vi": {0, 31, ""}, "vrgather.vi": {0, 31, ""}, "vsll.vi": {0, 31, ""}, "vsrl.vi": {0, 31, ""}, "vsra.vi": {0, 31, ""}, "vnsrl.wi": {0, 31, ""}, "vror.vi": {0, 63, ""},
		"vadd.vi": {-16, 15, ""}, "vrsub.vi": {-16, 15, ""}, "vand.vi": {-16, 15, ""}, "vor.vi": {-16, 15, ""}, "vxor.vi": {-16, 15, ""}, "vmseq.vi": {-16, 15, ""}, "vmsne.vi": {-16, 15, ""}, "vmsle.vi": {-16, 15, ""}, "vmsleu.vi": {-16, 15, ""}, "vmsgt.vi": {-16, 15, ""}, "vmsgtu.vi": {-16, 15, ""},
		"vmerge.vim": {-16, 15, ", v0"},
	} {
		for n := -70; n <= 70; n++ {
			text := fmt.Sprintf("vsetivli zero, 16, e8, m1, ta, ma\nvid.v v10\nvmv1r.v v0, 0x5\n%s v8, v10, %d%s", name, n, c.behind)
			_, err := listing.RISCV().Read(text, dialect.Options{})
			want := ""
			switch {
			case n < 0 && c.first == 0:
				want = name + " has no negative number"
			case n < c.first || n > c.last:
				want = fmt.Sprintf("%s has numbers from %d to %d, and this is %d", name, c.first, c.last, n)
			}
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q", text, err, want)
			}
		}
	}
	for n, ok := range map[int]bool{-17: false, -16: true, 15: true, 16: false} {
		if _, err := listing.RISCV().Read(fmt.Sprintf("vsetivli zero, 16, e8, m1, ta, ma\nvmv.v.i v8, %d", n), dialect.Options{}); (err == nil) != ok {
			t.Errorf("vmv.v.i of %d: %v", n, err)
		}
	}
}

// A text looks like RISC-V's vectors by its first line that says something: a mode with lanes, or an instruction that is known with a vector first. Lines of general registers say nothing.
func TestRISCVLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"vsetivli zero, 4, e32, m1, ta, ma": true, "vsetvli t0, zero, e8": true, "vsetvli t0, a0": false, "vslidedown.vi v8, v9, 1": true, "vle32.v v8, (a0)": true, "vle32.v v8": false, "vl1re8.v v9, (t0)": true, "vlm.v v0, (a0)": true, "vmv1r.v v8, v9": true, "vmv3r.v v8, v9": false,
		"vfadd.vv v8, v9, v10": false, "vslidedown.vi a0, v9, 1": false, "vslidedown.vi v32, v9, 1": false, "vslidedown.vi v08, v9, 1": false, "vslidedown.vi": false, "vslidedown.vi vs, v9, 1": false,
		"li a0, 5\nsb a0, 15(sp)\naddi a0, sp, 15\nvid.v v8": true, "li a0, 5\nvpaddd xmm0, xmm0, xmm1\nvid.v v8": false, "# vid.v v8": false, "li a0, 5": false, ".LBB0_1:\n\t.p2align 2\n\tVID.V V8 # numbers": true, "ret": false, "": false,
	} {
		if got := listing.RISCV().Looks(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Lanes that are widened have eight bits before, at least: in other modes the instruction has no form.
func TestRISCVWidenedFromEightBits(t *testing.T) {
	for _, elem := range []int{8, 16, 32, 64} {
		for _, parts := range []int{2, 4, 8} {
			text := fmt.Sprintf("vsetivli zero, 2, e%d, m1, ta, ma\nvzext.vf%d v8, v4", elem, parts)
			r, err := listing.RISCV().Read(text, dialect.Options{})
			if want := elem/parts >= 8; (err == nil) != want || want && r.Map.Lane[elem/r.Map.Bits] != lane.From(0, elem/parts/r.Map.Bits) || !want && !strings.Contains(err.Error(), "has no form with these operands in this mode") {
				t.Errorf("%s: %v, %v", text, r.Map, err)
			}
		}
	}
}
