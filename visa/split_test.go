package visa

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

func splitText(d *Decls, text string, dialect Dialect) (Split, error) {
	p := Parser{Decls: d}
	i, err := p.ParseInst(text)
	if err != nil {
		return Split{}, err
	}
	return SplitInst(i, d, dialect)
}

func (s Split) texts(d *Decls) (list []string) {
	for _, p := range s.Pieces {
		list = append(list, p.Inst.Text(d))
	}
	return list
}

const splitDecls = `.decl D v_type=G type=d num_elts=512 align=GRF
.decl S v_type=G type=d num_elts=512 align=GRF
.decl H v_type=G type=w num_elts=512 align=GRF
.decl Q v_type=G type=q num_elts=256 align=GRF
.decl B v_type=G type=ub num_elts=64 align=GRF alias=<D, 4>
.decl F v_type=G type=f num_elts=512 align=GRF
.decl A0 v_type=A num_elts=16
.decl A1 v_type=A num_elts=16
.decl P1 v_type=P num_elts=32
`

func TestSplitForms(t *testing.T) {
	d, err := ParseDecls(splitDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		text    string
		dialect Dialect
		want    string // the pieces, or the error
		warning string
	}{
		{text: "mov (16) D<1> S(0,0)<16;16,1>", want: "mov (M1, 16) D(0,0)<1> S(0,0)<16;16,1>"},
		{text: "mov (M1, 16) D(0,0)<2> S(0,0)<16;16,1>", want: "mov (M1, 8) D(0,0)<2> S(0,0)<1;1,0>; mov (M3, 8) D(2,0)<2> S(1,0)<1;1,0>"},
		{text: "mov (M5, 16) D(0,0)<2> S(0,0)<8;8,1>", want: "mov (M5, 8) D(0,0)<2> S(0,0)<1;1,0>; mov (M7, 8) D(2,0)<2> S(1,0)<1;1,0>"},
		{text: "mov (M1_NM, 8) D(0,0)<4> S(0,7)<1;4,1>", want: "mov (M1_NM, 4) D(0,0)<4> S(0,7)<1;1,0>; mov (M2_NM, 4) D(2,0)<4> S(1,0)<1;1,0>"},
		{text: "mad.sat (M1, 16) D(0,0)<1> S(0,0)<16;4,2> (-)S(4,0)<8;8,1> 0x7:d", want: "mad.sat (M1, 4) D(0,0)<1> S(0,0)<2;1,0> (-)S(4,0)<1;1,0> 0x7:d; mad.sat (M2, 4) D(0,4)<1> S(2,0)<2;1,0> (-)S(4,4)<1;1,0> 0x7:d; " +
			"mad.sat (M3, 4) D(1,0)<1> S(4,0)<2;1,0> (-)S(5,0)<1;1,0> 0x7:d; mad.sat (M4, 4) D(1,4)<1> S(6,0)<2;1,0> (-)S(5,4)<1;1,0> 0x7:d"},
		{text: "(!P1) sel (M1, 16) Q(0,0)<1> Q(8,0)<1;1,0> 0x5:q", want: "(!P1) sel (M1, 8) Q(0,0)<1> Q(8,0)<1;1,0> 0x5:q; (!P1) sel (M3, 8) Q(2,0)<1> Q(10,0)<1;1,0> 0x5:q"},
		{text: "cmp.lt (M1, 16) P1 Q(0,0)<1;1,0> 0x5:q", want: "cmp.lt (M1, 8) P1 Q(0,0)<1;1,0> 0x5:q; cmp.lt (M3, 8) P1 Q(2,0)<1;1,0> 0x5:q"},
		{text: "mov (M1, 8) Q(0,0)<2> 0x76543210:v", want: "mov (M1, 4) Q(0,0)<2> 0x76543210:v; mov (M2, 4) Q(2,0)<2> 0x32107654:v"},
		{text: "mov (M1, 8) H(0,0)<1> r[A0(0),4]<4,1>:w", want: "mov (M1, 8) H(0,0)<1> r[A0(0),4]<4,1>:w"},
		{text: "mov (M1_NM, 16) Q(0,0)<1> r[A0(0),4]<4,1>:d", want: "mov (M1_NM, 8) Q(0,0)<1> r[A0(0),4]<4,1>:d; mov (M3_NM, 8) Q(2,0)<1> r[A0(2),4]<4,1>:d", warning: "r[A0(0),4]<4,1>:d reaches"},
		{text: "mov (M1, 8) Q(0,0)<4> r[A0(0),4]<8,1>:d", want: "mov (M1, 2) Q(0,0)<4> r[A0(0),4]<1;1,0>:d; mov (M1_NM, 2) Q(2,0)<4> r[A0(0),12]<1;1,0>:d; mov (M2, 2) Q(4,0)<4> r[A0(0),20]<1;1,0>:d; mov (M1_NM, 2) Q(6,0)<4> r[A0(0),28]<1;1,0>:d", warning: "lanes 2-3, 6-7"},
		{text: "mov (M1, 16) r[A1(3),0]<2>:d S(0,0)<16;8,1>", want: "mov (M1, 8) r[A1(3),0]<2>:d S(0,0)<1;1,0>; mov (M3, 8) r[A1(3),64]<2>:d S(2,0)<1;1,0>", warning: "r[A1(3),0]<2>:d reaches"},
		{text: "addr_add (M1, 16) A0(0)<16> A1(0)<4> H(0,0)<4;1,0>", want: "addr_add (M1, 8) A0(0)<8> A1(0)<4> H(0,0)<4;1,0>; addr_add (M3, 8) A0(8)<8> A1(0)<4> H(2,0)<4;1,0>"},
		{text: "mov (M1, 4) D(0,0)<1> S(0,9)<4;4,1>", want: "mov (M1, 4) D(0,0)<1> S(1,1)<1;1,0>"},

		{text: "mov (M1, 8) D(0,0)<1> S(0,0)<32;1,0>", warning: "none names lanes 1, 2, 3, 5, 6, 7",
			want: "mov (M1, 1) D(0,0)<1> S(0,0)<0;1,0>; mov (M1_NM, 1) D(0,1)<1> S(4,0)<0;1,0>; mov (M1_NM, 1) D(0,2)<1> S(8,0)<0;1,0>; mov (M1_NM, 1) D(0,3)<1> S(12,0)<0;1,0>; " +
				"mov (M2, 1) D(0,4)<1> S(16,0)<0;1,0>; mov (M1_NM, 1) D(0,5)<1> S(20,0)<0;1,0>; mov (M1_NM, 1) D(0,6)<1> S(24,0)<0;1,0>; mov (M1_NM, 1) D(0,7)<1> S(28,0)<0;1,0>"},
		{text: "mov (NoMask, 16) D(0,4)<4> S(0,0)<1;1,0>", // unmasked pieces begin anywhere
			want: "mov (M1_NM, 2) D(0,4)<4> S(0,0)<1;1,0>; mov (M1_NM, 1) D(1,4)<4> S(0,2)<0;1,0>; mov (M1_NM, 4) D(2,0)<4> S(0,3)<1;1,0>; mov (M1_NM, 4) D(4,0)<4> S(0,7)<1;1,0>; mov (M1_NM, 4) D(6,0)<4> S(1,3)<1;1,0>; mov (M1_NM, 1) D(8,0)<4> S(1,7)<0;1,0>"},

		{text: "setp (M1, 8) P1 S(0,0)<32;4,0>", want: "setp (M1, 4) P1 S(0,0)<0;2,0>; setp (M2, 4) P1 S(4,0)<0;2,0>"},

		// What overlaps is reordered, or cut elsewhere, or refused.
		{text: "mov (M1, 16) D(1,0)<2> D(0,0)<1;1,0>", want: "mov (M3, 8) D(3,0)<2> D(1,0)<1;1,0>; mov (M1, 8) D(1,0)<2> D(0,0)<1;1,0>"},
		{text: "mov (M1, 8) B(0,0)<4> D(4,0)<8;8,1>", want: "mov (M1, 8) B(0,0)<4> D(4,0)<8;8,1>"},
		{text: "mov (M1, 16) Q(0,0)<1> Q(2,0)<1;8,1>", want: "mov (M1, 8) Q(0,0)<1> Q(2,0)<1;1,0>; mov (M3, 4) Q(2,0)<1> Q(2,1)<1;1,0>; mov (M4, 4) Q(3,0)<1> Q(3,1)<1;1,0>"},
		{text: "mov (M1, 16) Q(0,0)<1> Q(0,0)<0;16,1>", want: "mov (M1, 8) Q(0,0)<1> Q(0,0)<1;1,0>; mov (M3, 8) Q(2,0)<1> Q(2,0)<1;1,0>"},
		{text: "addr_add (M1, 16) A0(0)<16> A0(0)<1> S(0,0)<2;1,0>", want: "addr_add: S(0,0)<2;1,0> is of type d"},
		{text: "addr_add (M1, 16) A0(0)<16> A0(0)<1> H(0,0)<4;1,0>", want: "addr_add (M3, 8) A0(8)<8> A0(0)<1> H(2,0)<4;1,0>; addr_add (M1, 8) A0(0)<8> A0(0)<1> H(0,0)<4;1,0>"},
		{text: "addr_add (M1, 16) A0(0)<16> A0(4)<8> H(0,0)<4;1,0>", want: "as the pieces of lanes"},

		{text: "(P1.any) mov (M1, 16) D(0,0)<2> S(0,0)<1;1,0>", want: "combines the predicate's bits of all 16 lanes"},
		{text: "(P1.any) mov (M1, 16) D(0,0)<2> S(0,0)<1;1,0>", dialect: Intel, want: "(P1.any) mov (M1, 8) D(0,0)<2> S(0,0)<1;1,0>; (P1.any) mov (M3, 8) D(2,0)<2> S(1,0)<1;1,0>"},
		{text: "(P1) mov (M1, 8) D(0,0)<1> S(0,0)<32;1,0>", want: "a piece of lane 1 alone cannot be written: its predicate's bit is 1, and masks begin at multiples of 4"},
		{text: "plane (M1, 16) F(0,0)<4> F(8,0)<0;4,1> F(10,0)<1;1,0>", want: "plane has no pieces"},
		{text: "madw (M1, 16) D(0,0)<1> D(8,0)<32;8,4> 0x1:d 0x1:d", want: "madw has no pieces"},
		{text: "mov (M1, 16) D(0,0)<0> S(0,0)<4;1,0>", want: "pieces would break the rule destination-stride too"},
		{text: "mov (M1, 32) D(255,0)<1> S(0,0)<1;1,0>", want: "out-of-bounds"},
	} {
		s, err := splitText(d, row.text, row.dialect)
		var u *Unsplittable
		switch {
		case err != nil && !errors.As(err, &u):
			t.Errorf("%s: %v", row.text, err)
		case err != nil:
			if strings.Contains(row.want, "; ") || !strings.Contains(err.Error(), strings.TrimPrefix(row.want, "addr_add: ")) {
				t.Errorf("%s: %v, want %s", row.text, err, row.want)
			}
		default:
			if got := strings.Join(s.texts(d), "; "); got != row.want {
				t.Errorf("%s:\n  got  %s\n  want %s", row.text, got, row.want)
			}
			if w := strings.Join(s.Warnings, "; "); !strings.Contains(w, row.warning) || row.warning == "" && w != "" {
				t.Errorf("%s: warnings %q, want %q", row.text, w, row.warning)
			}
		}
	}
}

