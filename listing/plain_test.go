package listing_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/listing"
)

// plain are the lines of a file as scan follows them: without names of the text's own, and with labels of which none stands twice.
func plain(lines []string) []string {
	var all []string
	macros := new(listing.Macros)
	for _, line := range lines {
		if label, rest, ok := listing.LabelBefore(line); ok {
			all = append(all, macros.Line(label+":"))
			line = rest
		}
		all = append(all, macros.Line(line))
	}
	apart, _ := listing.LabelsApart(all)
	return apart
}

// ownNames are how texts for one assembler have names and labels of their own.
type ownNames struct {
	registers        []string
	define, undefine string // with the name and what it stands for
	number           string
	shuffle          string // two registers and a number
	jump             string
	local            bool // labels are NASM's, of the last one without a point
	fixed            bool // a name is not defined twice
	comment          string
}

// text is a random one.
func (w *ownNames) text(r *rand.Rand) (lines []string) {
	add := func(format string, arguments ...any) { lines = append(lines, fmt.Sprintf(format, arguments...)) }
	registers, numbers := []string{w.registers[0]}, []string{"3"}
	operand := func() string { return registers[r.IntN(len(registers))] }
	defined := map[string]bool{}
	below := map[string]bool{} // labels that have to come
	for f := range 1 + r.IntN(3) {
		add("f%d:", f)
		for k := range 4 + r.IntN(12) {
			label := fmt.Sprint(r.IntN(3))
			switch r.IntN(8) {
			case 0:
				name := fmt.Sprintf("my_%d", r.IntN(6))
				of := w.registers[r.IntN(len(w.registers))]
				switch {
				case defined[name] && w.fixed:
					continue
				case !defined[name] && r.IntN(3) == 0:
					of = operand()
				}
				add(w.define, name, of)
				if !defined[name] {
					registers, defined[name] = append(registers, name), true
				}
			case 1:
				name := fmt.Sprintf("n_%d_%d", f, k)
				add(w.number, name, strconv.Itoa(r.IntN(4)))
				numbers = append(numbers, name)
			case 2:
				if len(registers) < 3 {
					continue
				}
				name := registers[len(registers)-1] // no other stands for it
				if used := strings.Join(lines, "\n"); strings.Contains(used, " "+name+"\n") || strings.HasSuffix(used, " "+name) {
					continue
				}
				add(w.undefine, name)
				registers, defined[name] = registers[:len(registers)-1], false
			case 3:
				if !w.local {
					add("%s:", label)
					delete(below, label)
				} else if !strings.Contains(strings.Join(lines, "\n"), fmt.Sprintf("f%d:", f)) || !standsIn(lines, f, label) {
					add(".l%s:", label)
				}
			case 4:
				switch {
				case w.local && standsIn(lines, f, label):
					add(w.jump, ".l"+label)
				case !w.local && r.IntN(2) == 0:
					below[label] = true
					add(w.jump, label+"f")
				case !w.local && strings.Contains("\n"+strings.Join(lines, "\n"), "\n"+label+":"):
					add("%d: "+w.jump, r.IntN(3), label+"b")
				}
			default:
				add(w.shuffle, operand(), operand(), numbers[r.IntN(len(numbers))])
				if r.IntN(2) == 0 {
					lines[len(lines)-1] += w.comment
				}
			}
		}
	}
	for label := range 3 {
		add("%d:", label)
	}
	if w.local {
		lines = lines[:len(lines)-3]
	}
	return lines
}

// standsIn says whether function f has a label by now.
func standsIn(lines []string, f int, label string) bool {
	in := false
	for _, line := range lines {
		in = in || line == fmt.Sprintf("f%d:", f)
		if in && line == ".l"+label+":" {
			return true
		}
	}
	return false
}

// A text with names of its own has the bytes that an assembler makes of it, also as it is followed: definitions are replaced, and labels are apart.
func TestPlainIsAssembledAlike(t *testing.T) {
	for _, row := range []struct {
		name       string
		writer     ownNames
		head       string
		preprocess bool // by C's
		assembler  string
		flags      []string
		endings    string // of the file
	}{
		{"nasm", ownNames{registers: []string{"xmm0", "xmm3", "xmm15"}, define: "%%define %s %s", undefine: "%%undef %s", number: "%%xdefine %s (%s+4)", shuffle: "  pshufd %s, %s, %s", jump: "  jne %s", local: true, comment: " ; my_1, so"}, "bits 64\n", false, "nasm", []string{"-f", "bin"}, ".asm"},
		{"nasm, equ", ownNames{registers: []string{"ymm0", "ymm7"}, define: "%%xdefine %s %s", undefine: "%%undef %s", number: "%s equ %s", shuffle: "  vpshufd %s, %s, %s", jump: "  jmp %s", local: true, comment: " ; my_2"}, "bits 64\n", false, "nasm", []string{"-f", "bin"}, ".asm"},
		{"gnu", ownNames{registers: []string{"%xmm1", "%xmm2"}, define: "#define %s %s", undefine: "#undef %s", number: ".set %s, %s", shuffle: "\tpshufd $%[3]s, %[1]s, %[2]s", jump: "\tjne %s", comment: ""}, "", true, "as", nil, ".s"},
		{"gnu, Intel's order", ownNames{registers: []string{"xmm1", "xmm9"}, define: "#define %s %s", undefine: "#undef %s", number: ".equ %s, %s", shuffle: "\tpshufd %s, %s, %s", jump: "\tjmp %s", comment: " // my_3"}, ".intel_syntax noprefix\n", true, "as", nil, ".s"},
		{"arm", ownNames{registers: []string{"v0", "v17", "v31"}, define: "%s .req %s", undefine: ".unreq %s", number: ".equiv %s, %s", shuffle: "\text %[1]s.16b, %[2]s.16b, %[1]s.16b, %[3]s", jump: "\tb.ne %s", comment: "", fixed: true}, "", false, "aarch64-linux-gnu-as", nil, ".s"},
	} {
		t.Run(row.name, func(t *testing.T) {
			assembler := oracle.Need(t, row.assembler)
			r := chance.Random(t, 320)
			assemble := func(lines []string) []byte {
				text := row.head + strings.Join(lines, "\n") + "\n"
				return assembled(t, assembler, row.flags, row.endings, text, row.preprocess)
			}
			changed := 0
			for range 40 {
				lines := row.writer.text(r)
				now := plain(lines)
				for k, line := range now {
					if text := listing.WithoutRemark(dialect.LineOf(line).Text); strings.Contains(text, "my_") || strings.Contains(text, "n_") {
						t.Fatalf("%q keeps a name:\n%s", now[k], strings.Join(lines, "\n"))
					}
				}
				if strings.Join(now, "\n") != strings.Join(lines, "\n") {
					changed++
				}
				if a, b := assemble(lines), assemble(now); !bytes.Equal(a, b) {
					t.Fatalf("%x\n%x\n%s\n--\n%s", a, b, strings.Join(lines, "\n"), strings.Join(now, "\n"))
				}
			}
			if changed < 30 {
				t.Errorf("%d texts have names of their own, which is too few to tell", changed)
			}
		})
	}
}

