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
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// trial is one execution of a row whose registers are called v0 and so on: the registers before, v0 to v6 and perhaps a predicate, and what v0 is to be after.
type trial struct {
	row       *target.Row
	value     int
	vector    [7][]byte
	predicate []byte
	want      func(got []byte) []byte
	by        fmt.Stringer
}

// neonConstant is the register of constants, and predicateRegister that of a predicate.
const (
	neonConstant      = 6
	predicateRegister = 1
)

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
		case 'm':
			return fmt.Sprintf("p%d", predicateRegister)
		case 'k':
			return fmt.Sprintf("v%d", c.constantRegister())
		}
		return fmt.Sprintf("v%d", c.sourceRegister(strings.IndexByte(target.SourceLetters, letter)))
	})
}

// word is the instruction by the row's own encoding.
func (c *trial) word(t *testing.T) uint32 {
	t.Helper()
	o := target.Operands{K: c.constantRegister(), M: predicateRegister, Imm: c.value}
	for j := range c.row.Src {
		o.Args = append(o.Args, c.sourceRegister(j))
	}
	code, err := c.row.AppendCode(nil, &o)
	if err != nil || len(code) != 4 {
		t.Fatalf("%s: %x, %v", c.text(), code, err)
	}
	return binary.LittleEndian.Uint32(code)
}

// trialsOf are trials of rows, each immediate and many constants, with registers of so many bytes.
func trialsOf(t *testing.T, random *rand.Rand, rows []*target.Row, size int) (trials []*trial) {
	for _, r := range rows {
		switch {
		case r.Imm != nil:
			for n := range max(r.Imm.Values, 16) {
				v := n % r.Imm.Values
				trials = append(trials, newTrial(t, random, size, r, v, lane.Const{}, r.Imm.Map(v)))
			}
		case r.Index != nil:
			for _, k := range constantsOf(r, random) {
				trials = append(trials, newTrial(t, random, size, r, 0, k, r.Index.Apply(k)))
			}
		default:
			for range 50 {
				trials = append(trials, unionTrial(t, random, size, r))
			}
		}
	}
	return trials
}

func newTrial(t *testing.T, random *rand.Rand, size int, r *target.Row, v int, k lane.Const, m lane.Map) *trial {
	c := &trial{row: r, value: v, by: m, predicate: make([]byte, size/8)}
	for j := range c.vector {
		c.vector[j] = make([]byte, size)
		fillRandom(random, c.vector[j])
	}
	fillRandom(random, c.predicate)
	switch {
	case r.Index != nil && r.Index.Mask:
		c.putPredicate(k)
	case r.Index != nil:
		putConst(c.vector[c.constantRegister()][:r.Index.Bits/8], k)
	}
	c.want = func(got []byte) []byte { return c.made(t, got, m, c.sources()) }
	return c
}

// unionTrial gives a union operands of which something is known.
func unionTrial(t *testing.T, random *rand.Rand, size int, r *target.Row) *trial {
	args, m := knownOperands(random, r)
	c := newTrial(t, random, size, r, 0, lane.Const{}, m)
	var src [][]byte
	for _, x := range c.sources() {
		src = append(src, bytes.Clone(x))
	}
	for j, arg := range args {
		if err := arg.Apply(c.sources()[j], nil, src...); err != nil {
			t.Fatal(err)
		}
	}
	c.want = func(got []byte) []byte { return c.made(t, got, m, src) }
	return c
}

// sources are what the row reads.
func (c *trial) sources() (src [][]byte) {
	for j, bits := range c.row.Src {
		src = append(src, c.vector[c.sourceRegister(j)][:bits/8])
	}
	return src
}

// made is what is to be where got is: what the map makes of sources, and zeros above.
func (c *trial) made(t *testing.T, got []byte, m lane.Map, src [][]byte) []byte {
	t.Helper()
	want := make([]byte, len(got))
	n := copy(want, got[:c.row.Bits/8])
	if err := m.Apply(want[:n], nil, src...); err != nil {
		t.Fatalf("%s: %v", c.text(), err)
	}
	return want
}

// putPredicate sets the bit of each lane's lowest byte; the others stay as they are, as they do not count.
func (c *trial) putPredicate(k lane.Const) {
	lanes := c.row.Index.Bits
	for i := range lanes {
		set, _ := k.Slice(i, 1).Uint64()
		at := i * 8 * len(c.predicate) / lanes
		c.predicate[at/8] = c.predicate[at/8]&^(1<<(at%8)) | byte(set)<<(at%8)
	}
}

// An emulated is a target of AArch64 and what executes it.
type emulated struct {
	target, cpu, arch string
	// Lines that load seven vectors from x1 on, and behind them a predicate if there are any; and that store one at x2. Both count on.
	load, store string
	// length is a line that says in x0 how many bytes a vector has; empty: they are 16.
	length string
}

const (
	loadSVE = "ldr z0, [x1]\nldr z1, [x1, #1, mul vl]\nldr z2, [x1, #2, mul vl]\nldr z3, [x1, #3, mul vl]\nldr z4, [x1, #4, mul vl]\nldr z5, [x1, #5, mul vl]\nldr z6, [x1, #6, mul vl]\n" +
		"addvl x1, x1, #7\nldr p1, [x1]\naddpl x1, x1, #1\n"
	storeSVE = "str z0, [x2]\naddvl x2, x2, #1\n"
)

