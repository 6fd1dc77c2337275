package cexpr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// anyCall is a call of a table's entry with arguments of the kinds that it takes, of any type and with any number.
func anyCall(rng *rand.Rand, c cexpr.Call) string {
	element := []string{"uint8_t", "int16_t", "uint32_t", "float", "uint64_t", "double"}
	total := []int{64, 128, 128, 128, 256, 512}
	typ := fmt.Sprintf("%d<%s>", total[rng.IntN(6)], element[rng.IntN(6)])
	any := func() string {
		if rng.IntN(3) > 0 { // mostly all are alike
			return typ
		}
		return fmt.Sprintf("%d<%s>", total[rng.IntN(6)], element[rng.IntN(6)])
	}
	below := []int{2, 4, 8, 40, 300}[rng.IntN(5)]
	number := func() string { return fmt.Sprint(rng.IntN(below) - rng.IntN(40)/39) }
	var vectors, args []string
	template := ""
	for _, letter := range c.Args {
		switch letter {
		case 'v':
			name := string(rune('a' + len(vectors)))
			vectors, args = append(vectors, "Vec"+any()+" "+name), append(args, name)
		case 'd', 'h', 't', 'w', 'D':
			args = append(args, "Full"+any()+"()")
		case 'n', 'x':
			args = append(args, number())
		case 'N':
			for range 1 << rng.IntN(6) {
				args = append(args, number())
			}
		case 'p':
			template = "<" + number() + ">"
		case 'P':
			template = fmt.Sprintf("<%s, %s, %s, %s>", number(), number(), number(), number())
		case 'm':
			all := []string{}
			for range 4 << rng.IntN(4) {
				all = append(all, number())
			}
			args = append(args, fmt.Sprintf("(%s){%s}", []string{"uint8x16_t", "uint32x4_t", "v4si", "v16qi"}[rng.IntN(4)], strings.Join(all, ", ")))
		}
	}
	name, _, _ := strings.Cut(c.Name, "/")
	return fmt.Sprintf("typedef int v4si __attribute__((vector_size(16)));\ntypedef char v16qi __attribute__((vector_size(16)));\nauto f(%s) { return %s%s(%s); }", strings.Join(vectors, ", "), name, template, strings.Join(args, ", "))
}

// Each call of the tables, with vectors of any type and numbers that may be none of theirs, is a map that is whole, or is refused.
func TestCallsOfAnyTypes(t *testing.T) {
	rng := chance.Random(t, 57)
	for _, c := range cexpr.Calls() {
		read := 0
		for range 1000 {
			text := anyCall(rng, c)
			r, err := cexpr.Builtin().Read(text, dialect.Options{})
			if err != nil {
				continue
			}
			read++
			if err := r.Map.Check(); err != nil || len(r.Map.Lane) == 0 || len(r.Map.Lane) > lane.MaxLanes {
				t.Errorf("%s is %s, %v", text, r.Map, err)
			}
		}
		if read == 0 {
			t.Errorf("%s(%s): none of 1000 was read, as %s", c.Name, c.Args, anyCall(rng, c))
		}
	}
}

// Each name, with arguments that are mostly not its own, is a map that is whole, or is refused.
func TestCallsOfAnyArguments(t *testing.T) {
	rng := chance.Random(t, 58)
	names := cexpr.CallNames()
	types := []string{"__m128i", "__m256i", "__m512", "uint8x16_t", "uint8x8_t", "uint32x4_t", "float32x4_t", "v128_t", "vector unsigned char", "Vec128<uint8_t>", "Vec256<float>", "int", "uint64_t", "uint8x16x2_t", "__mmask16"}
	argument := func() string {
		return []string{"a", "b", "c", "x", "1.5f", "(uint8x16_t){1, 2, 3, 200}", "Full128<uint16_t>()", fmt.Sprint(rng.IntN(300) - 20), fmt.Sprint(rng.IntN(8))}[rng.IntN(9)]
	}
	call := func(first ...string) string {
		name, template, args := names[rng.IntN(len(names))], "", first
		for range rng.IntN(5) {
			args = append(args, argument())
		}
		if rng.IntN(4) == 0 {
			template = fmt.Sprintf("<%d>", rng.IntN(70)-2)
		}
		return name + template + "(" + strings.Join(args, ", ") + ")"
	}
	read := 0
	for range 40_000 {
		body := call()
		if rng.IntN(3) == 0 {
			body = call(body)
		}
		text := fmt.Sprintf("auto f(%s a, %s b, %s c) { return %s; }", types[rng.IntN(len(types))], types[rng.IntN(len(types))], types[rng.IntN(len(types))], body)
		if r, err := cexpr.Builtin().Read(text, dialect.Options{}); err == nil {
			read++
			if err := r.Map.Check(); err != nil || len(r.Map.Lane) == 0 {
				t.Errorf("%s is %s, %v", text, r.Map, err)
			}
		}
	}
	if len(names) < 2000 || read < 800 { // about a thousand are
		t.Errorf("of %d names, %d texts were read", len(names), read)
	}
}

// Of a vector no part is taken that is longer.
func TestNoLongerPart(t *testing.T) {
	for _, text := range []string{"_mm_extract_si256(a, 0)", "_mm_insert_si256(a, b, 7)"} { // which once were panics
		if r, err := cexpr.Intel().Read(text, dialect.Options{}); err == nil {
			t.Errorf("%s is %s", text, r.Map)
		}
	}
}
