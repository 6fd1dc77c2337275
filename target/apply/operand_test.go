package apply_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// rowWith is the first of a name and 128 bits that is of a kind.
func rowWith(t *testing.T, name string, is func(r *target.Row) bool) *target.Row {
	t.Helper()
	for _, r := range apply.X86Named()[name] {
		if r.Bits == 128 && is(r) {
			return r
		}
	}
	t.Fatalf("there is no such %s", name)
	return nil
}

// An operand ends at a comma outside of brackets.
func TestOperandEnd(t *testing.T) {
	for _, text := range []string{"|", "a|", "a|,b", "|,b", "f(a,b)|,c", "f(a,b)|", "[a,b]|,c", "{a,(b,c),d}|,e", "a)|,b", "(a,b", "[f(a,b),c|"} {
		want := strings.IndexByte(text+"|", '|')
		if got := apply.OperandEnd(strings.Replace(text, "|", "", 1)); got != want {
			t.Errorf("the operand of %s ends at %d", text, got)
		}
		if got := syntax.Steps(func() { apply.OperandEnd(strings.Replace(text, "|", "", 1)) }); got != int64(want) {
			t.Errorf("of %s %d bytes are said to be looked at, want %d", text, got, want)
		}
	}
}

// A number fits in so many bits as an unsigned one or as a signed one.
func TestNumberOf(t *testing.T) {
	for _, row := range []struct {
		number, bits int
		want         string
	}{
		{255, 8, "ff"}, {-1, 8, "ff"}, {-128, 8, "80"}, {128, 8, "80"}, {256, 8, "0x100 does not fit in 8 bits"}, {-129, 8, "-0x81 does not fit in 8 bits"}, {0, 8, "0"},
		{-1, 32, "ffffffff"}, {1<<32 - 1, 32, "ffffffff"}, {1 << 32, 32, "0x100000000 does not fit in 32 bits"}, {-1 << 31, 32, "80000000"}, {-1<<31 - 1, 32, "-0x80000001 does not fit in 32 bits"},
		{-1, 64, "ffffffffffffffff"}, {1<<63 - 1, 64, "7fffffffffffffff"}, {-1 << 63, 64, "8000000000000000"},
	} {
		c, err := apply.Operand{Number: row.number}.NumberOf(row.bits)
		got := c.Hex()
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%d in %d bits is %s, want %s", row.number, row.bits, got, row.want)
		}
	}
}

// What an operand is: a number, a vector, a value in a general register.
func TestKinds(t *testing.T) {
	m := lane.Identity(8, 4)
	for _, row := range []struct {
		o               apply.Operand
		vector, general bool
	}{
		{apply.Operand{}, false, false}, {apply.Operand{Number: 3}, false, false}, {apply.Operand{Name: "x"}, true, false}, {apply.Operand{Value: &m}, true, false},
		{apply.Operand{Name: "x", File: target.General}, true, true}, {apply.Operand{File: target.General}, false, false}, {apply.Operand{Value: &m, File: target.General}, true, true},
	} {
		if row.o.IsVector() != row.vector || row.o.IsGeneral() != row.general {
			t.Errorf("%+v is a vector: %t, general: %t", row.o, row.o.IsVector(), row.o.IsGeneral())
		}
	}
	for text, known := range map[string]bool{"-> i8x2: 1 #80": true, "i8x1 -> a0 1": false, "-> i8x2: 1 _": false} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		o := apply.Vector(m)
		if o.Known != known || o.Bits != 16 || known && o.Constant.Hex() != "8001" || !o.IsVector() {
			t.Errorf("%s is known: %t, of %d bits, %s", text, o.Known, o.Bits, o.Constant.Hex())
		}
	}
}

// A result in a general register is as wide as can be, one in a register of vectors as it is written.
func TestReadableIn(t *testing.T) {
	m := lane.Identity(8, 8)
	if got := apply.ReadableIn(target.General, m).String(); got != "i64x1 -> a0" {
		t.Errorf("in a general register it is %s", got)
	}
	if got := apply.ReadableIn(target.Vectors, m).String(); got != program.Readable(m).String() {
		t.Errorf("in a vector it is %s", got)
	}
}

