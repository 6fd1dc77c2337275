package gen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// A drawn mov is one by its numbers, from which its text and where its elements lie are made by themselves.
type drawn struct {
	n                int
	to, at, h        int
	typ              string
	from, e, v, w, k int // k is the horizontal stride
	of               string
	mod              string
	sat              bool
}

func (d *drawn) String() string {
	return fmt.Sprintf("mov (%d|M0) %sr%d.%d<%d>:%s %sr%d.%d<%d;%d,%d>:%s", d.n, map[bool]string{true: "(sat)"}[d.sat], d.to, d.at, d.h, d.typ, d.mod, d.from, d.e, d.v, d.w, d.k, d.of)
}

// drawnMov is a mov by chance, of strides that nobody may have too.
func drawnMov(r *rand.Rand) (d drawn) {
	names := []string{"ub", "b", "uw", "w", "ud", "d", "uq", "q", "hf", "f", "df", "bf"}
	d = drawn{n: 1 << r.IntN(6), to: 10, h: []int{0, 1, 1, 1, 2, 2, 4, 4, 8, 3}[r.IntN(10)], from: 90, k: []int{0, 0, 1, 1, 2, 4, 8, 3}[r.IntN(8)], w: 1 << r.IntN(6), typ: names[r.IntN(12)], of: names[r.IntN(12)]}
	d.v = []int{0, 1, 2, 4, 8, 16, 32, 12, d.w * d.k, d.w * d.k}[r.IntN(10)]
	if d.v > 32 {
		d.v = 32
	}
	switch r.IntN(3) {
	case 0:
		d.w, d.k = 1, 0
	case 1:
		d.w = min(d.w, d.n)
	}
	if r.IntN(2) == 0 {
		d.of = d.typ
	}
	if r.IntN(2) == 0 {
		d.at, d.e = r.IntN(64/plainSize(d.typ)), r.IntN(64/plainSize(d.of))
	}
	if r.IntN(6) == 0 {
		d.mod, d.sat = []string{"", "-", "(abs)", "-(abs)"}[r.IntN(4)], r.IntN(2) == 0
	}
	return d
}

// spacing is how far apart the elements of all lanes are, if that is the same.
func spacing(at []int) (step int, even bool) {
	if len(at) < 2 {
		return 0, true
	}
	step = at[1] - at[0]
	for k := 1; k < len(at); k++ {
		even = at[k]-at[k-1] == step
		if !even {
			return 0, false
		}
	}
	return step, true
}

