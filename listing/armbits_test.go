package listing_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/listing"
)

// An armBitWalk is a program on x2 to x7, v0, v1 and memory at x0, and what it leaves in x2: each line is made together with what it does to numbers.
type armBitWalk struct {
	*rand.Rand
	x, firstX [8]uint64
	v, firstV [2][16]byte
	memory    [32]byte // at x0
	first     [32]byte
	lines     []string
	kinds     map[string]bool
}

func newArmBitWalk(rng *rand.Rand) *armBitWalk {
	w := &armBitWalk{Rand: rng, kinds: map[string]bool{}}
	for k := range w.x {
		w.x[k] = rng.Uint64()
	}
	for k := range w.v {
		for i := range w.v[k] {
			w.v[k][i] = byte(rng.Uint32())
		}
	}
	for i := range w.memory {
		w.memory[i] = byte(rng.Uint32())
	}
	w.firstX, w.firstV, w.first = w.x, w.v, w.memory
	for range 1 + rng.IntN(6) {
		[]func(){w.one, w.one, w.field, w.field, w.or, w.masked, w.constant, w.cross, w.access}[rng.IntN(9)]()
	}
	w.say("mov x2, x%d", w.register())
	w.x[2] = w.x[w.written()]
	return w
}

func (w *armBitWalk) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	name, _, _ := strings.Cut(line, " ")
	w.kinds[name] = true
	w.lines = append(w.lines, line)
}

func (w *armBitWalk) register() int { return 2 + w.IntN(6) }

// written is the last register that the last line names.
func (w *armBitWalk) written() int {
	line := w.lines[len(w.lines)-1]
	return int(line[len(line)-1] - '0')
}

// size is w or x, with what it keeps of a number.
func (w *armBitWalk) size() (letter string, bits int, kept uint64) {
	if w.IntN(2) == 0 {
		return "w", 32, 1<<32 - 1
	}
	return "x", 64, 1<<64 - 1
}

// one is a line of one source, by a number or none.
func (w *armBitWalk) one() {
	letter, size, kept := w.size()
	d, n, s := w.register(), w.register(), w.IntN(size)
	a := w.x[n] & kept
	pairs := func(x uint64) uint64 { return x>>8&0x00ff00ff00ff00ff | x&0x00ff00ff00ff00ff<<8 }
	var name string
	var r uint64
	switch w.IntN(10) {
	case 0:
		name, r = "rev", bits.ReverseBytes64(a)>>(64-size)
	case 1:
		name, r = "rev16", pairs(a)
	case 2:
		name, r = "rbit", bits.Reverse64(a)>>(64-size)
	case 3:
		letter, kept = "x", 1<<64-1
		name, r = "rev32", bits.RotateLeft64(bits.ReverseBytes64(w.x[n]), 32)
	case 4:
		w.say("lsl %s%d, %s%d, #%d", letter, d, letter, n, s)
		w.x[d] = a << s & kept
		return
	case 5:
		w.say("lsr %s%d, %s%d, #%#x", letter, d, letter, n, s)
		w.x[d] = a >> s
		return
	case 6:
		w.say("ror %s%d, %s%d, %d", letter, d, letter, n, s)
		w.x[d] = (a>>s | a<<(size-s)) & kept
		return
	case 7:
		w.say("asr %s%d, %s%d, #%d", letter, d, letter, n, s)
		w.x[d] = uint64(int64(a<<(64-size))>>(64-size)>>s) & kept
		return
	case 8:
		width := []int{8, 16}[w.IntN(2)]
		name = map[int]string{8: "uxtb", 16: "uxth"}[width]
		w.say("%s w%d, w%d", name, d, n)
		w.x[d] = w.x[n] & (1<<width - 1)
		return
	default:
		width := []int{8, 16, 32}[w.IntN(3)]
		name = map[int]string{8: "sxtb", 16: "sxth", 32: "sxtw"}[width]
		w.say("%s x%d, w%d", name, d, n)
		w.x[d] = uint64(int64(w.x[n]<<(64-width)) >> (64 - width))
		return
	}
	w.say("%s %s%d, %s%d", name, letter, d, letter, n)
	w.x[d] = r & kept
}

