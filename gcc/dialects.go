package gcc

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Dialect is GCC's, with both of its languages.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "gcc", Meaning: "GCC's dumps: VEC_PERM_EXPR of GIMPLE, and RTL", Example: "_3 = VEC_PERM_EXPR <a_1(D), b_2(D), { 0, 4, 1, 5 }>;",
		Looks: looks, Read: dialect.WithoutOptions(read), Say: say, Sequence: dialect.WithoutSearch(sequence), Whole: true,
	}
}

// isExpression says whether a text begins with a parenthesis, behind what a dump says of itself.
func isExpression(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(uncommented(text)), "(")
}

// isRTL says whether a text is an expression of RTL that moves lanes.
func isRTL(text string) bool {
	return isExpression(text) && (strings.Contains(text, "(vec_") || strings.Contains(text, "(subreg:V"))
}

func looks(text string) bool {
	return strings.Contains(text, permute) || strings.Contains(text, "BIT_FIELD_REF <") || strings.Contains(text, "VIEW_CONVERT_EXPR<") || isRTL(text)
}

func read(text string) (dialect.Reading, error) {
	if isExpression(text) {
		return readRTL(text)
	}
	return readGIMPLE(text)
}
