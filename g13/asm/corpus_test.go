package asm_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
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

// A misreading is where applegpu's text is known to say something else than the bits, and what it says then, by our own text and the bits.
type misreading struct {
	why  string
	of   string // the name, or what it begins with
	text func(ours string, code []byte) string
}

var misreadings = []misreading{
	{"stack_adjust, which applegpu takes for stack_store", "stack_adjust", func(_ string, code []byte) string {
		store := bytes.Clone(code)
		store[2] &^= 1 // the bit in which the two differ
		i, err := g13.Decode(store)
		if err != nil {
			return err.Error()
		}
		return bare(asm.Text(i))
	}},
	{"state stores at a given offset, which applegpu takes for a register", "tex_state_store", stateStore},
	{"state stores at a given offset, which applegpu takes for a register", "sampler_state_store", stateStore},
	{"tiles with explicit coordinates, which applegpu prints as a number", "st_tile", func(ours string, _ []byte) string {
		at := strings.LastIndex(ours, " r") + 1
		var first int
		if _, err := fmt.Sscanf(ours[at:], "r%dl_r", &first); err != nil {
			return err.Error()
		}
		return ours[:at] + strconv.Itoa(2*first)
	}},
	{"uniforms above u127, whose highest bit applegpu drops", "icmpsel", withoutHighUniforms},
	{"uniforms above u127, whose highest bit applegpu drops", "fcmpsel", withoutHighUniforms},
}

// stateStore has bit 58, which says that the offset is a number, in its base, and the register of the offset from bit 27 on.
func stateStore(ours string, code []byte) string {
	w := binary.LittleEndian.Uint64(code)
	head, _, _ := strings.Cut(ours, ",")
	return fmt.Sprintf("%s, u%d_u%d, r%d", head, w>>58, w>>58+1, w>>27&127)
}

// withoutHighUniforms takes bit 8 from the uniforms among the last two operands.
func withoutHighUniforms(ours string, _ []byte) string {
	operands := strings.Split(ours, ", ")
	for k := len(operands) - 2; k < len(operands); k++ {
		var u int
		var half string
		if n, _ := fmt.Sscanf(operands[k], "u%d%s", &u, &half); n > 0 && u > 127 {
			operands[k] = fmt.Sprintf("u%d%s", u-128, half)
		}
	}
	return strings.Join(operands, ", ")
}

// bare is a text without what follows it for bits that it does not say.
func bare(text string) string {
	text, _, _ = strings.Cut(text, " !")
	return text
}

// difference is why our text is not applegpu's, for rows where that is meant. It is not enough that a row is of a kind that applegpu misreads: the texts have to differ in
// what it misreads and in nothing else.
func difference(ours, theirs string, code []byte) string {
	ours = bare(ours)
	if ours == theirs {
		return "bits that applegpu's text does not say"
	}
	name, _, _ := strings.Cut(ours, " ")
	for _, m := range misreadings {
		if name == m.of && m.text(ours, code) == theirs {
			return m.why
		}
	}
	return ""
}

// Every shared case: it is decoded, with its length, its text, and back.
func TestCorpus(t *testing.T) {
	total := 0
	differences := map[string]int{}
	for _, f := range corpusFiles {
		for _, r := range corpus(t, f) {
			total++
			text, why, complaint := compareRow(r)
			if complaint != "" {
				t.Errorf("%s: %s", f.name, complaint)
				continue
			}
			if r.text != "" && text != r.text {
				differences[why]++
			}
		}
	}
	if total == 0 {
		t.Error("there are no cases")
	}
	for _, m := range misreadings {
		if differences[m.why] == 0 {
			t.Errorf("no case shows %s", m.why)
		}
	}
	t.Logf("%d cases; differences from applegpu: %v", total, differences)
}

// compareRow is our text of a row, why it differs from applegpu's where that is meant, and what is wrong with it.
func compareRow(r corpusRow) (text, why, complaint string) {
	i, err := g13.Decode(r.code)
	if err != nil {
		return "", "", fmt.Sprintf("%x, %s: %v", r.code, r.text, err)
	}
	if int(i.Len) != len(r.code) {
		return "", "", fmt.Sprintf("%x has %d bytes, decoded are %d", r.code, len(r.code), i.Len)
	}
	text = asm.Text(i)
	if r.text != "" && text != r.text {
		if why = difference(text, r.text, r.code); why == "" {
			return text, "", fmt.Sprintf("%x\n got %s\nwant %s", r.code, text, r.text)
		}
	}
	if back, err := asm.Parse(text); err != nil || string(back.AppendBytes(nil)) != string(r.code) {
		return text, "", fmt.Sprintf("%x is %s, which assembles to %x, %v", r.code, text, back.AppendBytes(nil), err)
	}
	return text, why, ""
}

// The comparison notices what it is there to notice: a row that no longer decodes, and another text of an instruction that applegpu misreads in one way.
func TestCorpusNotices(t *testing.T) {
	if _, _, got := compareRow(corpusRow{[]byte{0xff, 0xff}, "iadd r0, r0, 1"}); !strings.Contains(got, g13.ErrUnknown.Error()) {
		t.Errorf("a row that does not decode: %q", got)
	}
	for _, row := range []struct{ ours, theirs, want string }{
		{"stop", "stop", ""},
		{"stop", "trap", "want trap"},
		{"icmpsel ult, r9, r1, 4, u130, u200", "icmpsel ult, r9, r1, 4, u2, u72", ""},
		{"icmpsel ult, r9, r1, 4, u130, u200", "icmpsel ult, r9, r1, 4, u2, u73", "want icmpsel"},
		{"icmpsel ult, r9, u130, 4, u130, 1", "icmpsel ult, r9, u2, 4, u2, 1", "want icmpsel"},
		{"fcmpsel gt, r9l, r1, u140, u130h, 1", "fcmpsel gt, r9l, r1, u140, u2h, 1", ""},
		{"fcmpsel gt, r9l, r1, u140, u130h, 1", "fcmpsel gt, r9l, r1, u140.neg, u2h, 1", "want fcmpsel"},
	} {
		i, err := asm.Parse(row.ours)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, got := compareRow(corpusRow{i.AppendBytes(nil), row.theirs}); (got == "") != (row.want == "") || !strings.Contains(got, row.want) {
			t.Errorf("%s against %s: %q, want %q", row.ours, row.theirs, got, row.want)
		}
	}
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
