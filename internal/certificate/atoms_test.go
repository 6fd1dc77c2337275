package certificate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// byteOf is what an atom is, where two sources hold these bytes and nobody knows a third.
func byteOf(a atom, one, other, unknowns byte) byte {
	switch k, _, ok := a.source(); {
	case a == unknown:
		return unknowns
	case a < free:
		return ^byteOf(-a, one, other, unknowns)
	case ok && k == 0:
		return one
	case ok:
		return other
	}
	return byte(a)
}

// What is known of and, or and of an inverted byte is so for all that the sources can hold, and no less is known than can be.
func TestAtomsAreBytes(t *testing.T) {
	some := []byte{0, 1, 0x5a, 0x80, 0xff}
	atoms := []atom{unknown, 0, 1, 0x5a, 0xa5, 0x7f, 0xfe, 0xff, from(0, 0), from(1, 3), -from(0, 0), -from(1, 3)}
	// is says whether an atom is what is computed, whatever the sources hold and whatever two bytes are that nobody knows.
	is := func(r atom, computed func(one, other, u, v byte) byte) bool {
		for _, one := range some {
			for _, other := range some {
				for k := range len(some) * len(some) {
					u, v := some[k%len(some)], some[k/len(some)]
					if computed(one, other, u, v) != byteOf(r, one, other, u) {
						return false
					}
				}
			}
		}
		return true
	}
	for _, x := range atoms {
		for _, y := range append(slices.Clone(atoms), x) {
			for _, or := range []bool{false, true} {
				computed := func(one, other, u, v byte) byte {
					a, b := byteOf(x, one, other, u), byteOf(y, one, other, v)
					if or {
						return a | b
					}
					return a & b
				}
				want := unknown
				for r := range atom(256) {
					if is(r, computed) {
						want = r
					}
				}
				for _, r := range []atom{x, y} {
					if (r >= sources || r < free) && is(r, computed) {
						want = r
					}
				}
				if got := both(or, x, y); got != want {
					t.Errorf("%v: %d with %d is %d, want %d", or, x, y, got, want)
				}
			}
		}
		if x == unknown {
			continue
		}
		want := unknown
		for r := range atom(256) {
			if is(r, func(one, other, u, _ byte) byte { return ^byteOf(x, one, other, u) }) {
				want = r
			}
		}
		if x >= sources || x < free {
			want = -x
		}
		if got := not(x); got != want {
			t.Errorf("inverted %d is %d, want %d", x, got, want)
		}
	}
}

// What a map wants, byte by byte.
func TestReadMap(t *testing.T) {
	d := len(letters) - 1
	for text, want := range map[string][]atom{
		"i16x2 -> . a1":                           {from(d, 0), from(d, 1), from(0, 2), from(0, 3)},
		"i8x4 i8x4 -> b3 . z _":                   {from(1, 3), from(d, 1), 0, unknown},
		"i64x1 -> #fedcba9876543210":              {0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe},
		"i16x3 -> 1 m #5":                         {1, 0, 0xff, 0xff, 5, 0},
		"i32x2 i32x2 i32x2 -> c1":                 {from(2, 4), from(2, 5), from(2, 6), from(2, 7)},
		"i512x1 -> z":                             make([]atom, 64),
		"i520x1 -> z":                             nil,
		"i12x1 -> z":                              nil,
		"i0x1 -> z":                               nil,
		"i4x1 -> z":                               nil,
		"i8x1 -> #10000000000000000":              nil,
		"i8x1 a0":                                 nil,
		"i8x1 -> 7":                               nil,
		"i8x1 -> a" + fmt.Sprint(perEach):         nil,
		"i8x1 -> a" + fmt.Sprint(perEach/2):       {from(0, perEach/2)},
		"i512x1 -> a1024":                         nil, // which was b0
		"i256x1 -> b2047":                         bytesFrom(1, perEach-32, 32),
		"i256x1 -> b2048":                         nil,
		"i8x1 -> a0x10":                           {from(0, 16)},
		"i8x1 -> " + strings.Repeat("a0 ", 3)[1:]: nil,
	} {
		var got []atom
		_, err := read(text, func(w *words) { got = readMap(w) })
		if !slices.Equal(got, want) || (err == "") != (want != nil) {
			t.Errorf("%s is %v, %s; want %v", text, got, err, want)
		}
	}
}

// bytesFrom are n bytes of a source, from one on.
func bytesFrom(k, i, n int) (list []atom) {
	for j := range n {
		list = append(list, from(k, i+j))
	}
	return list
}