// restrictions is what a mov breaks, by the bytes at which its elements begin.
func (d *drawn) restrictions(p visa.Platform) (all []string) {
	grf := 32
	if p == visa.PVC || p == visa.PVCXT {
		grf = 64
	}
	size, osize := plainSize(d.typ), plainSize(d.of)
	var to, from []int
	for k := range d.n {
		to = append(to, d.to*grf+(d.at+k*d.h)*size)
		from = append(from, d.from*grf+(d.e+k/d.w*d.v+k%d.w*d.k)*osize)
	}
	float := func(t string) bool { return strings.HasSuffix(t, "f") }
	raw := d.typ == d.of && d.mod == "" && !d.sat
	wide := max(osize, 2)
	step, even := spacing(from)
	if d.n == 1 || d.w == 1 { // as it is written
		step, even = d.v*osize, true
	}
	if d.n > 1 && d.w >= d.n {
		step, even = d.k*osize, true
	}
	one := d.v == 0 && d.k == 0 && d.w == 1
	moved := to[0]%grf != from[0]%grf
	apart := d.h * size
	when := func(broken bool, name string) {
		if broken && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	registers := func(at []int, size int) int {
		return (slices.Max(at)+size-1)/grf - slices.Min(at)/grf
	}
	encoded := func(n int, codes ...int) bool { return slices.Contains(codes, n) }
	packed := d.of == "f" && d.typ == "hf" && d.h == 1 && d.at%8 == 0 && d.n <= 8
	switch p {
	case visa.BDW, visa.CHV, visa.XeHP, visa.PVC, visa.PVCXT:
		packed = false
	}
	later := p >= visa.XeHP
	if later {
		packed = packed && even && step == 4 && d.e == 0
	}
	when(d.n*max(size, wide) > 2*grf, "execution-size")
	when(d.n < d.w, "width")
	when(d.n == d.w && d.k != 0 && d.v != d.w*d.k, "one-row")
	when(d.w == 1 && d.k != 0, "width-one")
	when(d.n == 1 && d.w == 1 && d.v+d.k != 0, "scalar")
	when(d.v == 0 && d.k == 0 && d.w > 1, "broadcast")
	when(d.h == 0, "destination-stride")
	for k := range from {
		when(from[k]/grf != from[k/d.w*d.w]/grf, "row-in-register")
	}
	when(registers(to, size) > 1 || registers(from, osize) > 1, "two-registers")
	when(!encoded(d.h, 0, 1, 2, 4) || !encoded(d.k, 0, 1, 2, 4) || !encoded(d.v, 0, 1, 2, 4, 8, 16, 32) || !encoded(d.w, 1, 2, 4, 8, 16), "encoding")
	when(d.at*size >= grf || d.e*osize >= grf, "aligned")
	if d.n > 1 {
		when(size == 1 && d.h == 1 && !raw, "packed-bytes")
		place := to[0] % wide
		when(size < wide && !raw && !packed && (apart < wide || place > 1 || place == 1 && size > 1), "execution-stride")
		when((d.typ == "hf" && !float(d.of) || d.of == "hf" && !float(d.typ)) && (apart != 4 || to[0]%4 > 0), "half-stride")
	}
	for _, pair := range [][2]string{{d.typ, d.of}, {d.of, d.typ}} {
		when(plainSize(pair[0]) == 8 && (plainSize(pair[1]) == 1 || pair[1] == "hf"), "conversion")
	}
	when(max(size, osize) == 8 && slices.Contains([]visa.Platform{visa.ICL, visa.TGL, visa.DG2, visa.MTL}, p), "quadwords")
	if (p == visa.CHV || p == visa.BXT) && max(size, osize) == 8 && d.n > 1 && !one {
		when(d.v != d.w*d.k || d.k*osize != apart || apart%8 > 0 || moved, "quadword-regions")
	}
	pipes := func(t string) bool { return float(t) || plainSize(t) == 8 }
	if later && d.n > 1 && (pipes(d.typ) || pipes(d.of)) && !packed {
		halves := d.of == "hf" && apart == 4 && even && step == 2 && d.e*2%(grf/2) == 0 && to[0]%grf == 0
		switch {
		case halves:
		case one:
			when(osize == 1, "float-regions")
		default:
			when(!even || step != apart || moved, "float-regions")
		}
	}
	if (p == visa.PVC || p == visa.PVCXT) && d.n > 1 && (apart > 0 && apart < 4) && osize < 4 && (!pipes(d.typ) || raw) && !one {
		when(d.gathered(to, from, step, even), "sub-dword")
	}
	return all
}

// gathered says whether elements closer than four bytes come from where Xe-HPC has no way for them.
func (d *drawn) gathered(to, from []int, step int, even bool) bool {
	osize, apart := plainSize(d.of), d.h*plainSize(d.typ)
	begins := []int{0}
	if !even {
		step = d.k * osize
		for begins = nil; len(begins) < d.n/d.w; {
			begins = append(begins, len(begins)*d.w)
		}
	}
	if step == 0 { // each row is one element
		return d.v*osize > apart*d.w || len(begins) > 1 && apart*d.w%4 > 0
	}
	for _, k := range begins {
		if len(begins) > 1 && to[k]%4 > 0 {
			return true
		}
		if step <= apart {
			continue
		}
		times := step / apart
		if times > 4 || times == 4 && osize == 2 || from[k]%64 != times*(to[k]%64%(64/times)) {
			return true
		}
	}
	return false
}

// Which restrictions a mov breaks is what the bytes say at which its elements begin: on every platform, of all types and strides.
func TestRestrictionsByBytes(t *testing.T) {
	r := chance.Random(t, 81)
	seen := map[string][2]int{}
	platforms := visa.Platforms()
	for range 60000 {
		d, p := drawnMov(r), platforms[r.IntN(len(platforms))]
		text := texts(t, d.String())
		var got []string
		for _, b := range text.Insts[0].Check(p) {
			if !slices.Contains(got, b.Rule) {
				got = append(got, b.Rule)
			}
			if o := b.Operand; o != text.Insts[0].Dst.Text && o != text.Insts[0].Src[0].Text || !strings.HasPrefix(b.Message, o+": ") {
				t.Fatalf("%s: %+v names no operand of it", d.String(), b)
			}
		}
		want := d.restrictions(p)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s on %s breaks %v, and by its bytes %v", d.String(), p, got, want)
		}
		for _, rule := range gen.Rules {
			n := seen[rule.Name]
			n[map[bool]int{true: 1}[slices.Contains(got, rule.Name)]]++
			seen[rule.Name] = n
		}
	}
	for name, n := range seen {
		if n[0] < 100 || n[1] < 20 {
			t.Errorf("%s: kept %d times and broken %d times", name, n[0], n[1])
		}
	}
}

