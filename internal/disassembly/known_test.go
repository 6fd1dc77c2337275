package disassembly

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// What begins as something else does is a text where all of it is one: letters, and what ends lines or pages.
func TestTextIsKnown(t *testing.T) {
	for r := range rune(0x180) {
		for _, magic := range []string{"BZh", "CISA", "MZ\u0090"} {
			head := magic + "9" + string(r) + " more"
			want := magic != "MZ\u0090" && (r >= ' ' || strings.ContainsRune("\n\t\r\f", r)) || magic == "MZ\u0090"
			if got := IsText([]byte(head)); got != want {
				t.Errorf("%q is a text: %v", head, got)
			}
		}
	}
	for n := range 300 { // what a tar is known by stands at byte 257
		head := []byte(strings.Repeat("a", n) + "ustar")
		if got := IsText(head); got != (n != 257) {
			t.Errorf("ustar at %d: a text %v", n, got)
		}
	}
}

// However slowly a file comes, it is what it is.
func TestSlowly(t *testing.T) {
	members := []member{{"a.s", "one"}, {"b.s", strings.Repeat("two\n", 300)}}
	for name, file := range map[string]string{
		"x.tar": tarOf(t, members...), "x.zip": zipOf(t, members...), "x.a": arOf(false, members...), "x.tar.gz": gzipOf(t, tarOf(t, members...)), "x.s": members[1].text, "x.isa": objectOf(t, "one"), "x.bc": "BC\xC0\xDE" + strings.Repeat("\x00", 600), "y.s": "!one\ntwo",
	} {
		want := shown(Visitor{}, name, file)
		for what, slow := range map[string]func(io.Reader) io.Reader{"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "with its end": iotest.DataErrReader} {
			var got []string
			v := Visitor{Extensions: []string{".ll", ".s"}, Skip: func(name string, why error) { got = append(got, fmt.Sprintf("%s skipped: %v", name, why)) }, Text: func(name string, in io.Reader) {
				b, err := io.ReadAll(in)
				if err != nil {
					t.Error(err)
				}
				got = append(got, fmt.Sprintf("%s: %q", name, b))
			}}
			if v.Visit(name, slow(strings.NewReader(file)), nil); !slices.Equal(got, want) {
				t.Errorf("%s, %s at a time: %.200q, want %.200q", name, what, got, want)
			}
		}
	}
	broken := fmt.Errorf("the disk is gone")
	for _, in := range []io.Reader{iotest.ErrReader(broken), io.MultiReader(strings.NewReader("PK\x03\x04"), iotest.ErrReader(broken)), io.MultiReader(strings.NewReader("!<arch>\n"), iotest.ErrReader(broken)), io.MultiReader(strings.NewReader("CISA\x03\x01"), iotest.ErrReader(broken))} {
		var got []string
		v := Visitor{Skip: func(_ string, why error) { got = append(got, why.Error()) }, Text: func(string, io.Reader) { t.Error("it is a text") }}
		if v.Visit("x", in, nil); len(got) != 1 || !strings.Contains(got[0], "gone") && !strings.Contains(got[0], "ends within") {
			t.Errorf("%q", got)
		}
	}
}

// An archive ends at the member that is too long: none behind it is shown, and why is told once.
func TestTooLongEnds(t *testing.T) {
	members := []member{{"a.s", "one"}, {"b.s", strings.Repeat("x", 5000)}, {"c.s", "three"}}
	for name, file := range map[string]string{"x.tar": tarOf(t, members...), "x.zip": zipOf(t, members...), "x.a": arOf(false, members...)} {
		most := int64(1000)
		if name == "x.zip" {
			most += int64(len(file))
		}
		got := shown(Visitor{most: most}, name, file)
		if len(got) != 3 || got[0] != name+`(a.s): "one"` || !strings.HasPrefix(got[1], name+`(b.s): "xxx`) || !strings.HasSuffix(got[1], errUnpacked.Error()) || got[2] != name+" skipped: "+errUnpacked.Error() {
			t.Errorf("%.200q", got)
		}
	}
}

// Whichever disassembler there is is taken, this machine's own first; what it complains of is one line.
func TestWhichDisassembler(t *testing.T) {
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("the names are those on x86-64")
	}
	own, other := headOfObject(elf.EM_X86_64, elf.ELFCLASS64, false), headOfObject(elf.EM_AARCH64, elf.ELFCLASS64, false)
	for _, row := range []struct {
		there, object, want string
	}{
		{"objdump", own, "objdump"}, {"llvm-objdump", own, "llvm-objdump"}, {"x86_64-linux-gnu-objdump", own, "x86_64-linux-gnu-objdump"}, {"llvm-objdump x86_64-linux-gnu-objdump objdump", own, "objdump"}, {"llvm-objdump x86_64-linux-gnu-objdump", own, "x86_64-linux-gnu-objdump"}, {"aarch64-linux-gnu-objdump", own, ""},
		{"objdump", other, ""}, {"llvm-objdump", other, "llvm-objdump"}, {"aarch64-linux-gnu-objdump llvm-objdump objdump", other, "aarch64-linux-gnu-objdump"},
	} {
		bin := t.TempDir()
		t.Setenv("PATH", bin)
		for name := range strings.FieldsSeq(row.there) {
			if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\necho \""+name+": it is\" >&2\necho broken >&2\nexit 1\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		want := fmt.Sprintf("x.o: \"\": %s: it is; broken", row.want)
		got := shown(Visitor{}, "x.o", row.object)
		if len(got) != 1 || row.want != "" && got[0] != want || row.want == "" && !strings.Contains(got[0], "is not on the path: install ") {
			t.Errorf("of %s: %q, want %q", row.there, got, want)
		}
	}
}

