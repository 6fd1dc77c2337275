package cli

import (
	"runtime"

	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/target"
)

// usualHost is the machine whose sequences stand first where nothing is said of this one.
const usualHost = "avx2"

// host is the target whose sequences are shown first: $LANESCOPE_TARGET, or what this machine is. That of tests is always the same.
func (c *command) host() string {
	if name := c.Getenv("LANESCOPE_TARGET"); name != "" {
		return name
	}
	if c.Host == nil {
		return usualHost
	}
	return c.Host()
}

// Host is the richest target of vectors that this machine has.
func Host() string {
	if runtime.GOARCH == "arm64" {
		return "neon"
	}
	best := usualHost
	for _, t := range target.Targets() {
		if !t.Holds(target.General) && onThisCPU(t) {
			best = t.Name
		}
	}
	return best
}

// onThisCPU says whether a target of x86 is what this CPU has, or a part of it.
func onThisCPU(t *target.Target) bool {
	needs, err := execmem.Named(t.Features())
	return err == nil && needs != 0 && execmem.Features().Has(needs)
}
