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
