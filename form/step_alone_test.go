package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
)

// A step is what its line is by itself: its text, the dialect, the map over the names in it, and all that is said of it.
func TestStepsAreLinesAlone(t *testing.T) {
	warned := 0
	for _, text := range []string{
		"vpshufd ymm0, ymm1, 27\nvpunpckldq ymm2, ymm0, ymm0\nvpermq ymm3, ymm2, 78",
		"vpshufd $27, %ymm1, %ymm0; vpalignr $4, %ymm0, %ymm1, %ymm2",
		"zip1 v0.4s, v1.4s, v2.4s\nxtn v3.4h, v0.4s\nushll v4.4s, v3.4h, #0",
		"zip1 z0.s, z1.s, z2.s\nrev z3.s, z0.s",
		"vilvl.w $vr2, $vr1, $vr0\nvilvh.b $vr3, $vr2, $vr2",
		"vmrglw v0, v1, v2\nvmrghw v3, v0, v0",
		"t = __builtin_shufflevector(p, q, 0, 5, 2, 7);\nu = __builtin_shufflevector(t, p, 3, 2, 1, 0);",
		"%t = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>\n%u = shufflevector <4 x i32> %t, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>",
	} {
		steps := form.Steps(text, form.Options{})
		lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' })
		for k := range lines {
			lines[k] = strings.TrimSpace(lines[k])
		}
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
		if len(steps) != len(lines) {
			t.Errorf("%s: %d steps, want %d", text, len(steps), len(lines))
			continue
		}
		for k, s := range steps {
			alone, err := form.Parse(lines[k], form.Options{})
			if err != nil {
				t.Errorf("%s: %v", lines[k], err)
				continue
			}
			if got, want := says(s.Form), says(alone); got != want || s.Text != lines[k] {
				t.Errorf("step %d of\n%s\nis %s: %s, want %s: %s", k, text, s.Text, got, lines[k], want)
			}
			warned += len(s.Warnings)
		}
	}
	if warned < 4 {
		t.Errorf("of all steps %d warnings are said: expected some", warned)
	}
}

// says is all that a form says but its text.
func says(f form.Form) string {
	return fmt.Sprintf("%s %s of %q, %q", f.Dialect, f.Map, f.Names, f.Warnings)
}
