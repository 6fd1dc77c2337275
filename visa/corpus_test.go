package visa

import (
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/syntax"
)

// rows are the lines of a table of the corpus behind its heading, cut at tabs.
func rows(t testing.TB, name string) [][]string {
	t.Helper()
	b, err := os.ReadFile(oracle.Corpus(t, "visa/"+name))
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for _, line := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")[1:] {
		all = append(all, strings.Split(line, "\t"))
	}
	return all
}

func corpusDecls(t testing.TB, name string, grf int) *Decls {
	t.Helper()
	b, err := os.ReadFile(oracle.Corpus(t, "visa/"+name))
	if err != nil {
		t.Fatal(err)
	}
	d, err := ParseDecls(string(b), grf)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Every operand that Intel's disassembler printed: decoding gives exactly its text, and the text's encoding is the bytes.
func TestCorpusBytes(t *testing.T) {
	d := corpusDecls(t, "bytes.decls", 32)
	p := Parser{Decls: d} // the disassembler prints what is stored, which the tool's own text reader would rewrite
	all := rows(t, "bytes_TGLLP.tsv")
	for _, row := range all {
		b, err := hex.DecodeString(row[1])
		if err != nil {
			t.Fatal(err)
		}
		role := Source
		if strings.HasPrefix(row[0], "dst") {
			role = Dest
		}
		i, err := p.ParseInst(row[2])
		if err != nil {
			t.Errorf("%s: %v", row[2], err)
			continue
		}
		if got := i.Text(d); got != row[2] {
			t.Errorf("%s prints as %s", row[2], got)
		}
		k := i.Op.dests()
		if role == Dest {
			k = 0
		}
		o, n, err := Decode(b, role, Current)
		if err != nil || n != len(b) {
			t.Errorf("%s of %s: %d bytes, %v", row[1], row[2], n, err)
			continue
		}
		span := p.Where(k)
		if got := o.Text(role, d); got != row[2][span.Off:span.End] || role == Dest && (o.Mod == Sat) != i.Sat {
			t.Errorf("%s decodes as %s, want %s", row[1], got, row[2][span.Off:span.End])
		}
		want := i.Operand[k]
		if role == Dest && i.Sat {
			want.Mod = Sat
		}
		for _, o := range []Operand{o, want} {
			if back, err := o.Append(nil, role, Current); err != nil || hex.EncodeToString(back) != row[1] {
				t.Errorf("%s encodes as %x, want %s: %v", row[2], back, row[1], err)
			}
		}
		if rest := o.Reserved(role, Current); rest != nil {
			t.Errorf("%s of %s has reserved bits %x", row[1], row[2], rest)
		}
	}
	t.Logf("%d operands", len(all))
}

// Every one-operand probe of Intel's parser: what it takes we take and print alike, and what it refuses we refuse with a place.
func TestCorpusParse(t *testing.T) {
	d := corpusDecls(t, "parse.decls", 32)
	p := Parser{Decls: d, Dialect: Intel}
	all := rows(t, "parse_TGLLP.tsv")
	for _, row := range all {
		text := map[string]string{
			"src":   "mov (M1, 8) VA1(0,0)<1> " + row[1],
			"dst":   "mov (M1, 8) " + row[1] + " VA1(1,0)<8;8,1>",
			"pred":  row[1] + " mov (M1, 8) VA1(0,0)<1> VA1(1,0)<8;8,1>",
			"exec":  "mov " + row[1] + " VA1(0,0)<1> VA1(1,0)<0;1,0>",
			"instr": row[1],
		}[row[0]]
		i, err := p.ParseInst(text)
		if row[2] == "parse_error" {
			var at *syntax.Error
			if !errors.As(err, &at) {
				t.Errorf("%s: %v, but the tool does not parse it: %s", text, err, row[4])
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := i.Text(d); got != row[3] {
			t.Errorf("%s prints as %s, want %s", text, got, row[3])
		}
	}
	t.Logf("%d probes", len(all))
}

// verdict is what a row of the verify tables says, from findings: the verdict and the message.
func verdict(findings []Finding) (string, string) {
	var errors, warnings []string
	for _, f := range findings {
		if f.Warning {
			warnings = append(warnings, f.Message)
		} else {
			errors = append(errors, f.Message)
		}
	}
	switch {
	case len(errors) > 0:
		return "error", strings.Join(errors, " | ")
	case len(warnings) > 0:
		return "warn_oob", warnings[len(warnings)-1]
	}
	return "ok", ""
}

// Every verdict, message and reprint of Intel's verifier, on registers of 32 and of 64 bytes.
func TestCorpusVerify(t *testing.T) {
	for _, table := range []struct {
		name string
		grf  int
	}{{"verify_TGLLP.tsv", 32}, {"verify_PVC.tsv", 64}} {
		d := corpusDecls(t, "verify.decls", table.grf)
		p := Parser{Decls: d, Dialect: Intel}
		c := Checker{Decls: d, Dialect: Intel}
		all := rows(t, table.name)
		for _, row := range all {
			i, err := p.ParseInst(row[2])
			if err != nil {
				t.Errorf("%s: %v", row[2], err)
				continue
			}
			got, message := verdict(c.Check(&i))
			if got != row[0] || message != row[1] {
				t.Errorf("%s: %s: %s, want %s: %s", row[2], got, message, row[0], row[1])
			}
			if text := i.Text(d); text != row[3] {
				t.Errorf("%s prints as %s, want %s", row[2], text, row[3])
			}
		}
		t.Logf("%s: %d verdicts", table.name, len(all))
	}
}
