package g13

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// bit is one of the bits of a word, 0 behind its end.
func (w Word) bit(n int) uint64 {
	if n < 64 {
		return w.Lo >> n & 1
	}
	return w.Hi >> (n - 64) & 1
}

// Spans are read and written as if bit by bit, wherever they lie, and nothing beside them changes.
func TestSpans(t *testing.T) {
	rng := chance.Random(t, 7)
	for pos := range 96 {
		for width := 0; width <= 48 && pos+width <= 96; width++ {
			s := span{uint8(pos), uint8(width)}
			w := Word{rng.Uint64(), rng.Uint64() & (1<<32 - 1)}
			want := uint64(0)
			for k := range width {
				want |= w.bit(pos+k) << k
			}
			if got := w.get(s); got != want {
				t.Fatalf("bits %v of %x are %x, want %x", s, w, got, want)
			}
			v, after := rng.Uint64(), w
			after.set(s, v)
			for k := range 96 {
				want := w.bit(k)
				if k >= pos && k < pos+width {
					want = v >> (k - pos) & 1
				}
				if after.bit(k) != want {
					t.Fatalf("%x written at %v of %x is %x", v, s, w, after)
				}
			}
		}
	}
}

// Words are 96 bits, and each operation on them is one on each.
func TestWords(t *testing.T) {
	rng := chance.Random(t, 8)
	for range 200 {
		a, b := randomWord(rng), randomWord(rng)
		from := rng.IntN(97)
		and, or, xor, high := a.and(b), a.or(b), a.Xor(b), a.from(from)
		for k := range 96 {
			x, y := a.bit(k), b.bit(k)
			if and.bit(k) != x&y || or.bit(k) != x|y || xor.bit(k) != x^y || high.bit(k) != map[bool]uint64{true: x}[k >= from] {
				t.Fatalf("%x and %x: bit %d is wrong", a, b, k)
			}
		}
		one := Word{}
		one.set(span{uint8(rng.IntN(96)), 1}, 1)
		if one.IsZero() || !(Word{}).IsZero() {
			t.Fatalf("%x is zero: %v", one, one.IsZero())
		}
	}
}

func randomWord(rng *rand.Rand) Word { return Word{rng.Uint64(), rng.Uint64() & (1<<32 - 1)} }

// A row says what is wrong with it.
func TestRows(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"a:8 01?01100", ""}, {"a:48 b:48", ""}, {"a 0:1 000000000000 ??", ""},
		{"a:49 000000000000000", "bad width"}, {"a:0 0000000000000000", "bad width"}, {"a:x 000000000000000", "bad width"}, {"a:1 000000000000000", ""},
		{"a:8 a:8", "stands twice"}, {"a:8 0000000", "has 15 bits"}, {"a:48 b:48 0000000000000000", "has 112 bits"},
	} {
		r, err := parseRow(row.text)
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v, want %q", row.text, err, row.want)
		}
		if err != nil && len(r.fields) > 0 {
			t.Errorf("%q is refused, and %v is made of it", row.text, r)
		}
	}
}

// A table with a mistake in it is no table: compiling it says which form, and what.
func TestMistakesInTheTable(t *testing.T) {
	for _, row := range []struct {
		e    entry
		want string
	}{
		{entry{name: "x", bits: "a:8"}, `x: row "a:8" has 8 bits`},
		{entry{name: "x", bits: "a:8 00000000", operands: ops(op(Uint, "b"))}, "x: operand b has no field b"},
		{entry{name: "x", bits: "a:8 00000000", operands: ops(of(Uint, "b", "a 0 b"))}, "x: operand b has no field b"},
		{entry{name: "x", bits: "a:8 00000000", usual: "b=1"}, "x: b=1"},
		{entry{name: "x", bits: "a:8 00000000", usual: "a=y"}, "x: a=y"},
		{entry{name: "x", bits: "a:8 00000000", aliases: []Alias{{Name: "y", Fix: "c=0"}}}, "x: c=0"},
		{entry{name: "x", bits: "a:8 00000000", also: []Alias{{Name: "y", Fix: "c=0"}}}, "x: c=0"},
		{entry{name: "x", bits: "a:8 00000000", tail: "d=0"}, "x: d=0"},
	} {
		func() {
			defer func() {
				if got := recover(); got != row.want {
					t.Errorf("%+v: %v, want %s", row.e, got, row.want)
				}
			}()
			compile(&row.e)
		}()
	}
}

// What a form's text says, and what no text says of it, is all of its bits, and the two have none in common but where a name and an operand say the same.
func TestSilentBits(t *testing.T) {
	for n := range table {
		f := Form(n)
		form := &forms()[n]
		silent, usual := f.SilentBits()
		said := form.mask.or(f.NameBits())
		for k := range form.operands {
			said = said.or(f.Bits(k))
		}
		said.fill(form.length)
		long, _ := f.LengthBits()
		for pos := range 96 {
			read := false // by name, for operands of other forms
			for _, s := range append(form.named[:], form.sat) {
				read = read || pos >= int(s.pos) && pos < int(s.pos)+int(s.width)
			}
			want := pos < form.width && said.or(long).bit(pos) == 0 && !read
			if got := silent.bit(pos) == 1; got != want {
				t.Errorf("%s: bit %d is silent: %v, want %v", f.Name(), pos, got, want)
			}
			if usual.bit(pos) != silent.and(f.Fixed()).bit(pos) {
				t.Errorf("%s: bit %d is usually %d", f.Name(), pos, usual.bit(pos))
			}
		}
	}
}

