package disassembly

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/object"
)

// A file is a name and what is in it.
type member struct{ name, text string }

func tarOf(t testing.TB, members ...member) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		if err := w.WriteHeader(&tar.Header{Name: m.name, Mode: 0o600, Size: int64(len(m.text)), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, m.text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zipOf(t testing.TB, members ...member) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.Create(m.name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(f, m.text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gzipOf(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// arOf has GNU's long names, and with bsd those of BSD.
func arOf(bsd bool, members ...member) string {
	var b, names strings.Builder
	header := func(name string, size int) {
		fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", name, 0, 0, 0, "644", size)
	}
	b.WriteString("!<arch>\n")
	header("/", 4)
	b.WriteString("\x00\x00\x00\x00")
	for _, m := range members {
		names.WriteString(m.name + "/\n")
	}
	if !bsd {
		header("//", names.Len())
		b.WriteString(names.String() + strings.Repeat("\n", names.Len()%2))
	}
	for _, m := range members {
		name, text := fmt.Sprintf("/%d", strings.Index(names.String(), m.name+"/\n")), m.text
		if bsd {
			name, text = fmt.Sprintf("#1/%d", len(m.name)), m.name+m.text
		} else if len(m.name) < 15 {
			name = m.name + "/"
		}
		header(name, len(text))
		b.WriteString(text + strings.Repeat("\n", len(text)%2))
	}
	return b.String()
}

// shown is what a visitor shows of a file, and of what it skips why.
func shown(v Visitor, name, file string) (all []string) {
	v.Extensions = []string{".ll", ".s"}
	v.Text = func(name string, text io.Reader) {
		b, err := io.ReadAll(text)
		if err != nil {
			all = append(all, fmt.Sprintf("%s: %q: %v", name, b, err))
			return
		}
		all = append(all, fmt.Sprintf("%s: %q", name, b))
	}
	v.Skip = func(name string, why error) { all = append(all, fmt.Sprintf("%s skipped: %v", name, why)) }
	v.Visit(name, strings.NewReader(file), nil)
	return all
}

// Archives show the members that are texts by their names, also of archives in archives.
func TestMembers(t *testing.T) {
	members := []member{{"a.ll", "one"}, {"src/b.s", "three"}, {"README", "none"}, {"a/path/that/is/long/c.ll", "four"}, {"d.LL", ""}}
	want := func(archive string) []string {
		return []string{archive + `(a.ll): "one"`, archive + `(src/b.s): "three"`, archive + `(a/path/that/is/long/c.ll): "four"`, archive + `(d.LL): ""`}
	}
	for _, row := range []struct {
		name, file string
		want       []string
	}{
		{"x.s", "text", []string{`x.s: "text"`}},
		{"x", "", []string{`x: ""`}},
		{"x.tar", tarOf(t, members...), want("x.tar")},
		{"x.zip", zipOf(t, members...), want("x.zip")},
		{"x.a", arOf(false, members...), want("x.a")},
		{"x.a", arOf(true, members...), want("x.a")},
		{"x.ll.gz", gzipOf(t, "define"), []string{`x.ll: "define"`}},
		{"x.tar.gz", gzipOf(t, tarOf(t, members...)), want("x.tar")},
		{"x.zip", zipOf(t, member{"in.tar", tarOf(t, members[:2]...)}, member{"y.s.gz", gzipOf(t, "packed")}), []string{`x.zip(in.tar)(a.ll): "one"`, `x.zip(in.tar)(src/b.s): "three"`, `x.zip(y.s.gz): "packed"`}},
	} {
		if got := shown(Visitor{}, row.name, row.file); !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// What is unpacked is bounded, in depth and in bytes, and an archive that is broken says where.
func TestArchivesAreBounded(t *testing.T) {
	deep := "text"
	for range 6 {
		deep = tarOf(t, member{"x.tar", deep})
	}
	for name, row := range map[string]struct{ file, want string }{
		"deep.tar":   {deep, "(x.tar) skipped: this is the 5th archive in an archive"},
		"long.tar":   {tarOf(t, member{"a.ll", strings.Repeat("x", 5000)}), "unpacks to more than what is read"},
		"long.gz":    {gzipOf(t, strings.Repeat("x", 5000)), "unpacks to more than what is read"},
		"long.zip":   {zipOf(t, member{"a.ll", strings.Repeat("x", 5000)}), "unpacks to more than what is read"},
		"cut.a":      {arOf(false, member{"a.ll", "one"}) + "x", "the archive ends within the header at byte 202"},
		"wrong.a":    {"!<arch>\n" + strings.Repeat("x", 60), "there is no header of a member at byte 8"},
		"negative.a": {fmt.Sprintf("!<arch>\n%-48s%-10d`\n", "x/", -60), "there is no header of a member at byte 8"},
		"cut.zip":    {"PK\x03\x04", "not a valid zip file"},
	} {
		most := int64(4096)
		if name == "deep.tar" {
			most = 1 << 20
		}
		if got := strings.Join(shown(Visitor{most: most}, name, row.file), "\n"); !strings.Contains(got, row.want) {
			t.Errorf("%s: %s, want %s", name, got, row.want)
		}
	}
}

// An object of vISA shows each of its kernels as text, also in an archive, and one that is broken says where.
func TestKernels(t *testing.T) {
	file := objectOf(t, "one", "two")
	one := `.version 4.1
.kernel "one"
.decl V v_type=G type=d num_elts=8 align=GRF
mov (M1, 8) V(0,0)<1> 0x1:d
`
	two := strings.ReplaceAll(one, "one", "two")
	for _, row := range []struct {
		name, file string
		want       []string
	}{
		{"k.isa", file, []string{fmt.Sprintf("k.isa(one): %q", one), fmt.Sprintf("k.isa(two): %q", two)}},
		{"k.tar", tarOf(t, member{"k.isa", file}), []string{fmt.Sprintf("k.tar(k.isa)(one): %q", one), fmt.Sprintf("k.tar(k.isa)(two): %q", two)}},
		{"cut.isa", file[:20], []string{"cut.isa skipped: byte "}},
		{"long.isa", file + strings.Repeat("x", mostKernels), []string{"long.isa skipped: this is an object of vISA of more than 4194304 bytes"}},
	} {
		got := shown(Visitor{}, row.name, row.file)
		if !slices.EqualFunc(got, row.want, strings.HasPrefix) {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
	if got := shown(Visitor{}, "x", "CISA is an acronym"); !slices.Equal(got, []string{`x: "CISA is an acronym"`}) {
		t.Errorf("%q", got)
	}
}

// objectOf is an object of vISA with a small kernel of each name.
func objectOf(t *testing.T, names ...string) string {
	t.Helper()
	o := &object.Object{Version: object.Format{Major: 4, Minor: 1}}
	for _, name := range names {
		g, errs := visa.ParseProgram(fmt.Sprintf(".kernel %q\n.decl V v_type=G type=d num_elts=8 align=GRF\nmov (M1, 8) V(0,0)<1> 1:d\n", name), visa.NewDecls(32, visa.D), visa.Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		if err := g.Pack(o); err != nil {
			t.Fatal(err)
		}
	}
	b, err := o.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What no text is made of is refused by its name, and by that of its machine.
func TestRefused(t *testing.T) {
	for file, want := range map[string]string{
		"BC\xC0\xDE5\x14\x00\x00":                                "LLVM's bitcode: expected its text, as llvm-dis",
		"\x00asm\x01\x00\x00\x00":                                "WebAssembly's binary format",
		"\x03\x02\x23\x07\x00\x00\x01\x00":                       "a SPIR-V module",
		"\xCF\xFA\xED\xFE\x0c\x00\x00\x01":                       "Mach-O",
		"!<thin>\n/\x00":                                         "thin",
		"\xFD7zXZ\x00":                                           "xz",
		headOfObject(elf.EM_RISCV, elf.ELFCLASS64, false):        "an object for RISCV: expected one for x86-64 or AArch64",
		headOfObject(elf.EM_PPC64, elf.ELFCLASS64, true):         "an object for PPC64",
		headOfObject(elf.EM_ARM, elf.ELFCLASS32, false):          "an object for 32-bit Arm",
		headOfObject(elf.EM_386, elf.ELFCLASS32, false):          "an object for 32-bit x86",
		headOfObject(elf.EM_X86_64, elf.ELFCLASS32, false):       "an object for x32",
		headOfObject(elf.EM_MIPS, elf.ELFCLASS32, true):          "an object for 32-bit MIPS",
		headOfObject(elf.EM_AARCH64, elf.ELFCLASS32, false):      "an object for 32-bit AArch64",
		headOfObject(elf.Machine(0xfedc), elf.ELFCLASS64, false): "an object for machine 65244: expected one",
		"\x7fELF\x02":          "ends behind 5 bytes",
		"\xDE\xC0\x17\x0B\x00": "LLVM's bitcode",
		"\x07\x23\x02\x03\x00": "a SPIR-V module",
		"\xCA\xFE\xBA\xBE\x00": "Mach-O, or a class of Java",
		"MZ\x90\x00":           "a program for Windows",
		"\x64\x86\x01\x00":     "an object for Windows",
		"BZh9\x00":             "packed by bzip2",
		"\x28\xB5\x2F\xFD\x00": "packed by zstd",
	} {
		if got := shown(Visitor{}, "x", file); len(got) != 1 || !strings.HasPrefix(got[0], "x skipped: ") || !strings.Contains(got[0], want) {
			t.Errorf("%q: %q, want %s", file, got, want)
		}
		if IsText([]byte(file)) {
			t.Errorf("%q is a text", file)
		}
	}
	for _, file := range []string{"!<arch>\n", "PK\x03\x04", "PK\x05\x06", "\x1f\x8b", "CISA\x03\x01", strings.Repeat("a", 257) + "ustar"} {
		if IsText([]byte(file)) {
			t.Errorf("%q is a text", file)
		}
	}
	for _, text := range []string{"", "CISA is a text", strings.Repeat("a", 256) + "ustar", "MZ is no program", "BZh", "PKwith", "dd", "\x1fx"} {
		if got := shown(Visitor{}, "x", text); len(got) != 1 || got[0] != fmt.Sprintf("x: %q", text) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// headOfObject begins an object of ELF.
func headOfObject(m elf.Machine, class elf.Class, big bool) string {
	b := make([]byte, 64)
	copy(b, "\x7fELF")
	b[elf.EI_CLASS], b[elf.EI_DATA] = byte(class), byte(elf.ELFDATA2LSB)
	binary.LittleEndian.PutUint16(b[18:], uint16(m))
	if big {
		b[elf.EI_DATA] = byte(elf.ELFDATA2MSB)
		binary.BigEndian.PutUint16(b[18:], uint16(m))
	}
	return string(b)
}

// A disassembler is a program of others: it may be missing, fail, hang, or never end.
func TestDisassemblers(t *testing.T) {
	sh := "/bin/sh"
	if _, err := os.Stat(sh); err != nil {
		t.Skip(err)
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	object := headOfObject(elf.EM_AARCH64, elf.ELFCLASS64, false)
	if got := shown(Visitor{}, "x.o", object); len(got) != 1 || !strings.Contains(got[0], "which is not on the path: install LLVM or binutils for AArch64") || strings.Contains(got[0], "\n") {
		t.Errorf("no disassembler: %q", got)
	}
	for _, row := range []struct{ script, want string }{
		{`echo "0 <f>:"; echo "  0: ret"`, `x.o: "0 <f>:\n  0: ret\n"`},
		{`echo "$0: $4: what is this?" >&2; exit 1`, `x.o: "": objdump: what is this?`},
		{`printf 'one\r\ntwo\n\r\n  three'`, `x.o: "one\ntwo\n\n  three\n"`},
		{`exit 7`, `x.o: "": objdump: exit status 7`},
		{`echo one; while :; do :; done`, "objdump: the disassembler says nothing for 300ms"},
		{`while :; do echo line; done`, "its text is longer than what is read of it"},
	} {
		for _, name := range []string{"objdump", "aarch64-linux-gnu-objdump"} {
			if err := os.WriteFile(filepath.Join(bin, name), []byte("#!"+sh+"\n"+row.script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		patience := time.Hour
		if strings.Contains(row.want, "300ms") {
			patience = 300 * time.Millisecond
		}
		got := shown(Visitor{Patience: patience, most: 1 << 16}, "x.o", object)
		if len(got) != 1 || !strings.Contains(strings.ReplaceAll(got[0], "aarch64-linux-gnu-", ""), row.want) {
			t.Errorf("%s: %.300q, want %s", row.script, got, row.want)
		}
	}
}

// Lines of GNU's and of LLVM's disassembler get the constants that they read.
func TestConstants(t *testing.T) {
	section := func(at uint64, text string) *elf.Section {
		return &elf.Section{SectionHeader: elf.SectionHeader{Addr: at, Size: uint64(len(text))}, ReaderAt: strings.NewReader(text)}
	}
	linked := &readOnly{sections: map[int]*elf.Section{3: section(0x2000, "0123456789abcdef")}}
	arm := &readOnly{arm: true, sections: map[int]*elf.Section{3: section(0x2000, "0123456789abcdef")}}
	low := &readOnly{arm: true, sections: map[int]*elf.Section{3: section(0x20, "0123456789")}}
	object := &readOnly{relocatable: true, sections: map[int]*elf.Section{5: section(0, "0123456789abcdef")}, places: map[string]reference{".LC0": {5, 8}, ".rodata.cst16": {5, 0}}}
	for _, row := range []struct {
		data *readOnly
		in   string
		want string
	}{
		{linked, "  10:\tpshufb 0xe97(%rip),%xmm0        # 200e <x+0x10>\n  19:\tret", "  10:\tpshufb .LC_200e(%rip),%xmm0        # 200e <x+0x10>\n  19:\tret\n\n.LC_200e:\n\t.byte 101,102\n"},
		{linked, "  10:      \tvpshufb\t-0x7(%rip), %ymm1, %ymm0 # 0x200f <x>", "  10:      \tvpshufb\t.LC_200f(%rip), %ymm1, %ymm0 # 0x200f <x>\n\n.LC_200f:\n\t.byte 102\n"},
		{linked, "  10:\tmov 0xe97(%rip),%rax        # 2000 <x>", "  10:\tmov 0xe97(%rip),%rax        # 2000 <x>\n\n"},               // no vector
		{linked, "  10:\tmovaps 0xe97(%rip),%xmm0        # 3000 <data>", "  10:\tmovaps 0xe97(%rip),%xmm0        # 3000 <data>\n\n"}, // it may be written
		{arm, "  10:\tadrp\tx8, 2000 <x-0x10>\n  14:\tldr\tq1, [x8, #14]", "  10:\tadrp\tx8, .LC_2000\n  14:\tldr\tq1, [x8, #14]\n\n.LC_2000:\n\t.byte 48,49,50,51,52,53,54,55,56,57,97,98,99,100,101,102\n.LC_200e:\n\t.byte 101,102\n"},
		{arm, "  10:      \tadrp\tx8, 0x1000\n  14:      \tadd\tx9, x8, #0x1, lsl #12\n  18:\tldr\tq1, [x9]", "  10:      \tadrp\tx8, .LC_1000\n  14:      \tadd\tx9, x8, #0x1, lsl #12\n  18:\tldr\tq1, [x9]\n\n"},
		{arm, "  10:\tadr\tx8, 200e <x>\n  14:\tldr\tq1, [x8]", "  10:\tadr\tx8, .LC_200e\n  14:\tldr\tq1, [x8]\n\n.LC_200e:\n\t.byte 101,102\n"},
		{arm, "  10:\tadrp\tx8, 1000 <x>\n  14:\tadd\tx9, x8, #0xfff // end\n  18:\tldp\tq1, q2, [x9, #15]", "  10:\tadrp\tx8, .LC_1000\n  14:\tadd\tx9, x8, #0xfff // end\n  18:\tldp\tq1, q2, [x9, #15]\n\n.LC_200e:\n\t.byte 101,102\n"},
		{low, "  10:\tadd\tx8, x7, #0x20\n  14:\tldr\tq1, [x8]", "  10:\tadd\tx8, x7, #0x20\n  14:\tldr\tq1, [x8]\n\n"},                                                                                                   // nobody knows x7
		{low, "  10:\tadr\tx8, 20 <x>\n  14:\tadd\tx8, x8, x3\n  18:\tldr\tq1, [x8, #8]", "  10:\tadr\tx8, .LC_20\n  14:\tadd\tx8, x8, x3\n  18:\tldr\tq1, [x8, #8]\n\n.LC_20:\n\t.byte 48,49,50,51,52,53,54,55,56,57\n"}, // nor x3
		{object, "   0:\tpshufb 0x0(%rip),%xmm0        # 9 <f+0x9>\n\t\t\t5: R_X86_64_PC32\t.LC0-0x4\n   9:\tret", "   0:\tpshufb .LC5_8(%rip),%xmm0        # 9 <f+0x9>\n   9:\tret\n\n.LC5_8:\n\t.byte 56,57,97,98,99,100,101,102\n"},
		{object, "   0:\tpshufd $0x1b,0x0(%rip),%xmm0        # 9 <f+0x9>\n\t\t\t4: R_X86_64_PC32\t.rodata.cst16+0x9", "   0:\tpshufd $0x1b,.LC5_e(%rip),%xmm0        # 9 <f+0x9>\n\n.LC5_e:\n\t.byte 101,102\n"},
		{object, "   0:\tmovaps 0x0(%rip),%xmm0        # 9 <f+0x9>\n\t\t\t5: R_X86_64_PC32\tother-0x4", "   0:\tmovaps 0x0(%rip),%xmm0        # 9 <f+0x9>\n\n"},
		{object, "   0:\tmovaps 0x0(%rip),%xmm0        # 9 <f+0x9>\n\t\t\t5: R_X86_64_GOTPCREL\t.LC0-0x4", "   0:\tmovaps 0x0(%rip),%xmm0        # 9 <f+0x9>\n\n"},
		{object, "   4:\tldr\tq2, [x8]\n\t\t\t4: R_AARCH64_LDST128_ABS_LO12_NC\t.rodata.cst16+0xe", "   4:\tldr\tq2, [x8, #:lo12:.LC5_e]\n\n.LC5_e:\n\t.byte 101,102\n"},
		{object, "   4:\tldr\tq2, [x8, #0]\n\t\t\t4: R_AARCH64_LDST128_ABS_LO12_NC\t.LC0+0x6", "   4:\tldr\tq2, [x8, #:lo12:.LC5_e]\n\n.LC5_e:\n\t.byte 101,102\n"},
		{object, "   4:\tadd\tx8, x8, #0x0\n\t\t\t4: R_AARCH64_ADD_ABS_LO12_NC\t.LC0+0x6", "   4:\tadd\tx8, x8, :lo12:.LC5_e\n\n.LC5_e:\n\t.byte 101,102\n"},
	} {
		lines := strings.Split(row.in, "\n")
		next := func() (string, error) {
			if len(lines) == 0 {
				return "", io.EOF
			}
			line := lines[0]
			lines = lines[1:]
			return line, nil
		}
		got, err := io.ReadAll(newAnnotated(next, row.data))
		want := strings.Replace(row.want, "\n\n", "\n", 1)
		if string(got) != want || err != nil {
			t.Errorf("%s\ngives\n%s\n%v, want\n%s", row.in, got, err, want)
		}
	}
}

// FuzzVisit: no file panics, and what is shown of it is bounded.
func FuzzVisit(f *testing.F) {
	f.Setenv("PATH", f.TempDir()) // no program is started
	f.Add([]byte(tarOf(f, member{"a.ll", "x"})))
	f.Add([]byte(zipOf(f, member{"a.ll", "x"})))
	f.Add([]byte(gzipOf(f, "x")))
	chance.Fuzz(f, func(t *testing.T, file []byte) {
		const most = 1 << 16
		n := 0
		for _, text := range shown(Visitor{most: most}, "x", string(file)) {
			n += len(text)
		}
		if n > 8*(most+len(file)) { // quoted
			t.Errorf("%d bytes are shown of %d", n, len(file))
		}
		readConstants(bytes.NewReader(file)).bytes(reference{offset: 64})
	})
}
