package visa

import (
	"fmt"
	"slices"
	"testing"
)

// seedSource is the seed's pseudocode for a source region, with its two loops.
func seedSource(execSize, width, vertStride, horzStride, first int) []int {
	elements := make([]int, execSize)
	count := 0
	for i := 0; i < execSize/width; i++ {
		for j := 0; j < width; j++ {
			elements[count] = first + i*vertStride + j*horzStride
			count++
		}
	}
	return elements
}

// seedDestination is the seed's pseudocode for a destination region.
func seedDestination(execSize, horzStride, first int) []int {
	elements := make([]int, execSize)
	for i := 0; i < execSize; i++ {
		elements[i] = first + i*horzStride
	}
	return elements
}

var execSizes = []int{1, 2, 4, 8, 16, 32}

// Every legal region with every execution size, element size and column in a register of 32 bytes, against the seed's loops. The counts are those that a third
// implementation has.
func TestEveryRegion(t *testing.T) {
	spellings, cases, within := 0, 0, 0
	vectors := map[string]int{}
	for _, exec := range execSizes {
		for r := range LegalRegions(exec) {
			spellings++
			index := seedSource(exec, int(r.W), int(r.V), int(r.H), 0)
			vectors[fmt.Sprint(index)]++
			for _, size := range []int{1, 2, 4, 8} {
				for col := range 32 / size {
					cases++
					if checkAccess(t, r, exec, size, col) {
						within++
					}
				}
			}
		}
	}
	most := 0
	for _, n := range vectors {
		most = max(most, n)
	}
	t.Logf("%d spellings are %d index vectors, one of which has %d; of %d cases %d lie within two registers", spellings, len(vectors), most, cases, within)
	if spellings != 560 || len(vectors) != 277 || most != 28 || cases != 33600 || within != 21922 {
		t.Error("expected 560 spellings, 277 vectors, at most 28 spellings of one, 33600 cases, 21922 within two registers")
	}
}

// checkAccess compares one case and says whether it keeps rule 6.
func checkAccess(t *testing.T, r Region, exec, size, col int) bool {
	a := Access{Start: col * size, Size: size, Exec: exec, Region: r}
	want := seedSource(exec, int(r.W), int(r.V), int(r.H), col)
	grfs := map[int]bool{}
	last := 0
	for k, e := range want {
		if a.Byte(k) != e*size {
			t.Fatalf("%s with %d lanes of %d bytes at column %d: lane %d begins at byte %d, want %d", r, exec, size, col, k, a.Byte(k), e*size)
		}
		grfs[e*size/32], grfs[(e*size+size-1)/32] = true, true
		last = max(last, e*size+size)
	}
	if a.End() != last {
		t.Fatalf("%s with %d lanes of %d bytes at column %d ends at byte %d, want %d", r, exec, size, col, a.End(), last)
	}
	lo, hi := 1<<30, 0
	for g := range grfs {
		lo, hi = min(lo, g), max(hi, g)
	}
	if first, n := a.Registers(32); first != lo || n != hi-lo+1 {
		t.Fatalf("%s with %d lanes of %d bytes at column %d: %d registers from %d, want %d from %d", r, exec, size, col, n, first, hi-lo+1, lo)
	}
	return hi-lo <= 1
}

func TestDestinationRegions(t *testing.T) {
	for _, exec := range execSizes {
		for _, h := range legalH {
			want := seedDestination(exec, int(h), 0)
			for k, e := range want {
				if got := Destination(int(h)).Index(k); got != e {
					t.Errorf("%s: lane %d is element %d, want %d", Destination(int(h)), k, got, e)
				}
			}
		}
	}
}

