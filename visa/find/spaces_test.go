package find

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/visa"
)

// few is a random map of a few lanes out of small sources, with all kinds of lanes.
func few(t *testing.T, seed uint64, n int, f func(m lane.Map)) {
	t.Helper()
	r := chance.Random(t, seed)
	for range n {
		m := lane.Map{Bits: 32, Src: []int{1 + r.IntN(9), 1 + r.IntN(9)}[:1+r.IntN(2)], Lane: make([]lane.Lane, 1+r.IntN(pickOf(r, 4, 8)))}
		step, from, s := r.IntN(4), r.IntN(4), r.IntN(len(m.Src))
		for i := range m.Lane {
			switch l := from + i*step; {
			case l < m.Src[s] && r.IntN(12) > 0:
				m.Lane[i] = lane.From(s, l)
			case r.IntN(3) == 0:
				m.Lane[i] = lane.FromOld(i)
			case r.IntN(3) == 0:
				m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(r.IntN(20))))
			}
		}
		f(m)
	}
}

// One is a mov where movs are looked for and one is found, and nothing where none or more are.
func TestOneIsFound(t *testing.T) {
	ones := 0
	few(t, 71, 600, func(m lane.Map) {
		f, d := framed(m, visa.D, 32)
		found, err := f.Find(t.Context(), m, 1<<14)
		if err != nil {
			t.Fatal(err)
		}
		one, ok := f.One(m)
		if ok != (len(found.Insts) == 1) {
			t.Fatalf("%s: one mov: %v, and found %q", m, ok, instTexts(found.Insts, d))
		}
		if ok {
			ones++
			makes(t, m, []visa.Inst{one}, d)
		}
	})
	if ones < 60 {
		t.Errorf("%d are one mov", ones)
	}
	for n, want := range map[int]bool{31: false, 32: true, 33: false, 64: false, 65: false} {
		m := lane.Map{Bits: 8, Src: []int{1}, Lane: make([]lane.Lane, n)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(0, 0)
		}
		f, _ := framed(m, visa.UB, 32)
		if _, ok := f.One(m); ok != want {
			t.Errorf("%d bytes are one mov: %v", n, ok)
		}
		f.Type = visa.UW
		if _, ok := f.One(m); ok {
			t.Error("bytes are one mov of words")
		}
	}
	for n, want := range map[int]bool{1: true, 31: true, 64: true, 65: false} { // of which only the last is wanted
		m := lane.Map{Bits: 8, Src: []int{1}, Lane: make([]lane.Lane, n)}
		m.Lane[n-1] = lane.From(0, 0)
		f, _ := framed(m, visa.UB, 32)
		if one, ok := f.One(m); ok != want || ok && int(one.Operand[0].Row)*32+int(one.Operand[0].Col)+(one.Exec.Size()-1)*int(one.Operand[0].Region.H) > n-1 {
			t.Errorf("the last of %d is one mov: %v", n, ok)
		}
	}
}

// A region is one where the document's loops, with any parameters and from any element on, read all lanes that are wanted.
func TestRegionIsFound(t *testing.T) {
	regions := 0
	few(t, 72, 2000, func(m lane.Map) {
		exec, want := len(m.Lane), false
		if bits.OnesCount(uint(exec)) == 1 {
			for r := range visa.LegalRegions(exec) {
				for s, n := range m.Src {
					for first := range n {
						list, same, any := elements(exec, int(r.W), int(r.V), int(r.H), first), true, false
						for k, e := range list {
							same = same && e < n && (m.Lane[k] == lane.From(s, e) || m.Lane[k].Kind == lane.Undefined)
							any = any || m.Lane[k].Kind == lane.Source
						}
						want = want || same && any
					}
				}
			}
		}
		f, d := framed(m, visa.D, 32)
		o, ok := f.Region(m)
		if ok != want {
			t.Fatalf("%s is the region %s: %v", m, o.Text(visa.Source, d), ok)
		}
		if !ok {
			return
		}
		regions++
		if o.Col < 0 || o.Col > 7 || o.Class != visa.General {
			t.Fatalf("%s is the region %s", m, o.Text(visa.Source, d))
		}
		for k, e := range elements(exec, int(o.Region.W), int(o.Region.V), int(o.Region.H), int(o.Row)*8+int(o.Col)) {
			if l := m.Lane[k]; l.Kind != lane.Undefined && (l.Index != e || f.Sources[l.Src] != o.ID) {
				t.Fatalf("%s is the region %s", m, o.Text(visa.Source, d))
			}
		}
		f.Type = visa.UQ
		if _, ok := f.Region(m); ok {
			t.Fatalf("%s is a region of qwords", m)
		}
	})
	if regions < 100 {
		t.Errorf("%d regions", regions)
	}
}

