package cli_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanescope/lanescope/internal/cli"
)

// A picture in text is as wide as the terminal, as --width says, or 80 columns, and steps stand side by side where that has room.
func TestDrawWidth(t *testing.T) {
	program := "d = _mm_unpacklo_epi32(c, e); r = _mm_shuffle_epi32(d, 27)"
	lines := map[string]int{}
	for _, row := range []struct {
		name     string
		terminal bool
		columns  int
		args     []string
		most     int
	}{
		{"no terminal", false, 200, nil, 80},
		{"wide", true, 200, nil, 200},
		{"narrow", true, 50, nil, 50},
		{"unknown", true, 0, nil, 80},
		{"asked", true, 200, []string{"--width", "60"}, 60},
	} {
		var out, diag bytes.Buffer
		code := cli.Run(append([]string{"draw", program, "--ascii"}, row.args...), cli.System{
			Stdin: strings.NewReader(""), Stdout: &out, Stderr: &diag, Terminal: row.terminal, Columns: func() int { return row.columns },
			Getenv: func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] }, Patience: patience,
		})
		if code != 0 {
			t.Fatalf("%s: %d, %s", row.name, code, diag.String())
		}
		for _, line := range strings.Split(out.String(), "\n") {
			if n := utf8.RuneCountInString(line); n > row.most {
				t.Errorf("%s: %d columns: %q", row.name, n, line)
			}
		}
		lines[row.name] = strings.Count(out.String(), "\n")
	}
	if lines["wide"] >= lines["no terminal"] || lines["no terminal"] >= lines["narrow"] || lines["unknown"] != lines["no terminal"] {
		t.Errorf("numbers of lines: %v", lines)
	}
	if code, out, diag := run("", "draw", program, "--width", "-1"); code != 2 || out != "" || !strings.Contains(diag, "--width -1") {
		t.Errorf("--width -1: %d, %q, %q", code, out, diag)
	}
	_, narrow, _ := run("", "draw", program, "--width", "500")
	if _, usual, _ := run("", "draw", program); narrow == usual || !strings.Contains(narrow, `role="img" width="420"`) || !strings.Contains(usual, `role="img" width="83`) {
		t.Errorf("--width 500 makes another page:\n%.200s\n%.200s", narrow, usual)
	}
}