// field is a line that moves a field.
func (w *armBitWalk) field() {
	letter, size, kept := w.size()
	d, n, m := w.register(), w.register(), w.register()
	low := w.IntN(size)
	width := 1 + w.IntN(size-low)
	mask := uint64(1)<<(width-1)<<1 - 1
	a, old := w.x[n]&kept, w.x[d]&kept
	signed := func(x uint64) uint64 { return uint64(int64(x<<(64-width)) >> (64 - width)) }
	var r uint64
	var name string
	switch w.IntN(7) {
	case 0:
		w.say("extr %s%d, %s%d, %s%d, #%d", letter, d, letter, n, letter, m, low)
		r = (w.x[m] & kept) >> low
		if low > 0 {
			r |= a << (size - low)
		}
		w.x[d] = r & kept
		return
	case 1:
		name, r = "ubfx", a>>low&mask
	case 2:
		name, r = "sbfx", signed(a>>low&mask)
	case 3:
		name, r = "ubfiz", a&mask<<low
	case 4:
		name, r = "sbfiz", signed(a&mask)<<low
	case 5:
		name, r = "bfi", old&^(mask<<low)|a&mask<<low
	default:
		name, r = "bfxil", old&^mask|a>>low&mask
	}
	w.say("%s %s%d, %s%d, #%d, #%d", name, letter, d, letter, n, low, width)
	w.x[d] = r & kept
}

// or joins the upper part of one number and the lower part of another.
func (w *armBitWalk) or() {
	d, n, m, s := w.register(), w.register(), w.register(), 1+w.IntN(63)
	name := []string{"orr", "eor", "add"}[w.IntN(3)]
	if d == m {
		d = 2 + (m-1)%6
	}
	if name == "add" {
		w.say("mov x%d, x%d", m, m) // so that a line made it
	}
	w.say("lsr x%d, x%d, #%d", d, n, s)
	w.x[d] = w.x[n] >> s
	w.say("%s x%d, x%d, x%d, lsl #%d", name, d, d, m, 64-s)
	w.x[d] |= w.x[m] << (64 - s)
}

// masked is an and with a mask, as a number or in a register, or what leaves out its bits.
func (w *armBitWalk) masked() {
	d, n, m := w.register(), w.register(), w.register()
	mask := []uint64{0xff00ff00ff00ff00, 0x00000000ffffffff, 0xf0f0f0f0f0f0f0f0, 0x7ffffffffffffffe, 0xff}[w.IntN(5)]
	if w.IntN(2) == 0 {
		w.say("and x%d, x%d, #%#x", d, n, mask)
		w.x[d] = w.x[n] & mask
		return
	}
	if n == m {
		m = 2 + (n-1)%6
	}
	w.say("mov x%d, #%#x", m, mask)
	w.x[m] = mask
	if w.IntN(2) == 0 {
		w.say("and x%d, x%d, x%d", d, n, m)
		w.x[d] = w.x[n] & mask
		return
	}
	w.say("bic x%d, x%d, x%d", d, n, m)
	w.x[d] = w.x[n] &^ mask
}

// constant puts a number into a register, or into a part of one.
func (w *armBitWalk) constant() {
	d, n, s := w.register(), uint64(w.IntN(1<<16)), 16*w.IntN(4)
	switch w.IntN(4) {
	case 0:
		w.say("movz x%d, #%d, lsl #%d", d, n, s)
		w.x[d] = n << s
	case 1:
		w.say("movn x%d, #%#x, lsl #%d", d, n, s)
		w.x[d] = ^(n << s)
	case 2:
		w.say("movk x%d, #%d, lsl #%d", d, n, s)
		w.x[d] = w.x[d]&^(0xffff<<s) | n<<s
	default:
		w.say("mov w%d, wzr", d)
		w.x[d] = 0
	}
}

