package visa

import (
	"encoding/hex"
	"errors"
	"os"
	"slices"
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

// What the hand-made files with reserved bits and illegal codes hold is decoded without loss or refused by name.
func TestCorpusBinaryProbes(t *testing.T) {
	refused := map[string]string{"mod 6 on src": "tag bits 3-5", "pred ctrl 3": "predicate bits 13-14", "class4": "tag bits 0-2"}
	kept := map[string]string{"region bits 12-15": "the tool drops them", "neg on dst": "the tool drops it", "ind bitprop high": "the tool drops them"}
	broken := map[string]string{"null W direct": "region-null", "width32": "region-width"}
	d := corpusDecls(t, "bytes.decls", 32)
	c := Checker{Decls: d}
	list := rows(t, "binary_probes.tsv")
	for _, row := range list {
		name, text := row[0], row[3]
		b, err := hex.DecodeString(row[1])
		if err != nil {
			t.Fatal(err)
		}
		i, n, err := DecodeInst(b, Current)
		if why, want := refused[name]; want || err != nil {
			if !want || err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: refused for %v, want for %q", name, err, why)
			}
			continue
		}
		back, err := i.AppendInst(nil, d, Current)
		if err != nil || n != len(b) || hex.EncodeToString(back) != row[1] {
			t.Errorf("%s: %s has %d bytes of %d and encodes as %x: %v", name, row[1], n, len(b), back, err)
		}
		if name == "imm bf" { // the tool prints a value that it has not read
			text = strings.Replace(text, "0xffffffff", "0x3f80", 1)
		}
		if got := i.Text(d); got != text {
			t.Errorf("%s: %s, want %s", name, got, text)
		}
		said := i
		for k := range int(said.N) {
			said.Operand[k] = said.Operand[k].Said(said.Role(k))
		}
		if _, want := kept[name]; (!said.Equal(&i)) != want {
			t.Errorf("%s: bits that the text does not say are kept: %v, want %v", name, !said.Equal(&i), want)
		}
		var rules []string
		for _, f := range c.Check(&i) {
			rules = append(rules, f.Rule)
		}
		if rule, want := broken[name]; want != slices.Contains(rules, rule) {
			t.Errorf("%s breaks the rules %v, want %q", name, rules, rule)
		}
	}
	if len(list) < len(refused)+len(kept)+len(broken) {
		t.Errorf("%d probes", len(list))
	}
}

// Every operand of compiled kernels reads and prints as it stands; names with leading zeros lose these, since nothing declares them. Memory operands of LSC instructions
// have a syntax of their own, which this package does not read.
func TestCorpusOperands(t *testing.T) {
	read, lsc := 0, 0
	for _, row := range rows(t, "operands.tsv") {
		text := row[0]
		p := Parser{Decls: NewDecls(32, D)}
		want := unpadded(text)
		var got string
		var err error
		switch row[1] {
		case "other":
			if strings.Contains(text, ":") {
				lsc++
			}
			continue // the rest are labels
		case "pred_ctl":
			var i Inst
			i, err = p.ParseInst(text + " mov (M1, 1) V40(0,0)<1> 0x0:d")
			got, _, _ = strings.Cut(i.Text(p.Decls), " ")
		case "state_name":
			var i Inst
			i, err = p.ParseInst("oword_ld (1) " + text + " 0x0:ud V40.0")
			got = i.Operand[0].Text(Source, p.Decls)
		case "general_dst":
			got, err = operandText(&p, text, Dest)
		default:
			got, err = operandText(&p, text, Source)
		}
		if err != nil || got != want {
			t.Errorf("%s operand %s prints as %s: %v", row[1], text, got, err)
		}
		read++
	}
	t.Logf("%d operands, %d of LSC instructions left out", read, lsc)
}

func operandText(p *Parser, text string, role Role) (string, error) {
	o, err := p.ParseOperand(text, role)
	return o.Text(role, p.Decls), err
}

// unpadded is a text in which V0051 is V51.
func unpadded(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		b.WriteByte(text[i])
		if strings.IndexByte("VAPT", text[i]) >= 0 {
			for i+2 < len(text) && text[i+1] == '0' && text[i+2] >= '0' && text[i+2] <= '9' {
				i++
			}
		}
	}
	return b.String()
}

// The seed's dialect complains of all that the verifier complains of, but platforms; what it complains of besides is a rule with a name and a sentence.
func TestCorpusVerifyBySpec(t *testing.T) {
	names := map[string]Rule{}
	for _, r := range Rules() {
		names[r.Name] = r
	}
	for _, table := range []struct {
		name string
		grf  int
	}{{"verify_TGLLP.tsv", 32}, {"verify_PVC.tsv", 64}} {
		d := corpusDecls(t, "verify.decls", table.grf)
		p, c := Parser{Decls: d}, Checker{Decls: d}
		extra := map[string]int{}
		for _, row := range rows(t, table.name) {
			i, err := p.ParseInst(row[2])
			if err != nil {
				t.Errorf("%s: %v", row[2], err)
				continue
			}
			findings := c.Check(&i)
			for _, f := range findings {
				if r, ok := names[f.Rule]; !ok || r.Says == "" {
					t.Errorf("%s: %s is no rule", row[2], f.Rule)
				}
				if row[0] == "ok" && !f.Warning {
					extra[f.Rule]++
				}
			}
			platform := strings.Contains(row[1], "platform") && !strings.Contains(row[1], "|")
			if row[0] != "ok" && Legal(findings) && !platform {
				t.Errorf("%s: legal here, but the verifier says %s", row[2], row[1])
			}
		}
		t.Logf("%s: complaints about what the verifier accepts: %v", table.name, extra)
	}
}
