package visa

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa/object"
)

// A kernelWriter writes random kernels with control flow: instructions between labels, jumps to these, and subroutines behind all.
type kernelWriter struct {
	*instWriter
	lines []string
}

func (k *kernelWriter) block(n int) string    { return fmt.Sprintf("block%d", n) }
func (k *kernelWriter) function(n int) string { return fmt.Sprintf("sub%d", n) }

func (k *kernelWriter) guard() string {
	if k.IntN(2) == 0 {
		return ""
	}
	return fmt.Sprintf("(%sP%d%s) ", pick(k.instWriter, "", "!"), 1+k.IntN(2), pick(k.instWriter, "", ".any", ".all"))
}

func (k *kernelWriter) execution() string {
	size := 1 << k.IntN(6)
	return fmt.Sprintf("(M%d%s, %d)", 1+k.IntN(max(1, (32-size)/4)), pick(k.instWriter, "", "_NM"), size)
}

// flow is one instruction of control flow, or a mark.
func (k *kernelWriter) flow(blocks, functions int) string {
	switch k.IntN(10) {
	case 0:
		return k.guard() + "jmp (M1, 1) " + k.block(k.IntN(blocks))
	case 1, 2:
		return k.guard() + "goto " + k.execution() + " " + k.block(k.IntN(blocks))
	case 3:
		return k.guard() + "call " + k.execution() + " " + k.function(k.IntN(functions))
	case 4:
		return k.guard() + pick(k.instWriter, "ret ", "fret ") + k.execution()
	case 5:
		return fmt.Sprintf("%sfcall %s %s %d %d", k.guard(), k.execution(), pick(k.instWriter, "elsewhere", "other"), k.IntN(32), k.IntN(12))
	case 6:
		return fmt.Sprintf("LOC %d", k.IntN(1<<k.IntN(32)))
	case 7:
		return pick(k.instWriter, `FILE "a/b.c"`, `FILE "with blanks"`)
	case 8:
		return pick(k.instWriter, "barrier", "yield", "sbarrier.signal", "sbarrier.wait")
	}
	return "lifetime." + pick(k.instWriter, "start", "end") + " " + pick(k.instWriter, k.variable(), "A1", "A0", "P1", "P2")
}

// kernel writes lines: blocks of instructions that straight writes, then subroutines.
func (k *kernelWriter) kernel(straight func() string) []string {
	blocks, functions := 1+k.IntN(5), 1+k.IntN(3)
	body := func() {
		for range k.IntN(6) {
			if k.IntN(2) == 0 {
				k.lines = append(k.lines, straight())
			} else {
				k.lines = append(k.lines, k.flow(blocks, functions))
			}
		}
	}
	for n := range blocks {
		body()
		k.lines = append(k.lines, k.block(n)+":")
	}
	body()
	for n := range functions {
		name := k.function(n)
		k.lines = append(k.lines, `.function "`+name+`"`, name+":")
		body()
		k.lines = append(k.lines, "ret (M1, 1)")
	}
	return k.lines
}