// cross moves between vectors and general registers.
func (w *armBitWalk) cross() {
	d, n, k, e := w.register(), w.register(), w.IntN(2), w.IntN(4)
	letter := []string{"w", "w", "w", "x"}[e]
	lane, size := w.IntN(16>>e), 1<<e
	at := lane * size
	number := func(b []byte) (x uint64) {
		for i, v := range b {
			x |= uint64(v) << (8 * i)
		}
		return x
	}
	put := func(b []byte, x uint64) {
		for i := range b {
			b[i] = byte(x >> (8 * i))
		}
	}
	switch w.IntN(6) {
	case 0:
		w.say("%s %s%d, v%d.%c[%d]", []string{"umov", "umov", "mov", "mov"}[e], letter, d, k, "bhsd"[e], lane)
		w.x[d] = number(w.v[k][at : at+size])
	case 1:
		w.say("%s v%d.%c[%d], %s%d", []string{"ins", "mov"}[w.IntN(2)], k, "bhsd"[e], lane, letter, n)
		put(w.v[k][at:at+size], w.x[n])
	case 2:
		whole := w.IntN(2)
		if e == 3 {
			whole = 1
		}
		count := 8 << whole / size
		w.say("dup v%d.%d%c, %s%d", k, count, "bhsd"[e], letter, n)
		w.v[k] = [16]byte{}
		for i := range count {
			put(w.v[k][i*size:(i+1)*size], w.x[n])
		}
	case 3:
		if e = 2 + w.IntN(2); e == 2 {
			w.say("fmov s%d, w%d", k, n)
		} else {
			w.say("fmov d%d, x%d", k, n)
		}
		w.v[k] = [16]byte{}
		put(w.v[k][:1<<e], w.x[n])
	case 4:
		if e = 2 + w.IntN(2); e == 2 {
			w.say("fmov w%d, s%d", d, k)
		} else {
			w.say("fmov x%d, d%d", d, k)
		}
		w.x[d] = number(w.v[k][:1<<e])
	default:
		if w.IntN(2) == 0 {
			w.say("fmov v%d.d[1], x%d", k, n)
			put(w.v[k][8:], w.x[n])
		} else {
			w.say("fmov x%d, v%d.d[1]", d, k)
			w.x[d] = number(w.v[k][8:])
		}
	}
}

// access loads from memory, in parts of which no two lines read different ones.
func (w *armBitWalk) access() {
	d, e := w.register(), w.IntN(2)
	at := 16 + 8*e
	if w.IntN(2) == 0 {
		w.say("str x%d, [x0, #%d]", d, at)
		binary.LittleEndian.PutUint64(w.memory[at:], w.x[d])
		return
	}
	switch w.IntN(4) {
	case 0:
		w.say("ldr x%d, [x0, #%d]", d, at)
		w.x[d] = binary.LittleEndian.Uint64(w.memory[at:])
	case 1:
		w.say("ldr w%d, [x0]", d)
		w.x[d] = uint64(binary.LittleEndian.Uint32(w.memory[:]))
	case 2:
		w.say("ldrh w%d, [x0, #4]", d)
		w.x[d] = uint64(binary.LittleEndian.Uint16(w.memory[4:]))
	default:
		w.say("ldrb w%d, [x0, #6]", d)
		w.x[d] = uint64(w.memory[6])
	}
}

// read is what Lanescope says that the program leaves in x2.
func (w *armBitWalk) read(t *testing.T) uint64 {
	t.Helper()
	text := strings.Join(w.lines, "\n")
	r, err := listing.NEON().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var src [][]byte
	for k, name := range r.Names {
		src = append(src, w.source(t, name)[:(r.Map.Src[k]*r.Map.Bits+7)/8])
	}
	got := make([]byte, 8)
	if err := r.Map.Apply(got, nil, src...); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return binary.LittleEndian.Uint64(got)
}

// source is what a name stands for at first.
func (w *armBitWalk) source(t *testing.T, name string) []byte {
	t.Helper()
	if inner, ok := strings.CutPrefix(name, "[x0"); ok {
		at, _ := strconv.Atoi(strings.TrimSuffix(inner, "]"))
		return w.first[at:]
	}
	n, err := strconv.Atoi(name[1:])
	if err != nil {
		t.Fatalf("%s: a source is called %q", strings.Join(w.lines, "; "), name)
	}
	if name[0] == 'v' {
		return w.firstV[n][:]
	}
	return binary.LittleEndian.AppendUint64(nil, w.firstX[n])
}

// Programs on general registers of AArch64 leave what arithmetic leaves.
func TestArmBits(t *testing.T) {
	rng := chance.Random(t, 0)
	kinds := map[string]bool{}
	for range 4000 {
		w := newArmBitWalk(rng)
		if got := w.read(t); got != w.x[2] {
			t.Fatalf("%s\nleaves %#x, and is read as %#x", strings.Join(w.lines, "\n"), w.x[2], got)
		}
		for kind := range w.kinds {
			kinds[kind] = true
		}
	}
	for _, want := range strings.Fields("rev rev16 rev32 rbit lsl lsr asr ror uxtb uxth sxtb sxth sxtw extr ubfx sbfx ubfiz sbfiz bfi bfxil orr eor add and bic movz movn movk mov umov ins dup fmov ldr ldrh ldrb str") {
		if !kinds[want] {
			t.Errorf("no program has %s", want)
		}
	}
}

