package disassembly

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A machineOfTest is how code that reads constants is written, assembled and linked.
type machineOfTest struct {
	as, ld string
	code   func(to int, place string) string // that reads a place
	reads  *regexp.Regexp                    // its line in an object, and in a program
	plain  bool                              // a program's line has the label
}

var machinesOfTest = map[string]machineOfTest{
	"x86-64": {"as", "ld", func(to int, place string) string {
		return fmt.Sprintf("\tpshufb %s(%%rip), %%xmm%d\n", place, to%16)
	}, regexp.MustCompile(`pshufb\s+(\S+)\(%rip\)`), true},
	"AArch64": {"aarch64-linux-gnu-as", "aarch64-linux-gnu-ld", func(to int, place string) string {
		return fmt.Sprintf("\tadrp x%d, %s\n\tldr q%d, [x%[1]d, #:lo12:%[2]s]\n", to%16, place, to%32)
	}, regexp.MustCompile(`ldr\s+q\d+, \[x\d+(?:, #:lo12:([^]\s]+))?`), false},
}

// A constantRead is where an instruction reads.
type constantRead struct {
	section string
	offset  int
}

// constantCode is code that reads constants: of two sections, of one that may be written, and of one that the linker completes.
func constantCode(r *rand.Rand, m machineOfTest) (text string, reads []constantRead) {
	var b strings.Builder
	sections := []struct{ name, flags, begins string }{{".rodata", "a", ""}, {"constants", "a", ""}, {".data", "aw", ""}, {"completed", "a", "\t.quad f\n\t.quad 0\n"}}
	for _, s := range sections {
		fmt.Fprintf(&b, "\t.section %s,%q\n\t.balign 4096\n%s", s.name, s.flags, s.begins)
		for k := len(s.begins) / 18; k < 2+r.IntN(8); k++ {
			if r.IntN(2) == 0 {
				fmt.Fprintf(&b, "\t.globl %[1]s%[2]d\n", strings.Trim(s.name, "."), 16*k)
			}
			fmt.Fprintf(&b, "%s%d:\n", strings.Trim(s.name, "."), 16*k)
			for range 16 {
				fmt.Fprintf(&b, "\t.byte %d\n", r.IntN(256))
			}
			reads = append(reads, constantRead{s.name, 16 * k})
		}
	}
	r.Shuffle(len(reads), func(i, j int) { reads[i], reads[j] = reads[j], reads[i] })
	b.WriteString("\t.text\n\t.globl f\nf:\n")
	for k, at := range reads {
		b.WriteString(m.code(k, fmt.Sprintf("%s%d", strings.Trim(at.section, "."), at.offset)))
	}
	b.WriteString("\tret\n")
	return b.String(), reads
}

// What stands where an instruction of an object or a program reads is behind the text, under the label that the instruction has; of what may be written, or is not complete, nothing is.
func TestConstantsOfFiles(t *testing.T) {
	r := chance.Random(t, 3)
	for name, m := range machinesOfTest {
		t.Run(name, func(t *testing.T) {
			as, ld := oracle.Need(t, m.as), oracle.Need(t, m.ld)
			for range 6 {
				dir := t.TempDir()
				source, object, program := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a.out")
				text, reads := constantCode(r, m)
				if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				for _, args := range [][]string{{as, "-o", object, source}, {ld, "-e", "f", "-o", program, object}} {
					if out, err := oracle.Usual.CombinedOutput(exec.Command(args[0], args[1:]...)); err != nil {
						t.Fatalf("%q: %v\n%s", args, err, out)
					}
				}
				m.holds(t, object, reads)
				m.holds(t, program, reads)
			}
		})
	}
}

// holds compares the text of a file with its sections.
func (m machineOfTest) holds(t *testing.T, file string, reads []constantRead) {
	t.Helper()
	f, err := elf.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	shown := textOf(t, file)
	said := m.reads.FindAllStringSubmatch(shown, -1)
	if len(said) != len(reads) {
		t.Fatalf("%d of %d lines read constants in\n%s", len(said), len(reads), shown)
	}
	want := map[string]string{} // what is behind the text, by label
	for k, at := range reads {
		section := f.Section(at.section)
		label, kept := fmt.Sprintf(".LC_%x", section.Addr+uint64(at.offset)), section.Flags&elf.SHF_WRITE == 0
		if f.Type == elf.ET_REL {
			label, kept = fmt.Sprintf(".LC%d_%x", slices.Index(f.Sections, section), at.offset), kept && at.section != "completed"
		}
		if kept {
			want[label] = bytesOf(t, section, at.offset)
		}
		if f.Type != elf.ET_REL && !m.plain && kept { // the page that the line before reads
			want[fmt.Sprintf(".LC_%x", section.Addr)] = bytesOf(t, section, 0)
		}
		if got := said[k][1]; (got == label) != (kept && (m.plain || f.Type == elf.ET_REL)) {
			t.Errorf("%s: %q is of %s and %d, %s", filepath.Base(file), said[k][0], at.section, at.offset, label)
		}
	}
	got, last := map[string]string{}, ""
	for _, found := range regexp.MustCompile(`(?m)^(\.LC\S+):\n\t\.byte (\S+)$`).FindAllStringSubmatch(shown, -1) {
		if got[found[1]] = found[2]; found[1] <= last {
			t.Errorf("%s stands behind %s", found[1], last)
		}
		last = found[1]
	}
	for label := range want {
		if got[label] != want[label] {
			t.Errorf("%s: at %s there is %q, want %q", filepath.Base(file), label, got[label], want[label])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d constants are said, want %d", filepath.Base(file), len(got), len(want))
	}
}

// bytesOf are those that stand in a section, as many as an instruction may read.
func bytesOf(t *testing.T, s *elf.Section, from int) string {
	t.Helper()
	b, err := s.Data()
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(b[from:min(len(b), from+64)]), "[]"), " ", ",")
}