// Where no platform is named, what is broken is what is on all that have registers of that length; where one is named, it decides.
func TestBrokenOnAll(t *testing.T) {
	r := chance.Random(t, 82)
	for range 3000 {
		d := drawnMov(r)
		text := texts(t, d.String())
		grf := 32
		if (d.at+1)*plainSize(d.typ) > 32 || (d.e+1)*plainSize(d.of) > 32 {
			grf = 64
		}
		if _, is := text.Long(); text.GRF() != grf || is != (grf == 64) {
			t.Fatalf("%s: registers of %d bytes", d.String(), text.GRF())
		}
		var want []string
		first := true
		for _, p := range visa.Platforms() {
			if long := p == visa.PVC || p == visa.PVCXT; long != (grf == 64) {
				continue
			}
			here := d.restrictions(p)
			if first {
				want, first = here, false
			}
			want = slices.DeleteFunc(want, func(s string) bool { return !slices.Contains(here, s) })
			if named := texts(t, "//.platform "+p.String()+"\n"+d.String()); named.Platform != p || named.GRF() != grf || fmt.Sprint(named.Broken(0)) != fmt.Sprint(named.Insts[0].Check(p)) {
				t.Fatalf("%s on %s, of %d bytes: %v", d.String(), named.Platform, named.GRF(), named.Broken(0))
			}
		}
		var got []string
		for _, b := range text.Broken(0) {
			if !slices.Contains(got, b.Rule) {
				got = append(got, b.Rule)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s breaks %v on all, want %v", d.String(), got, want)
		}
	}
	for _, text := range []string{"mov(8) g4<0>.xyF g9<4>.yyxwF { align16 1Q };", "mov(8) g4<0>F g9<4>.yyxwF { align16 1Q };", "mov(8) g4<0>.xyF g9<4>F { align16 1Q };"} {
		if b := texts(t, text).Broken(0); b != nil {
			t.Errorf("%s, in rows of four, breaks %v", text, b)
		}
	}
}

// Of each pair of types, with each modifier and with saturation, what movs of some lanes become does the same and breaks nothing; registers on the way are few, and lie behind those of the variables.
func TestLegaliseModifiers(t *testing.T) {
	rng := chance.Random(t, 83)
	made := 0
	for _, p := range []visa.Platform{visa.SKL, visa.TGL, visa.XeHP, visa.PVC} {
		for _, to := range types {
			for _, from := range types {
				for m := range 8 {
					mod, sat := []string{"", "(-)", "(abs)", "(-abs)"}[m%4], []string{"", ".sat"}[m/4]
					if mod != "" && from == visa.BF || sat != "" && to == visa.BF || (p == visa.TGL || p == visa.XeHP) && rng.IntN(6) > 0 {
						continue
					}
					region := []string{"4;4,1", "2;1,0", "0;1,0", "8;2,1"}[rng.IntN(4)]
					text := fmt.Sprintf(".decl D v_type=G type=%s num_elts=64 align=GRF\n.decl S v_type=G type=%s num_elts=64 align=GRF\nmov%s (M1, 4) D(0,%d)<%d> %sS(0,%d)<%s>\n", to, from, sat, rng.IntN(3), 1<<rng.IntN(3), mod, rng.IntN(3), region)
					g := program(t, text, p.GRF())
					l, err := gen.Legalise(g, p)
					if err != nil {
						t.Fatal(err)
					}
					if why := l.Unmade[0]; why != "" || whyNot(to, from, mod+sat != "", p) != "" {
						if why != whyNot(to, from, mod+sat != "", p) {
							t.Errorf("%s%s: %q, want %q", text, p, why, whyNot(to, from, mod+sat != "", p))
						}
						continue
					}
					made++
					if a := gen.Audit(g, l, rng)[0]; a.Verdict != gen.Same || len(a.Broken) > 0 {
						t.Errorf("%s%s: %s, %s, %v\n%s", text, p, a.Verdict, a.Why, a.Broken, lines(a.Gen))
					}
					nearby(t, text, l)
				}
			}
		}
	}
	if made < 1200 {
		t.Errorf("%d movs were made", made)
	}
}

// whyNot is why a mov becomes nothing: bf is copied alone, hf of df would round twice, and some platforms have no numbers of 64 bits but integers without signs changed.
func whyNot(to, from visa.Type, changed bool, p visa.Platform) string {
	long := to.Size() == 8 || from.Size() == 8
	integers := to.IsInteger() && from.IsInteger()
	switch {
	case !changed && (to == from || integers && to.Size() <= from.Size()):
		return ""
	case to == visa.BF || from == visa.BF:
		return "numbers of bf are copied here, not converted"
	case long && p == visa.TGL && (changed || !integers):
		return p.String() + " has no numbers of 64 bits"
	case to == visa.HF && from == visa.DF:
		return "the machine makes hf of df in two steps, each of which rounds"
	}
	return ""
}

// nearby holds that registers on the way are those of at most three vectors of 32 lanes and a register each, behind the variables.
func nearby(t *testing.T, text string, l *gen.Listing) {
	t.Helper()
	grf, end := l.Platform.GRF(), 0
	for _, p := range l.Vars {
		end = max(end, (p.First+p.Size+grf-1)/grf)
	}
	for _, i := range l.Insts {
		if most := end + 3*(32*8/grf+1); i.Dst.Register >= most {
			t.Errorf("%s%s: %s goes beyond r%d", text, l.Platform, i.Text, most)
		}
	}
}

// Where variables fill nearly all registers, what is made is as right as elsewhere, or is not made.
func TestLegaliseWithoutRoom(t *testing.T) {
	rng := chance.Random(t, 84)
	made, unmade := 0, 0
	for range 300 {
		p := []visa.Platform{visa.SKL, visa.XeHP, visa.PVC}[rng.IntN(3)]
		text, _, _ := randomMov(rng, "")
		filler := fmt.Sprintf(".decl F v_type=G type=ub num_elts=%d align=GRF\n", (16+rng.IntN(12))*32)
		if p.GRF() == 64 {
			filler = fmt.Sprintf(".decl F v_type=G type=ub num_elts=%d align=GRF\n", (70+rng.IntN(6))*64)
		}
		g := program(t, filler+text+"mov (M1, 1) F(0,0)<1> F(0,1)<0;1,0>\n", p.GRF())
		l, err := gen.Legalise(g, p)
		if err != nil {
			t.Fatal(err)
		}
		if l.Unmade[0] != "" {
			unmade++
			continue
		}
		made++
		for _, i := range l.Insts {
			if at := i.Dst.Register*p.GRF() + (i.Dst.Element+(i.Exec-1)*i.Dst.H+1)*i.Dst.Type.Size(); at > 128*p.GRF() {
				t.Fatalf("%s%s: %s writes beyond 128 registers", text, p, i.Text)
			}
		}
		if a := gen.Audit(g, l, rng)[0]; a.Verdict != gen.Same || len(a.Broken) > 0 {
			t.Fatalf("%s%s: %s, %s, %v\n%s", text, p, a.Verdict, a.Why, a.Broken, lines(a.Gen))
		}
	}
	if made < 100 {
		t.Errorf("%d were made and %d not", made, unmade)
	}
}