// read reads words; said is what is found to be untrue of them.
func read(text string, by func(w *words)) (left int, said string) {
	w := words(strings.Fields(text))
	defer func() {
		if bad, ok := recover().(untrue); ok {
			said = string(bad)
		}
	}()
	by(&w)
	return len(w), ""
}

// Above what a row makes are zeros, and nothing else is had there.
func TestAboveARow(t *testing.T) {
	r := row{name: "copy", kind: "moves", bytes: 2, reads: []int{2}, does: [][]atom{{from(0, 0), from(0, 1)}}}
	v := &value{is: []atom{from(0, 4), 7}, above: unknown}
	for _, c := range []struct {
		want []atom
		can  bool
	}{
		{[]atom{from(0, 4), 7}, true}, {[]atom{from(0, 4)}, true}, {[]atom{unknown, 7, 0, 0}, true}, {[]atom{unknown, 7, unknown, 0}, true},
		{[]atom{unknown, 7, 1}, false}, {[]atom{unknown, 7, 0, 1}, false}, {[]atom{unknown, 7, from(0, 4)}, false}, {[]atom{unknown, 8}, false},
	} {
		if got := r.can([]*value{v}, c.want); got != c.can {
			t.Errorf("%v: %v", c.want, got)
		}
	}
	if v.at(2) != unknown || (&value{is: v.is}).at(2) != 0 {
		t.Error("above an input nobody knows what stands, and above what a row made are zeros")
	}
}

