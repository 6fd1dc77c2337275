package program_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// Each row has 32 bits, a meaning in words, and no word in common with another one.
func TestTable(t *testing.T) {
	type fixed struct {
		name        string
		mask, value uint32
	}
	var all []fixed
	for _, i := range program.Instructions()[1:] {
		f := fixed{name: i.Name}
		left := 32
		for _, part := range strings.Fields(i.Layout) {
			name, width, _ := strings.Cut(part, ":")
			n, err := strconv.Atoi(width)
			if err != nil {
				t.Fatal(err)
			}
			left -= n
			if v, err := strconv.Atoi(name); err == nil {
				f.mask |= (1<<n - 1) << left
				f.value |= uint32(v) << left
			}
		}
		if left != 0 || i.Does == "" || i.Text == "" {
			t.Errorf("%+v: %d bits are left", i, left)
		}
		for _, other := range all {
			if common := f.mask & other.mask; f.value&common == other.value&common {
				t.Errorf("%s and %s have words in common", f.name, other.name)
			}
		}
		all = append(all, f)
	}
	if len(all) != 22 {
		t.Errorf("%d rows", len(all))
	}
	for _, f := range all { // and none with a swizzle move
		if f.value>>26 == 22 && f.value&7 == 3 && f.mask&7 == 7 {
			t.Errorf("%s has words of mv.swiz", f.name)
		}
	}
}

// A bitwise machine reads words by the numbers of their bits, as the Power ISA's book has them: it shares nothing with the table.
type bitwise struct {
	gpr, spr map[int]uint64
	cr       [8]uint8 // lt gt eq so
	memory   map[uint64]byte
	word     uint32
	pc, next uint64
}

// field is bits first to last, of which 0 is the leftmost.
func (b *bitwise) field(first, last int) int {
	v := 0
	for k := first; k <= last; k++ {
		v = 2*v + int(b.word>>(31-k)&1)
	}
	return v
}

// signed is a field with its sign.
func (b *bitwise) signed(first, last int) uint64 {
	v := b.field(first, last)
	if b.field(first, first) == 1 {
		v -= 1 << (last - first + 1)
	}
	return uint64(int64(v))
}

func (b *bitwise) record(field int, x, y uint64) {
	f := uint8(0) // XER.SO, which nothing sets
	less, equal := false, x == y
	for k := 63; k >= 0; k-- { // the sign first, which counts the other way
		if p, q := x>>k&1, y>>k&1; p != q {
			less = p < q != (k == 63)
			break
		}
	}
	switch {
	case equal:
		f |= 2
	case less:
		f |= 8
	default:
		f |= 4
	}
	b.cr[field] = f
}

func (b *bitwise) orZero() uint64 {
	if b.field(11, 15) == 0 {
		return 0
	}
	return b.gpr[b.field(11, 15)]
}

// step executes the word; it says whether it is one that it knows.
func (b *bitwise) step() bool {
	rt, ra, rb := b.field(6, 10), b.field(11, 15), b.field(16, 20)
	b.next = b.pc + 4
	result := func(to int, v uint64) {
		b.gpr[to] = v
		if b.field(0, 5) == 31 && b.field(31, 31) == 1 {
			b.record(0, v, 0)
		}
	}
	spr := b.field(16, 20)*32 + b.field(11, 15)
	switch po, xo := b.field(0, 5), b.field(21, 30); {
	case po == 14:
		b.gpr[rt] = b.orZero() + b.signed(16, 31)
	case po == 15:
		b.gpr[rt] = b.orZero() + b.signed(16, 31)*65536
	case po == 24:
		b.gpr[ra] = b.gpr[rt] | uint64(b.field(16, 31))
	case po == 31 && xo == 266:
		result(rt, b.gpr[ra]+b.gpr[rb])
	case po == 31 && xo == 40:
		result(rt, ^b.gpr[ra]+b.gpr[rb]+1)
	case po == 31 && xo == 444:
		result(ra, b.gpr[rt]|b.gpr[rb])
	case po == 11:
		b.compare(b.gpr[ra], b.signed(16, 31))
	case po == 31 && xo == 0:
		b.compare(b.gpr[ra], b.gpr[rb])
	case po == 31 && xo == 467:
		b.spr[spr] = b.gpr[rt]
	case po == 31 && xo == 339:
		b.gpr[rt] = b.spr[spr]
	case po == 18:
		b.next = b.pc + b.signed(6, 29)*4
	case po == 16:
		b.branch()
	default:
		return b.memoryStep(po)
	}
	return true
}