// A costRow is a row of cost.tsv: a mov of a region, and what Intel's finaliser makes of it.
type costRow struct {
	dst, src                                  Type
	exec, stride, v, w, h, column, destColumn int
	tgllp, pvc                                string // the number of Gen instructions
	tgllpSequence, pvcSequence                string
}

func costRows(t testing.TB) (list []costRow) {
	for _, r := range rows(t, "cost.tsv") {
		c := costRow{tgllp: r[10], pvc: r[13], tgllpSequence: r[15], pvcSequence: r[18]}
		c.dst, _ = TypeNamed(r[0])
		c.src, _ = TypeNamed(r[1])
		for k, to := range []*int{&c.exec, &c.stride, &c.v, &c.w, &c.h, &c.column, &c.destColumn} {
			var err error
			if *to, err = strconv.Atoi(r[2+k]); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, c)
	}
	return list
}

// bytesOf are the first bytes that the lanes of the row's source and destination are at, by the seed's loops.
func (c costRow) bytesOf() (source, dest []int) {
	source, dest = seedSource(c.exec, c.w, c.v, c.h, c.column), seedDestination(c.exec, c.stride, c.destColumn)
	for k := range source {
		source[k] *= c.src.Size()
		dest[k] *= c.dst.Size()
	}
	return source, dest
}

