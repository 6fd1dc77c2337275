package listing_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// What sequences for RISC-V are listed as is read as the maps that they are for. The reader takes each instruction as one of a whole register and cuts what it makes to the mode's lanes, where rows of fewer
// lanes have meanings of their own.
func TestRISCVReadsSequences(t *testing.T) {
	random := chance.Random(t, 27)
	modes, masks, read := 0, 0, 0
	for _, name := range []string{"rvv128", "rvv256", "rvv128+zvbb"} {
		tg, _ := target.Find(name)
		var l lower.Lowerer
		for i := range 300 {
			bits := []int{8, 16, 32, 64}[i%4]
			n := tg.Bits[0] / bits
			m := lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
			for k := range m.Lane {
				switch random.IntN(8) {
				case 0:
				case 1:
					m.Lane[k] = lane.Zero()
				default:
					m.Lane[k] = lane.From(random.IntN(2), random.IntN(n))
				}
			}
			if m.Lane[0].Kind == lane.Undefined {
				m.Lane[0] = lane.From(1, 0)
			}
			r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick, Cost: []lower.Cost{lower.Balanced, lower.Instructions}[i/4%2], MaxConstants: lower.AtMost(2 - i/8%3)})
			if err != nil {
				continue
			}
			text := strings.Join(r.Listing(tg), "\n")
			if tg.Bits[0] == 256 {
				text = "vsetivli zero, 16, e16, m1, ta, ma\n" + text // bytes alone do not say how long a register is
			}
			if len(r.Code) == 0 {
				continue
			}
			modes, masks = modes+max(r.Sets-1, 0), masks+strings.Count(text, "v0")
			got, err := listing.RISCV().Read(text, dialect.Options{})
			if err != nil && strings.Contains(err.Error(), "both live") && slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Undefined }) {
				continue // a lane that nobody cares about is a sum
			}
			if err != nil {
				t.Fatalf("%v: %v\n%s", m, err, text)
			}
			read++
			inputs, _ := r.Registers()
			if want := boundTo(t, m, r, tg, inputs, got.Names); !refines(t, got.Map, want) {
				t.Fatalf("%v is read as %v of %v, want %v\n%s", m, got.Map, got.Names, want, text)
			}
		}
	}
	if modes < 50 || masks < 50 || read < 500 {
		t.Errorf("%d sequences with %d further modes and %d masks: too few to mean much", read, modes, masks)
	}
	t.Logf("%d sequences, %d further modes, %d masks", read, modes, masks)
}

// boundTo is a map whose sources are those of the given registers, in their order.
func boundTo(t *testing.T, m lane.Map, r *lower.Result, tg *target.Target, inputs []int, names []string) lane.Map {
	t.Helper()
	w := m.Clone()
	w.Src = nil
	place := map[int]int{}
	for j, name := range names {
		w.Src = append(w.Src, slices.Max(tg.Bits)/m.Bits)
		for k, in := range r.Inputs {
			if tg.Register(target.Vectors, inputs[k], slices.Max(tg.Bits)) == name {
				place[in.Source] = j
			}
		}
	}
	for i, l := range w.Lane {
		if l.Kind == lane.Source {
			w.Lane[i].Src = place[l.Src]
		}
	}
	return w
}

func refines(t *testing.T, m, want lane.Map) bool {
	t.Helper()
	v, err := lane.Compare(m, want)
	if err != nil {
		t.Fatal(err)
	}
	return v.Relation == lane.Equal || v.Relation == lane.Refines
}

