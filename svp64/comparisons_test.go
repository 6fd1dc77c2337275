package svp64_test

import (
	"testing"

	"github.com/lanescope/lanescope/svp64"
)

// Each instruction that is compared with swizzle moves is another one, and all is said of it that there is to say.
func TestComparisonsSayAll(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range svp64.Comparisons() {
		if c.Of == "" || c.Needs == "" || c.Why == "" || seen[c.Of] {
			t.Errorf("%+v is there twice, or does not say all", c)
		}
		seen[c.Of] = true
	}
	for _, name := range []string{"xxpermdi", "vperm", "xxperm"} {
		if !seen[name] {
			t.Errorf("%s is not compared", name)
		}
	}
}