// Of lanes in several windows as many movs are needed at least as the one with most needs, and what stands where is the whole map.
func TestFindWindows(t *testing.T) {
	// A mov writes 16 dwords, which lie in two registers: four for 64 lanes, one more for 63, and two for each window of 32.
	for n, lower := range map[int]int{16: 1, 63: 5, 64: 4, 65: 2, 96: 2, 128: 2, 1024: 2} {
		m := lane.Map{Bits: 32, Src: []int{n}, Lane: make([]lane.Lane, n)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(0, i)
		}
		f, d := framed(m, visa.D, 32)
		found, err := f.Find(t.Context(), m, 1000)
		if err != nil {
			t.Fatal(err)
		}
		makes(t, m, found.Insts, d)
		if len(found.Insts) < (n+15)/16 || len(found.Insts) > n/16+6 || found.Lower != lower {
			t.Errorf("%d lanes in order: %d movs, at least %d, want %d", n, len(found.Insts), found.Lower, lower)
		}
	}
}

// As many patterns as there are element lists, each in its canonical spelling; and no mov is left that another does as well.
func TestMovesThatAreTried(t *testing.T) {
	for exec, want := range map[int]int{0: 0, 1: 1, 2: 7, 3: 0, 4: 31, 8: 55, 16: 79, 32: 104} {
		lists := map[string]bool{}
		for _, p := range patternsOf()[exec] {
			list := elements(exec, int(p.region.W), int(p.region.V), int(p.region.H), 0)
			last := 0
			for _, e := range list {
				last = max(last, e)
			}
			if fmt.Sprint(list) != fmt.Sprint(p.index) || p.last != last {
				t.Errorf("%s with %d lanes is %v, the last %d", p.region, exec, p.index, p.last)
			}
			lists[fmt.Sprint(list)] = true
		}
		if len(lists) != want || len(patternsOf()[exec]) != want {
			t.Errorf("%d lanes: %d patterns of %d lists, want %d", exec, len(patternsOf()[exec]), len(lists), want)
		}
	}
	few(t, 73, 200, func(m lane.Map) {
		f, d := framed(m, visa.D, 32)
		w := mover{frame: f, m: m, n: len(m.Lane)}
		w.wanted()
		w.prepare()
		every := mover{frame: f, m: m, n: len(m.Lane)}
		every.wanted()
		every.eachPlace(every.from)
		all := every.moves
		for a, x := range w.moves {
			for b, y := range w.moves {
				if a != b && x.right&^y.right == 0 && y.wrong&^x.wrong == 0 {
					t.Fatalf("%s: %s is there beside %s", m, x.inst.Text(d), y.inst.Text(d))
				}
			}
			if a > 0 && bits.OnesCount64(w.moves[a-1].right) < bits.OnesCount64(x.right) {
				t.Fatalf("%s: a move of more lanes comes later", m)
			}
		}
		for _, x := range all {
			better := false
			for _, y := range w.moves {
				better = better || x.right&^y.right == 0 && y.wrong&^x.wrong == 0
			}
			if !better {
				t.Fatalf("%s: %s is left out", m, x.inst.Text(d))
			}
			writes, made := lanesAt(x.inst.Exec.Size(), int(x.inst.Operand[0].Region.H), int(x.inst.Operand[0].Row)*8+int(x.inst.Operand[0].Col)), x.right|x.wrong
			for i, l := range m.Lane {
				if bit := uint64(1) << i; l.Kind == lane.Old && writes&bit != 0 || (l.Kind == lane.Source || l.Kind == lane.Constant) && writes&bit != made&bit || l.Kind == lane.Undefined && made&bit != 0 {
					t.Fatalf("%s: %s has right %b and wrong %b", m, x.inst.Text(d), x.right, x.wrong)
				}
			}
		}
	})
}