// What the last operand has to be is as long as that operand, whatever the others are.
func TestWith(t *testing.T) {
	const text = `lanescope certificate 1
map i8x2 -> a1 a0
row two moves 0 bytes:2 ops:1 loads:0 lost:0 reads:2 reads:4
does a1 a0
with 0x01 0x02 0x03 0x04
input a0 a1
input 0x01 0x02 0x03 %s
do 0 v0 v1 = a1 a0
result v2 2
`
	if v, err := Check(strings.NewReader(fmt.Sprintf(text, "0x04"))); err != nil || v != (Verdict{1, 1, 0}) {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := Check(strings.NewReader(fmt.Sprintf(text, "0x05"))); err == nil {
		t.Error("with another operand it does the same")
	}
}

// What there is too much of to be tried ends the check, and is not counted as tried.
func TestTriesEnd(t *testing.T) {
	for left, want := range map[int]string{2: "too much is to be tried", 4: "too much is to be tried", 5: ""} {
		c := &claim{proof: &proof{}, given: []*value{{}, {}}, tries: 1<<28 - left}
		n := 0
		_, said := read("", func(*words) {
			c.each(&row{reads: []int{8, 8}}, nil, func([]*value) bool { n++; return true })
		})
		if said != want || want == "" && n != 4 {
			t.Errorf("with %d left, %d were tried: %q", left, n, said)
		}
	}
}

// Constants and what nobody knows are themselves, whatever is read.
func TestAtomsThatReadNothing(t *testing.T) {
	for text, want := range map[string]atom{"_": unknown, "0x00": 0, "7": 7, "0xff": 0xff} {
		if got := readAtom(text); got != want || got.of(nil) != want {
			t.Errorf("%s is %d, and %d of nothing", text, got, got.of(nil))
		}
	}
}

// Two vectors are packed in blocks of 16 bytes: the low half of each lane, where the high half is zero.
func TestPacked(t *testing.T) {
	for _, bytes := range []int{8, 16, 32} {
		for _, lane := range []int{2, 4, 8} {
			r := row{name: "narrow", kind: "pack", number: lane, bytes: bytes, computes: true, reads: []int{bytes, bytes}}
			var args []*value
			for k := range 2 {
				v := &value{}
				for i := range bytes {
					a := from(k, i)
					if i%lane >= lane/2 {
						a = 0
					}
					v.is = append(v.is, a)
				}
				args = append(args, v)
			}
			args[1].is[lane-1] = 1 // the first lane of the second is saturated
			var want []atom
			block := min(bytes, 16)
			for begin := 0; begin < bytes; begin += block {
				for k := range 2 {
					for at := begin; at < begin+block; at += lane {
						for i := range lane / 2 {
							if k == 1 && at == 0 {
								want = append(want, unknown)
								continue
							}
							want = append(want, from(k, at+i))
						}
					}
				}
			}
			var got []atom
			for i := range bytes {
				got = append(got, r.united(args, i, unknown))
			}
			if !slices.Equal(got, want) {
				t.Errorf("lanes of %d in %d bytes:\n%v, want\n%v", lane, bytes, got, want)
			}
		}
	}
}

// A row that computes can make what it computes, where that is known.
func TestComputedIsMade(t *testing.T) {
	args := []*value{{is: []atom{from(0, 0), 0, 0x5a}}, {is: []atom{0, from(1, 1), 0x0f}}}
	for kind, want := range map[string][]atom{"or": {from(0, 0), from(1, 1), 0x5f}, "and": {0, 0, 0x0a}, "andnot": {from(0, 0), 0, 0x50}} {
		r := row{name: kind, kind: kind, number: 1, bytes: 3, computes: true, reads: []int{3, 3}}
		if !r.can(args, want) || !r.can(args, append(slices.Clone(want), 0)) {
			t.Errorf("%s does not make %v", kind, want)
		}
		for i := range want {
			other := slices.Clone(want)
			if other[i] = 0x77; r.can(args, other) {
				t.Errorf("%s makes %v", kind, other)
			}
		}
	}
}

// A list is of inputs that follow one another, behind the one that it overwrites; what an op overwrites is the operand that its row says.
func TestOperandsOfRows(t *testing.T) {
	a, b, c, made := &value{is: []atom{from(0, 0)}}, &value{is: []atom{from(1, 0)}}, &value{is: []atom{from(2, 0)}}, &value{}
	given := &claim{proof: &proof{rows: []row{{name: "second", bytes: 1, ops: 1, lost: 2, reads: []int{1, 1}, does: [][]atom{{from(0, 0)}}}}}, given: []*value{a, b, c}}
	for _, l := range []struct {
		lost int
		args []*value
		want bool
	}{
		{0, []*value{a, b}, true}, {0, []*value{a, b, c}, true}, {0, []*value{b, a}, false}, {0, []*value{a, c}, false}, {0, []*value{a, b, a}, false}, {0, []*value{c}, true},
		{1, []*value{c, a, b}, true}, {1, []*value{a, c, b}, false}, {0, []*value{a, made}, false},
	} {
		if got := given.inOrder(&row{kind: "list", lost: l.lost}, l.args); got != l.want {
			t.Errorf("%d lost: %v", l.lost, got)
		}
	}
	firsts := given.firsts()
	if len(firsts) != 9 { // each of three in the register of each
		t.Errorf("%d are made", len(firsts))
	}
	for k, f := range firsts {
		if f.lost != given.given[k%3] || f.made.is[0] != given.given[k/3].is[0] {
			t.Errorf("number %d is %v in the register of %v", k, f.made.is, f.lost.is)
		}
	}
}

type fails struct{}

func (fails) Read([]byte) (int, error) { panic("a bug") }

// What is wrong with the checker is no finding of it.
func TestBugsAreTold(t *testing.T) {
	defer func() {
		if recover() != "a bug" {
			t.Error("a bug is told as something that is untrue")
		}
	}()
	_, _ = Check(fails{})
}

// A row reads what is loaded as it reads an input: bytes of it are whatever constant is wanted and never a source, of a list it stands behind the last input, and a row that loads all that may be loaded
// has nothing left for it.
func TestRowsReadConstants(t *testing.T) {
	rows := map[string]row{
		"zip":     {kind: "moves", does: [][]atom{{from(0, 0), from(1, 0), from(0, 1), from(1, 1)}}},
		"loading": {kind: "moves", loads: 1, does: [][]atom{{from(0, 0), from(1, 0), from(0, 1), from(1, 1)}}},
		"table": {kind: "list", loads: 1, parts: []part{
			{[]int{0, 1}, [][]atom{{from(0, 0), from(0, 1)}, {from(1, 2), from(1, 3)}}}, {[]int{2, 3}, [][]atom{{from(0, 2), from(0, 3)}, {from(1, 2), from(1, 3)}}},
		}},
		"or": {kind: "or", computes: true}, "and": {kind: "and", computes: true}, "bic": {kind: "andnot", number: 1, computes: true}, "narrow": {kind: "pack", number: 2, computes: true},
	}
	a := func(i int) atom { return from(0, i) }
	for _, c := range []struct {
		row   string
		want  []atom
		loads int // with which it does that, or -1
	}{
		{"zip", []atom{a(0), 1, a(1), 2}, 1}, {"zip", []atom{3, a(0), 0, a(1)}, 1}, {"zip", []atom{a(0), 1, a(1), a(0)}, -1}, {"zip", []atom{a(0), 1, 2, a(1)}, -1}, {"zip", []atom{1, 2, 3, 4}, 1},
		{"loading", []atom{a(0), 1, a(1), 2}, 2}, {"loading", []atom{a(0), a(0), a(1), a(1)}, 1},
		{"table", []atom{a(0), a(1), 7, 8}, 2}, {"table", []atom{9, 8, a(2), a(3)}, 2}, {"table", []atom{9, a(1), a(2), a(3)}, -1},
		{"or", []atom{a(0), 0xff, a(2), 0xff}, 1}, {"or", []atom{a(0), 0, a(2), a(3)}, -1}, {"or", []atom{a(0), a(1), a(2), a(2)}, -1}, {"or", []atom{a(0), a(1), a(2), a(3), 1}, -1},
		{"and", []atom{a(0), 0, 0, a(3)}, 1}, {"and", []atom{a(0), 0xff, a(2), a(3)}, -1}, {"bic", []atom{0, 0, a(2), a(3)}, 1}, {"bic", []atom{0xff, 0, a(2), a(3)}, -1}, {"and", []atom{5, 6, 0, 7}, 1},
		{"narrow", []atom{1, 2, 3, 4}, 1}, {"narrow", []atom{a(0), 2, 3, 4}, -1},
	} {
		r := rows[c.row]
		r.name, r.bytes, r.ops, r.reads = c.row, 4, 1, []int{4, 4}
		p := &proof{want: c.want, rows: []row{r}, values: []value{{is: []atom{a(0), a(1), a(2), a(3)}, above: unknown}}}
		for loads := range 3 {
			one := &claim{proof: p, ops: 1, loads: loads}
			if found, want := one.found(), c.loads >= 0 && loads >= c.loads; (found != "") != want {
				t.Errorf("%s, %v with %d: %q", c.row, c.want, loads, found)
			}
		}
	}
}

// Of two ops the first may compute: what it makes of what is known is there for the second.
func TestFirstsCompute(t *testing.T) {
	narrow := row{name: "narrow", kind: "pack", number: 2, bytes: 4, ops: 1, computes: true, reads: []int{4, 4}}
	round := row{name: "round", kind: "moves", bytes: 4, ops: 1, reads: []int{4}, does: [][]atom{{from(0, 3), from(0, 2), from(0, 1), from(0, 0)}}}
	a, b := from(0, 0), from(0, 2)
	p := &proof{rows: []row{narrow, round}, values: []value{{is: []atom{a, 0, b, 0}, above: unknown}}, want: []atom{b, a, b, a}}
	if found := (&claim{proof: p, ops: 2}).found(); found != "narrow, round" {
		t.Errorf("%q", found)
	}
	if p.want[0] = from(0, 1); (&claim{proof: p, ops: 2}).found() != "" {
		t.Error("what is not there is found")
	}
}

// Of an input whose bytes are constants a row that computes makes, with one that is loaded, all that some byte makes of it, and nothing else: it was claimed that 0x50 is nothing that or makes 0x5a of.
func TestComputedOfConstants(t *testing.T) {
	some := []int{0, 1, 0x0a, 0x50, 0x55, 0x5a, 0x5f, 0x80, 0xa5, 0xfe, 0xff}
	computed := map[string]func(x, loaded int) int{
		"or": func(x, l int) int { return x | l }, "and": func(x, l int) int { return x & l },
		"andnot 0": func(x, l int) int { return ^x & l }, "andnot 1": func(x, l int) int { return x &^ l },
	}
	for said, of := range computed {
		kind, inverted, _ := strings.Cut(said, " ")
		r := row{name: kind, kind: kind, bytes: 2, ops: 1, computes: true, reads: []int{2, 2}}
		if inverted == "1" {
			r.number = 1
		}
		for _, x := range some {
			// The first byte is a source's, so that no constant alone is what is wanted.
			in := &value{is: []atom{from(0, 0), atom(x)}, above: unknown}
			first := from(0, 0)
			if said == "andnot 0" {
				first = 0
			}
			for w := range 0x100 {
				want := false
				for l := range 0x100 {
					want = want || of(x, l)&0xff == w
				}
				if got := r.can([]*value{in, {above: free}}, []atom{first, atom(w)}); got != want {
					t.Errorf("%s makes %#x of %#x: %v, want %v", said, w, x, got, want)
				}
			}
		}
	}
}