// patterns are the element lists that legal regions give some lanes, by the seed's loops.
var patterns = func() map[string]bool {
	all := map[string]bool{}
	for _, exec := range execSizes {
		for _, w := range []int{1, 2, 4, 8, 16} {
			for _, v := range []int{0, 1, 2, 4, 8, 16, 32} {
				for _, h := range []int{0, 1, 2, 4} {
					if w <= exec {
						all[fmt.Sprint(seedSource(exec, w, v, h, 0))] = true
					}
				}
			}
		}
	}
	return all
}

// plainLegal says whether lanes first to first+n-1 with these bytes are a mov: two registers for each operand, and a region.
func plainLegal(source, dest []int, from, to Type, grf, first, n int, all map[string]bool) bool {
	within := func(list []int, size int) bool {
		return (slices.Max(list)+size-1)/grf-slices.Min(list)/grf <= 1
	}
	elements := make([]int, n)
	for k := range elements {
		elements[k] = (source[first+k] - source[first]) / from.Size()
	}
	return within(source[first:first+n], from.Size()) && within(dest[first:first+n], to.Size()) && all[fmt.Sprint(elements)]
}

// plainFewest is the fewest pieces by a search from lane to lane, breadth first. With masks, a piece begins at a multiple of 4 and of its lanes.
func plainFewest(exec int, legal func(first, n int) bool, masked bool) (int, bool) {
	at := map[int]bool{0: true}
	for count := 1; count <= exec; count++ {
		next := map[int]bool{}
		for first := range at {
			for n := 1; first+n <= exec; n *= 2 {
				if (!masked || first%4 == 0 && first%n == 0) && legal(first, n) {
					next[first+n] = true
				}
			}
		}
		if next[exec] {
			return count, true
		}
		at = next
	}
	return 0, false
}