func (b *bitwise) compare(x, y uint64) {
	if b.field(10, 10) == 0 {
		x, y = lowerWord(x), lowerWord(y)
	}
	b.record(b.field(6, 8), x, y)
}

// lowerWord is the lower 32 bits with their sign.
func lowerWord(v uint64) uint64 {
	v &= 0xffffffff
	if v >= 1<<31 {
		v |= 0xffffffff << 32
	}
	return v
}

func (b *bitwise) branch() {
	const ctr = 9
	bo := func(k int) bool { return b.field(6+k, 6+k) == 1 }
	if !bo(2) {
		b.spr[ctr]--
	}
	bi := b.field(11, 15)
	bit := b.cr[bi/4]>>(3-bi%4)&1 == 1
	if (bo(2) || (b.spr[ctr] != 0) != bo(3)) && (bo(0) || bit == bo(1)) {
		b.next = b.pc + b.signed(16, 29)*4
	}
}

func (b *bitwise) memoryStep(po int) bool {
	size, known := map[int]int{34: 1, 40: 2, 32: 4, 58: 8, 38: 1, 44: 2, 36: 4, 62: 8}[po]
	if !known {
		return false
	}
	at := b.orZero() + b.signed(16, 31)
	if size == 8 {
		at = b.orZero() + b.signed(16, 29)*4
	}
	if store := po == 38 || po == 44 || po == 36 || po == 62; store {
		for k := range size {
			b.memory[at+uint64(k)] = byte(b.gpr[b.field(6, 10)] >> (8 * k))
		}
		return true
	}
	v := uint64(0)
	for k := size - 1; k >= 0; k-- {
		v = v<<8 | uint64(b.memory[at+uint64(k)])
	}
	b.gpr[b.field(6, 10)] = v
	return true
}

// Instructions without a prefix do what their bits say.
func TestMeaningsBitByBit(t *testing.T) {
	rng := chance.Random(t, 0)
	seen := map[uint32]int{}
	for range times(20_000) {
		text := scalarText(rng)
		if strings.HasPrefix(text, "setvl") || strings.HasPrefix(text, "svstep") {
			continue
		}
		p, err := program.Assemble(text, svp64.DefaultEncoding)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		m, err := p.NewMachine()
		if err != nil {
			t.Fatal(err)
		}
		fill(m, rng)
		for k := range 32 { // also values that are nearly equal, and addresses that meet
			if rng.IntN(2) == 0 {
				m.GPR[k] = uint64(int64(rng.IntN(9) - 4))
			}
		}
		b := bitwise{gpr: map[int]uint64{}, spr: map[int]uint64{8: rng.Uint64(), 9: m.CTR, 704: uint64(m.SV)}, memory: map[uint64]byte{}, word: p.Words[0], pc: m.PC}
		m.LR = b.spr[8]
		for k := range 32 {
			b.gpr[k] = m.GPR[k]
		}
		for k := range b.cr {
			b.cr[k] = uint8(m.CR[k])
		}
		var code [4]byte
		binary.LittleEndian.PutUint32(code[:], b.word)
		for k, v := range code {
			b.memory[m.PC+uint64(k)] = v
		}
		if !b.step() {
			t.Fatalf("%s: the bitwise machine does not know %08x", text, b.word)
		}
		seen[bits.RotateLeft32(b.word, 6)&63]++
		if err := m.Instruction(); err != nil {
			t.Fatal(err)
		}
		same := m.PC == b.next && m.CTR == b.spr[9] && m.LR == b.spr[8] && uint64(m.SV) == b.spr[704]
		for k := range 32 {
			same = same && m.GPR[k] == b.gpr[k]
		}
		for k := range b.cr {
			same = same && uint8(m.CR[k]) == b.cr[k]
		}
		for at, v := range b.memory {
			same = same && byte(m.Memory.Load(at, 1)) == v
		}
		if !same {
			t.Fatalf("%s, %08x: r%d is %x, by its bits %x; cr %v, %v; pc %x, %x", text, b.word, b.field(6, 10), m.GPR[b.field(6, 10)], b.gpr[b.field(6, 10)], m.CR[:8], b.cr, m.PC, b.next)
		}
	}
	if len(seen) != 15 {
		t.Errorf("only the primary opcodes %v", seen)
	}
}

