package target_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A coded is one instruction, as text and as the row encodes it.
type coded struct {
	row  *target.Row
	text string
	code []byte
	at   target.Operands
}

// llvmX86 are the arguments with which LLVM reads x86.
var llvmX86 = []string{"-triple=x86_64", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi,+avx512vbmi2,+gfni,+bmi,+bmi2", "-output-asm-variant=1"}

// codedRows are rows with all their immediates and some registers, and in their masked forms.
func codedRows(t *testing.T, random *rand.Rand, rows []*target.Row) (list []coded) {
	t.Helper()
	for _, r := range rows {
		values := []int{0}
		if r.Imm != nil {
			values = random.Perm(r.Imm.Values)
		}
		for _, v := range values {
			if v == 0 && slices.Contains([]string{"shl", "shr", "rol"}, r.Name) {
				v = 1 // one by 1 has a shorter form, which assemblers choose
			}
			list = append(list, codedRow(t, random, r, target.Operands{Imm: v}))
		}
		if r.Mask != nil {
			list = append(list, codedRow(t, random, r, target.Operands{Imm: values[0], Masked: true}), codedRow(t, random, r, target.Operands{Imm: values[0], Zeroed: true}))
		}
	}
	return list
}

// codedRow gives a row registers.
func codedRow(t *testing.T, random *rand.Rand, r *target.Row, o target.Operands) coded {
	t.Helper()
	some := func(letter byte) int {
		switch {
		case r.FileOf(letter) == target.General:
			return 1 + random.IntN(14) // not rax, of which assemblers know shorter forms
		case r.Needs&target.NEON != 0 || o.Masked || o.Zeroed || strings.Contains(r.Encoding, "EVEX"):
			return random.IntN(32)
		}
		return random.IntN(16)
	}
	o.D, o.M, o.K, o.Scratch = some('d'), 1+random.IntN(7), 0, 1+random.IntN(7)
	for k := range r.Src {
		o.Args = append(o.Args, some(target.SourceLetters[k]))
	}
	if r.Index != nil && !r.Implicit() {
		o.K = some('k')
		if r.Index.Inline {
			o.Const = lane.ConstOf(uint64(int64(int32(random.Uint32()|1<<20)))).Slice(0, r.Index.Bits)
		}
	}
	if r.Consecutive {
		first := len(r.Src) - strings.Count(r.Asm[strings.IndexByte(r.Asm, '{'):strings.IndexByte(r.Asm, '}')], ",") - 1
		for k := range o.Args[first:] {
			o.Args[first+k] = (o.Args[first] + k) % 32
		}
	}
	switch {
	case r.Destroys:
		o.D = o.Args[0]
	case r.Spends:
		o.D = o.K
	}
	machine := o
	machine.Args = slices.Clone(o.Args)
	number := func(letter byte, n int) int { return r.FileOf(letter).MachineNumber(n) }
	machine.D, machine.K, machine.Scratch = number('d', o.D), number('k', o.K), target.General.MachineNumber(o.Scratch)
	for k := range o.Args {
		machine.Args[k] = number(target.SourceLetters[k], o.Args[k])
	}
	code, err := r.AppendCode(nil, &machine)
	if err != nil {
		t.Fatalf("%s %s: %v", r.Name, r.Asm, err)
	}
	return coded{r, codedText(r, &o), code, machine}
}

// codedText is the instruction as assemblers read it.
func codedText(r *target.Row, o *target.Operands) string {
	registers, _ := target.Find("avx2+bmi2")
	if r.Needs&target.NEON != 0 {
		registers, _ = target.Find("neon")
	}
	operand := func(letter byte) string {
		n, bits := o.D, r.Bits
		switch letter {
		case 'd':
		case 'm':
			return fmt.Sprintf("k%d", o.M)
		case 'r':
			return target.GeneralRegister(o.Scratch, max(r.Elem, 32))
		case 'k':
			if r.Index.Inline {
				low, _ := o.Const.Uint64()
				if r.Bits == 32 {
					return fmt.Sprint(uint32(low))
				}
				return fmt.Sprint(int32(low))
			}
			n, bits = o.K, r.Index.Bits
		default:
			k := strings.IndexByte(target.SourceLetters, letter)
			n, bits = o.Args[k], r.Src[k]
		}
		return registers.Register(r.FileOf(letter), n, bits)
	}
	var text string
	if o.Masked || o.Zeroed {
		text = r.MaskedText(o.Imm, o.Zeroed, operand)
	} else {
		text = r.Text(o.Imm, operand)
	}
	if r.Implicit() {
		text += ", xmm0"
	}
	return text
}

// Both assemblers make of each row's text the instruction that the row encodes: GNU's the same bytes, LLVM's one that it prints alike.
func TestMachineCode(t *testing.T) {
	random := chance.Random(t, 0)
	neon, _ := target.Find("neon")
	for _, c := range []struct {
		name, as, head string
		form           string // which of two encodings GNU's assembler takes
		rows           []*target.Row
		mc             []string
	}{
		{"x86", "as", ".intel_syntax noprefix\n", "{load} ", append(rowsOfX86(), pairsOfX86()...), llvmX86},
		{"AArch64", "aarch64-linux-gnu-as", "", "", neon.Rows, []string{"-triple=aarch64"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			as, mc := oracle.Need(t, c.as), oracle.Need(t, "llvm-mc")
			list := codedRows(t, random, c.rows)
			var code, lines, hex bytes.Buffer
			lines.WriteString(c.head)
			for _, x := range list {
				code.Write(x.code)
				fmt.Fprintf(&lines, "%s%s\n", c.form, strings.ReplaceAll(x.text, "; ", "\n"+c.form))
				fmt.Fprintf(&hex, "% #x\n", x.code)
			}
			if got := assembled(t, as, lines.Bytes()); !bytes.Equal(got, code.Bytes()) {
				reportDifference(t, list, got)
			}
			want := canonical(t, mc, c.mc, strings.ReplaceAll(lines.String(), c.form, ""))
			got := canonical(t, mc, append(c.mc, "-disassemble"), strings.ReplaceAll(hex.String(), ",", ""))
			if len(got) != len(want) {
				t.Fatalf("LLVM reads %d instructions of %d", len(got), len(want))
			}
			for i := range got {
				if got[i] != want[i] && got[i] != exchanged(want[i]) {
					t.Fatalf("LLVM reads %q, want %q", got[i], want[i])
				}
			}
			t.Logf("%d rows, %d instructions", len(c.rows), len(list))
		})
	}
}

// assembled is what an assembler makes of a text.
func assembled(t *testing.T, as string, text []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rows.s"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, dir, as, "rows.s", "-o", "rows.o")
	f, err := elf.Open(filepath.Join(dir, "rows.o"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	code, err := f.Section(".text").Data()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// reportDifference says which instruction is the first that is another one.
func reportDifference(t *testing.T, list []coded, got []byte) {
	t.Helper()
	for _, x := range list {
		if !bytes.HasPrefix(got, x.code) {
			t.Fatalf("%s is %x by %s, and the assembler says %x", x.text, x.code, x.row.Encoding, got[:min(len(got), 16)])
		}
		got = got[len(x.code):]
	}
	t.Fatalf("the assembler makes %d bytes more", len(got))
}

// canonical are the instructions as LLVM prints them.
func canonical(t *testing.T, mc string, args []string, input string) (lines []string) {
	t.Helper()
	cmd := exec.Command(mc, args...)
	cmd.Stdin = strings.NewReader(input)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := oracle.Usual.Output(cmd)
	if err != nil {
		t.Fatalf("%v: %v\n%.1000s", args, err, complaints.String())
	}
	for line := range strings.Lines(string(out)) {
		line, _, _ = strings.Cut(line, " #") // what a shuffle does
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, ".") {
			lines = append(lines, line)
		}
	}
	return lines
}

// exchanged is an instruction with its sources the other way round, as LLVM writes bitwise ones and products to name fewer high registers.
func exchanged(line string) string {
	name, operands, _ := strings.Cut(line, "\t")
	list := strings.Split(operands, ", ")
	commutes := slices.ContainsFunc([]string{"vpand", "vpor", "vandp", "vorp", "vpmul", "vpcmpeq", "vpxor"}, func(p string) bool { return strings.HasPrefix(name, p) && !strings.HasPrefix(name, "vpandn") })
	if !commutes || len(list) != 3 {
		return line
	}
	return name + "\t" + list[0] + ", " + list[2] + ", " + list[1]
}

// What a row cannot have is refused, and says what.
func TestMachineCodeRefuses(t *testing.T) {
	find := func(name, row string, bits, sources int) *target.Row {
		tg, _ := target.Find(name)
		r, ok := tg.Find(row, bits, sources)
		if !ok {
			t.Fatalf("%s has no %s", name, row)
		}
		return r
	}
	for _, c := range []struct {
		row  *target.Row
		o    target.Operands
		want string
	}{
		{find("sse2", "shufps", 128, 2), target.Operands{D: 1, Args: []int{2, 3}}, "writes its first source"},
		{find("sse2", "shufps", 128, 2), target.Operands{Args: []int{0}}, "reads 2 vectors, and has 1"},
		{find("sse2", "shufps", 128, 2), target.Operands{D: 16, Args: []int{16, 3}}, "out of range"},
		{find("sse2", "shufps", 128, 2), target.Operands{Args: []int{0, 1}, Zeroed: true}, "no form with a mask register"},
		{find("sse4.1", "pblendvb", 128, 2), target.Operands{D: 1, Args: []int{1, 2}, K: 3}, "has its constant in register 0, and not in 3"},
		{find("avx512", "vpermi2d", 512, 2), target.Operands{D: 1, Args: []int{1, 2}, K: 3}, "writes its constant"},
		{find("neon", "zip1", 128, 2), target.Operands{D: 1, Args: []int{32, 2}}, "there is no register v32"},
		{find("neon", "tbl", 128, 2), target.Operands{D: 1, Args: []int{4, 6}}, "follow one another, and has [4 6]"},
		{find("wasm", "i8x16.swizzle", 128, 1), target.Operands{Args: []int{4}}, "has no machine code"},
	} {
		if code, err := c.row.AppendCode([]byte{1}, &c.o); err == nil || !strings.Contains(err.Error(), c.want) || !bytes.Equal(code, []byte{1}) {
			t.Errorf("%s: %x, %v; want an error with %q", c.row.Name, code, err, c.want)
		}
	}
}

// The numbers of registers go there and back, and rsp has none.
func TestMachineNumbers(t *testing.T) {
	names := strings.Fields("rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15")
	for n, name := range names {
		k, ok := target.General.SequenceNumber(n)
		if name == "rsp" {
			if ok {
				t.Errorf("rsp is register %d", k)
			}
			continue
		}
		if !ok || target.GeneralRegister(k, 64) != name || target.General.MachineNumber(k) != n {
			t.Errorf("register %d, %s, is %d of sequences: %s", n, name, k, target.GeneralRegister(k, 64))
		}
	}
	if target.General.MachineNumber(15) != -1 || target.Vectors.MachineNumber(7) != 7 {
		t.Error("a register that is not there has a number, or a vector another one")
	}
}