// Every region mov of the corpus on registers of 32 and of 64 bytes: legal pieces, which move what the whole does, as few as a plain search finds.
func TestSplitCosts(t *testing.T) {
	all := patterns()
	for _, grf := range []int{32, 64} {
		fewer, same, more := 0, 0, 0
		for _, c := range costRows(t) {
			d := NewDecls(grf, D)
			var ids [2]uint32
			for k, typ := range []Type{c.dst, c.src} {
				ids[k] = d.Add(Variable{Kind: GeneralKind, Type: typ, Alias: -1, Elems: 4096, writable: true})
			}
			text := fmt.Sprintf("mov (M1, %d) %s(0,%d)<%d> %s(0,%d)<%d;%d,%d>", c.exec, d.Name(GeneralKind, ids[0]), c.destColumn, c.stride, d.Name(GeneralKind, ids[1]), c.column, c.v, c.w, c.h)
			s, err := splitText(d, text, Spec)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			source, dest := c.bytesOf()
			samePieces(t, d, s, source, dest)
			legal := func(first, n int) bool { return plainLegal(source, dest, c.src, c.dst, grf, first, n, all) }
			want, ok := plainFewest(c.exec, legal, true)
			if !ok {
				want, _ = plainFewest(c.exec, legal, false)
			}
			any, _ := plainFewest(c.exec, legal, false)
			if len(s.Pieces) != want || ok == (s.Warnings != nil) || any != want {
				t.Errorf("%s, registers of %d bytes: %d pieces, want %d; %d without masks; warnings %s", text, grf, len(s.Pieces), want, any, s.Warnings)
			}
			intel, sequence := c.tgllp, c.tgllpSequence
			if grf == 64 {
				intel, sequence = c.pvc, c.pvcSequence
			}
			n, err := strconv.Atoi(intel)
			if c.dst != D || c.src != D || err != nil {
				continue
			}
			t.Logf("%d bytes  %-55s pieces %2d  Intel %2d%s", grf, text, len(s.Pieces), n, widePieces(sequence, grf))
			switch {
			case len(s.Pieces) < n:
				fewer++
			case len(s.Pieces) == n:
				same++
			default:
				more++
				if widePieces(sequence, grf) == "" {
					t.Errorf("%s, registers of %d bytes: %d pieces, but Intel has %d, none of which spans three registers", text, grf, len(s.Pieces), n)
				}
			}
		}
		t.Logf("d<-d, registers of %d bytes: as many as Intel in %d, fewer in %d, more in %d", grf, same, fewer, more)
	}
}

