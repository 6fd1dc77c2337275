package maskcall_test

import (
	"strings"
	"testing"
)

// Between any two words blanks and comments of either kind may stand, and nothing of what follows goes with them.
func TestBetweenWords(t *testing.T) {
	for name, words := range map[string]string{
		"rust": "let ~a: u8x4 ; let ~b: u8x4 ; let ~r = simd_swizzle! ( a , b , [ 0 , 4 , 1 , 5 ] ) ;",
		"zig":  "var ~a: @Vector ( 4 , u8 ) = x ; const ~r = @shuffle ( u8 , a , a , [4]i32 { 0 , 1 , 2 , 3 } ) ;",
		"java": "var ~r = a . rearrange ( VectorShuffle . fromValues ( ByteVector . SPECIES_64 , 1 , 2 , 3 , 4 , 5 , 6 , 7 , 0 ) ) ;",
	} {
		want := map[string]string{"rust": "i8x4 i8x4 -> a0 b0 a1 b1", "zig": "i8x4 -> a0 a1 a2 a3", "java": "i8x8 -> a1 a2 a3 a4 a5 a6 a7 a0"}[name]
		parts := strings.Split(strings.ReplaceAll(words, "~", ""), " ")
		for k := 1; k < len(parts); k++ {
			for _, between := range []string{" ", "\t", "\n", "\r\n", " \t ", "/**/", "/* c */", "/* ( */", "// c\n", "//\n", " /* c */ ", "/* c *//* c */", "/***/"} {
				if name == "zig" && strings.Contains(between, "/*") { // which has none of these
					continue
				}
				readsAs(t, name, strings.Join(parts[:k], " ")+between+strings.Join(parts[k:], " "), want)
			}
		}
	}
}