// textOf is what a visitor shows of a file.
func textOf(t *testing.T, file string) (text string) {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	v := Visitor{Extensions: []string{".s"}, Skip: func(name string, why error) { t.Error(name, why) }, Text: func(_ string, in io.Reader) {
		b, err := io.ReadAll(in)
		if err != nil {
			t.Error(err)
		}
		text += string(b)
	}}
	v.Visit(file, in, in)
	return text
}

// So many archives in one another are looked into, and no more, however often a visitor has looked before.
func TestDepth(t *testing.T) {
	v, file := Visitor{}, "text"
	for depth := 1; depth < 8; depth++ {
		switch depth % 3 {
		case 0:
			file = arOf(false, member{"x.s", file})
		case 1:
			file = tarOf(t, member{"x.s", file})
		default:
			file = zipOf(t, member{"x.s", file})
		}
		want := "x" + strings.Repeat("(x.s)", depth) + `: "text"`
		if depth > 4 {
			want = "x" + strings.Repeat("(x.s)", 4) + " skipped: this is the 5th archive in an archive: expected texts or objects"
		}
		for range 3 {
			if got := shown(v, "x", file); len(got) != 1 || got[0] != want {
				t.Errorf("%d archives: %q, want %q", depth, got, want)
			}
		}
	}
}

// So many bytes are unpacked, and no more: of a text that is longer what there is, with an error; an archive that has to be whole is none then.
func TestMostBytes(t *testing.T) {
	text := strings.Repeat("x", 1000)
	for _, row := range []struct {
		name, file string
		costs      int // bytes that are unpacked
	}{
		{"x.s.gz", gzipOf(t, text), 1000}, {"x.tar", tarOf(t, member{"a.s", text}), 1000}, {"x.tar", tarOf(t, member{"a.s", text[:400]}, member{"b.s", text[400:]}), 1000},
		{"x.a", arOf(false, member{"a.s", text}), 1000}, {"x.zip", zipOf(t, member{"a.s", text}), len(zipOf(t, member{"a.s", text})) + 1000},
	} {
		for _, most := range []int{row.costs / 8, row.costs - 1, row.costs + 1} {
			all := strings.Join(shown(Visitor{most: int64(most)}, row.name, row.file), "\n")
			if refused := strings.Contains(all, "unpacks to more than what is read"); refused != (most < row.costs) {
				t.Errorf("%s, %d of %d bytes: %.200s", row.name, most, row.costs, all)
			}
			if n := strings.Count(strings.TrimPrefix(all, "x"), "xx"); 2*n > most+8 {
				t.Errorf("%s: of %d bytes %d are shown", row.name, most, 2*n)
			}
		}
	}
}

// A machine that has no disassembler is called as people call it, and what is asked for is said.
func TestMachines(t *testing.T) {
	for _, row := range []struct {
		m     elf.Machine
		class elf.Class
		want  string
	}{
		{elf.EM_386, elf.ELFCLASS32, "32-bit x86"}, {elf.EM_386, elf.ELFCLASS64, "32-bit x86"}, {elf.EM_ARM, elf.ELFCLASS32, "32-bit Arm"}, {elf.EM_X86_64, elf.ELFCLASS32, "x32"}, {elf.EM_AARCH64, elf.ELFCLASS32, "32-bit AArch64"},
		{elf.EM_RISCV, elf.ELFCLASS32, "32-bit RISCV"}, {elf.EM_RISCV, elf.ELFCLASS64, "RISCV"}, {elf.EM_S390, elf.ELFCLASS64, "S390"}, {elf.EM_PPC64, elf.ELFCLASS64, "PPC64"}, {0xfedc, elf.ELFCLASS64, "machine 65244"}, {0xfedc, elf.ELFCLASS32, "32-bit machine 65244"},
	} {
		for _, big := range []bool{false, true} {
			want := fmt.Sprintf("x skipped: this is an object for %s: expected one for x86-64 or AArch64", row.want)
			if got := shown(Visitor{}, "x", headOfObject(row.m, row.class, big)); len(got) != 1 || got[0] != want {
				t.Errorf("%v: %q, want %q", row.m, got, want)
			}
		}
	}
	head := headOfObject(elf.EM_RISCV, elf.ELFCLASS64, false)
	for n := 4; n < 24; n++ {
		got := shown(Visitor{}, "x", head[:n])
		if want := fmt.Sprintf("ends behind %d bytes: expected a whole one", n); len(got) != 1 || strings.Contains(got[0], want) != (n < 20) {
			t.Errorf("%d bytes of an object: %q", n, got)
		}
	}
}