// Rows with masks, with constants that are numbers, and with operands that are values.
func TestOperandsOfRows(t *testing.T) {
	vector := func(name string) apply.Operand { return apply.Operand{Name: name, Bits: 128} }
	value := func(text string) apply.Operand {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return apply.Vector(m)
	}
	const bytes = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
	numbers := func(format string) string {
		var all []string
		for k := range 16 {
			all = append(all, fmt.Sprintf(format, k))
		}
		return strings.Join(all, " ")
	}
	reversed := value("-> i8x16: #f #e #d #c #b #a #9 #8 #7 #6 #5 #4 #3 #2 1 z")
	for _, test := range []struct {
		name string
		at   map[byte]apply.Operand
		want string
	}{
		{"vpcompressd", map[byte]apply.Operand{'d': vector("x"), 'b': vector("y"), 'm': {Number: 0b1010}}, "i32x4 i32x4 -> b1 b3 a2 a3 of x y"},
		{"vpcompressd", map[byte]apply.Operand{'d': vector("x"), 'b': vector("y"), 'm': {Number: 0xfa}}, "i32x4 i32x4 -> b1 b3 a2 a3 of x y"},
		{"vpcompressd", map[byte]apply.Operand{'d': vector("x"), 'b': vector("y")}, "what vpcompressd does depends on a mask register: it is a map only once that is known"},
		{"vpcompressd", map[byte]apply.Operand{'d': vector("x"), 'b': vector("y"), 'm': {Name: "k1"}}, "what vpcompressd does depends on a mask register: it is a map only once that is known"},
		{"vpcompressd", map[byte]apply.Operand{'b': vector("y"), 'm': {Number: 1}}, "vpcompressd has no operand a"},
		{"vpcompressd", map[byte]apply.Operand{'d': vector("x"), 'b': {Number: 3}, 'm': {Number: 1}}, "vpcompressd has no operand b"},
		{"vmovdqu8", map[byte]apply.Operand{'a': vector("x"), 'm': {Number: 0x8001}}, "i8x16 -> a0 z z z z z z z z z z z z z z a15 of x"},
		{"vpshufb", map[byte]apply.Operand{'a': value("i64x2 -> a1 a0"), 'k': reversed}, "i8x16 -> " + "a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8 of x"},
		{"vpshufb", map[byte]apply.Operand{'a': value("i64x4 -> a1 a0 a2 a3"), 'k': reversed}, "vpshufb reads 128 bits, and this has 256"},
		{"vpshufb", map[byte]apply.Operand{'a': vector("x"), 'k': {Number: 1}}, "i8x16 -> a1 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 of x"},
		{"vpshufb", map[byte]apply.Operand{'a': vector("x")}, "what vpshufb does depends on the contents of a vector that is not in the text: it is a map only where these are constants"},
		{"pshufb", map[byte]apply.Operand{'d': vector("x"), 'k': vector("k")}, "what pshufb does depends on the contents of k: it is a map only where these are constants"},
		{"pmullw", map[byte]apply.Operand{'d': vector("x"), 'k': value("-> i16x8: 1 z 1 z 1 z 1 z")}, "i8x16 -> a0 a1 z z a4 a5 z z a8 a9 z z a12 a13 z z of x"},
		{"pmullw", map[byte]apply.Operand{'d': vector("x"), 'k': value("-> i16x8: 1 #3 1 1 1 1 1 1")}, "pmullw computes lane 1 from this constant, which is no movement"},
	} {
		p := program.Values{Named: map[string]lane.Map{}}
		if test.at['a'].Value != nil { // of the one input
			if _, err := p.Arguments([]string{"x"}, []int{128}, 8); err != nil {
				t.Fatal(err)
			}
		}
		merges := test.name == "vpcompressd"
		m, err := apply.Row(&p, rowWith(t, test.name, func(r *target.Row) bool { return !merges || r.Destroys }), test.at)
		got := program.Readable(m).String() + " of " + strings.Join(p.Inputs, " ")
		if err != nil {
			got = err.Error()
		}
		if want := strings.ReplaceAll(test.want, bytes, numbers("a%d")); got != want {
			t.Errorf("%s of %+v is\n\t%s, want\n\t%s", test.name, test.at, got, want)
		}
	}
}

