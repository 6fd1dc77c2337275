package maskcall_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
)

// Of two operators that stand beside one another that one binds which each language's reference names first, and of those of one rank the left one. Julia's ^ is a power, and its / makes a float: no indices.
func TestOperatorsBind(t *testing.T) {
	const c = "* / %, + -, << >>, &, ^, |"
	computed := func(a int, operator string, b int) (v int, ok bool) {
		switch operator {
		case "*":
			return a * b, true
		case "/", "%":
			if b <= 0 {
				return 0, false
			} else if operator == "/" {
				return a / b, true
			}
			return a % b, true
		case "+":
			return a + b, true
		case "-":
			return a - b, true
		case "<<":
			return a << max(b, 0), b >= 0 && b < 20
		case ">>":
			return a >> max(b, 0), b >= 0 && b < 20
		case "&":
			return a & b, true
		case "^":
			return a ^ b, true
		}
		return a | b, true
	}
	const rest = ", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"
	for _, row := range []struct{ language, text, ranks string }{
		{"rust", "let a: u8x16; simd_swizzle!(a, [%s, 0])", c},
		{"csharp", "Vector128.Shuffle(a, Vector128.Create((byte)%s" + rest + "))", c},
		{"java", "a.rearrange(VectorShuffle.fromValues(ByteVector.SPECIES_128, %s" + rest + "))", c},
		{"zig", "var a: @Vector(16, u8) = x; @shuffle(u8, a, undefined, [2]i32{ %s, 0 })", "* / %, + -, << >>, & ^ |"},
		{"swift", "let a: SIMD16<UInt8>\na[SIMD2(%s, 0)]", "<< >>, * / % &, + - | ^"},
		{"julia", "shufflevector(a, Val((%s" + rest + ")))", "<< >>, * % &, + - |"},
	} {
		rank := map[string]int{}
		for k, group := range strings.Split(row.ranks, ", ") {
			for _, operator := range strings.Fields(group) {
				rank[operator] = k
			}
		}
		read := 0
		for first, i := range rank {
			for second, j := range rank {
				for numbers := 0; numbers < 216; numbers += 5 {
					a, b, c := numbers%6+1, numbers/6%6, numbers/36
					v, ok := computed(a, first, b)
					if i <= j {
						next, fine := computed(v, second, c)
						v, ok = next, ok && fine
					} else {
						behind, fine := computed(b, second, c)
						v, ok = computed(a, first, behind)
						ok = ok && fine
					}
					if !ok || v < 0 || v > 15 {
						continue
					}
					expression := fmt.Sprintf("%d %s %d %s %d", a, first, b, second, c)
					if row.language == "csharp" { // behind a cast
						expression = "(" + expression + ")"
					}
					text := fmt.Sprintf(row.text, expression)
					r, err := language(t, row.language).Read(text, dialect.Options{})
					if err != nil || r.Map.Lane[0].Index != v || r.Map.Lane[0].Src != 0 {
						t.Fatalf("%s: %s is %v, want lane %d: %v", row.language, expression, r.Map, v, err)
					}
					read++
				}
			}
		}
		if read < 600 {
			t.Errorf("%s: %d were read", row.language, read)
		}
	}
	for _, expression := range []string{"6 / 2", "2 ^ 1"} {
		if r, err := language(t, "julia").Read("shufflevector(a, Val(("+expression+", 0, 0, 0)))", dialect.Options{}); err == nil {
			t.Errorf("%s is an index of Julia: %v", expression, r.Map)
		}
	}
}