// Lines in modes, among them those that compilers write and sequences do not.
func TestRISCVLines(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"vsetivli zero, 4, e32, m1, ta, ma\nvslidedown.vi v8, v9, 1", "i32x4 -> a1 a2 a3 z"},
		{"vsetivli zero, 2, e32, m1, ta, ma; vslidedown.vi v8, v9, 1", "i32x4 -> a1 a2 _ _"},
		{"vsetivli zero, 2, e32, m1, tu, ma; vslidedown.vi v8, v9, 1", "i32x4 i32x4 -> a1 a2 b2 b3"},
		{"vsetivli zero, 3, e32, m1, tu, ma; vslideup.vi v8, v9, 1", "i32x4 i32x4 -> a0 b0 b1 a3"},
		{"vsetivli zero, 4, e32, m1, ta, ma; vslideup.vi v8, v9, 5", "i32x4 -> a0 a1 a2 a3"},
		{"vsetivli zero, 2, e32, mf2, ta, ma\nvwaddu.vv v10, v8, v9\nli a0, -1\nvwmaccu.vx v10, a0, v9", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"li a0, 32\nvsetivli zero, 2, e32, mf2, ta, ma\nvnsrl.wx v8, v9, a0", "i32x4 -> a1 a3 _ _"},
		{"vsetivli zero, 4, e32, m1, ta, ma\nvmv.v.i v0, 0\nvmerge.vvm v8, v9, v10, v0", "i32x4 -> a0 a1 a2 a3"},
		{"vsetivli zero, 4, e32, m1, ta, mu\nvmv1r.v v0, 0x5\nvrgather.vi v8, v9, 3, v0.t", "i32x4 i32x4 -> a3 b1 a3 b3"},
		{"vsetivli zero, 4, e32, m1, ta, ma\nvmv1r.v v0, 0x5\nvrgather.vi v8, v9, 3, v0.t", "i32x4 -> a3 _ a3 _"},
		{"vsetivli zero, 4, e32, m1, ta, ma\nvmv1r.v v0, 0xa\nvcompress.vm v8, v9, v0", "i32x4 -> a1 a3 _ _"},
		{"vsetivli zero, 16, e16, m1, ta, ma\nvrgather.vi v8, v9, 15", "i16x16 -> a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15 a15"},
		{"vsetvli t0, zero, e64, m1, ta, ma\nvsrl.vi v8, v9, 16 # of four lanes\nret", "i16x8 -> a1 a2 a3 z a5 a6 a7 z"},
		{"vsetivli zero, 2, e64, m1, tu, ma\nvmv.s.x v8, zero", "i64x2 -> z a1"},
		{"lui a0, %hi(.LCPI0_0)\naddi a0, a0, %lo(.LCPI0_0)\nvsetivli zero, 4, e32, m1, ta, ma\nvle32.v v9, (a0)\nvrgather.vv v10, v8, v9\nvmv1r.v v8, v10\nret\n.LCPI0_0:\n\t.word 3\n\t.word 2\n\t.word 1\n\t.word 0", "i32x4 -> a3 a2 a1 a0"},
		{"vsetivli zero, 4, e32, m1, ta, ma\nauipc a0, %pcrel_hi(.LCPI0_0)\naddi a0, a0, %pcrel_lo(.Lpcrel_hi0)\nvle32.v v9, (a0)\nvrgather.vv v10, v8, v9\n.LCPI0_0:\n\t.word 0, 2, 4, 1", "i32x4 -> a0 a2 z a1"},
		{"vsetivli zero, 8, e16, m1, ta, ma\nlla t0, .LF.0\nvl1re8.v v9, (t0)\nvrgather.vv v10, v8, v9\nret\n.LF.0:\n.byte 7, 0, 6, 0, 5, 0, 4, 0, 3, 0, 2, 0, 1, 0, 255, 255", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 z"},
		{"vsetivli zero, 4, e32, m1, ta, mu\nvmv.v.i v0, 5\nvmv.v.v v10, v8\nvrgather.vi v10, v9, 3, v0.t", "i32x4 i32x4 -> b3 a1 b3 a3"},
		{"vsetivli zero, 4, e16, mf2, ta, ma\nvwaddu.vv v10, v8, v9\nli a0, -1\nvsetivli zero, 8, e16, m1, ta, ma\nvid.v v11\nvsetivli zero, 4, e16, mf2, ta, ma\nvwmaccu.vx v10, a0, v9\nvsetivli zero, 8, e16, m1, ta, ma\nvrgather.vv v12, v10, v11", "i16x8 i16x8 -> a0 b0 a1 b1 a2 b2 a3 b3"},
		{"la a1, k\nvsetivli zero, 2, e64, m1, ta, ma\nvle64.v v9, (a1)\nvrgather.vv v10, v8, v9\nk:\n.quad 1, 0", "i64x2 -> a1 a0"},
		{"vsetvli t0, zero, e64, m1, ta, ma\nla a1, k\nvl1re64.v v9, (a1)\nvrgather.vv v10, v8, v9\nk:\n.quad 3, 2, 1, 0", "i64x4 -> a3 a2 a1 a0"}, // the constant has 256 bits
	} {
		got, err := listing.RISCV().Read(c.text, dialect.Options{})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		want, err := lane.Parse(c.want)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := lane.Compare(got.Map, want); err != nil || v.Relation != lane.Equal {
			t.Errorf("%q is %v, want %v (%v)", c.text, got.Map, want, err)
		}
	}
	for text, want := range map[string]string{
		"vslidedown.vi v8, v9, 1": "depends on the mode",
		"vsetivli zero, 4, e32, m1, ta, ma\nvle32.v v9, (a0)\nvrgather.vv v10, v8, v9":                       "vrgather.vv: what it does depends on lanes that are not known: it is a map only where they are constants",
		"vsetivli zero, 4, e32, m1, ta, ma\nla a0, k\nvle32.v v9, (a0)\nvrgather.vv v10, v8, v9\nk: .word 1": "vle32.v: k has 4 bytes, and this wants 16",
		"la a0, k\nvle32.v v9, (a0)\nvrgather.vv v10, v8, v9\nk: .word 1, 2, 3, 4":                           "vle32.v: how many lanes it has is not in the text: expected vsetivli zero, 4, e32, m1, ta, ma before it",
		"vsetivli zero, 4, e32, m2, ta, ma; vslidedown.vi v8, v9, 1":                                         "begins at a multiple",
		"vsetivli zero, 4, e32, m1, ta, ma; vadd.vv v8, v9, v10":                                             "it computes",
		"vsetivli zero, 4, e32, m1, ta, ma; vrgather.vv v8, v9, v10":                                         "depends on lanes that are not known",
		"vsetivli zero, 4, e32, m1, ta, ma; vmerge.vvm v8, v9, v8, v0":                                       "depends on the mask",
		"vsetivli zero, 2, e32, mf2, ta, ma; vwaddu.vv v10, v8, v9":                                          "it adds",
	} {
		if _, err := listing.RISCV().Read(text, dialect.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// What no target has registers for has no sequence either, in any of the dialects that list some.
func TestSequencesRefused(t *testing.T) {
	for _, text := range []string{"i8x3 -> a0 a2 a1", "i64x64 -> " + strings.Repeat("a1 ", 64), "i24x4 -> a3 a2 a1 a0"} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for k, d := range []dialect.Dialect{listing.RISCV(), listing.X86(), listing.NEON(), listing.Power(), listing.Loong(), listing.SVE(), listing.Wasm()} {
			if d.Sequence == nil {
				continue
			}
			if lines, err := d.Sequence(t.Context(), m); err == nil {
				t.Errorf("%s, dialect %d (%s): %q", text, k, d.Name, lines)
			}
		}
	}
}