// What is no file of an archive, a folder or a link, is not shown, though it is called as a text is.
func TestNoFiles(t *testing.T) {
	var all bytes.Buffer
	z := zip.NewWriter(&all)
	for name, mode := range map[string]os.FileMode{"a.s": 0o644, "b.s": os.ModeSymlink | 0o777, "c.s/": os.ModeDir | 0o755, "d.s": os.ModeNamedPipe | 0o644} {
		h := &zip.FileHeader{Name: name}
		h.SetMode(mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if !mode.IsDir() {
			_, _ = io.WriteString(w, "what "+name+" has")
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if got := shown(Visitor{}, "x.zip", all.String()); len(got) != 1 || got[0] != `x.zip(a.s): "what a.s has"` {
		t.Errorf("%q", got)
	}
}

// A program that is there and cannot be started is what a file is skipped for.
func TestNotStarted(t *testing.T) {
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	object := headOfObject(elf.EM_AARCH64, elf.ELFCLASS64, false)
	for _, name := range []string{"llvm-objdump", "aarch64-linux-gnu-objdump", "objdump"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/none/at/all\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if got := shown(Visitor{}, "x.o", object); len(got) != 1 || !strings.HasPrefix(got[0], "x.o skipped: ") || strings.Contains(got[0], "on the path") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// However few bytes may be unpacked, what there is of an archive in another one is shown up to there, and that it ends there is said.
func TestEachNumberOfBytes(t *testing.T) {
	long := "a/path/that/is/long/c.ll"
	for name, inner := range map[string]string{"GNU": arOf(false, member{"a.s", "one"}, member{long, "three"}), "BSD": arOf(true, member{"a.s", "one"}, member{long, "three"})} {
		whole := []string{`x.a(a.s): "one"`, "x.a(" + long + `): "three"`}
		costs := len(inner) + len("one") + len("three")
		file := gzipOf(t, inner)
		for most := 1; most < costs+3; most++ {
			got := shown(Visitor{most: int64(most)}, "x.a.gz", file)
			text := strings.Join(got, "\n")
			if complete := slices.Equal(got, whole); complete != (most > costs) && most != costs {
				t.Errorf("%s: of %d bytes %d are unpacked: %q", name, costs, most, got)
			} else if !complete && !strings.Contains(text, "unpacks to more") && !strings.Contains(text, "ends within the header") {
				t.Errorf("%s: of %d bytes %d are unpacked: %q", name, costs, most, got)
			}
		}
	}
}

// Where one section ends and the next one begins, the next one's bytes are what stands there.
func TestNeighbours(t *testing.T) {
	c := &readOnly{sections: map[int]*elf.Section{}}
	for k := range 8 {
		text := strings.Repeat(string(rune('a'+k)), 16)
		c.sections[k+1] = &elf.Section{SectionHeader: elf.SectionHeader{Addr: uint64(0x100 + 16*k), Size: 16}, ReaderAt: strings.NewReader(text)}
	}
	for at := uint64(0x100 - 20); at < 0x100+8*16+20; at++ {
		want := ""
		if k := int(at-0x100) / 16; at >= 0x100 && k < 8 {
			want = strings.Repeat(string(rune('a'+k)), 16-int(at)%16)
		}
		for range 10 { // sections are looked through in no order
			if got := c.bytes(reference{offset: at}); string(got) != want {
				t.Errorf("at %#x there is %q, want %q", at, got, want)
			}
		}
	}
}

// A file that can be read anywhere is read where it is: nothing is written to read it. A stream is written where temporary files belong, and where that is not it is skipped.
func TestNoCopy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.zip")
	if err := os.WriteFile(file, []byte(zipOf(t, member{"a.s", "text"})), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	t.Setenv("TMP", filepath.Join(t.TempDir(), "none"))
	if text := textOf(t, file); text != "text" {
		t.Errorf("%q", text)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, stream := range map[string]string{"x.zip": string(b), "x.o": headOfObject(elf.EM_X86_64, elf.ELFCLASS64, false)} {
		if got := shown(Visitor{}, name, stream); len(got) != 1 || !strings.HasPrefix(got[0], name+" skipped: ") {
			t.Errorf("%q", got)
		}
	}
}