// Errors say what is wrong and where.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"addi 3,4":                  "1:9: expected \",\", found the end",
		"addi 3,4,40000":            "1:10: SI is 40000; it is -32768 to 32767",
		"ld 3,6(4)":                 "1:6: DS is 6; it is a multiple of 4",
		"addi *3,4,5":               "1:6: RT is no vector: only registers under a prefix, sv., are",
		"sv.setvl 0,0,2,0,1,1":      "1:1: setvl stands without a prefix",
		"nop\nbc 6,3,there":         "2:8: there is no label \"there\"",
		"x: nop\nx: nop":            "2:1: the label \"x\" is there twice",
		"sv.addi/els *3,*4,5":       "1:9: \"els\" is no specifier: there are w= dw= sw= (8, 16, 32), vec2 to vec4, m= dm= sm=, sz dz zz, sats and satu",
		"sv.add/dm=r3/sm=r10 3,4,5": "1:1: sv.add has one predicate, m=: the third register has the bits of the other one",
		"sv.ori/dm=r3/sm=eq 3,*4,5": "1:1: dm= and sm= are both of integer registers or both of the condition register",
		"sv.ori/dm=eq 3,*4,5":       "1:1: a condition register predicate stands on both sides: dm= and sm=, or m=",
		"sv.addi/sats *3,*4,5":      "1:1: saturation is of swizzle moves",
		"sv.cmpi *cr6,1,*3,0":       "1:1: BF is *cr6; vectors of fields begin at 0, 4, 8 to 124",
		"sv.lwz/sz *3,0(4)":         "1:1: sv.lwz has one width, w=, which is that of the data, and zeroing on both sides, zz",
		".long 5 6":                 "1:9: expected a comma or the end of the line, found \"6\"",
		"svstep 0,4,1,0":            "1:1: the RA of svstep is 0",
		"# nothing":                 "1:1: expected an instruction, such as addi 3,4,5",
	} {
		if _, err := program.Assemble(text, svp64.DefaultEncoding); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		".long 0":                              "0x10000: .long 0x00000000: this word is no instruction here",
		"b -4":                                 "0xfffc: .long 0x00000000: the program counter is outside the program",
		"svstep 0,2,0":                         "0x10000: svstep 0,2,0: SVi 2 with vf 0 is not there: 1 with 0 steps, 6 to 9 with 1 read a step, 13 to 16 set PACK and UNPACK; 2 to 5 are of REMAP",
		"mtspr 1,3":                            "0x10000: mtspr 1,3: 1: there are the special-purpose registers 8 (lr), 9 (ctr) and 704 (svstate)",
		"setvl 0,0,9,0,1,1\nsv.addi *120,*4,1": "0x10004: sv.addi *120,*4,1: the loop goes past the last register, 127: RT would reach 128",
		"sv.addi/m=r3 *3,*8,1":                 "0x10000: sv.addi/m=r3 *3,*8,1: r3: the loop would overwrite its own predicate: UNDEFINED, because a loop that is interrupted reads it again",
		"sv.cmpi/m=eq *cr32,1,8,1":             "0x10000: sv.cmpi/m=eq *cr32,1,8,1: cr32: the loop would overwrite its own predicate: UNDEFINED, because a loop that is interrupted reads it again",
	} {
		p, err := program.Assemble(text, svp64.DefaultEncoding)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		m, _ := p.NewMachine()
		if _, err = m.Run(5); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Memory is bounded, a copy is one of its own, and numbers may lie across pages.
func TestMemory(t *testing.T) {
	m := program.NewMemory(binary.LittleEndian)
	if err := m.Store(0xffc, 8, 0x1122334455667788); err != nil || m.Load(0xffe, 2) != 0x5566 || m.Load(0xffc, 8) != 0x1122334455667788 {
		t.Fatalf("%x: %v", m.Load(0xffc, 8), err)
	}
	c := m.Clone()
	if err := c.Store(0xffc, 1, 0); err != nil || m.Load(0xffc, 1) != 0x88 || c.Equal(m) || !m.Equal(m.Clone()) {
		t.Error("a copy is not one of its own")
	}
	if err := m.Store(0xffd, 1, 9); err != nil || c.Load(0xffd, 1) != 0x77 {
		t.Error("what was copied writes into the copy")
	}
	if err := m.Store(^uint64(0), 2, 0x1234); err != nil || m.Load(0, 1) != 0x12 || m.Load(^uint64(0), 2) != 0x1234 {
		t.Error("the highest address and 0 are not beside one another")
	}
	for k := range uint64(program.MaxPages + 1) {
		err := c.Store(k<<12, 1, 1)
		if (err != nil) != (k == program.MaxPages) {
			t.Fatalf("page %d: %v", k, err)
		}
	}
}

// An ELF file of ours is the same program again, in either order of bytes, and labels come along from others'.
func TestExecutable(t *testing.T) {
	p, err := program.Assemble("li 3,1\nmv.swiz r4,r8,W.Y.\nloop: sv.ld *32,8(4)\nb loop", svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		p.Order = order
		again, err := program.Open(p.Executable(), svp64.DefaultEncoding)
		if err != nil || again.Base != p.Base || again.Entry != p.Entry || !slices.Equal(again.Words, p.Words) || again.Order.String() != order.String() {
			t.Errorf("%v: %+v: %v", order, again, err)
		}
	}
	if fmt.Sprint(p.Labels) != "[{loop 65544}]" {
		t.Errorf("%v", p.Labels)
	}
}

// Other spellings are the instruction with some operands fixed, in words and back in text where the disassembler writes them.
func TestAliases(t *testing.T) {
	for _, row := range []struct {
		alias, full string
		printed     bool
	}{
		{"li 3,-5", "addi 3,0,-5", true},
		{"lis 3,9", "addis 3,0,9", true},
		{"nop", "ori 0,0,0", true},
		{"mr 3,4", "or 3,4,4", true},
		{"sub 3,4,5", "subf 3,5,4", false},
		{"cmpwi 2,4,-9", "cmpi 2,0,4,-9", false},
		{"cmpdi 2,4,9", "cmpi 2,1,4,9", false},
		{"cmpw 2,4,5", "cmp 2,0,4,5", false},
		{"cmpd 2,4,5", "cmp 2,1,4,5", false},
		{"mtctr 7", "mtspr 9,7", true},
		{"mfctr 7", "mfspr 7,9", true},
		{"bdnz 8", "bc 16,0,8", true},
		{"blt 8", "bc 12,0,8", false},
		{"bgt 8", "bc 12,1,8", false},
		{"beq 8", "bc 12,2,8", false},
		{"bso 8", "bc 12,3,8", false},
		{"bge 8", "bc 4,0,8", false},
		{"ble 8", "bc 4,1,8", false},
		{"bne 8", "bc 4,2,8", false},
		{"bns 8", "bc 4,3,8", false},
	} {
		a, err := program.Parse(row.alias)
		b, err2 := program.Parse(row.full)
		if err != nil || err2 != nil || a != b {
			t.Errorf("%s is %v, and %s %v: %v %v", row.alias, a, row.full, b, err, err2)
			continue
		}
		if got := strings.Fields(a.String())[0]; row.printed != (got == strings.Fields(row.alias)[0]) {
			t.Errorf("%s is written %v", row.alias, a)
		}
	}
}

// What makes a text a program is one statement that only a program has, wherever it stands.
func TestIsProgram(t *testing.T) {
	const move = "sv.mv.swiz *32,*64,X vl=4"
	for text, want := range map[string]bool{
		"": false, move: false, move + ";" + move: false, move + "\n# addi 3,4,5": false, "W.Y.": false, "dst.xz = src.wy": false,
		"addi 3,4,5": true, move + "; addi 3,4,5": true, move + "\nloop:\n" + move: true, "# none\nsv.addi *3,*4,5": true, move + "  # a move\nsetvl 0,0,2,0,1,1": true, ".long 5": true,
	} {
		if got := program.IsProgram(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Operands by the names that assemblers have for them.
func TestNamedOperands(t *testing.T) {
	for text, want := range map[string]string{
		"mtspr ctr,3": "mtctr 3", "mfspr 3,LR": "mfspr 3,8", "mtspr SVSTATE,5": "mtspr 704,5", "addi r3,R4,+5": "addi 3,4,5", "addi 3,4,-0x10": "addi 3,4,-16", "cmpi cr7,1,r3,0X1f": "cmpi 7,1,3,31",
		"bc 12,eq,8": "bc 12,2,0x8", "bc 12,cr4.lt,8": "bc 12,16,0x8", "bc 12,4*cr4+so,8": "bc 12,19,0x8", "bc 12,CR7+gt,8": "bc 12,29,0x8", "b .+8": "b 0x8", "b .-4": "b -0x4", "sv.bc 12,*cr4.eq,8": "sv.bc 12,*18,0x8",
		"sv.addi *R32,*r64,1": "sv.addi *32,*64,1", "svstep 3,0,1,0": "svstep 3,1,0",
	} {
		i, err := program.Parse(text)
		if err != nil || i.String() != want {
			t.Errorf("%s is %v, want %s: %v", text, i, want, err)
		}
	}
	for text, want := range map[string]string{
		"b there":                 `1:3: "there" is a label, which stands in a program`,
		"bc 12,cr200.eq,8":        "1:7: expected BI",
		"bc 12,cr4:eq,8":          "1:7: expected BI",
		"bc 12,cr4.up,8":          "1:7: expected BI",
		"bc 12,up,8":              "1:7: expected BI",
		"b .x":                    "1:3: expected LI",
		"addi 3,4,x":              "1:10: expected SI",
		"addi 3,4,99999999999":    "1:10: expected SI",
		"addi 3,4,-":              "1:10: expected SI",
		"sv.addi 128,3,1":         "1:9: RT is 128; there are 0 to 127",
		"sv.addi -1,3,1":          "1:9: RT is -1; there are 0 to 127",
		"addi 32,3,1":             "1:6: RT is 32",
		"sv.add. *3,*4,*5":        "1:1: sv.add. would set a vector of condition fields; sv.cmpi does",
		"sv.cmpi/vec2 *cr0,1,3,4": "1:1: sv.cmpi has elements of one lane and no widths",
		"sv.cmp/w=8 *cr0,1,3,4":   "1:1: sv.cmp has elements of one lane and no widths",
		"sv.bc/w=8 12,*2,8":       "1:1: sv.bc has elements of one lane and no widths",
		"sv.bc/dz 12,*2,8":        "1:1: sv.bc has a source alone: m=, sz and snz",
		"sv.bc/dm=r3 12,*2,8":     "1:1: sv.bc has a source alone: m=, sz and snz",
		"sv.ld/dw=8 *3,0(4)":      "1:1: sv.ld has one width, w=",
		"sv.b 8":                  "1:1: b stands without a prefix",
		"addi 3,4,5 6":            "1:12: expected the end of the instruction",
	} {
		if i, err := program.Parse(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s is %v: %v, want %s", text, i, err, want)
		}
	}
}

// A prefix of the kinds that no instruction of the table has makes no instruction of the word behind it: both stay as they are.
func TestPrefixesOfNothing(t *testing.T) {
	sv, err := program.Assemble("sv.addi *3,*4,5", svp64.DefaultEncoding)
	if err != nil {
		t.Fatal(err)
	}
	rm := sv.Words[0] & (1<<24 - 1)
	later := svp64.Encoding{Prefix: svp64.PO9}
	single, err := later.PrefixWord(svp64.Single, rm)
	if err != nil {
		t.Fatal(err)
	}
	const reserved = 9 << 26
	for _, prefix := range []uint32{single, reserved | rm} {
		form, _, _, err := svp64.SplitPrefix(prefix)
		if form != svp64.Single && err == nil {
			t.Fatalf("%08x is a prefix of instructions of the table", prefix)
		}
		if i, n, _ := program.Decode([]uint32{prefix, sv.Words[1]}, later); i.Op != program.Long || i.Word != prefix || n != 1 {
			t.Errorf("%08x %08x: %v of %d words", prefix, sv.Words[1], i, n)
		}
	}
}

// Words beside instructions, and how many there may be.
func TestLong(t *testing.T) {
	p, err := program.Assemble(".long 1, -1,0xffffffff\n.long -2147483648\nnop", svp64.DefaultEncoding)
	if err != nil || fmt.Sprintf("%x", p.Words) != "[1 ffffffff ffffffff 80000000 60000000]" {
		t.Errorf("%x: %v", p.Words, err)
	}
	for text, want := range map[string]string{".long": "1:6: expected a number of 32 bits", ".long 4294967296": "1:7: expected a number", ".long -2147483649": "1:7: expected a number", ".long 1,": "1:9: expected a number", ".long 3, 4294967296": "1:10: expected a number", "loop: b far\n": "1:9: there is no label"} {
		if _, err := program.Assemble(text, svp64.DefaultEncoding); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	most := ".long 0" + strings.Repeat(",0", program.MaxWords-1)
	if p, err := program.Assemble(most, svp64.DefaultEncoding); err != nil || len(p.Words) != program.MaxWords {
		t.Errorf("%d words: %v", len(p.Words), err)
	}
	if _, err := program.Assemble(most+"\nnop", svp64.DefaultEncoding); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("more than %d words", program.MaxWords)) {
		t.Errorf("a word more: %v", err)
	}
	if _, err := program.Raw(make([]byte, 4*program.MaxWords+4), binary.LittleEndian, svp64.DefaultEncoding); err == nil || err.Error() != fmt.Sprintf("more than %d words", program.MaxWords) {
		t.Errorf("a word more: %v", err)
	}
	if p, err := program.Raw(make([]byte, 4*program.MaxWords), binary.LittleEndian, svp64.DefaultEncoding); err != nil || len(p.Words) != program.MaxWords {
		t.Errorf("as many as there may be: %v", err)
	}
	far := "b far\n" + strings.Repeat("nop\n", 20) + "far: bc 4,3,far"
	if p, err := program.Assemble(far, svp64.DefaultEncoding); err != nil || p.Words[0] != 0x48000054 || p.Words[21] != 0x40830000 {
		t.Errorf("a label ahead: %x: %v", p.Words, err)
	}
	if _, err := program.Assemble("bc 4,3,far\n"+strings.Repeat("nop\n", 9000)+"far: nop", svp64.DefaultEncoding); err == nil || !strings.HasPrefix(err.Error(), "1:8: BD is 36004") {
		t.Errorf("a label too far ahead: %v", err)
	}
}
