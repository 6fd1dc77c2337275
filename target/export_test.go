package target

import (
	"fmt"
	"slices"
	"strings"
)

// BuildTargets builds all targets anew.
func BuildTargets() []*Target { return build() }

// ModelFigures are a row's figures as the models have them, without what is measured.
func ModelFigures(r *Row, name string) string {
	if text, _, ok := modelOf(r, name); ok {
		figures, _, _ := cutLast(text)
		return figures
	}
	return fmt.Sprintf("no figures for %s %s", r.Name, r.Asm)
}

// ModelUses are a row's ports in the models, without what is measured.
func ModelUses(r *Row, name string) (uses []Use, ok bool) {
	text, c, ok := modelOf(r, name)
	if !ok || text == "" {
		return nil, false
	}
	_, text, _ = cutLast(text)
	return pipelines[c].uses(text), true
}

// modelOf are a row's figures in the models.
func modelOf(r *Row, name string) (text string, on cpu, ok bool) {
	for _, f := range slices.Concat(llvmCosts...) {
		if f.name != r.Name || f.asm != r.Asm || f.encoding != r.Encoding {
			continue
		}
		for c, known := range cpus {
			if known.Name == name {
				return f.of(cpu(c)), cpu(c), true
			}
		}
	}
	return "", 0, false
}

// cutLast cuts at the last slash.
func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '/')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// Measured is what was measured of the instruction with that name.
func Measured(name string) (latency, throughput float64, ok bool) {
	for _, m := range measured {
		if m.name == name {
			return m.latency, m.throughput, true
		}
	}
	return 0, 0, false
}

// MeasuredNames are the names of all that was measured.
func MeasuredNames() (names []string) {
	for _, m := range measured {
		names = append(names, m.name)
	}
	return names
}
