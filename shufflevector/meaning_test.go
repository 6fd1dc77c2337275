package shufflevector_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
)

// bytesOfText are the characters of IR's strings: a backslash twice is one, with two hexadecimal digits behind it that byte, and otherwise itself.
var bytesOfText = regexp.MustCompile(`\\\\|\\[0-9a-fA-F]{2}|[^"]`)

// A text of bytes is the vector of what its characters are, and of no other length. All texts of up to five characters, of these.
func TestStringsOfBytes(t *testing.T) {
	const alphabet = `\aF0g`
	var each func(text string)
	each = func(text string) {
		if text != "" {
			var want []shufflevector.Value
			for _, word := range bytesOfText.FindAllString(text, -1) {
				value := uint64(word[0])
				if len(word) == 3 {
					fmt.Sscanf(word[1:], "%x", &value)
				}
				want = append(want, shufflevector.Value{Bits: lane.ConstOf(value)})
			}
			for n := 1; n <= len(text); n++ {
				s, err := shufflevector.Parse(fmt.Sprintf(`shufflevector <%d x i8> c"%s", <%[1]d x i8> poison, <1 x i32> zeroinitializer`, n, text))
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				if got := s.Op[0].Const; n == len(want) && !slices.Equal(got, want) || n != len(want) && got != nil {
					t.Fatalf("c\"%s\" of %d bytes is %v, want %v of %d", text, n, got, want, len(want))
				}
			}
		}
		for k := range alphabet {
			if len(text) < 5 {
				each(text + alphabet[k:k+1])
			}
		}
	}
	each("")
}

// The map of a shuffle does what executing it does, and has each variable that is an operand as one source, in order. All masks of up to three lanes over all pairs of operands, of
// variables, of one variable twice, and of constants.
func TestMapIsEval(t *testing.T) {
	value := func(v uint64) shufflevector.Value { return shufflevector.Value{Bits: lane.ConstOf(v)} }
	operands := []shufflevector.Operand{
		shufflevector.Var("%x"), shufflevector.Var("%y"), shufflevector.ZeroVector(), shufflevector.PoisonVector(), shufflevector.SplatOf(value(7)),
		{Const: []shufflevector.Value{value(5), {State: shufflevector.Undef}}},
	}
	held := map[string][]shufflevector.Value{"%x": {value(11), value(12)}, "%y": {value(21), value(22)}}
	for _, a := range operands {
		for _, b := range operands {
			for m := 1; m <= 3; m++ {
				sel := slices.Repeat([]int{shufflevector.ZeroLane}, m)
				for more := true; more; more = next(sel, 4) {
					s := shufflevector.Shuffle{Elem: shufflevector.Int(8), N: 2, Op: [2]shufflevector.Operand{a, b}, Sel: sel}
					var want []string
					for _, o := range s.Op {
						if o.IsVar() && !slices.Contains(want, o.Name) {
							want = append(want, o.Name)
						}
					}
					got, names := s.Map()
					if !slices.Equal(names, want) || len(got.Src) != len(want) || got.Check() != nil {
						t.Fatalf("%s: %s of %v, and not of %v", s, got, names, want)
					}
					for i, v := range s.Eval(held[a.Name], held[b.Name]) {
						l := got.Lane[i]
						switch {
						case v.State != shufflevector.Defined:
							if l.Kind != lane.Undefined {
								t.Fatalf("%s: lane %d of %s is defined", s, i, got)
							}
						case l.Kind == lane.Source && held[names[l.Src]][l.Index] == v:
						case l.Kind == lane.Constant && l.Const == v.Bits:
						default:
							t.Fatalf("%s: lane %d of %s is not %v", s, i, got, v)
						}
					}
					if c := s.Commute(); !slices.Equal(c.Eval(held[b.Name], held[a.Name]), s.Eval(held[a.Name], held[b.Name])) {
						t.Fatalf("%s does not do what %s does", c, s)
					}
				}
			}
		}
	}
}

// next counts selectors up, from ZeroLane to below end, and says whether there are more.
func next(sel []int, end int) bool {
	for i := range sel {
		if sel[i]++; sel[i] < end {
			return true
		}
		sel[i] = shufflevector.ZeroLane
	}
	return false
}

// What a match prints of a parameter is read back as its value, where the text says all of it, and nothing else is: a set of lanes has 0x before hexadecimal digits, a number has digits alone.
func TestValuesOfParameters(t *testing.T) {
	wrong := []string{"", "0x", "x1", "-1", "+1", "1 ", " 1", "0xg", "0x12345678123456781", "Right", "lo", "70000", "1_0"}
	read := 0
	for _, p := range shufflevector.Library() {
		s := shufflevector.Shape{N: 8, M: 8}
		args := p.EachArgs(s)
		if args == nil {
			args = []shufflevector.Args{{1, 2}, {0xa5, 7}, {0xfe, 0}}
		}
		for i, q := range p.Params {
			for _, a := range args {
				m := shufflevector.Match{Pattern: p, Args: a, Shape: s, Group: 1, Lanes: 1}
				text, name, plain := m.AppendValue(nil, i, 16)
				v, ok := q.Value(string(text))
				whole := q.Name != "columns" && q.Name != "block" // which say themselves too little
				if name != q.Name || ok != whole || ok && v != a[i] {
					t.Errorf("%s: %s of %d is %q and read back as %d, %v", p.Name, name, a[i], text, v, ok)
				}
				if digits := len(text) > 0 && text[0] >= '0' && text[0] <= '9' && !q.IsLaneBits() && q.Name != "columns"; plain != digits {
					t.Errorf("%s: %s %q is a number: %v", p.Name, name, text, plain)
				}
				if q.IsLaneBits() { // without 0x it is none
					if v, ok := q.Value(string(text[2:])); ok {
						t.Errorf("%s: %s reads %q as %d", p.Name, name, text[2:], v)
					}
				}
				read++
			}
			for _, text := range wrong {
				if v, ok := q.Value(text); ok {
					t.Errorf("%s: %s reads %q as %d", p.Name, q.Name, text, v)
				}
			}
		}
	}
	if read < 60 {
		t.Errorf("%d values", read)
	}
}