var emulatedArm = []emulated{
	{"neon", "max", "armv8-a", "ldp q0, q1, [x1]\nldp q2, q3, [x1, #32]\nldp q4, q5, [x1, #64]\nldr q6, [x1, #96]\nadd x1, x1, #114\n", "str q0, [x2], #16\n", ""},
	{"sve2-128", "max,sve-max-vq=1", "armv8.2-a+sve2+sve2-bitperm", loadSVE, storeSVE, "rdvl x0, #1\n"},
	{"sve2-256", "max,sve-max-vq=2", "armv8.2-a+sve2+sve2-bitperm", loadSVE, storeSVE, "rdvl x0, #1\n"},
	{"sve2-256+f64mm", "max,sve-max-vq=2", "armv8.2-a+sve2+sve2-bitperm+f64mm", loadSVE, storeSVE, "rdvl x0, #1\n"},
}

// TestRowsUnderQemu runs every row of NEON and SVE, each immediate and many constants, in one program a target, and compares the results and the encodings. A program says first how long
// its vectors are.
func TestRowsUnderQemu(t *testing.T) {
	for _, e := range emulatedArm {
		t.Run(e.target, e.runs)
	}
}

func (e emulated) runs(t *testing.T) {
	as, ld, qemu, mc := oracle.Need(t, "aarch64-linux-gnu-as"), oracle.Need(t, "aarch64-linux-gnu-ld"), oracle.Need(t, "qemu-aarch64"), oracle.Need(t, "llvm-mc")
	tg, ok := target.Find(e.target)
	if !ok {
		t.Fatalf("there is no %s", e.target)
	}
	size := tg.Bits[len(tg.Bits)-1] / 8
	trials := trialsOf(t, chance.Random(t, 0), tg.Rows, size)
	dir := t.TempDir()
	var program, rows, data bytes.Buffer
	arch := ".arch " + e.arch + "\n"
	rows.WriteString(arch)
	fmt.Fprintf(&program, "%s.globl _start\n_start:\nadr x9, pointers\nldp x1, x2, [x9]\nmov x0, #16\n%sstr x0, [x2], #8\n", arch, e.length)
	for _, c := range trials {
		for j := range c.vector {
			data.Write(c.vector[j])
		}
		data.Write(c.predicate)
		fmt.Fprintf(&program, "%s%s\n%s", e.load, c.text(), e.store)
		fmt.Fprintln(&rows, c.text())
	}
	bytesOut := 8 + size*len(trials)
	fmt.Fprintf(&program, "adr x9, pointers\nldr x1, [x9, #8]\nldr x2, [x9, #16]\nmov x0, #1\nmov x8, #64\nsvc #0\nmov x0, #0\nmov x8, #93\nsvc #0\n")
	fmt.Fprintf(&program, ".balign 8\npointers: .quad data, results, %d\n.data\n.balign 16\ndata: .incbin \"data.bin\"\n.bss\n.balign 16\nresults: .skip %d\n", bytesOut, bytesOut)
	for name, text := range map[string][]byte{"program.s": farPointers(program.Bytes()), "rows.s": rows.Bytes(), "data.bin": data.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, as, "rows.s", "-o", "rows.o")
	compareWords(t, filepath.Join(dir, "rows.o"), trials)
	run(t, dir, mc, "-triple=aarch64", "-filetype=obj", "rows.s", "-o", "rows.o")
	compareWords(t, filepath.Join(dir, "rows.o"), trials)
	run(t, dir, as, "program.s", "-o", "program.o")
	run(t, dir, ld, "program.o", "-o", "program")
	out := run(t, dir, qemu, "-cpu", e.cpu, "./program")
	if len(out) != bytesOut {
		t.Fatalf("the program printed %d bytes, want %d", len(out), bytesOut)
	}
	if length := binary.LittleEndian.Uint64(out); int(length) != size {
		t.Fatalf("vectors have %d bytes, want %d", length, size)
	}
	compareResults(t, trials, out[8:], size)
	t.Logf("%d rows in %d trials", countRows(trials), len(trials))
	if len(tg.Rows) != countRows(trials) {
		t.Errorf("there are %d rows", len(tg.Rows))
	}
}

// keeps says whether qemu kept what is above 128 bits, where it is cleared.
func (c *trial) keeps(got, want []byte) bool {
	n := c.row.Bits / 8
	return slices.Contains(oracle.KeptByQemu, c.row.Name) && bytes.Equal(got[:n], want[:n]) && bytes.Equal(got[n:], c.vector[0][n:])
}

// compareResults compares what each trial wrote with what it is to write.
func compareResults(t *testing.T, trials []*trial, out []byte, size int) {
	t.Helper()
	failed := map[*target.Row]bool{}
	for i, c := range trials {
		got := out[size*i:][:size]
		if want := c.want(got); !bytes.Equal(got, want) && !c.keeps(got, want) && !failed[c.row] {
			failed[c.row] = true
			t.Errorf("%s of %x, predicate %x, is\n%x, want\n%x\nby %v", c.text(), c.vector, c.predicate, got, want, c.by)
		}
	}
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
			t.Errorf("%s is encoded as %032b by %s, an assembler says\n%032b", c.text(), got, c.row.Encoding, want)
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