// The same programs leave the same under qemu.
func TestArmBitsUnderQemu(t *testing.T) {
	rng := chance.Random(t, 1)
	var all []*armBitWalk
	var program strings.Builder
	var data []byte
	program.WriteString("adrp x1, results\nadd x1, x1, :lo12:results\nadrp x9, data\nadd x9, x9, :lo12:data\n")
	for range 1000 {
		w := newArmBitWalk(rng)
		all = append(all, w)
		for k := 2; k < 8; k++ {
			data = binary.LittleEndian.AppendUint64(data, w.firstX[k])
			fmt.Fprintf(&program, "ldr x%d, [x9], #8\n", k)
		}
		for k, v := range w.firstV {
			data = append(data, v[:]...)
			fmt.Fprintf(&program, "ldr q%d, [x9], #16\n", k)
		}
		data = append(data, w.first[:]...)
		fmt.Fprintf(&program, "mov x0, x9\nadd x9, x9, #%d\n%s\nstr x2, [x1], #8\n", len(w.first), strings.Join(w.lines, "\n"))
	}
	out := oracle.OnAArch64(t, program.String(), data, "", 8*len(all))
	for n, w := range all {
		if want := binary.LittleEndian.Uint64(out[8*n:]); want != w.x[2] || w.read(t) != want {
			t.Errorf("%s\nleaves %#x, is read as %#x, and the machine here says %#x", strings.Join(w.lines, "\n"), want, w.read(t), w.x[2])
		}
	}
}

