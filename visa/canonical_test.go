package visa

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Texts as people write them, and as they are formatted.
func TestCanonical(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", ""},
		{"\n\n// a\n\n\n\nyield\n\n", "// a\n\nyield\n"},
		{"mov(8) V32<1>   /* eight */ V33(0,1+1)<8;8,1>  // of them", "mov (M1, 8) V32(0,0)<1> V33(0,2)<8;8,1>  /* eight */ // of them\n"},
		{".version   3.6\r\n.kernel k // the kernel\r\n .decl  V32 type=d v_type=G num_elts = 8", ""},
		{".version   3.6\r\n.kernel k // the kernel\r\n .decl  V32  v_type=G num_elts = 8 type=d /* x */\r\n", ".version 3.6\n.kernel \"k\"  // the kernel\n.decl V32 v_type=G type=d num_elts=8 align=byte  /* x */\n"},
		{".function f\n.input V32 offset = 32 size = 0x20\n.kernel_attr Target = cm\n.kernel_attr SLMSize = 4\n.kernel_attr NoBarrier", ".function \"f\"\n.input V32 offset=32 size=32\n.kernel_attr Target=\"cm\"\n.kernel_attr SLMSize=4\n.kernel_attr NoBarrier\n"},
		{"a:\n  goto(8)a // up\n.function s\n  // before\ns: // named\nret(1)\n.function \"t\" // also\nret (1)", "a:\ngoto (M1, 8) a  // up\n.function \"s\"\ns:\n// before\n// named\nret (M1, 1)\n.function \"t\"  // also\nt:\nret (M1, 1)\n"},
		{`FILE "a//b /*c*/" /**/ // d`, "FILE \"a//b /*c*/\"  /**/ // d\n"},
		{"cmp (M1,8)  P1 V33(0,0)<8;8,1>   5:d // none", "cmp (M1,8) P1 V33(0,0)<8;8,1> 5:d  // none\n"},
	} {
		got, errs := Canonical(row.text, 32)
		if row.want == "" && row.text != "" {
			if errs == nil {
				t.Errorf("%q is formatted: %q", row.text, got)
			}
			continue
		}
		if errs != nil || got != row.want {
			t.Errorf("%q: %q, %v; want %q", row.text, got, errs, row.want)
		}
		holdCanonical(t, row.text)
	}
}

// holdCanonical holds that what is formatted formats as itself, says the same, and has the comments.
func holdCanonical(t *testing.T, text string) {
	t.Helper()
	once, errs := Canonical(text, 32)
	if errs != nil {
		return
	}
	if twice, errs := Canonical(once, 32); errs != nil || twice != once {
		t.Fatalf("formatted again: %s, %v", firstOther(twice, once), errs)
	}
	before, _ := ParseProgram(text, NewDecls(32, D), Spec)
	after, errs := ParseProgram(once, NewDecls(32, D), Spec)
	if errs != nil || string(before.AppendText(nil)) != string(after.AppendText(nil)) || !sameInsts(before.Insts(), after.Insts()) {
		t.Fatalf("%s says other things than %s: %v", once, text, errs)
	}
	if a, b := commentsOf(text), commentsOf(once); !slices.Equal(a, b) {
		t.Fatalf("%q has the comments %q, and %q has %q", text, a, once, b)
	}
}

// commentsOf are the words of the comments, found by looking for quotes and comments one letter after another.
func commentsOf(text string) (words []string) {
	for line := range strings.Lines(text) {
		var b []byte
		quoted, inside, rest := false, false, false
		line = strings.TrimRight(line, "\r\n")
		for k := 0; k < len(line); k++ {
			two := line[k:min(k+2, len(line))]
			switch {
			case rest:
				b = append(b, line[k])
			case inside && two == "*/":
				inside, b = false, append(b, "*/ "...)
				k++
			case inside:
				b = append(b, line[k])
			case line[k] == '"':
				quoted = !quoted
			case quoted:
			case two == "/*":
				inside, b = true, append(b, "/*"...)
				k++
			case two == "//":
				rest, b = true, append(b, "//"...)
				k++
			}
		}
		words = append(words, strings.Fields(string(b))...)
	}
	return words
}

// Random kernels with comments and blanks anywhere between words.
func TestCanonicalRandom(t *testing.T) {
	w := &instWriter{Rand: rand.New(rand.NewPCG(chance.Seed(t), 31))}
	for range 60 {
		lines := (&kernelWriter{instWriter: w}).kernel(func() string { return "add (M1, 8) V_d(0,0)<1> V_d(1,0)<8;8,1> 0x5:d" })
		var b strings.Builder
		b.WriteString(containerHead)
		for _, line := range lines {
			if strings.HasPrefix(line, "FILE") { // whose name may have blanks
				b.WriteString(line + "\n")
				continue
			}
			for k, word := range strings.Split(line, " ") {
				if k > 0 {
					b.WriteString(pick(w, " ", "  ", "\t", " /* a  b */ ", "/**/"))
				}
				b.WriteString(word)
			}
			b.WriteString(pick(w, "", "", " ", " // behind", "//x", "\r") + "\n" + pick(w, "", "", "\n", "\n\n", "  // alone\n"))
		}
		if _, errs := Canonical(b.String(), 32); errs != nil {
			t.Fatalf("%v\n%s", errs, b.String())
		}
		holdCanonical(t, b.String())
	}
}

// FuzzCanonical: any text is formatted once and for all, or has mistakes.
func FuzzCanonical(f *testing.F) {
	f.Add(".kernel k\n.decl V32 v_type=G type=d num_elts=8 // x\nmov(8) V32<1> /* y */ 5:d\n\n\nL1: // z\n(P1)goto (8) L1")
	f.Add(".function s\ns: /* a */\n.function s // b\nFILE \"//\"")
	chance.Fuzz(f, func(t *testing.T, text string) { holdCanonical(t, text) })
}

// sameInsts compares the instructions of two programs.
func sameInsts(a, b []Inst) bool {
	return slices.EqualFunc(a, b, func(x, y Inst) bool { return x.Equal(&y) })
}