// Random kernels: their text prints as itself, and so does what is read back from bytes in every format; without a warning, since the text says all.
func TestKernelRoundTrip(t *testing.T) {
	w := &instWriter{Rand: rand.New(rand.NewPCG(chance.Seed(t), 30))}
	n := 40
	if *full {
		n = 20000
	}
	for range n {
		f := formats[w.IntN(len(formats))]
		head := fmt.Sprintf(".version %d.%d\n%s", f.Major, f.Minor, containerHead)
		lines := (&kernelWriter{instWriter: w}).kernel(func() string { return "add (M1, 8) V_d(0,0)<1> V_d(1,0)<8;8,1> 0x5:d" })
		g := readKernel(t, head, lines)
		text := string(g.AppendText(nil))
		if got, want := bodyOf(text), strings.Join(lines, "\n")+"\n"; got != want {
			t.Fatal(firstOther(got, want))
		}
		o := &object.Object{Version: f}
		if err := g.Pack(o); f == formats[0] && err != nil && strings.Contains(err.Error(), "format 3.0 has no mask") {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		b, err := o.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := object.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		again, lost, err := Unpack(back, 0, 32)
		if err != nil || lost != nil {
			t.Fatalf("%v: lost %q", err, lost)
		}
		if got := string(again.AppendText(nil)); got != text {
			t.Fatalf("format %v: %s", f, firstOther(got, text))
		}
		o = &object.Object{Version: f}
		if err := again.Pack(o); err != nil {
			t.Fatal(err)
		}
		if c, err := o.Append(nil); err != nil || !bytes.Equal(b, c) {
			t.Fatalf("format %v: other bytes: %v", f, err)
		}
	}
}

func readKernel(t *testing.T, head string, lines []string) *Program {
	t.Helper()
	g, errs := ParseProgram(head+strings.Join(lines, "\n")+"\n", NewDecls(32, D), Intel)
	if errs != nil {
		t.Fatal(errs)
	}
	return g
}

// bodyOf is the part of a program's text behind the last attribute.
func bodyOf(text string) string {
	_, body, _ := strings.Cut(text, ".kernel_attr NoBarrier\n")
	return body
}

var genxComment = regexp.MustCompile(`\s*///.*`)

// genxKernel are the lines of a kernel as the tool printed them, labels among them.
func genxKernel(text string) (lines []string) {
	_, body, _ := strings.Cut(text, `.kernel_attr Target="cm"`)
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(genxComment.ReplaceAllString(line, "")); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

var labelName = regexp.MustCompile(`\b(block|sub)\d+\b`)

// toolNames are the lines with the names that the tool prints for labels: of a subroutine the label's number stands behind it; and of what it reads in bytes, the number of the
// name among the strings, before that.
func toolNames(g *Program, lines []string, bytes *object.Kernel) (named []string) {
	for _, line := range lines {
		named = append(named, labelName.ReplaceAllStringFunc(line, func(name string) string {
			n := slices.IndexFunc(g.Decls.Labels(), func(l Label) bool { return l.Name == name })
			if bytes != nil {
				name = fmt.Sprintf("%s_%d", name, bytes.Labels[n].Name)
			}
			if g.Decls.Labels()[n].Subroutine {
				name = fmt.Sprintf("%s_%d", name, n)
			}
			return name
		}))
	}
	return named
}

// Random kernels: the text that Intel's tool prints of a text, and of the file that we pack of it, is the text itself.
func TestKernelGenX(t *testing.T) {
	dir := t.TempDir()
	tool := &genx{path: oracle.Need(t, "GenX_IR"), platform: "TGLLP", dir: dir}
	w := &instWriter{Rand: rand.New(rand.NewPCG(chance.Seed(t), 31))}
	n := 6
	if *full {
		n = 400
	}
	compared := 0
	for range n {
		head := ".version 3.6\n.kernel \"k\"\n" + genxDecls + ".kernel_attr Target=\"cm\"\n"
		lines := (&kernelWriter{instWriter: w}).kernel(func() string { return "add (M1, 8) V_d(0,0)<1> V_d(1,0)<8;8,1> 0x5:d" })
		lines = append(lines, refusedLine.Inst.Text(readKernel(t, head, nil).Decls)) // so that the tool does not go on to compile
		g := readKernel(t, head, lines)
		o := &object.Object{Version: Format{Major: 4, Minor: 1}}
		if err := g.Pack(o); err != nil {
			t.Fatal(err)
		}
		b, err := o.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range []struct {
			name, out string
			b         []byte
			names     *object.Kernel
		}{{"in.visaasm", "in.visaasm", []byte(head + strings.Join(lines, "\n") + "\n"), nil}, {"in.isa", ".visaasm", b, &o.Kernels[0]}} {
			want := toolNames(g, lines, in.names)
			out := filepath.Join(dir, in.out)
			_ = os.Remove(out)
			if err := os.WriteFile(filepath.Join(dir, in.name), in.b, 0o600); err != nil {
				t.Fatal(err)
			}
			said, err := tool.run(in.name)
			if oracle.Failed(err) {
				continue
			}
			text, err := os.ReadFile(out)
			if err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			if got := genxKernel(string(text)); !slices.Equal(got, want) {
				t.Fatalf("%s: %s\n%s", in.name, firstOther(strings.Join(got, "\n"), strings.Join(want, "\n")), said)
			}
			compared++
		}
	}
	tool.answersMost(t)
	if compared < n {
		t.Errorf("only %d texts were compared", compared)
	}
}

// What control flow must not be, with its place in the text.
func TestFlowRefusals(t *testing.T) {
	for _, row := range []struct {
		text, at, want string
	}{
		{"sbarrier", "1:9", "expected sbarrier.signal or sbarrier.wait"},
		{"sbarrier.go", "1:9", "expected sbarrier.signal or sbarrier.wait"},
		{"jmp (M1, 1) L9", "1:13", "L9 is nowhere: expected a line L9:"},
		{"call (M1, 1) F\nF:", "1:14", `F is nowhere: expected a line .function "F"`},
		{"L:\n L:", "2:2", "\"L\" is in line 1 already"},
		{"L: ret (M1, 1)", "1:4", "expected the end of the instruction"},
		{"mov:", "1:1", "mov is an instruction, and no name of a label"},
		{"%x:", "1:1", `"%x" is no name of a label`},
		{"ret (M1, 1)\n.function \"a.b\"", "2:11", `"a.b" is no name of a subroutine`},
		{"ret (M1, 1)\n.function \"F\"\nret (M1, 1)\nF:", "4:1", `"F" is a subroutine: its place is a line .function`},
		{"lifetime V33", "1:10", "expected lifetime.start or lifetime.end"},
		{"lifetime.end S0", "1:14", `"S0" is a sampler variable: expected a general, address or predicate variable`},
		{"(P1) barrier", "1:6", "barrier takes no guard"},
		{"fcall (M1, 1) f 256 0", "1:16", "256 registers: expected 0 to 255"},
		{"LOC 0x7", "1:5", "expected a number of a line in decimal digits"},
		{"LOC 4294967296", "1:5", "the line is 4294967296: expected a number of 32 bits"},
		{"ret.sat (M1, 1)", "1:4", "expected \"(\""},
	} {
		_, errs := ParseProgram(row.text, NewDecls(32, D), Spec)
		if len(errs) == 0 {
			t.Errorf("%s: read", row.text)
			continue
		}
		var e *syntax.Error
		if !errors.As(errs[0], &e) {
			t.Fatal(errs[0])
		}
		line, col := e.Pos()
		if at := fmt.Sprintf("%d:%d", line, col); at != row.at || !strings.Contains(e.What, row.want) {
			t.Errorf("%q: %s: %s, want %s: %s", row.text, at, e.What, row.at, row.want)
		}
	}
}

// The bytes that the document has for each instruction of control flow.
func TestFlowBytes(t *testing.T) {
	if _, _, err := DecodeInst([]byte{0x7c, 2}, Current); err == nil || !strings.Contains(err.Error(), "neither 0, wait, nor 1, signal") {
		t.Errorf("half 2 of a barrier: %v", err)
	}
	d := NewDecls(32, D)
	p := Parser{Decls: d}
	for _, row := range []struct{ text, bytes string }{
		{"L7:", "310700"},
		{".function \"F7\"\nF7:", "300700"},
		{"(!P3.any) jmp (M1, 1) L258", "320003a00201"},
		{"(P1) goto (M3_NM, 16) L1", "6ca401000100"},
		{"call (M1, 8) F2", "330300000200"},
		{"ret (M1_NM, 1)", "34800000"},
		{"fcall (M1, 16) N5 3 1", "67040000050003" + "01"},
		{"fret (M1, 32)", "68050000"},
		{"lifetime.start V33", "7b0021000000"},
		{"lifetime.end A2", "7b1102000000"},
		{"lifetime.end P2", "7b2102000000"},
		{"FILE \"N9\"", "5109000000"},
		{"LOC 258", "5202010000"},
		{"barrier", "59"},
		{"yield", "5f"},
		{"cache_flush", "5a"},
		{"sbarrier.wait", "7c00"},
		{"sbarrier.signal", "7c01"},
	} {
		i, err := p.ParseInst(row.text)
		if err != nil {
			t.Error(err)
			continue
		}
		b, err := i.AppendInst(nil, d, Current)
		if got := fmt.Sprintf("%x", b); got != row.bytes || err != nil {
			t.Errorf("%s is %s, want %s: %v", row.text, got, row.bytes, err)
		}
		back, n, err := DecodeInst(b, Current)
		if err != nil || n != len(b) || !back.Equal(&i) || back.Text(d) != row.text {
			t.Errorf("%x reads as %+v, %s: %v", b, back, back.Text(d), err)
		}
		for n := range b {
			if _, _, err := DecodeInst(b[:n], Current); err == nil {
				t.Errorf("%x of %x is an instruction", b[:n], b)
			}
		}
	}
}

// Straight code runs between labels and other marks; what is not executed is named.
func TestRunMarks(t *testing.T) {
	b := newBench(t)
	if err := b.run("lifetime.start V", "mov (M1, 1) V(0,0)<1> 7:d", "L1:", "LOC 5", `FILE "f"`, "lifetime.end P1", "yield", "cache_flush", "add (M1, 1) V(0,0)<1> V(0,0)<0;1,0> 1:d"); err != nil {
		t.Fatal(err)
	}
	if got := b.elements("V", 1); got != "8" {
		t.Errorf("V is %s, want 8", got)
	}
	b.refused("\"f\" is in another object, and was not given", "L1:", "fcall (M1, 8) f 0 0")
}

// Of a lifetime's byte, bit 0 is the end and bits 4 and 5 are the kind of the variable: what has a meaning comes back as it is, and nothing else is read.
func TestEveryLifetimeByte(t *testing.T) {
	meant := map[byte]bool{0: true, 1: true, 0x10: true, 0x11: true, 0x20: true, 0x21: true}
	for b := range 256 {
		code := []byte{0x7b, byte(b), 5, 0, 0, 0}
		i, n, err := DecodeInst(code, Current)
		if (err == nil) != meant[byte(b)] {
			t.Errorf("%#02x: %v", b, err)
		}
		if err != nil {
			continue
		}
		if back, err := i.AppendInst(nil, NewDecls(32, D), Current); n != len(code) || err != nil || !bytes.Equal(back, code) {
			t.Errorf("%x comes back as %x, %v", code, back, err)
		}
	}
}

// The name of a function has 16 bits.
func TestFunctionNumbers(t *testing.T) {
	for number, fits := range map[uint32]bool{0: true, 1<<16 - 1: true, 1 << 16: false, 1<<32 - 1: false} {
		i := Inst{Op: opFcall, Number: number, Sizes: [2]uint8{3, 250}}
		b, err := i.AppendInst(nil, NewDecls(32, D), Current)
		if (err == nil) != fits {
			t.Errorf("%d: %v", number, err)
		}
		if back, _, err := DecodeInst(b, Current); fits && (err != nil || !back.Equal(&i)) {
			t.Errorf("%d comes back as %+v, %v", number, back, err)
		}
	}
}

// Behind .function a subroutine's own name may stand again, and no other.
func TestSubroutineNameAgain(t *testing.T) {
	for text, fits := range map[string]bool{`.function "s" s:`: true, `.function s`: true, `.function "s" t:`: false, `.function "s" s`: false} {
		p := Parser{Decls: NewDecls(32, D)}
		if i, err := p.ParseInst(text); (err == nil) != fits || fits && i.Op != opSubroutine || !fits && !strings.Contains(err.Error(), `expected "s:", the subroutine's name again`) {
			t.Errorf("%s: %v, %v", text, i.Op, err)
		}
	}
}