// assembled is the code that an assembler makes of a text.
func assembled(t *testing.T, assembler string, flags []string, ending, text string, preprocess bool) []byte {
	t.Helper()
	folder := t.TempDir()
	source, object := filepath.Join(folder, "a"+ending), filepath.Join(folder, "a.o")
	if preprocess {
		cmd := exec.Command(oracle.Need(t, "gcc"), "-E", "-P", "-x", "assembler-with-cpp", "-")
		cmd.Stdin = strings.NewReader(text)
		out, err := oracle.Usual.Output(cmd)
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		text = string(out)
	}
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := oracle.Usual.CombinedOutput(exec.Command(assembler, append(flags, "-o", object, source)...)); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, text)
	}
	b, err := os.ReadFile(object)
	if err != nil {
		t.Fatal(err)
	}
	if flags != nil { // nothing but code
		return b
	}
	code := filepath.Join(folder, "code")
	objcopy := oracle.Need(t, map[bool]string{false: "objcopy", true: "aarch64-linux-gnu-objcopy"}[strings.Contains(assembler, "aarch64")])
	if out, err := oracle.Usual.CombinedOutput(exec.Command(objcopy, "-O", "binary", "-j", ".text", object, code)); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if b, err = os.ReadFile(code); err != nil {
		t.Fatal(err)
	}
	return b
}

// The source that a line may leave out is the one that NASM lets it leave out, of each row of AVX and AVX-512 with as many operands, and it is the destination.
func TestTiedAsNASM(t *testing.T) {
	nasm := oracle.Need(t, "nasm")
	type pair struct{ short, full string }
	var pairs []pair
	seen := map[string]bool{}
	for _, name := range []string{"avx2", "avx512vbmi"} {
		for _, s := range samples(t, name) {
			mnemonic, operands, _ := strings.Cut(s.line, " ")
			words := strings.Split(operands, ", ")
			if !strings.HasPrefix(mnemonic, "v") || len(words) < 2 {
				continue
			}
			short := mnemonic + " " + words[0]
			if len(words) > 2 {
				short += ", " + strings.Join(words[2:], ", ")
			}
			full := mnemonic + " " + words[0] + ", " + words[0] + short[len(mnemonic)+1+len(words[0]):]
			if !seen[short] {
				seen[short] = true
				pairs = append(pairs, pair{short, full})
			}
		}
	}
	folder := t.TempDir()
	source := filepath.Join(folder, "a.asm")
	var text strings.Builder
	text.WriteString("bits 64\n")
	for _, p := range pairs {
		fmt.Fprintln(&text, p.short)
	}
	if err := os.WriteFile(source, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := oracle.Usual.CombinedOutput(exec.Command(nasm, "-f", "bin", "-o", filepath.Join(folder, "a"), source)) // of most that it refuses it says so
	refused := map[int]bool{}
	for _, found := range regexp.MustCompile(`:(\d+): error`).FindAllStringSubmatch(string(out), -1) {
		n, _ := strconv.Atoi(found[1])
		refused[n-2] = true
	}
	var short, full []string
	for k, p := range pairs {
		_, err := listing.X86().Read(p.short, dialect.Options{})
		if refused[k] {
			if err == nil {
				t.Errorf("%q is read, and NASM refuses it", p.short)
			}
			continue
		}
		short, full = append(short, p.short), append(full, p.full)
		if err != nil {
			t.Errorf("%q: %v", p.short, err)
		} else if !same(t, listing.X86(), p.short, p.full) {
			t.Errorf("%q is not read as %q", p.short, p.full)
		}
	}
	t.Logf("%d lines, of which NASM takes %d", len(pairs), len(short))
	if len(short) < 60 || len(short) == len(pairs) {
		t.Errorf("of %d lines NASM takes %d, which is too few to tell", len(pairs), len(short))
	}
	code := func(lines []string) []byte {
		return assembled(t, nasm, []string{"-f", "bin"}, ".asm", "bits 64\n"+strings.Join(lines, "\n")+"\n", false)
	}
	if a, b := code(short), code(full); !bytes.Equal(a, b) {
		t.Errorf("%x and %x", a, b)
	}
}