// What moves no bits, or cannot, is refused where it stands, and addresses and counts are no sources.
func TestArmBitsRefused(t *testing.T) {
	dialecttest.Meanings(t, listing.NEON(), [][2]string{
		{"rev w0, w1", "w0 of w1: i8x4 -> a3 a2 a1 a0"},
		{"REV W0, W1", "w0 of w1: i8x4 -> a3 a2 a1 a0"},
		{"mov x8, x0\nldr q0, [x8]\nrev64 v0.4s, v0.4s\nstr q0, [x1]\nadd x0, x0, #16\nret", "[x1] of [x8'1]: i32x4 -> a1 a0 a3 a2"},
		{"rev64 v0.4s, v0.4s\nmov x0, x8\nret", "v0 of v0: i32x4 -> a1 a0 a3 a2"},
		{"rev x0, x0\nret", "x0 of x0: i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"rev64 x0, x1", "x0 of x1: i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"uxtw x0, w1", "x0 of w1: i32x1 -> a0 z"},
		{"bfc w0, #8, #16", "w0 of w0: i8x4 -> a0 z z a3"},
		{"fmov w0, h1", "w0 of v1: i16x8 -> a0 z"},
		{"madd w8, w0, w1, w2\nmov v0.s[1], w8", "v0 of v0 w8: i8x16 i8x4 -> a0 a1 a2 a3 b0 b1 b2 b3 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"mov w8, w0\nmadd w8, w0, w1, w2\nmov v0.s[1], w8", "v0 of v0 x8'1: i8x16 i8x4 -> a0 a1 a2 a3 b0 b1 b2 b3 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"ldp w8, w9, [x0]\nstp w9, w8, [x1]", "[x1] of [x0] [x0+4]: i8x4 i8x4 -> b0 b1 b2 b3 a0 a1 a2 a3"},
		{"ldp wzr, w8, [x0]\nstr w8, [x1]", "[x1] of [x0+4]: i8x4 -> a0 a1 a2 a3"}, {"ldp wzr, x9, [x0]", "x9 of [x0] [x0+4]: i32x1 i32x2 -> b0 b1"}, {"ldp x9, xzr, [x0]", "x9 of [x0] [x0+8]: i64x1 i64x1 -> a0"},
		{"ldr x8, [x0], #8\nldr x9, [x0]\nrev x9, x9\nstr x9, [x1]\nstr x8, [x1, #8]\nret", "[x1] of [x0] [x0+8]: i8x8 i8x8 -> b7 b6 b5 b4 b3 b2 b1 b0 a0 a1 a2 a3 a4 a5 a6 a7"},
	})
	dialecttest.Refused(t, listing.NEON(), [][2]string{
		{"‹lsl w0, w1, #32›", "lsl has no number #32: of 32 bits a count or a field has to be among them"},
		{"‹ubfx w0, w1, #30, #3›", "ubfx has no number #30, #3: of 32 bits a count or a field has to be among them"},
		{"‹rev64 w0, w1›", "rev64 has 64 bits, and w0 has 32"},
		{"‹rev32 w0, w1›", "rev32 has 64 bits, and w0 has 32"},
		{"‹fmov x0, s1›", "x0 has 64 bits, and what is moved into it has 32"},
		{"‹umov w0, v1.d[1]›", "w0 has 32 bits, and what is moved into it has 64"},
		{"‹rev w0, x1›", "rev has registers of one size, and w0 has 32 bits and x1 has 64"},
		{"‹orr w0, w1, w2›", "orr computes bit 0 from bits that are both live, which is no movement"},
		{"rev w0, ‹w31›", "w31 is no register: AArch64 has w0 to w30, wzr and wsp"},
		{"‹fmov w0, d1›", "w0 has 32 bits, and what is moved into it has 64"},
	})
}

// Counts and fields that have no room in a register are refused, of each instruction that has some, and those at the ends are read.
func TestArmBitsNumbers(t *testing.T) {
	for size, letter := range map[int]string{32: "w", 64: "x"} {
		d, n, m := letter+"0", letter+"1", letter+"2"
		for _, name := range strings.Fields("lsl lsr asr ror extr") {
			registers := d + ", " + n
			if name == "extr" {
				registers += ", " + m
			}
			for by, ok := range map[int]bool{0: true, size - 1: true, size: false, -1: false, 1 << 40: false} {
				text := fmt.Sprintf("%s %s, #%d", name, registers, by)
				if _, err := listing.NEON().Read(text, dialect.Options{}); (err == nil) != ok || err != nil && !strings.Contains(err.Error(), fmt.Sprintf("%s has no number #%d", name, by)) {
					t.Errorf("%s: %v", text, err)
				}
			}
		}
		for _, name := range strings.Fields("ubfx sbfx ubfiz sbfiz bfi bfxil bfc") {
			registers := d + ", " + n
			if name == "bfc" {
				registers = d
			}
			for field, ok := range map[[2]int]bool{{0, size}: true, {size - 1, 1}: true, {0, 0}: false, {size, 1}: false, {1, size}: false, {size - 1, 2}: false, {-1, 2}: false, {3, -1}: false} {
				text := fmt.Sprintf("%s %s, #%d, #%d", name, registers, field[0], field[1])
				if _, err := listing.NEON().Read(text, dialect.Options{}); (err == nil) != ok || err != nil && !strings.Contains(err.Error(), fmt.Sprintf("%s has no number #%d, #%d", name, field[0], field[1])) {
					t.Errorf("%s: %v", text, err)
				}
			}
		}
	}
	dialecttest.Meanings(t, listing.NEON(), [][2]string{
		{"orr x0, xzr, x1", "x0 of x1: i64x1 -> a0"},
		{"bfi x0, xzr, #8, #8", "x0 of x0: i8x8 -> a0 z a2 a3 a4 a5 a6 a7"},
		{"extr w0, wzr, w1, #8", "w0 of w1: i8x4 -> a1 a2 a3 z"},
	})
	dialecttest.Refused(t, listing.NEON(), [][2]string{
		{"‹orr w0, w1, x2›", "orr has two registers of the size of w0 behind it, or a number last: found \"x2\""},
		{"‹and x0, x1, sp›", "and has two registers of the size of x0 behind it, or a number last: found \"sp\""},
		{"‹and w0, w1, w2, lsl #32›", "and shifts its last register by less than 32, as lsl #8: found \"lsl #32\""},
		{"‹eor w0, w1, w2, rev #1›", "eor shifts its last register by less than 32, as lsl #8: found \"rev #1\""},
		{"‹bic w0, w1, w2, lsl #3, w4›", "bic has no more than two registers behind w0, and a shift"},
	})
}
