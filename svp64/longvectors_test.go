package svp64_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// listed is so many lanes in text.
func listed(n int, lane func(k int) string) string {
	var words []string
	for k := range n {
		words = append(words, lane(k))
	}
	return strings.Join(words, " ")
}

func source(k int) string { return fmt.Sprintf("a%d", k) }

// Where vectors take nearly all registers they begin where there is room: as usual, behind the registers of predicates, at 0, one inside of the other. Where no register is left for a predicate it is in fields.
func TestLongVectorsHaveRegisters(t *testing.T) {
	for _, c := range []struct{ text, registers, predicates string }{
		{"i64x32 -> " + listed(32, source), "*32,*64", ""},
		{"i64x63 -> " + listed(63, source), "*0,*64", ""},
		{"i64x64 -> " + listed(64, source), "*0,*64", ""},
		{"i64x64 -> " + listed(64, func(k int) string { return strings.Replace(source(k), "a5", ".", map[bool]int{true: 1}[k == 5]) }), "*0,*64", "cr32=eq,eq,eq,eq,eq,,eq,eq"},
		{"i64x64 -> . " + listed(63, source), "*0,*64", "cr32=gt,gt+eq,gt+eq"},
		{"i64x33 -> . " + listed(32, source), "*31,*64", "r3=0x1fffffffe"},
		{"i64x128 -> a3", "*0,*1", ""},
		{"i64x128 -> a127", "*0,*0", "cr32=eq,eq,"},
		{"i64x100 -> " + listed(40, func(k int) string { return source(2 * k) }), "*0,*40", ""},
		{"i64x1 -> " + listed(64, func(int) string { return "a0" }), "*31,95", ""},
		{"i64x1 -> a0 a0 " + listed(128, func(int) string { return "." }), "*0,*2", ""},
	} {
		m, err := lane.Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		found, err := svp64.FromMap(m)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if !wayBack(t, c.text, m) || !strings.Contains(found.String(), " "+c.registers+",") || !strings.Contains(found.String(), c.predicates) || (c.predicates == "") != (len(found.Set) == 0) {
			t.Errorf("%.40s… is %v; want it in %s with %q", c.text, found, c.registers, c.predicates)
		}
	}
}

// What is no move is said with its reason: bytes that are cut, bits that move inside a byte, two places for one byte, vectors longer than all registers.
func TestReasonsOfNone(t *testing.T) {
	for text, want := range map[string]string{
		"i1x4 -> a0 a1 a2 a3":             "the source has 4 bits, which are no whole bytes",
		"i1x8 -> a0 a1 a2 a3":             "the destination has 4 bits, which are no whole bytes",
		"i1x8 -> a0 a1 a2 a3 a4 a5 a7 a6": "lane 6: elements have 8 bits at least, and this moves bits inside a byte",
		"i4x4 -> a0 a2":                   "lane 1: elements have 8 bits at least, and this moves bits inside a byte",
		"i4x4 -> a0 z":                    "lane 1: elements have 8 bits at least, and this byte comes from two places",
		"i4x2 -> a0 .":                    "lane 1: elements have 8 bits at least, and this byte comes from two places",
		"i4x4 -> z #1":                    "",
		"i64x129 -> a0":                   "the vectors are longer than the 128 registers",
		"i64x1 -> " + listed(129, func(int) string { return "a0" }): "the vectors are longer than the 128 registers",
		"i64x1 -> " + listed(129, func(int) string { return "z" }):  "the vectors are longer than the 128 registers",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if l, err := svp64.FromMap(m); !svp64.IsNone(err) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.40s is %v: %v; want %s", text, l, err, want)
		}
	}
	for _, text := range []string{"i4x4 -> a0 a1", "i4x4 -> z z", "i1x8 -> " + listed(8, source), "i64x1 -> a0 " + listed(128, func(int) string { return "." }), "i64x1 -> a0 " + listed(128, func(int) string { return "_" })} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if l, err := svp64.FromMap(m); err != nil {
			t.Errorf("%.40s is %v: %v", text, l, err)
		}
	}
}

// A map that is none, since it reads what is not there, is refused by whoever takes one.
func TestMapsThatAreWrong(t *testing.T) {
	wrong := lane.Map{Bits: 32, Src: []int{4}, Lane: []lane.Lane{lane.From(0, 4)}}
	if wrong.Check() == nil {
		t.Fatal("the map is right")
	}
	for name, err := range map[string]error{
		"FromMap":      second(svp64.FromMap(wrong)),
		"Find":         second(svp64.Find(wrong)),
		"Sequence":     second(svp64.Sequence(wrong)),
		"SequenceInto": second(svp64.SequenceInto(wrong, 0)),
		"PairSequence": second(svp64.PairSequence(wrong)),
		"FromGuarded":  second(svp64.FromGuarded(lane.Guarded{Map: wrong, Bit: []int{0}})),
	} {
		if err == nil || svp64.IsNone(err) || !strings.Contains(err.Error(), "4") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := svp64.Cover(wrong); err == nil || svp64.IsNone(err) {
		t.Errorf("Cover: %v", err)
	}
	three := lane.Map{Bits: 32, Src: []int{4, 4, 4}, Lane: []lane.Lane{lane.From(0, 0), lane.From(1, 0), lane.From(2, 0), lane.From(0, 1)}}
	if _, err := svp64.PairSequence(three); err == nil || !strings.Contains(err.Error(), "3 sources: sequences in scalar form are of one or two") {
		t.Errorf("three sources: %v", err)
	}
	for _, into := range []int{-1, 3} {
		if _, err := svp64.SequenceInto(three, into); err == nil || !strings.Contains(err.Error(), "of 3") {
			t.Errorf("into %d: %v", into, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// Floating-point vectors take no integer registers, so that a predicate of theirs may be in any of these, also in those with the vectors' numbers.
func TestPredicateBesideFloats(t *testing.T) {
	for _, text := range []string{
		"i32x4 -> a0 #3f800000 . . . . a3 #3f800000",
		"i64x64 -> a0 #3ff0000000000000 . . . . a3 #3ff0000000000000 " + listed(120, func(int) string { return "." }),
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		found, err := svp64.FromMap(m)
		if err != nil || !found.Float || found.CR || len(found.Set) == 0 || !wayBack(t, text, m) {
			t.Errorf("%.40s is %v: %v", text, found, err)
		}
	}
}
