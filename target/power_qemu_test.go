package target_test

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// A powerMachine is Power with one of its orders of bytes in memory. Lane 0 of a register is its lowest, whatever memory is like:
//
//	little-endian    memory 0 1 2 … 15     lanes  0  1  2 …  15
//	big-endian       memory 0 1 2 … 15     lanes 15 14 13 …   0
type powerMachine struct {
	name    string // of the assembler
	qemu    string
	highest bool // the highest byte of a register is the first in memory
}

var powerMachines = []powerMachine{{"powerpc64le", "qemu-ppc64le", false}, {"powerpc64", "qemu-ppc64", true}}

// inMemory are vectors of 16 bytes, lane 0 first, as memory has them; and the way back.
func (m powerMachine) inMemory(vectors []byte) []byte {
	list := slices.Clone(vectors)
	for v := range slices.Chunk(list, 16) {
		if m.highest {
			slices.Reverse(v)
		}
	}
	return list
}

// runOn executes each line on the vectors v0 to v6 of its own, and returns what is then in v0, as memory has both.
func (m powerMachine) runOn(t *testing.T, cpu string, lines []string, vectors []byte) []byte {
	t.Helper()
	as, ld, qemu := oracle.Need(t, m.name+"-linux-gnu-as"), oracle.Need(t, m.name+"-linux-gnu-ld"), oracle.Need(t, m.qemu)
	var program bytes.Buffer
	program.WriteString(".abiversion 2\n.globl _start\n_start:\nlis 4, data@ha\naddi 4, 4, data@l\nlis 5, results@ha\naddi 5, 5, results@l\n")
	for _, line := range lines {
		for k := range 7 {
			fmt.Fprintf(&program, "lxv %d, %d(4)\n", 32+k, 16*k)
		}
		fmt.Fprintf(&program, "%s\nstxv 32, 0(5)\naddi 4, 4, 112\naddi 5, 5, 16\n", line)
	}
	size := 16 * len(lines)
	fmt.Fprintf(&program, "li 3, 1\nlis 4, results@ha\naddi 4, 4, results@l\nlis 5, %d\nori 5, 5, %d\nli 0, 4\nsc\nli 3, 0\nli 0, 1\nsc\n", size>>16, size&0xffff)
	fmt.Fprintf(&program, ".data\n.balign 16\ndata: .incbin \"data.bin\"\n.bss\n.balign 16\nresults: .skip %d\n", size)
	dir := t.TempDir()
	for name, text := range map[string][]byte{"program.s": program.Bytes(), "data.bin": vectors} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, as, "-m"+cpu, "-mregnames", "program.s", "-o", "program.o")
	run(t, dir, ld, "program.o", "-o", "program")
	out := run(t, dir, qemu, "-cpu", cpu, "./program")
	if len(out) != size {
		t.Fatalf("the program printed %d bytes, want %d", len(out), size)
	}
	return out
}

// TestPowerUnderQemu runs every row of Power, each immediate and many constants, in both orders of bytes, and compares the results and the encodings.
func TestPowerUnderQemu(t *testing.T) {
	for _, c := range []struct{ target, cpu string }{{"vsx", "power9"}, {"vsx10", "power10"}} {
		trials := trialsOf(t, chance.Random(t, 7), rowsOf(t, c.target), 16)
		var lines []string
		var vectors []byte
		for _, trial := range trials {
			lines = append(lines, trial.text())
			for j := range trial.vector {
				vectors = append(vectors, trial.vector[j][:]...)
			}
		}
		for _, m := range powerMachines {
			t.Run(c.target+" on "+m.name, func(t *testing.T) {
				m.compareCode(t, c.cpu, lines, trials)
				out := m.inMemory(m.runOn(t, c.cpu, lines, m.inMemory(vectors)))
				failed := map[*target.Row]bool{}
				for i, trial := range trials {
					got := out[16*i:][:16]
					if want := trial.want(got); !bytes.Equal(got, want) && !failed[trial.row] {
						failed[trial.row] = true
						t.Errorf("%s of %x is\n%x, want\n%x\nby %v", trial.text(), trial.vector, got, want, trial.by)
					}
				}
				t.Logf("%d rows in %d trials", countRows(trials), len(trials))
			})
		}
	}
}

// registerOfPower is a register's name in a line.
var registerOfPower = regexp.MustCompile(`\bvs?\d+\b`)

// compareCode compares what GNU's assembler and LLVM's make of each row's text with the row's encoding.
func (m powerMachine) compareCode(t *testing.T, cpu string, lines []string, trials []*trial) {
	t.Helper()
	dir := t.TempDir()
	text := strings.Join(lines, "\n") + "\n"
	marked := registerOfPower.ReplaceAllString(text, "%$0")
	if err := os.WriteFile(filepath.Join(dir, "rows.s"), []byte(marked), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, dir, oracle.Need(t, m.name+"-linux-gnu-as"), "-m"+cpu, "rows.s", "-o", "gnu.o")
	run(t, dir, oracle.Need(t, "llvm-mc"), "-triple="+m.name, "-mcpu="+strings.Replace(cpu, "power", "pwr", 1), "-filetype=obj", "rows.s", "-o", "llvm.o")
	for _, object := range []string{"gnu.o", "llvm.o"} {
		code := textOf(t, filepath.Join(dir, object))
		failed, size := map[*target.Row]bool{}, len(code)
		for _, c := range trials {
			want := c.machineCode(t)
			if m.highest {
				for word := range slices.Chunk(want, 4) {
					slices.Reverse(word)
				}
			}
			if len(want) == 8 && (size-len(code))%64 == 60 {
				code = code[4:] // a nop: no instruction of two words crosses a multiple of 64 bytes
			}
			if len(code) < len(want) {
				t.Fatalf("%s ends before %s", object, c.text())
			}
			if !bytes.Equal(code[:len(want)], want) && !failed[c.row] {
				failed[c.row] = true
				t.Errorf("%s is %x by %s, and %x in %s", c.text(), want, c.row.Encoding, code[:len(want)], object)
			}
			code = code[len(want):]
		}
	}
}

