package asm_test

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/oracle"
)

// corpusFile is a table of cases: where in a row the bytes and applegpu's text are, -1 for no text.
type corpusFile struct {
	name      string
	hex, text int
}

var corpusFiles = []corpusFile{
	{"cases.tsv", 0, 1}, {"cases_mesa_only.tsv", 0, -1}, {"synth.tsv", 0, 2}, {"mutants.tsv", 0, 2}, {"shaders.tsv", 2, 3},
}

// corpusRow is a case: bytes, and the text if there is one.
type corpusRow struct {
	code []byte
	text string
}

func corpus(t testing.TB, f corpusFile) (rows []corpusRow) {
	t.Helper()
	data, err := os.ReadFile(oracle.Corpus(t, "g13/"+f.name))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		c := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || len(c) <= f.hex {
			continue
		}
		code, err := hex.DecodeString(c[f.hex])
		if err != nil {
			t.Fatal(line)
		}
		r := corpusRow{code: code}
		if f.text >= 0 && f.text < len(c) {
			// Where applegpu prints a placeholder, ours is the name.
			r.text = strings.NewReplacer(".TODO", "", "TODO.", "").Replace(strings.Join(strings.Fields(c[f.text]), " "))
		}
		rows = append(rows, r)
	}
	return rows
}

// difference is why our text is not applegpu's, for rows where that is meant.
func difference(ours, theirs string) string {
	bare, _, _ := strings.Cut(ours, " !")
	switch {
	case bare == theirs:
		return "bits that applegpu's text does not say"
	case strings.HasPrefix(ours, "stack_adjust"):
		return "stack_adjust, which applegpu takes for stack_store"
	case strings.HasPrefix(ours, "tex_state_store"), strings.HasPrefix(ours, "sampler_state_store"):
		return "state stores at a given offset, which applegpu takes for a register"
	case strings.HasPrefix(ours, "st_tile") && strings.HasSuffix(bare, "h"):
		return "tiles with explicit coordinates, which applegpu prints as a number"
	case strings.HasPrefix(ours, "icmpsel") || strings.HasPrefix(ours, "fcmpsel"):
		return "uniforms above u127, whose highest bit applegpu drops"
	}
	return ""
}

// Every shared case of a form in the table: its length, its text, and back.
func TestCorpus(t *testing.T) {
	total, unknown := 0, 0
	differences := map[string]int{}
	for _, f := range corpusFiles {
		for _, r := range corpus(t, f) {
			total++
			i, err := g13.Decode(r.code)
			if err != nil {
				unknown++
				continue
			}
			if int(i.Len) != len(r.code) {
				t.Errorf("%s: %x has %d bytes, decoded are %d", f.name, r.code, len(r.code), i.Len)
				continue
			}
			text := asm.Text(i)
			if r.text != "" && text != r.text {
				why := difference(text, r.text)
				if differences[why]++; why == "" {
					t.Errorf("%s: %x\n got %s\nwant %s", f.name, r.code, text, r.text)
				}
			}
			if back, err := asm.Parse(text); err != nil || string(back.AppendBytes(nil)) != string(r.code) {
				t.Errorf("%s: %x is %s, which assembles to %x, %v", f.name, r.code, text, back.AppendBytes(nil), err)
			}
		}
	}
	t.Logf("%d cases, %d of forms that are not in the table yet; differences from applegpu: %v", total, unknown, differences)
}

// Bytes to text and lines to bytes: public shaders, and the shared cases, of which each form has as many as another.
func BenchmarkCorpus(b *testing.B) {
	for _, name := range []string{"shaders", "cases", "synth"} {
		b.Run(name, func(b *testing.B) { benchmarkFile(b, name+".tsv") })
	}
}

func benchmarkFile(b *testing.B, name string) {
	var code, text []byte
	n := 0
	for _, f := range corpusFiles {
		for _, r := range corpus(b, f) {
			if i, err := g13.Decode(r.code); err == nil && f.name == name && i.Unsaid().IsZero() {
				code = append(code, r.code...)
				text = append(asm.Append(text, i), '\n')
				n++
			}
		}
	}
	b.Run("bytes to text", func(b *testing.B) {
		b.ReportAllocs()
		var line []byte
		for b.Loop() {
			for at := 0; at < len(code); {
				i, _ := g13.Decode(code[at:])
				line = asm.Append(line[:0], i)
				at += int(i.Len)
			}
		}
		b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "instructions/s")
	})
	b.Run("assemble", func(b *testing.B) {
		program := string(text)
		for b.Loop() {
			if _, errs := asm.Assemble(program); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
		b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "lines/s")
	})
}