// An or, an and, and an and with one side inverted move where the bits of a side are known: bit by bit, by the truth table.
func TestUnions(t *testing.T) {
	rng := chance.Random(t, 5)
	const zero, one, undefined = -1, -2, -3 // or a bit of x or y
	tables := map[string]func(a, b int) int{
		"por":   func(a, b int) int { return map[bool]int{true: one, false: zero}[a == one || b == one] },
		"pand":  func(a, b int) int { return map[bool]int{true: one, false: zero}[a == one && b == one] },
		"pandn": func(a, b int) int { return map[bool]int{true: one, false: zero}[a == zero && b == one] },
	}
	moved, computed := 0, 0
	for round := range 600 {
		for name, table := range tables {
			p := program.Values{Named: map[string]lane.Map{}, Inputs: []string{"x", "y"}, Bits: []int{128, 128}, Patient: round%2 == 0}
			var sides [2][128]int
			var maps [2]lane.Map
			for k := range maps {
				m := lane.Map{Bits: 8, Src: []int{16, 16}, Lane: make([]lane.Lane, 16)}
				for i := range 16 {
					choice, from := rng.IntN(8), rng.IntN(16)
					if k == 1 && rng.IntN(50) > 0 && maps[0].Lane[i].Kind == lane.Source {
						choice = rng.IntN(4)
					}
					for b := range 8 {
						bit := 8*i + b
						switch choice {
						case 0, 1:
							m.Lane[i], sides[k][bit] = lane.Zero(), zero
						case 2, 3:
							m.Lane[i], sides[k][bit] = lane.Fixed(lane.ConstOf(255)), one
						case 4:
							m.Lane[i], sides[k][bit] = lane.Lane{}, undefined
						default:
							m.Lane[i], sides[k][bit] = lane.From(k, from), 128*k+8*from+b
						}
					}
				}
				maps[k] = m
			}
			first := -1 // the first byte that is computed
			want := make([]int, 128)
			for i := range want {
				a, b := sides[0][i], sides[1][i]
				values := func(v int) []int {
					if v == zero || v == one {
						return []int{v}
					}
					return []int{zero, one}
				}
				low, high := table(values(a)[0], values(b)[0]), table(values(a)[0], values(b)[0])
				for _, x := range values(a) {
					for _, y := range values(b) {
						low, high = min(low, table(x, y)), max(high, table(x, y))
					}
				}
				inverted := len(values(a)) == 2 && len(values(b)) == 1 && table(zero, b) == one
				switch {
				case low == high:
					want[i] = low
				case a == undefined || b == undefined:
					want[i] = undefined
				case a >= 0 && b >= 0 || inverted:
					want[i] = undefined
					if first < 0 {
						first = i / 8
					}
				default:
					want[i] = max(a, b)
				}
			}
			vectors := map[byte]apply.Operand{'a': apply.Vector(maps[0]), 'b': apply.Vector(maps[1])}
			m, err := apply.Row(&p, rowWith(t, name, func(r *target.Row) bool { return r.Union != nil }), vectors)
			says := fmt.Sprintf("%s computes lane %d from lanes that are both live, which is no movement", name, first)
			if first >= 0 && !p.Patient {
				computed++
				if err == nil || err.Error() != says {
					t.Fatalf("%s of %s and %s: %v, want %s", name, maps[0], maps[1], err, says)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s of %s and %s: %v", name, maps[0], maps[1], err)
			}
			if first >= 0 {
				_, _, why := p.WithoutComputed(m)
				if why == nil || why.Error() != says {
					t.Fatalf("%s of %s and %s: %v, want %s", name, maps[0], maps[1], why, says)
				}
				continue
			}
			moved++
			bits, err := m.Regroup(1)
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range bits.Lane {
				got := undefined
				switch {
				case l.Kind == lane.Source:
					got = 128*l.Src + l.Index
				case l == lane.Zero():
					got = zero
				case l.Kind == lane.Constant:
					got = one
				}
				if got != want[i] {
					t.Fatalf("%s of %s and %s is %s: bit %d is %d, want %d", name, maps[0], maps[1], m, i, got, want[i])
				}
			}
		}
	}
	if moved < 50 || computed < 50 {
		t.Errorf("%d moved and %d computed: too few", moved, computed)
	}
}

// What a union reads has to be there.
func TestUnionWithoutOperand(t *testing.T) {
	p := program.Values{Named: map[string]lane.Map{}}
	or := rowWith(t, "vpor", func(r *target.Row) bool { return r.Union != nil })
	if _, err := apply.Row(&p, or, map[byte]apply.Operand{'a': {Name: "x", Bits: 128}}); err == nil || errors.Unwrap(err) != nil || err.Error() != "vpor has no operand b" {
		t.Errorf("%v", err)
	}
}
