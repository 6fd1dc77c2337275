package g13

import (
	"strings"
	"testing"
)

// A new kind is one row: it is read, written, and stands in some form. What is never plain, doubted or a scalar says so by having nothing there.
func TestKinds(t *testing.T) {
	var used [NumKinds]bool
	for n := range table {
		for _, o := range table[n].operands {
			used[o.Kind] = true
		}
	}
	for k := range kinds {
		if row := &kinds[k]; row.decode == nil || row.encode == nil {
			t.Errorf("kind %d is not read or not written", k)
		}
		if !used[k] {
			t.Errorf("kind %d stands in no form", k)
		}
	}
}

// What an operand's bits say is written back as it was: all values of fields of up to 16 bits, with all values of its type, and of the fields of others that it reads.
func TestKindsBothWays(t *testing.T) {
	done := 0
	for n := range table {
		f := &forms()[n]
		for k := range f.operands {
			done += bothWays(t, Form(n), k)
		}
	}
	if done < 1_000_000 {
		t.Errorf("%d values only", done)
	}
}

func bothWays(t *testing.T, f Form, n int) (done int) {
	all := f.Bits(n)
	var spans []span
	width := 0
	for pos := range 96 {
		if s := (span{uint8(pos), 1}); all.get(s) != 0 {
			spans = append(spans, s)
			width++
		}
	}
	step := uint64(1)
	if width > 16 { // 65,536 of them, each with other low bits
		step = 1<<(width-16) | 1
	}
	for v := uint64(0); v < 1<<width; v += step {
		i := New(f)
		for k, s := range spans {
			i.Word.set(s, v>>k&1)
		}
		a := i.Arg(n)
		j := i
		if err := j.SetArg(n, a); err != nil {
			t.Fatalf("%s, operand %d: %+v of %x is refused: %v", f.Name(), n, a, i.Word, err)
		}
		if got := j.Arg(n); !a.Undefined && got != a {
			t.Fatalf("%s, operand %d: %x says %+v, written back %x, which says %+v", f.Name(), n, i.Word, a, j.Word, got)
		}
		done++
	}
	return done
}

// TestSourcesOfTheDocument has ALUSrc type by type, for each of the three sizes that a source can have at most: r a register, u a uniform, of so many bits, i an immediate, and UNDEFINED
// where the document has that for an even number (?) or for an odd one alone (o).
func TestSourcesOfTheDocument(t *testing.T) {
	types := [16][3]string{ // at most 16, 32, 64 bits
		0: {"i", "i", "i"}, 1: {"r16", "r16", "r16"}, 2: {"r16", "r16", "r16"}, 3: {"r16", "r16", "r16"},
		4: {"u16", "u16", "u16"}, 5: {"u16", "u16", "u16"}, 6: {"u32?", "u32o", "u32o"}, 7: {"u32?", "u32o", "u32o"},
		8: {"r16?", "r32?", "r32?"}, 9: {"r16?", "r32o", "r32o"}, 10: {"r16?", "r32o", "r32o"}, 11: {"r16?", "r32o", "r32o"},
		12: {"r16?", "r32?", "r64?"}, 13: {"r16?", "r32?", "r64o"}, 14: {"r16?", "r32?", "r64o"}, 15: {"r16?", "r32?", "r64o"},
	}
	for n, most := range []int{16, 32, 64} {
		for typ, row := range types {
			for _, v := range []int{6, 7} {
				a := sourceOf(v, uint64(typ), most)
				want := row[n]
				undefined := want[len(want)-1] == '?' || want[len(want)-1] == 'o' && v%2 == 1
				got := map[Class]string{Register: "r", Uniform: "u", Immediate: "i"}[a.Class]
				if a.Class != Immediate {
					got += map[int]string{16: "16", 32: "32", 64: "64"}[a.Size]
				}
				if got != strings.TrimRight(want, "?o") || a.Undefined != undefined {
					t.Errorf("type %d of at most %d bits, number %d: %s, undefined %v; the document has %s", typ, most, v, got, a.Undefined, want)
				}
			}
		}
	}
}

// A register as an offset has eight bits of the field's sixteen: beyond, and for an odd one, the document has UNDEFINED.
func TestOffsetsOfRegisters(t *testing.T) {
	f, n := Form(0), -1
	for k := range table {
		for m, o := range table[k].operands {
			if o.Kind == Offset {
				f, n = Form(k), m
			}
		}
	}
	for v := range 1 << 16 {
		i := New(f)
		b := i.in(n)
		w, err := b.set(uint64(v), 0)
		if err != nil {
			t.Fatal(err)
		}
		i.Word = w
		if a := i.Arg(n); a.Undefined != (v%2 == 1 || v >= 256) {
			t.Fatalf("offset %d: %+v", v, a)
		}
	}
}