// Addresses have 16 bits: what lies farther behind a source's first element that is wanted is refused, and what does not is reached.
func TestGatherReaches(t *testing.T) {
	for _, typ := range []visa.Type{visa.UB, visa.UW, visa.D, visa.UQ} {
		size := typ.Size()
		for far, reached := range map[int]bool{0xfff0 / size: true, 0x10000/size - 1: true, 0x10000 / size: false, 0x10000/size + 5: false} {
			m := lane.Map{Bits: 8 * size, Src: []int{0x10000/size + 100}, Lane: []lane.Lane{lane.From(0, far), lane.From(0, 0), lane.From(0, 7), lane.From(0, 3)}}
			f, d := framed(m, typ, 32)
			insts, err := gathers(f, d).Find(m)
			if want := fmt.Sprintf("element %d is behind what an address of 16 bits reaches", far); !reached && (err == nil || err.Error() != want) || reached && (err != nil || len(insts) == 0) {
				t.Errorf("element %d of %s: %v", far, typ, err)
			}
			g := gathers(f, d)
			g.Type = visa.BF
			if _, err := g.Find(m); (err == nil) != (size == 2 && reached) || err != nil && size != 2 && err.Error() != fmt.Sprintf("lanes of %d bits are no elements of bf", 8*size) {
				t.Errorf("%s as bf: %v", typ, err)
			}
		}
	}
	for text, want := range map[string]string{"i32x4 -> a0 .": "lane 1 is the old destination", "i32x4 -> a0 a1 #5": "lane 2 is a constant", "i32x4 -> d0 a1": "lane 0 is the old destination"} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		f, d := framed(m, visa.D, 32)
		if _, err := gathers(f, d).Find(m); err == nil || !strings.HasSuffix(err.Error(), ": addresses reach the sources' lanes") || !strings.HasPrefix(err.Error(), want[:len("lane 1 is ")]) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Lanes that nobody wants take no addresses, wherever they are: the others are made, and none where there are none.
func TestGatherLeavesOut(t *testing.T) {
	r := chance.Random(t, 74)
	for _, typ := range []visa.Type{visa.UB, visa.UW, visa.D, visa.UQ} {
		for range 100 {
			m := lane.Map{Bits: 8 * typ.Size(), Src: []int{32, 64}, Lane: make([]lane.Lane, 1+r.IntN(80))}
			wanted := 0
			lo, hi := r.IntN(len(m.Lane)), r.IntN(len(m.Lane)+1)
			for i := lo; i < hi; i++ {
				m.Lane[i] = lane.From(r.IntN(2), r.IntN(32))
				wanted++
			}
			f, d := framed(m, typ, 32)
			g := gathers(f, d)
			insts, err := g.Find(m)
			if err != nil || (len(insts) == 0) != (wanted == 0) {
				t.Fatalf("%s: %q: %v", m, instTexts(insts, d), err)
			}
			gathered(t, m, g, insts, d)
		}
	}
}

// Rows of any width and stride from any element on: what lies in two registers has one address, and what does not is made otherwise.
func TestGatherRows(t *testing.T) {
	for _, typ := range []visa.Type{visa.UB, visa.UW, visa.D, visa.UQ} {
		for _, w := range []int{2, 4, 8, 16} {
			for _, h := range []int{0, 1, 2, 4} {
				for first := range 64 / typ.Size() {
					m := lane.Map{Bits: 8 * typ.Size(), Src: []int{200}}
					for j := range w {
						m.Lane = append(m.Lane, lane.From(0, first+j*h))
					}
					f, d := framed(m, typ, 32)
					g := gathers(f, d)
					insts, err := g.Find(m)
					if err != nil {
						t.Fatalf("%s: %v", m, err)
					}
					gathered(t, m, g, insts, d)
					from, to := first*typ.Size()/32, (first+(w-1)*h)*typ.Size()/32
					_, fits := f.operand(f.Result, 0, w, visa.Destination(1))
					if one := len(insts) == 3 && int(insts[2].Operand[1].Region.W) == w; fits && one != (to-from <= 1) {
						t.Errorf("%s is one row: %v, %q", m, one, instTexts(insts, d))
					}
				}
			}
		}
	}
}

// Elements of row 256 are read from row 255 on or not at all: whatever is found makes the map, and what is refused has a lane that no region reaches.
func TestFindBehindTheLastRow(t *testing.T) {
	r := chance.Random(t, 75)
	found, refused := 0, 0
	for range 300 {
		m := lane.Map{Bits: 32, Src: []int{4000}, Lane: make([]lane.Lane, 1+r.IntN(8))}
		for i := range m.Lane {
			switch r.IntN(5) {
			case 0:
				m.Lane[i] = lane.FromOld(i)
			case 1:
			default:
				m.Lane[i] = lane.From(0, 2036+r.IntN(20))
			}
		}
		reached := true
		for i, l := range m.Lane {
			any := l.Kind != lane.Source || l.Index < 2048
			for _, s := range []int{1, 2, 4} { // beside a lane before it, eight elements behind that one's
				any = any || i >= s && m.Lane[i-s].Kind != lane.Old
			}
			reached = reached && any
		}
		f, d := framed(m, visa.D, 32)
		v, err := f.Find(t.Context(), m, 1<<12)
		if (err == nil) != reached {
			t.Fatalf("%s: %q: %v", m, instTexts(v.Insts, d), err)
		}
		if err != nil {
			refused++
			continue
		}
		found++
		makes(t, m, v.Insts, d)
	}
	if found < 50 || refused < 50 {
		t.Errorf("%d found and %d refused", found, refused)
	}
}

// As many lanes as a mov has are made by one where their rows are no more than there are addresses, whichever address variable is given.
func TestGatherOfMostLanes(t *testing.T) {
	for _, typ := range []visa.Type{visa.UB, visa.UW} {
		for w := 1; w <= 16; w *= 2 {
			for before := range 3 {
				m := lane.Map{Bits: 8 * typ.Size(), Src: []int{visa.MaxExec}}
				for i := range visa.MaxExec {
					m.Lane = append(m.Lane, lane.From(0, visa.MaxExec-w-i/w*w+i%w))
				}
				f, d := framed(m, typ, 64)
				for range before {
					d.Add(visa.Variable{Kind: visa.AddressKind, Elems: 16, Alias: -1})
				}
				g := gathers(f, d)
				insts, err := g.Find(m)
				if err != nil {
					t.Fatal(err)
				}
				gathered(t, m, g, insts, d)
				movs := 0
				for _, i := range insts {
					if i.Operand[1].Class == visa.Indirect {
						movs++
					}
					for _, o := range i.Operand {
						if (o.Class == visa.Indirect || o.Class == visa.Address) && o.ID != g.Addresses {
							t.Errorf("%s: %s has another variable's addresses", m, i.Text(d))
						}
					}
				}
				if want := map[bool]int{true: 2, false: 1}[w == 1]; movs != want {
					t.Errorf("%s in rows of %d: %d movs, want %d", m, w, movs, want)
				}
			}
		}
	}
}
