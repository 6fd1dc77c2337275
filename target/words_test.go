package target

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
)

// What a structure stores is what loading it gives back: each byte of each register goes to one place in memory, and comes from there.
func TestStructures(t *testing.T) {
	for _, elem := range []int{8, 16, 32, 64} {
		for registers := 2; registers <= 4; registers++ {
			x := &Access{Kind: Structure, Elem: elem, Registers: registers, Bits: 128 * registers}
			e := elem / 8
			for i := range x.Bits / 8 {
				at := x.stored(i)
				element := i / e // of the memory, which goes round the registers
				if want := lane.From(element%registers, element/registers*e+i%e); at != want {
					t.Errorf("%d registers of %d bits: byte %d is %v, want %v", registers, elem, i, at, want)
				}
				if back := x.loaded(registers, at.Src, at.Index); back != lane.From(registers, i) {
					t.Errorf("%d registers of %d bits: byte %d comes back from %v", registers, elem, i, back)
				}
			}
		}
	}
}

// A target in one mode has all rows that can do in it, and no others.
func TestRowsInOneMode(t *testing.T) {
	for _, name := range []string{"rvv128", "rvv256", "rvv128+zvbb"} {
		tg, _ := Find(name)
		modes := tg.InOneMode()
		for _, one := range modes {
			var want []*Row
			for _, r := range tg.Rows {
				if _, ok := r.Mode.With(one.Mode); ok {
					want = append(want, r)
				}
			}
			if !slices.Equal(one.Rows, want) || len(want) == 0 {
				t.Errorf("%s in %v has %d rows, want %d", name, one.Mode, len(one.Rows), len(want))
			}
		}
		if want := tg.Bits[0] / 8 * 15 / 8; len(modes) != want { // of n lanes of bytes n, of words n/2, …
			t.Errorf("%s has %d modes, want %d", name, len(modes), want)
		}
	}
}

// How values are written in languages and listings.
func TestWords(t *testing.T) {
	together := Together{Type: [2]string{"{type}x{n}_t", "struct {{list}}"}, Value: [2]string{"{{list}}", "({list})"}}
	for _, row := range []struct{ got, want string }{
		{kmov("k1", lane.ConstOf(5), 8, 0), "kmovw k1, 0x5"}, {kmov("k1", lane.ConstOf(5), 16, 0), "kmovw k1, 0x5"}, {kmov("k1", lane.ConstOf(5), 17, 0), "kmovd k1, 0x5"}, {kmov("k1", lane.ConstOf(5), 32, 0), "kmovd k1, 0x5"}, {kmov("k1", lane.ConstOf(5), 64, 0), "kmovq k1, 0x5"},
		{together.TypeOf([]string{"u8"}), "u8"}, {together.TypeOf([]string{"u8", "u8"}), "u8x2_t"}, {together.TypeOf([]string{"u8", "u16"}), "struct {u8, u16}"},
		{together.ValueOf([]string{"u8"}, []string{"a"}), "a"}, {together.ValueOf([]string{"u8", "u8"}, []string{"a", "b"}), "{a, b}"}, {together.ValueOf([]string{"u8", "u16"}, []string{"a", "b"}), "(a, b)"},
		{intrinsicConstant(lane.ConstOf(0xff02), 128), "_mm_setr_epi8(2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"},
		{intrinsicConstant(lane.ConstOf(0xffffffff00000003), 512), "_mm512_setr_epi32(3, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"},
		{vmovdqu(128), "vmovdqu"}, {vmovdqu(256), "vmovdqu"}, {vmovdqu(512), "vmovdqu64"},
		{form{bits: 128, elem: 32, lanes: 4}.expressionC("vslidedown_vx_u{e}m1({a}, {n})"), "__riscv_vreinterpret_v_u32m1_u8m1(__riscv_vslidedown_vx_u32m1(__riscv_vreinterpret_v_u8m1_u32m1(a), 4))"},
	} {
		if row.got != row.want {
			t.Errorf("%s, want %s", row.got, row.want)
		}
	}
	p := &Pipeline{Ports: []Port{{Name: "p0", Units: 1}, {Name: "p1", Units: 2}, {Name: "p5", Units: 1}}}
	if got := p.Names(0b101); !slices.Equal(got, []string{"p0", "p5"}) {
		t.Errorf("%q", got)
	}
	if got := p.Text([]Use{{Ports: 0b110, Cycles: 1}, {Ports: 1, Cycles: 1.234}}); !slices.Equal(got, []string{"p1.p5", "p0*1.23"}) {
		t.Errorf("%q", got)
	}
}
