package target_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// trial is one execution of a row whose registers are called v0 and so on: the registers before, v0 to v6, and what v0 is to be after.
type trial struct {
	row    *target.Row
	value  int
	vector [7][16]byte
	want   func(got []byte) []byte
	by     fmt.Stringer
}

// neonConstant is the register of constants.
const neonConstant = 6

func (c *trial) sourceRegister(j int) int {
	if c.row.Destroys {
		return j
	}
	return 1 + j
}

func (c *trial) constantRegister() int {
	if c.row.Spends {
		return 0
	}
	return neonConstant
}

// text is the instruction with these registers.
func (c *trial) text() string {
	return c.row.Text(c.value, func(letter byte) string {
		switch letter {
		case 'd':
			return "v0"
		case 'k':
			return fmt.Sprintf("v%d", c.constantRegister())
		}
		return fmt.Sprintf("v%d", c.sourceRegister(strings.IndexByte(target.SourceLetters, letter)))
	})
}

// word is the instruction by the row's own encoding.
func (c *trial) word(t *testing.T) uint32 {
	t.Helper()
	o := target.Operands{K: c.constantRegister(), Imm: c.value}
	for j := range c.row.Src {
		o.Args = append(o.Args, c.sourceRegister(j))
	}
	code, err := c.row.AppendCode(nil, &o)
	if err != nil || len(code) != 4 {
		t.Fatalf("%s: %x, %v", c.text(), code, err)
	}
	return binary.LittleEndian.Uint32(code)
}

// trialsOf are trials of rows: each immediate and many constants.
func trialsOf(t *testing.T, random *rand.Rand, rows []*target.Row) (trials []*trial) {
	for _, r := range rows {
		switch {
		case r.Imm != nil:
			for n := range max(r.Imm.Values, 16) {
				v := n % r.Imm.Values
				trials = append(trials, newTrial(t, random, r, v, lane.Const{}, r.Imm.Map(v)))
			}
		case r.Index != nil:
			for _, k := range constantsOf(r, random) {
				trials = append(trials, newTrial(t, random, r, 0, k, r.Index.Apply(k)))
			}
		default:
			for range 50 {
				trials = append(trials, unionTrial(t, random, r))
			}
		}
	}
	return trials
}

func newTrial(t *testing.T, random *rand.Rand, r *target.Row, v int, k lane.Const, m lane.Map) *trial {
	c := &trial{row: r, value: v, by: m}
	for j := range c.vector {
		fillRandom(random, c.vector[j][:])
	}
	if r.Index != nil {
		putConst(c.vector[c.constantRegister()][:], k)
	}
	var src [][]byte
	for j := range r.Src {
		src = append(src, c.vector[c.sourceRegister(j)][:])
	}
	c.want = func(got []byte) []byte {
		want := bytes.Clone(got)
		if err := m.Apply(want, nil, src...); err != nil {
			t.Fatalf("%s: %v", c.text(), err)
		}
		return want
	}
	return c
}

// unionTrial gives a union operands of which something is known.
func unionTrial(t *testing.T, random *rand.Rand, r *target.Row) *trial {
	args, m := knownOperands(random, r)
	c := newTrial(t, random, r, 0, lane.Const{}, m)
	var src [][]byte
	for j := range r.Src {
		src = append(src, bytes.Clone(c.vector[c.sourceRegister(j)][:]))
	}
	for j, arg := range args {
		if err := arg.Apply(c.vector[c.sourceRegister(j)][:], nil, src...); err != nil {
			t.Fatal(err)
		}
	}
	c.want = func(got []byte) []byte {
		want := bytes.Clone(got)
		if err := m.Apply(want, nil, src...); err != nil {
			t.Fatal(err)
		}
		return want
	}
	return c
}