// Of the spellings of one index vector, all have the same canonical one, and it is among them.
func TestCanonicalRegions(t *testing.T) {
	for _, exec := range execSizes {
		seen := map[string]Region{}
		for r := range LegalRegions(exec) {
			c := r.Canonical(exec)
			all := r.Synonyms(exec)
			if !slices.Contains(all, r) || !slices.Contains(all, c) || c.Canonical(exec) != c {
				t.Errorf("%s with %d lanes: canonical %s, synonyms %s", r, exec, c, all)
			}
			key := fmt.Sprint(seedSource(exec, int(r.W), int(r.V), int(r.H), 0))
			if other, ok := seen[key]; ok && other != c {
				t.Errorf("%s with %d lanes: canonical %s, but %s of another spelling", r, exec, c, other)
			}
			seen[key] = c
		}
	}
	for _, row := range []struct {
		exec    int
		r, want Region
	}{
		{8, Region{8, 8, 1}, Region{1, 1, 0}}, {16, Region{8, 8, 1}, Region{1, 1, 0}}, {8, Region{32, 8, 0}, Scalar}, {1, Region{4, 1, 2}, Scalar},
		{8, Region{16, 8, 2}, Region{2, 1, 0}}, {8, Region{8, 4, 1}, Region{8, 4, 1}}, {8, Region{0, 2, 4}, Region{0, 2, 4}},
	} {
		if got := row.r.Canonical(row.exec); got != row.want {
			t.Errorf("%s with %d lanes: canonical %s, want %s", row.r, row.exec, got, row.want)
		}
	}
}

// All 65,536 region words: what decodes encodes back, and what does not names its bits.
func TestEveryRegionWord(t *testing.T) {
	good := 0
	for w := range 1 << 16 {
		word := uint16(w)
		r, rest, err := RegionOf(word)
		legal := word&15 < 8 && word>>4&15 < 8 && word>>8&15 < 8
		if legal != (err == nil) {
			t.Fatalf("%#04x: %v", w, err)
		}
		if err != nil {
			continue
		}
		good++
		back, err := r.Word()
		if err != nil || back|rest != word || rest&0x0fff != 0 {
			t.Fatalf("%#04x is %s, which encodes as %#04x with %#04x left over: %v", w, r, back, rest, err)
		}
	}
	if good != 512*16 {
		t.Errorf("%d words decode, want %d", good, 512*16)
	}
	for _, row := range []struct {
		word uint16
		text string
	}{{0x0255, "<8;8,1>"}, {0x0121, "<0;1,0>"}, {0x0120, "<1,0>"}, {0x0200, "<1>"}} {
		if r, _, err := RegionOf(row.word); err != nil || r.String() != row.text {
			t.Errorf("%#04x is %s, want %s: %v", row.word, r, row.text, err)
		}
	}
}

// The regions of rows with addresses of their own are those against which no rule of regions speaks, wide rows first; those of one element have no stride.
func TestMultiAddressRegions(t *testing.T) {
	d, err := ParseDecls(".decl A v_type=A num_elts=16\n.decl V v_type=G type=ub num_elts=64 align=GRF", 32)
	if err != nil {
		t.Fatal(err)
	}
	p, c := Parser{Decls: d}, Checker{Decls: d}
	for _, exec := range execSizes {
		var got []Region
		for r := range MultiAddressRegions(exec) {
			if n := len(got); n > 0 && got[n-1].W < r.W {
				t.Errorf("%d lanes: %s after %s", exec, r, got[n-1])
			}
			got = append(got, r)
		}
		for _, w := range []int16{1, 2, 4, 8, 16, 32} {
			for _, h := range []int16{0, 1, 2, 4, 8, 16, 32} {
				i, err := p.ParseInst(fmt.Sprintf("mov (M1, %d) V(0,0)<1> r[A(0),0]<%d,%d>:ub", exec, w, h))
				if err != nil {
					t.Fatal(err)
				}
				legal := w > 1 || h == 0
				for _, f := range c.Check(&i) {
					legal = legal && (f.Warning || f.Rule == "two-registers")
				}
				if has := slices.Contains(got, Region{Null, w, h}); has != legal {
					t.Errorf("%d lanes: <%d,%d>: listed %v, legal %v", exec, w, h, has, legal)
				}
			}
		}
	}
}