// The linker completes the sections that it is told to, and not those that other sections say something of: a table of symbols says how many are local.
func TestSymbolsCompleteNothing(t *testing.T) {
	as := oracle.Need(t, "as")
	for locals := range 14 {
		file := filepath.Join(t.TempDir(), "a.o")
		text := "\t.text\nf:\tpshufb c(%rip), %xmm0\n\tret\n"
		for k := range locals {
			text += fmt.Sprintf("l%d:\n", k)
		}
		cmd := exec.Command(as, "-o", file, "-")
		cmd.Stdin = strings.NewReader(text + "\t.section .rodata\n\t.globl c\nc:\t.byte 3, 2, 1, 0\n")
		if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if text := textOf(t, file); !regexp.MustCompile(`pshufb\s+\.LC\d+_0\(%rip\)`).MatchString(text) || !strings.Contains(text, "\t.byte 3,2,1,0\n") {
			t.Errorf("with %d local symbols:\n%s", locals, text)
		}
	}
}

// A program of one piece of code is one span, however large spans are to be; one of many functions has a span for each where they are to be short.
func TestShortSpans(t *testing.T) {
	as, ld := oracle.Need(t, "as"), oracle.Need(t, "ld")
	dir := t.TempDir()
	object, program := filepath.Join(dir, "a.o"), filepath.Join(dir, "a.out")
	var text strings.Builder
	text.WriteString("\t.globl f\n\t.text\nf:\n")
	for range 50 {
		text.WriteString("\t.cfi_startproc\n\tpaddd %xmm0, %xmm1\n\tret\n\t.cfi_endproc\n")
	}
	cmd := exec.Command(as, "-o", object, "-")
	cmd.Stdin = strings.NewReader(text.String())
	for _, cmd := range []*exec.Cmd{cmd, exec.Command(ld, "--eh-frame-hdr", "-e", "f", "-o", program, object)} {
		if out, err := oracle.Usual.CombinedOutput(cmd); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	f, err := os.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, size := range []uint64{0, 251, 1000, 1 << 40} { // of 250 bytes
		if all := Spans(f, size); len(all) != 1 || all[0] != (Span{}) {
			t.Errorf("in spans of %d: %v", size, all)
		}
	}
	for size := uint64(1); size < 60; size++ {
		all := Spans(f, size)
		if n := uint64(len(all)); size <= 5 && n != 50 || n > 50 || n*size > 2*250+size*4 {
			t.Errorf("in spans of %d there are %d", size, n)
		}
		for k, s := range all {
			if s.To <= s.From || (s.To-s.From)%5 != 0 || k > 0 && s.From != all[k-1].To || s.To-s.From >= size+2*5 && s.To-s.From > 2*size {
				t.Errorf("in spans of %d: %v is number %d of %v", size, s, k, all)
			}
		}
	}
	o, err := os.Open(object)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if all := Spans(o, 1); len(all) != 1 || all[0] != (Span{}) {
		t.Errorf("an object is in %v", all)
	}
}

// Padding is one of four instructions in front of a line of 16 bytes, and the first one counts.
func TestPadded(t *testing.T) {
	r := chance.Random(t, 8)
	found := 0
	for range 500 {
		addr := uint64(0x1000 + r.IntN(64))
		b := make([]byte, 100+r.IntN(200))
		for k := range b {
			b[k] = byte(r.IntN(4)) // which no padding begins with
		}
		for range r.IntN(5) {
			p := padding[r.IntN(len(padding))]
			copy(b[r.IntN(len(b)-len(p)):], p)
		}
		if r.IntN(2) == 0 { // one that ends at a line
			p := padding[r.IntN(len(padding))]
			if at := int(16*((addr+uint64(20+r.IntN(60)))/16)-addr) - len(p); at >= 0 {
				copy(b[at:], p)
			}
		}
		s := &elf.Section{SectionHeader: elf.SectionHeader{Addr: addr, Size: uint64(len(b))}, ReaderAt: bytes.NewReader(b)}
		from := addr + uint64(r.IntN(20))
		to := from + 1 + uint64(r.IntN(len(b)-int(from-addr)))
		want := to
		for at := to - 1; at >= from; at-- {
			for _, p := range padding {
				if n := uint64(len(p)); at%16 == 0 && at-from >= n && bytes.Equal(b[at-addr-n:at-addr], p) {
					want = at
				}
			}
		}
		if want != to {
			found++
		}
		if got := padded(s, from, to); got != want {
			t.Fatalf("from %#x to %#x of %x at %#x: %#x, want %#x", from, to, b, addr, got, want)
		}
	}
	if found < 50 {
		t.Errorf("%d are padded", found)
	}
}

// Names of members are those of GNU, of BSD, or plain ones: a number is a name too.
func TestMembersNames(t *testing.T) {
	const names = "first/\nsecond/\n"
	for name, want := range map[string]string{
		"a.o/": "a.o", "a.o": "a.o", "7": "7", "7/": "7", "/0": "first", "/7": "second", "/8": "econd", "/99": "/99", "/14": "", "/15": "/15", "/-1": "/-1", "#1/4": "body", "#1/2": "bo", "#1/9": "body", "#1/0": "#1/0", "#1/4096": "#1/4096", "#1/4095": "body", "#1/x": "#1/x", "#1/-1": "#1/-1", "4": "4",
	} {
		body := strings.NewReader("body")
		if got := arName(name, names, body); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
		if left := body.Len(); (left < 4) != strings.HasPrefix(want, "bo") {
			t.Errorf("%q leaves %d bytes", name, left)
		}
	}
}