// machineCode is the instruction by the row's own encoding.
func (c *trial) machineCode(t *testing.T) []byte {
	t.Helper()
	o := target.Operands{K: c.constantRegister(), Imm: c.value}
	for j := range c.row.Src {
		o.Args = append(o.Args, c.sourceRegister(j))
	}
	code, err := c.row.AppendCode(nil, &o)
	if err != nil || len(code) != c.row.Bytes {
		t.Fatalf("%s: %x, %v", c.text(), code, err)
	}
	return code
}

// textOf is the code of an object.
func textOf(t *testing.T, object string) []byte {
	t.Helper()
	f, err := elf.Open(object)
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

// In memory an instruction does one thing on little-endian Power, and another on big-endian: elements of what is loaded are its lanes from the lowest on, or from the highest.
func TestPowerInMemory(t *testing.T) {
	elements := func(numbers ...byte) (list []byte) {
		for _, n := range numbers {
			list = append(list, n, n, n, n)
		}
		return list
	}
	a, b := elements(0, 1, 2, 3), elements(10, 11, 12, 13)
	vectors := slices.Concat(make([]byte, 16), a, b, make([]byte, 64))
	for _, c := range []struct {
		line   string
		little []byte
		big    []byte
	}{
		{"vmrghw v0, v1, v2", elements(12, 2, 13, 3), elements(0, 10, 1, 11)},
		{"vmrglw v0, v1, v2", elements(10, 0, 11, 1), elements(2, 12, 3, 13)},
		{"xxspltw vs32, vs33, 0", elements(3, 3, 3, 3), elements(0, 0, 0, 0)},
		{"vsldoi v0, v1, v2, 4", elements(13, 0, 1, 2), elements(1, 2, 3, 10)},
		{"xxpermdi vs32, vs33, vs34, 0", elements(12, 13, 2, 3), elements(0, 1, 10, 11)},
	} {
		for _, m := range powerMachines {
			want := c.little
			if m.highest {
				want = c.big
			}
			if got := m.runOn(t, "power9", []string{c.line}, vectors); !bytes.Equal(got, want) {
				t.Errorf("%s: %s is %d in memory, want %d", m.name, c.line, got, want)
			}
		}
	}
}

// Instructions of other names do what they are read as.
func TestPowerAliases(t *testing.T) {
	random := chance.Random(t, 8)
	lines := strings.Split(`xxmrghd vs32, vs33, vs34
xxmrgld vs32, vs33, vs34
xxswapd vs32, vs33
xxspltd vs32, vs33, 0
xxspltd vs32, vs33, 1
xxmrghw vs32, vs33, vs34
xxmrglw vs32, vs33, vs34
vspltw v0, v1, 2
vextractuw v0, v1, 5
vinsertw v0, v1, 7
vspltisb v0, -3
vspltisb v0, 9
vxor v0, v1, v1
xxlxor vs32, vs33, vs33
vmr v0, v1
vor v0, v1, v1
xxlor vs32, vs33, vs33
vsel v0, v1, v2, v6
vand v0, v1, v6
vandc v0, v1, v6
vor v0, v1, v6`, "\n")
	vectors := make([]byte, 112*len(lines))
	fillRandom(random, vectors)
	maps := make([]lane.Map, len(lines))
	for k, line := range lines {
		p := &program.Values{Named: map[string]lane.Map{}, Parts: true}
		constant := lane.Map{Bits: 8, Lane: make([]lane.Lane, 16)}
		for i := range constant.Lane { // all or nothing, and so an or is a movement
			at := 112*k + 96 + i
			vectors[at] = -(vectors[at] & 1)
			constant.Lane[i] = lane.Fixed(lane.ConstBytes(vectors[at:at+1]).Slice(0, 8))
		}
		p.Named["v6"] = constant
		m, to, _, _, err := apply.Power(p, line)
		if err != nil || to != "v0" {
			t.Fatalf("%s: %v", line, err)
		}
		one := []lane.Map{m}
		if err := p.Level(one); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		maps[k] = byRegister(one[0], p.Inputs)
	}
	for _, m := range powerMachines {
		out := m.inMemory(m.runOn(t, "power9", lines, m.inMemory(vectors)))
		for k, line := range lines {
			var src [][]byte
			for n := range 7 {
				src = append(src, vectors[112*k+16*n:][:16])
			}
			want := make([]byte, 16)
			if err := maps[k].Apply(want, nil, src...); err != nil {
				t.Fatal(err)
			}
			if got := out[16*k:][:16]; !bytes.Equal(got, want) {
				t.Errorf("%s on %s is %x, and is read as %x", line, m.name, got, want)
			}
		}
	}
}

// byRegister is a map whose source n is register vn.
func byRegister(m lane.Map, inputs []string) lane.Map {
	m = m.Clone()
	m.Src = slices.Repeat([]int{128 / m.Bits}, 7)
	for i := range m.Lane {
		if l := &m.Lane[i]; l.Kind == lane.Source {
			l.Src = int(inputs[l.Src][1] - '0')
		}
	}
	return m
}
