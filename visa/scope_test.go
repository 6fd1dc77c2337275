package visa

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A scoped program is a text with scopes, and the types that its instructions mean, which are those of a list that is searched from its end.
type scopedProgram struct {
	*rand.Rand
	text  strings.Builder
	means []Type
}

// block writes some lines that see the names of the blocks around it.
func (s *scopedProgram) block(outer [][2]string, deep int) {
	begin := len(outer)
	for range 1 + s.IntN(6) {
		name := string(rune('a' + s.IntN(4)))
		declared, known := false, ""
		for k, have := range outer {
			if have[0] == name {
				declared, known = k >= begin, have[1]
			}
		}
		switch {
		case s.IntN(4) == 0 && deep < 4:
			s.text.WriteString("{\n")
			s.block(outer, deep+1)
			s.text.WriteString("}\n")
		case !declared && s.IntN(2) == 0:
			t := []Type{D, F, UW, HF}[s.IntN(4)]
			fmt.Fprintf(&s.text, ".decl %s v_type=G type=%s num_elts=32 align=GRF\n", name, t)
			outer = append(outer[:len(outer):len(outer)], [2]string{name, t.String()})
		case known != "":
			t, _ := TypeNamed(known)
			s.means = append(s.means, t)
			fmt.Fprintf(&s.text, "not (M1, 8) %[1]s(0,0)<1> %[1]s(0,0)<8;8,1>\n", name)
		}
	}
}

// A name means what is declared nearest around it, and what is written of a program without scopes means the same.
func TestScopes(t *testing.T) {
	s := &scopedProgram{Rand: chance.Random(t, 241)}
	insts := 0
	for range 300 {
		s.text.Reset()
		s.means = nil
		s.block(nil, 0)
		text := s.text.String()
		g, errs := ParseProgram(text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatalf("%s%v", text, errs)
		}
		said := string(g.AppendText(nil))
		again, errs := ParseProgram(said, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatalf("%s%s%v", text, said, errs)
		}
		formatted, errs := Canonical(text, 32)
		if errs != nil {
			t.Fatalf("%s%v", text, errs)
		}
		third, errs := ParseProgram(formatted, NewDecls(32, D), Spec)
		if twice, _ := Canonical(formatted, 32); errs != nil || twice != formatted {
			t.Fatalf("%s%s%s%v", text, formatted, twice, errs)
		}
		for _, p := range []*Program{g, again, third} {
			if len(p.Lines) != len(s.means) {
				t.Fatalf("%s%d instructions, want %d", text, len(p.Lines), len(s.means))
			}
			for n := range p.Lines {
				i := &p.Lines[n].Inst
				for k := range int(i.N) {
					if got := p.Decls.Variable(GeneralKind, i.At(k).ID).Type; got != s.means[n] {
						t.Fatalf("%s%s: instruction %d is of %s, want %s", text, p.AppendText(nil), n, got, s.means[n])
					}
				}
			}
		}
		insts += len(s.means)
	}
	if insts < 300 {
		t.Errorf("%d instructions were seen", insts)
	}
}

// Intel's tool means the same by a name: it refuses not of floats, and of these alone.
func TestGenXScopes(t *testing.T) {
	g := &genx{path: oracle.Need(t, "GenX_IR"), platform: "TGLLP", dir: t.TempDir()}
	s := &scopedProgram{Rand: chance.Random(t, 242)}
	refused := 0
	for len(s.means) < 300 {
		s.text.WriteString("{\n")
		s.block(nil, 0)
		s.text.WriteString("}\n")
	}
	name := filepath.Join(g.dir, "in.visaasm")
	if err := os.WriteFile(name, []byte(".version 3.6\n.kernel \"k\"\n"+s.text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := g.run("in.visaasm"); oracle.Failed(err) {
		t.Fatal(err)
	}
	errs, err := os.ReadFile(filepath.Join(g.dir, "in.errors.txt"))
	if err != nil {
		t.Fatal(err)
	}
	bad := map[int]bool{}
	for _, m := range genxError.FindAllStringSubmatch(string(errs), -1) {
		k, _ := strconv.Atoi(m[2])
		bad[k] = true
	}
	for k, typ := range s.means {
		isFloat := typ == F || typ == HF
		if bad[k] != isFloat {
			t.Errorf("instruction %d is of %s, and the tool refuses it: %v", k, typ, bad[k])
		}
		if isFloat {
			refused++
		}
	}
	if refused == 0 || refused == len(s.means) {
		t.Errorf("%d of %d are of floats", refused, len(s.means))
	}
}

func TestScopeErrors(t *testing.T) {
	const decl = ".decl a v_type=G type=d num_elts=8 align=GRF\n"
	for _, row := range []struct{ text, want string }{
		{"{\n{\n}\n", `1:1: the scope has no "}"`},
		{"}\n", `1:1: "}" ends no scope: there is no "{" before it`},
		{"{ }\n}\n", `1:3: expected the end of the line: a brace stands alone, found "}"`},
		{decl + "{\n" + decl + decl + "}\n", `4:7: "a" is declared twice`},
		{decl + "{\n.decl b v_type=G type=d num_elts=8 align=GRF\n}\nmov (M1, 8) a(0,0)<1> b(0,0)<8;8,1>\n", `5:23: "b" is not declared`},
		{decl + "{\n" + decl + "}\nmov (M1, 8) a_1(0,0)<1> 0x0:d\n", `5:13: "a_1" is not declared`},
		{strings.Repeat("{\n", mostScopes+1) + strings.Repeat("}\n", mostScopes), "1025:1: more than 1024 scopes in one another"},
	} {
		_, errs := ParseProgram(row.text, NewDecls(32, D), Spec)
		if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), row.want) {
			t.Errorf("%.100q: %v, want %s", row.text, errs, row.want)
		}
	}
}