// samePieces holds the union of the pieces against the bytes of the whole, lane by lane, and each piece against the rules.
func samePieces(t *testing.T, d *Decls, s Split, source, dest []int) {
	t.Helper()
	lane := 0
	for _, p := range s.Pieces {
		i := p.Inst
		check := Checker{Decls: d}
		if f := check.Check(&i); !Legal(f) {
			t.Errorf("%s: %s", i.Text(d), f[0].Message)
		}
		to, _ := d.Access(&i.Operand[0], i.Exec.Size())
		from, _ := d.Access(&i.Operand[1], i.Exec.Size())
		if p.First != lane || p.N != i.Exec.Size() || !p.Unmasked && i.Exec.Offset() != p.First {
			t.Errorf("%s does lanes %d to %d", i.Text(d), p.First, p.First+p.N-1)
		}
		for k := range p.N {
			if to.Byte(k) != dest[lane] || from.Byte(k) != source[lane] {
				t.Errorf("%s: lane %d is from byte %d to %d, want %d to %d", i.Text(d), lane, from.Byte(k), to.Byte(k), source[lane], dest[lane])
			}
			lane++
		}
	}
	if lane != len(dest) {
		t.Errorf("%d lanes of %d", lane, len(dest))
	}
}

var genOperand = regexp.MustCompile(`mov \((\d+)\|M\d+\) r(\d+)\.(\d+)<(\d+)>:(\w+) r(\d+)\.(\d+)<(\d+);(\d+),(\d+)>:(\w+)`)

// widePieces are the instructions of a Gen sequence with an operand that lies in three registers or more.
func widePieces(sequence string, grf int) (list string) {
	for _, m := range genOperand.FindAllStringSubmatch(sequence, -1) {
		var n [12]int
		for k := range m {
			n[k], _ = strconv.Atoi(m[k])
		}
		registers := func(column, last int, typ string) int {
			t, _ := TypeNamed(typ)
			return (column+last)*t.Size()/grf + 1
		}
		to := registers(n[3], (n[1]-1)*n[4], m[5])
		from := registers(n[7], slices.Max(seedSource(n[1], n[9], n[8], n[10], 0)), m[11])
		if to > 2 || from > 2 {
			list += "; spans " + strconv.Itoa(max(to, from)) + " registers: " + m[0]
		}
	}
	return list
}