// TestRowsUnderQemu runs every row of NEON, each immediate and many constants, in one program, and compares the results and the encodings.
func TestRowsUnderQemu(t *testing.T) {
	as, ld, qemu := oracle.Need(t, "aarch64-linux-gnu-as"), oracle.Need(t, "aarch64-linux-gnu-ld"), oracle.Need(t, "qemu-aarch64")
	trials := trialsOf(t, chance.Random(t, 0), rowsOf(t, "neon"))
	dir := t.TempDir()
	var program, rows, data bytes.Buffer
	program.WriteString(".globl _start\n_start:\nadr x9, pointers\nldp x1, x2, [x9]\n")
	for _, c := range trials {
		for j := range c.vector {
			data.Write(c.vector[j][:])
		}
		program.WriteString("ldp q0, q1, [x1]\nldp q2, q3, [x1, #32]\nldp q4, q5, [x1, #64]\nldr q6, [x1, #96]\nadd x1, x1, #112\n")
		fmt.Fprintf(&program, "%s\nstr q0, [x2], #16\n", c.text())
		fmt.Fprintln(&rows, c.text())
	}
	fmt.Fprintf(&program, "adr x9, pointers\nldr x1, [x9, #8]\nldr x2, [x9, #16]\nmov x0, #1\nmov x8, #64\nsvc #0\nmov x0, #0\nmov x8, #93\nsvc #0\n")
	fmt.Fprintf(&program, ".balign 8\npointers: .quad data, results, %d\n.data\n.balign 16\ndata: .incbin \"data.bin\"\n.bss\n.balign 16\nresults: .skip %d\n", 16*len(trials), 16*len(trials))
	for name, text := range map[string][]byte{"program.s": farPointers(program.Bytes()), "rows.s": rows.Bytes(), "data.bin": data.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, as, "rows.s", "-o", "rows.o")
	compareWords(t, filepath.Join(dir, "rows.o"), trials)
	run(t, dir, as, "program.s", "-o", "program.o")
	run(t, dir, ld, "program.o", "-o", "program")
	out := run(t, dir, qemu, "./program")
	if len(out) != 16*len(trials) {
		t.Fatalf("the program printed %d bytes, want %d", len(out), 16*len(trials))
	}
	failed := map[*target.Row]bool{}
	for i, c := range trials {
		got := out[16*i:][:16]
		if want := c.want(got); !bytes.Equal(got, want) && !failed[c.row] {
			failed[c.row] = true
			t.Errorf("%s of %x is\n%x, want\n%x\nby %v", c.text(), c.vector, got, want, c.by)
		}
	}
	t.Logf("%d rows in %d trials", countRows(trials), len(trials))
}

// farPointers loads addresses in a way that reaches over a long program.
func farPointers(program []byte) []byte {
	return bytes.ReplaceAll(program, []byte("adr x9, pointers\n"), []byte("adrp x9, pointers\nadd x9, x9, :lo12:pointers\n"))
}

func countRows(trials []*trial) int {
	rows := map[*target.Row]bool{}
	for _, c := range trials {
		rows[c.row] = true
	}
	return len(rows)
}

// compareWords compares what the assembler makes of each row's text with the row's encoding.
func compareWords(t *testing.T, object string, trials []*trial) {
	f, err := elf.Open(object)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	code, err := f.Section(".text").Data()
	if err != nil || len(code) != 4*len(trials) {
		t.Fatalf("%d bytes of code for %d instructions, %v", len(code), len(trials), err)
	}
	failed := map[*target.Row]bool{}
	for i, c := range trials {
		if got, want := c.word(t), binary.LittleEndian.Uint32(code[4*i:]); got != want && !failed[c.row] {
			failed[c.row] = true
			t.Errorf("%s is encoded as %032b by %s, the assembler says\n%032b", c.text(), got, c.row.Encoding, want)
		}
	}
}

func run(t *testing.T, dir, program string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := oracle.Usual.Run(cmd); err != nil {
		text := stderr.String()
		t.Fatalf("%s %v: %v\n%s", program, args, err, text[:min(len(text), 2000)])
	}
	return stdout.Bytes()
}
