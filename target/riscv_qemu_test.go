package target_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// rowsOfRISCV are the rows of all targets of RISC-V, each once.
func rowsOfRISCV() (rows []*target.Row) {
	seen := map[*target.Row]bool{}
	for _, tg := range target.Targets() {
		for _, r := range tg.Rows {
			if isRISCV(r) && !seen[r] {
				seen[r] = true
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// rvvTrial is one execution of a row: where its operands are, what they hold, and what the destination is to be.
type rvvTrial struct {
	row    *target.Row
	masked bool
	value  int
	at     map[byte]int    // the register of a letter; m is v0
	vector map[byte][]byte // before
	m      lane.Map        // of the sources, the old destination being the one of that name
}

// newRVV puts random data into registers of the trial's choice.
func newRVV(random *rand.Rand, r *target.Row, value int, k lane.Const, m lane.Map) *rvvTrial {
	c := &rvvTrial{row: r, value: value, m: m, at: map[byte]int{'m': 0}, vector: map[byte][]byte{}}
	for i, n := range random.Perm(31)[:4] {
		c.at["dabk"[i]] = n + 1
	}
	for letter := range c.at {
		c.vector[letter] = make([]byte, r.Bits/8)
		fillRandom(random, c.vector[letter])
	}
	if r.Destroys {
		c.at['a'], c.vector['a'] = c.at['d'], c.vector['d']
	}
	switch {
	case r.Index != nil && r.Index.Mask:
		putConst(c.vector['m'], k)
	case r.Index != nil:
		putConst(c.vector['k'], k)
	}
	return c
}

// sources are the vectors that the row reads.
func (c *rvvTrial) sources() (src [][]byte) {
	for k := range c.row.Src {
		src = append(src, c.vector[target.SourceLetters[k]])
	}
	return src
}

// want is what the destination is to be, where got says what undefined lanes are.
func (c *rvvTrial) want(t *testing.T, got []byte) []byte {
	want := bytes.Clone(got)
	if err := c.m.Apply(want, c.vector['d'], c.sources()...); err != nil {
		t.Fatalf("%s: %v", c.text(), err)
	}
	return want
}

func (c *rvvTrial) text() string {
	operand := func(letter byte) string { return fmt.Sprintf("v%d", c.at[letter]) }
	if c.masked {
		return c.row.MaskedText(c.value, false, operand)
	}
	return strings.ReplaceAll(c.row.Text(c.value, operand), "; ", "\n")
}

// word is the instruction by the row's own encoding.
func (c *rvvTrial) word(t *testing.T) []byte {
	t.Helper()
	o := target.Operands{D: c.at['d'], K: c.at['k'], Imm: c.value, Masked: c.masked}
	for k := range c.row.Src {
		o.Args = append(o.Args, c.at[target.SourceLetters[k]])
	}
	code, err := c.row.AppendCode(nil, &o)
	if err != nil || len(code) != c.row.Bytes {
		t.Fatalf("%s: %x, %v", c.text(), code, err)
	}
	return code
}

// mode is the instruction that stands before.
func (c *rvvTrial) mode() string { return c.row.ModeOf(c.masked).Text() }

// rvvTrials are each value of each immediate, many constants, and masked forms of both.
func rvvTrials(t *testing.T, random *rand.Rand, rows []*target.Row) (trials []*rvvTrial) {
	for _, r := range rows {
		add := func(v int, k lane.Const, m lane.Map) {
			trials = append(trials, newRVV(random, r, v, k, m))
			if r.Mask == nil {
				return
			}
			c := newRVV(random, r, v, k, lane.Map{})
			c.masked = true
			mask := binary.LittleEndian.Uint64(c.vector['m'])
			if c.m = r.Mask.Kept(m, mask); random.IntN(4) == 0 { // the lowest lanes alone
				binary.LittleEndian.PutUint64(c.vector['m'], 3)
				c.m = r.Mask.Kept(m, 3)
			}
			trials = append(trials, c)
		}
		switch {
		case r.Imm != nil:
			for n := range max(r.Imm.Values, 6) {
				v := n % r.Imm.Values
				add(v, lane.Const{}, r.Imm.Map(v))
			}
		case r.Index != nil:
			for _, k := range constantsOf(r, random) {
				add(0, k, r.Index.Apply(k))
			}
		default:
			for range 30 {
				trials = append(trials, rvvUnion(t, random, r))
			}
		}
	}
	return trials
}

// rvvUnion gives a union operands of which something is known.
func rvvUnion(t *testing.T, random *rand.Rand, r *target.Row) *rvvTrial {
	args, m := knownOperands(random, r)
	c := newRVV(random, r, 0, lane.Const{}, m)
	given := c.sources()
	for k, arg := range args {
		made := bytes.Clone(given[k])
		if err := arg.Apply(made, nil, given...); err != nil {
			t.Fatal(err)
		}
		c.vector[target.SourceLetters[k]] = made
	}
	// The map is of what the operands were made of.
	c.m = m
	return &rvvTrial{row: r, at: c.at, vector: c.vector, m: appliedTo(t, m, given, r.Bits)}
}

// appliedTo is a map whose sources are known, as one of constants: lanes that are undefined stay so.
func appliedTo(t *testing.T, m lane.Map, src [][]byte, bits int) lane.Map {
	made := make([]byte, bits/8)
	if err := m.Apply(made, nil, src...); err != nil {
		t.Fatal(err)
	}
	fixed := m.Clone()
	all := lane.ConstBytes(made)
	for i, l := range fixed.Lane {
		if l.Kind == lane.Source {
			fixed.Lane[i] = lane.Fixed(all.Slice(i*m.Bits, m.Bits))
		}
	}
	return fixed
}

// qemuRISCV is an emulator, and what it is told: agnostic lanes become ones in it, so that a row that says more of them than it may is found out.
func qemuRISCV(t *testing.T, bits int, zvbb bool) []string {
	cpu := fmt.Sprintf("rv64,v=true,vlen=%d,rvv_ta_all_1s=true,rvv_ma_all_1s=true", bits)
	if !zvbb {
		return []string{oracle.Need(t, "qemu-riscv64"), "-cpu", cpu}
	}
	return []string{oracle.IfThere(t, "qemu-riscv64-static", "qemu has Zvbb from 8.2 on, and Debian 12 the older one (bookworm-backports: apt-get install qemu-user-static)"), "-cpu", cpu + ",zvbb=true"}
}

// TestRISCVUnderQemu runs every row of RISC-V's vectors, each immediate, many constants and masks, in one program for each length of registers, and compares results and encodings.
func TestRISCVUnderQemu(t *testing.T) {
	random := chance.Random(t, 1)
	for _, c := range []struct {
		name string
		bits int
		zvbb bool
	}{{"rvv128", 128, false}, {"rvv256", 256, false}, {"zvbb128", 128, true}} {
		t.Run(c.name, func(t *testing.T) {
			rows := slices.DeleteFunc(rowsOfRISCV(), func(r *target.Row) bool {
				return r.Bits != c.bits || (r.Needs&target.ZVBB != 0) != c.zvbb
			})
			if len(rows) == 0 {
				t.Fatal("no rows")
			}
			runRVV(t, rvvTrials(t, random, rows), qemuRISCV(t, c.bits, c.zvbb))
			t.Logf("%d rows", len(rows))
		})
	}
}

// runRVV runs trials, and compares.
func runRVV(t *testing.T, trials []*rvvTrial, qemu []string) {
	mc, ld := oracle.Need(t, "llvm-mc"), oracle.Need(t, "ld.lld")
	var program, rows, data bytes.Buffer
	program.WriteString(".globl _start\n_start:\nla s0, data\nla s1, results\n")
	size := trials[0].row.Bits / 8
	for _, c := range trials {
		for _, letter := range []byte("dabkm") {
			data.Write(c.vector[letter])
			fmt.Fprintf(&program, "vl1re8.v v%d, (s0)\naddi s0, s0, %d\n", c.at[letter], size)
		}
		fmt.Fprintf(&program, "%s\n%s\nvs1r.v v%d, (s1)\naddi s1, s1, %d\n", c.mode(), c.text(), c.at['d'], size)
		fmt.Fprintln(&rows, c.text())
	}
	fmt.Fprintf(&program, "li a0, 1\nla a1, results\nli a2, %d\nli a7, 64\necall\nli a0, 0\nli a7, 93\necall\n", size*len(trials))
	fmt.Fprintf(&program, ".data\n.balign 32\ndata: .incbin \"data.bin\"\n.bss\n.balign 32\nresults: .skip %d\n", size*len(trials))
	dir := t.TempDir()
	for name, text := range map[string][]byte{"program.s": program.Bytes(), "rows.s": rows.Bytes(), "data.bin": data.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	assemble := []string{"-triple=riscv64", "-mattr=+v,+zvbb", "-filetype=obj"}
	run(t, dir, mc, append(slices.Clip(assemble), "rows.s", "-o", "rows.o")...)
	compareRISCV(t, filepath.Join(dir, "rows.o"), trials)
	if trials[0].row.Needs&target.ZVBB == 0 {
		run(t, dir, oracle.Need(t, "riscv64-linux-gnu-as"), "-march=rv64gv", "rows.s", "-o", "gnu.o")
		compareRISCV(t, filepath.Join(dir, "gnu.o"), trials)
	}
	run(t, dir, mc, append(slices.Clip(assemble), "program.s", "-o", "program.o")...)
	run(t, dir, ld, "program.o", "-o", "program")
	out := run(t, dir, qemu[0], append(qemu[1:], "./program")...)
	if len(out) != size*len(trials) {
		t.Fatalf("the program printed %d bytes, want %d", len(out), size*len(trials))
	}
	failed, masked := map[*target.Row]bool{}, 0
	for i, c := range trials {
		if c.masked {
			masked++
		}
		got := out[size*i:][:size]
		if want := c.want(t, got); !bytes.Equal(got, want) && !failed[c.row] {
			failed[c.row] = true
			t.Errorf("%s; %s of %x is\n%x, want\n%x\nby %v", c.mode(), c.text(), c.vector, got, want, c.m)
		}
	}
	t.Logf("%d trials, %d of them masked", len(trials), masked)
}

// compareRISCV compares what an assembler makes of each row's text with the row's encoding.
func compareRISCV(t *testing.T, object string, trials []*rvvTrial) {
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
	failed := map[*target.Row]bool{}
	for _, c := range trials {
		if len(code) < c.row.Bytes {
			t.Fatalf("the code ends before %s", c.text())
		}
		want := code[:c.row.Bytes]
		if code = code[c.row.Bytes:]; !bytes.Equal(c.word(t), want) && !failed[c.row] {
			failed[c.row] = true
			t.Errorf("%s is encoded as %x by %s, the assembler says\n%x", c.text(), c.word(t), c.row.Encoding, want)
		}
	}
	if len(code) > 0 {
		t.Errorf("%d bytes of code are left over", len(code))
	}
}

// What a row refuses: a destination that it reads, and zeros under a mask.
func TestRISCVRefuses(t *testing.T) {
	tg, _ := target.Find("rvv128")
	slide, _ := tg.Find("vslideup.vi", 128, 1)
	gather, _ := tg.Find("vrgather.vv", 128, 1)
	down, _ := tg.Find("vslidedown.vi", 128, 1)
	for _, c := range []struct {
		row  *target.Row
		o    target.Operands
		want string
	}{
		{slide, target.Operands{D: 3, Args: []int{3}}, "reads"},
		{gather, target.Operands{D: 3, Args: []int{4}, K: 3}, "reads"},
		{down, target.Operands{D: 3, Args: []int{3}}, ""},
		{down, target.Operands{D: 3, Args: []int{3}, Zeroed: true}, "zeros"},
		{down, target.Operands{D: 32, Args: []int{3}}, "no register"},
	} {
		_, err := c.row.AppendCode(nil, &c.o)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, want %q", c.row.Name, c.o, err, c.want)
		}
	}
}
