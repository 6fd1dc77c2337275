package shader_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shader"
)

// An integer is a type of one that no language makes wider before it computes.
type integer struct {
	name   string
	bits   int
	signed bool
}

var integers = []integer{{"int", 32, true}, {"uint", 32, false}, {"long", 64, true}, {"ulong", 64, false}}

// wrapped is a number as the type has it.
func (t integer) wrapped(x uint64) uint64 {
	switch t.name {
	case "int":
		return uint64(int32(x))
	case "uint":
		return uint64(uint32(x))
	}
	return x
}

// text is the number as the text has it.
func (t integer) text(x uint64) string {
	if t.signed {
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatUint(x, 10)
}

// together is the type of what C computes of two: the wider one, and of two as wide the unsigned one.
func together(a, b integer) integer {
	if b.bits > a.bits || b.bits == a.bits && !b.signed {
		return b
	}
	return a
}

// Operators of constants of two types give what C's rules give. A shift has the type of what is shifted; what no number below zero and no count beyond the type's bits is asked of computes.
func TestConstantsAreComputed(t *testing.T) {
	rng := chance.Random(t, 5)
	for range 3000 {
		a, b := integers[rng.IntN(4)], integers[rng.IntN(4)]
		of := together(a, b)
		x, y := a.wrapped(rng.Uint64()>>rng.IntN(64)), b.wrapped(rng.Uint64()>>rng.IntN(64))
		if rng.IntN(2) == 0 {
			y = uint64(rng.IntN(70))
		}
		small := int64(x) >= 0 && int64(y) >= 0
		answers := map[string]uint64{"+": x + y, "-": x - y, "*": x * y, "&": x & y, "|": x | y, "^": x ^ y}
		if small && y > 0 {
			answers["/"], answers["%"] = x/y, x%y
		}
		for _, op := range strings.Fields("+ - * & | ^ / % << >>") {
			want, ok := answers[op]
			want = of.wrapped(want)
			if shifts := op == "<<" || op == ">>"; shifts {
				want, ok = a.wrapped(x<<(y&63)), y < uint64(a.bits)
				if op == ">>" && a.signed {
					want = uint64(int64(x) >> (y & 63))
				} else if op == ">>" {
					want = x >> (y & 63)
				}
			}
			text := "const " + a.name + " x = " + a.text(x) + "; const " + b.name + " y = " + b.text(y) + "; long r = x " + op + " y;"
			p, err := shader.Parse(text)
			if ok && (err != nil || p.Map.Lane[0] != lane.Fixed(lane.ConstOf(want))) {
				t.Fatalf("%s\n%s, want %#x: %v", text, p.Map, want, err)
			}
			if computes := err != nil && strings.Contains(err.Error(), "computes: what moves lanes is"); !ok && !computes {
				t.Fatalf("%s\n%s, want an error: %v", text, p.Map, err)
			}
		}
	}
}

// A number of the text takes the type of what stands beside it, on either side; of two, the one of vectors has the lanes.
func TestConstantsBesideNumbers(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"const long x = 0x7fffffff; long r = 1 + x;", "i64x1: #80000000"},
		{"const long x = 0x7fffffff; long r = x + 1;", "i64x1: #80000000"},
		{"const uint x = 0; long r = 0 - x - 1;", "i64x1: #ffffffff"},
		{"const uchar x = 255; uint r = 1 + x;", "i32x1: z"},
		{"long r = 1 + 0x7fffffff;", "i64x1: #ffffffff80000000"},
		{"long r = 1 + 0x100000000;", "i64x1: #100000001"},
		{"const int x = -8; int r = x >> 1u;", "i32x1: #fffffffc"},
		{"const int2 x = int2(1, 2); int2 r = 3 + x;", "i32x2: #4 #5"},
		{"const int2 x = int2(1, 2); int2 r = x - 1;", "i32x2: z 1"},
		{"const int2 x = int2(1, 2), y = int2(5, 7); int2 r = y - x;", "i32x2: #4 #5"},
		{"int r = " + strings.Repeat("1 + ", 200) + "1;", "i32x1: #c9"},
		{"int r = 1" + strings.Repeat(" * 1 - 1 + 1", 100) + ";", "i32x1: 1"},
	} {
		if p, err := shader.Parse(row.text); err != nil || p.Map.String() != "-> "+row.want {
			t.Errorf("%s\n%s, want %s: %v", row.text, p.Map, row.want, err)
		}
	}
}

// A number of 32 bits is the one that Go rounds to, wherever it lies between two.
func TestFloatsAreRounded(t *testing.T) {
	rng := chance.Random(t, 6)
	for range 5000 {
		x := math.Float64frombits(rng.Uint64())
		if rng.IntN(2) == 0 { // near what 32 bits hold, subnormal numbers too
			x = math.Ldexp(1+rng.Float64(), rng.IntN(300)-160)
		}
		if rng.IntN(3) == 0 { // half way between two
			x = math.Float64frombits(math.Float64bits(float64(float32(x))) | 1<<28)
		}
		if x != x || math.IsInf(x, 0) {
			continue
		}
		for typ, want := range map[string]uint64{"float": uint64(math.Float32bits(float32(x))), "double": math.Float64bits(x)} {
			text := "const double x = " + strconv.FormatFloat(x, 'e', 800, 64) + "; " + typ + " r = x;"
			if p, err := shader.Parse(text); err != nil || p.Map.Lane[0] != lane.Fixed(lane.ConstOf(want)) {
				t.Fatalf("%s\n%s, want %#x: %v", text, p.Map, want, err)
			}
			text = typ + " r = " + strconv.FormatFloat(x, 'e', 800, 64) + ";"
			p, err := shader.Parse(text)
			if refused := typ == "float" && math.IsInf(float64(float32(x)), 0); refused != (err != nil) || err == nil && p.Map.Lane[0] != lane.Fixed(lane.ConstOf(want)) {
				t.Fatalf("%s\n%s, want %#x: %v", text, p.Map, want, err)
			}
		}
	}
}