// plainMove is a mov of bytes of one memory by what lanes read and write: all is read before anything is written. It inverts them, so that an element that is written over
// itself is one that is overwritten.
func plainMove(memory []byte, i *Inst, d *Decls, em, predicate uint32, place func(id uint32) int) {
	exec, off := i.Exec.Size(), i.Exec.Offset()
	to, from := &i.Operand[0], &i.Operand[1]
	read := seedSource(exec, int(from.Region.W), int(from.Region.V), int(from.Region.H), int(from.Row)*d.GRF/4+int(from.Col))
	write := seedDestination(exec, int(to.Region.H), int(to.Row)*d.GRF/4+int(to.Col))
	old := slices.Clone(memory)
	for k := range exec {
		active := i.Exec.NoMask() || em>>(off+k)&1 != 0
		if i.Guard != 0 && (predicate>>(off+k)&1 != 0) == i.Guard.Inverse() {
			active = false
		}
		if active {
			for b := range 4 {
				memory[place(to.ID)+4*write[k]+b] = ^old[place(from.ID)+4*read[k]+b]
			}
		}
	}
}

// Random movs of overlapping places under random masks and predicates: the pieces in their order do what the whole does, and no cut into fewer pieces does, in any order.
func TestSplitMeaning(t *testing.T) {
	r := chance.Random(t, 4)
	n := 3000
	if *full {
		n = 300000
	}
	d, err := ParseDecls(splitDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	p := Parser{Decls: d}
	cut, refused, lossy := 0, 0, 0
	for range n {
		exec := 1 << r.IntN(6)
		sources := []string{"S", "D", "D"}
		mask := []string{"M1", "M1", "M2", "M3", "M5", "M1_NM", "M5_NM"}[r.IntN(7)]
		text := fmt.Sprintf("%smov (%s, %d) D(%d,%d)<%d> %s(%d,%d)<%d;%d,%d>", []string{"", "", "(P1) ", "(!P1) "}[r.IntN(4)], mask, exec, r.IntN(3), r.IntN(8), 1<<r.IntN(3),
			sources[r.IntN(3)], r.IntN(3), r.IntN(8), []int{0, 1, 2, 4, 8, 16, 32}[r.IntN(7)], 1<<r.IntN(5), []int{0, 1, 2, 4}[r.IntN(4)])
		i, err := p.ParseInst(text)
		if err != nil {
			t.Fatal(err)
		}
		check := Checker{Decls: d}
		bad := slices.ContainsFunc(check.Check(&i), func(f Finding) bool { return f.Rule != "two-registers" })
		s, err := SplitInst(i, d, Spec)
		if bad {
			if err == nil {
				t.Fatalf("%s breaks rules, and has pieces", text)
			}
			continue
		}
		if err != nil {
			refused++
			noFewerPieces(t, d, i, exec+1, i.Exec.NoMask())
			continue
		}
		cut++
		masked := true
		for _, piece := range s.Pieces {
			masked = masked && !piece.Unmasked
		}
		if !masked {
			lossy++
		}
		em := ^uint32(0)
		if masked {
			em = r.Uint32()
		}
		if f := sameMove(d, i, s.insts(), em, r.Uint32()); f != "" {
			t.Fatalf("%s: %s: %s", text, s.texts(d), f)
		}
		noFewerPieces(t, d, i, len(s.Pieces), i.Exec.NoMask() || !masked)
	}
	t.Logf("%d have pieces, %d of them some unmasked, %d are refused", cut, lossy, refused)
	if cut == 0 || refused == 0 || lossy == 0 {
		t.Error("the instructions are not random enough")
	}
}

func (s Split) insts() (list []Inst) {
	for _, p := range s.Pieces {
		list = append(list, p.Inst)
	}
	return list
}

// sameMove says how memory differs after the whole and after the pieces, all bytes having been different.
func sameMove(d *Decls, whole Inst, pieces []Inst, em, predicate uint32) string {
	const size = 4096
	a := make([]byte, 2*size)
	for k := 0; k < len(a); k += 2 {
		a[k], a[k+1] = byte(k/2), byte(k/2>>8)
	}
	b := slices.Clone(a)
	first := whole.Operand[0].ID
	place := func(id uint32) int {
		if id == first {
			return 0
		}
		return size
	}
	plainMove(a, &whole, d, em, predicate, place)
	for k := range pieces {
		plainMove(b, &pieces[k], d, em, predicate, place)
	}
	for k := range a {
		if a[k] != b[k] {
			return fmt.Sprintf("byte %d differs under mask %#x and predicate %#x", k, em, predicate)
		}
	}
	return ""
}

// noFewerPieces tries every cut of a small instruction into fewer pieces, in every order.
func noFewerPieces(t *testing.T, d *Decls, whole Inst, count int, anywhere bool) {
	t.Helper()
	exec := whole.Exec.Size()
	if exec > 8 {
		return
	}
	active := ^uint32(0) // lanes that overwrite what others read have to be at work to show it
	if whole.Guard.Inverse() {
		active = 0
	}
	check := Checker{Decls: d}
	var try func(pieces []Inst, first int)
	try = func(pieces []Inst, first int) {
		if first == exec {
			orders(pieces, 0, func() {
				if sameMove(d, whole, pieces, ^uint32(0), active) == "" {
					t.Fatalf("%s: %d pieces suffice", whole.Text(d), len(pieces))
				}
			})
			return
		}
		for n := 1; first+n <= exec && len(pieces)+1 < min(count, 6); n *= 2 {
			piece, ok := whole.part(first, n, d)
			if ok && Legal(check.Check(&piece.Inst)) && (anywhere || !piece.Unmasked) {
				try(append(pieces[:len(pieces):len(pieces)], piece.Inst), first+n)
			}
		}
	}
	try(nil, 0)
}

func orders(list []Inst, k int, f func()) {
	if k == len(list) {
		f()
		return
	}
	for j := k; j < len(list); j++ {
		list[k], list[j] = list[j], list[k]
		orders(list, k+1, f)
		list[k], list[j] = list[j], list[k]
	}
}

// Random instructions of all kinds that lie in too many registers: the machine ends with the same bytes, predicates and addresses whether it runs the whole or the pieces.
func TestSplitRuns(t *testing.T) {
	seed := chance.Seed(t)
	w := &instWriter{Rand: rand.New(rand.NewPCG(seed, 11))}
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	n := 10000
	if *full {
		n = 2000000
	}
	p := Parser{Decls: d}
	ran := map[Op]int{}
	for range n {
		text := w.inst(w.op())
		i, err := p.ParseInst(text)
		if err != nil {
			continue
		}
		s, err := SplitInst(i, d, Spec)
		if err != nil || len(s.Pieces) < 2 {
			continue
		}
		states := [2]*Machine{}
		for k, insts := range [][]Inst{{i}, s.insts()} {
			states[k], err = runRandom(insts, d, seed, s.Warnings == nil)
			if err != nil {
				break // undefined behaviour, or without a meaning
			}
		}
		if err != nil {
			continue
		}
		ran[i.Op]++
		for id := range uint32(40) {
			a, known := states[0].Bytes(id)
			b, also := states[1].Bytes(id)
			whole, pieces := states[0].Flags(id), states[1].Flags(id)
			same := (whole.Bits^pieces.Bits|^pieces.Known)&whole.Known == 0
			for k := range a { // what the whole leaves undefined is free: lanes behind the last element of a packed immediate
				same = same && (known[k] == 0 || a[k] == b[k] && also[k] != 0)
			}
			if !same {
				t.Fatalf("%s: %s: V%d or P%d differ", text, s.texts(d), id, id)
			}
		}
	}
	t.Logf("%v", ran)
	if len(ran) < 8 {
		t.Error("the instructions are not random enough")
	}
}

// runRandom runs instructions on variables that the seed fills; channels are all enabled, or those of the seed.
func runRandom(insts []Inst, d *Decls, seed uint64, masked bool) (*Machine, error) {
	code, err := Compile(insts, d, Options{})
	if err != nil {
		return nil, err
	}
	m := code.NewMachine()
	r := rand.New(rand.NewPCG(seed, 12))
	random := make([]byte, 4096)
	for k := range random {
		random[k] = byte(r.IntN(256))
	}
	for id := range uint32(64) {
		m.SetBytes(id, random[id:])
		m.SetFlags(id, Flags{Bits: r.Uint32(), Known: ^uint32(0)})
	}
	if masked {
		m.Mask = r.Uint32()
	}
	return m, code.Run(m, nil)
}