// The two lengths of a form, from its row: the long one is the row, the short one lacks what the document says, four bytes or two.
func TestLengths(t *testing.T) {
	four := 0
	for n := range table {
		f := Form(n)
		i := New(f)
		width, drops := 0, 16
		for _, token := range strings.Fields(f.Row()) {
			width += plainWidth(token)
		}
		if table[n].flags&drops4 != 0 {
			drops = 32
			four++
		}
		long, lacking := f.LengthBits()
		has := strings.Contains(" "+f.Row()+" ", " L ")
		if long.IsZero() == has || lacking.IsZero() == has {
			t.Errorf("%s: %x and %x for a long length", f.Name(), long, lacking)
		}
		if !has {
			if int(i.Len) != width/8 || i.Long() {
				t.Errorf("%s has %d bytes, want %d", f.Name(), i.Len, width/8)
			}
			continue
		}
		for pos := range 96 {
			if want := pos >= width-drops && pos < width; (lacking.bit(pos) == 1) != want {
				t.Errorf("%s: the short form lacks bit %d: %v", f.Name(), pos, !want)
			}
		}
		if short := i; short.Long() || int(short.Len) != (width-drops)/8 && short.Word.and(lacking).IsZero() {
			t.Errorf("%s has %d bytes, the short form of %d", f.Name(), short.Len, width/8)
		}
		i.Fit(true)
		if int(i.Len) != width/8 || i.Word.and(long) != long || i.Long() != i.Word.and(lacking).IsZero() {
			t.Errorf("%s in its long form has %d bytes, want %d; %x", f.Name(), i.Len, width/8, i.Word)
		}
		i.Word = i.Word.or(lacking)
		i.Fit(false)
		if int(i.Len) != width/8 || i.Long() {
			t.Errorf("%s has bits that the short form lacks, and %d bytes", f.Name(), i.Len)
		}
	}
	if four != 7 {
		t.Errorf("%d forms lack four bytes", four)
	}
}

func plainWidth(token string) int {
	if strings.Trim(token, "01?") == "" {
		return len(token)
	}
	_, digits, ok := strings.Cut(token, ":")
	if !ok {
		return 1
	}
	n := 0
	for _, c := range digits {
		n = 10*n + int(c-'0')
	}
	return n
}

// The bits of an operand are its fields, its type, its modifier, its count, and the fields of others that its kind reads; those of its number alone are in order where its
// fields go up in the row and there is no gap in the number.
func TestBitsOfOperands(t *testing.T) {
	ordered, not := 0, 0
	for n := range table {
		f := &forms()[n]
		for k, o := range table[n].operands {
			names := strings.Fields(o.Fields)
			if len(names) == 0 {
				names = []string{o.Name, o.Name + "x"}
			}
			var value, typ, all Word
			inOrder, last := true, -1
			for _, name := range names {
				s, ok := f.fields[name]
				if strings.Trim(name, "0") == "" {
					inOrder = false
				}
				for pos := int(s.pos); ok && pos < int(s.pos)+int(s.width); pos++ {
					value.set(span{uint8(pos), 1}, 1)
					inOrder = inOrder && pos > last
					last = pos
				}
			}
			all = value
			others := []string{o.Name + "t", o.Name + "m", o.Name + "s", strings.TrimPrefix(o.Count, "3")}
			if o.Count == "zs" {
				others = append(others, "z", "s")
			}
			for _, read := range kinds[o.Kind].reads {
				others = append(others, namedFields[read])
			}
			for k, name := range others {
				for pos := f.fields[name].pos; pos < f.fields[name].pos+f.fields[name].width; pos++ {
					all.set(span{pos, 1}, 1)
					if k == 0 {
						typ.set(span{pos, 1}, 1)
					}
				}
			}
			if got := Form(n).Bits(k); got != all {
				t.Errorf("%s, operand %s: bits %x, want %x", f.name, o.Name, got, all)
			}
			v, ty, is := Form(n).ValueBits(k)
			if v != value || ty != typ || is != inOrder {
				t.Errorf("%s, operand %s: %x, type %x, in order %v; want %x, %x, %v", f.name, o.Name, v, ty, is, value, typ, inOrder)
			}
			if is {
				ordered++
			} else {
				not++
			}
		}
	}
	if ordered == 0 || not == 0 {
		t.Errorf("%d in order, %d not", ordered, not)
	}
}

// Fields are found by their names, and read as the row has them.
func TestFields(t *testing.T) {
	rng := chance.Random(t, 11)
	for n := range table {
		i := Inst{Form: Form(n), Word: randomWord(rng)}
		for name := range forms()[n].fields {
			want := plainOperand{&forms()[n], Operand{}, i.Word}.field(name)
			f, known := i.Form.Field(name)
			if v, ok := i.Field(name); !ok || !known || v != uint64(want) || f.Of(i) != v {
				t.Errorf("%s: field %s of %x is %x, %v, want %x", i.Form.Name(), name, i.Word, v, ok, want)
			}
		}
		if v, ok := i.Field("nonesuch"); ok || v != 0 {
			t.Errorf("%s has a field that it has not: %x", i.Form.Name(), v)
		}
	}
}
