package llvmir_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Instructions and intrinsics of LLVM's IR that move bits.
func TestLLVMBits(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"%r = call i64 @llvm.bswap.i64(i64 %a)", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"%r = tail call noundef i64 @llvm.bswap.i64(i64 noundef %a) #5", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"%r = call <2 x i32> @llvm.bswap.v2i32(<2 x i32> %a)", "i8x8 -> a3 a2 a1 a0 a7 a6 a5 a4"},
		{"%r = call i8 @llvm.bitreverse.i8(i8 %a)", "i1x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"%r = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 40)", "i8x4 i8x4 -> b3 a0 a1 a2"},
		{"%r = call i32 @llvm.fshr.i32(i32 %a, i32 %a, i32 8)", "i8x4 -> a1 a2 a3 a0"},
		{"%r = call i16 @llvm.fshl.i16(i16 %a, i16 -1, i16 4)", "i4x4 -> m a0 a1 a2"},
		{"%r = shl nuw nsw i16 %a, 8", "i8x2 -> z a0"},
		{"%r = lshr exact <2 x i16> %a, <i16 8, i16 4>", "i4x8 -> a2 a3 z z a5 a6 a7 z"},
		{"%r = lshr <2 x i16> %a, splat (i16 8)", "i8x4 -> a1 z a3 z"},
		{"%r = shl <2 x i16> %a, <i16 poison, i16 0>", "i16x2 -> _ a1"},
		{"%h = lshr i32 %a, 16\n%l = shl i32 %a, 16\n%r = or disjoint i32 %h, %l", "i16x2 -> a1 a0"},
		{"%r = and i16 %a, -256", "i8x2 -> z a1"},
		{"%r = or i16 255, %a", "i8x2 -> m a1"},
		{"%r = xor i32 %a, %a", "i32x1 -> z"},
		{"%r = and i128 %a, 18446744073709551615", "i64x2 -> a0 z"},
		{"%r = call i32 @llvm.x86.bmi.pext.32(i32 %a, i32 65280)", "i8x4 -> a1 z z z"},
		{"%r = call i64 @llvm.x86.bmi.pdep.64(i64 %a, i64 -4294967296)", "i32x2 -> z a0"},
		{"%x = zext nneg i16 %a to i32\n%y = zext i16 %b to i32\n%s = shl i32 %y, 16\n%r = or i32 %x, %s", "i16x1 i16x1 -> a0 b0"},
		{"%b = bitcast <4 x i8> %v to i32\n%s = call i32 @llvm.bswap.i32(i32 %b)\n%r = bitcast i32 %s to <4 x i8>", "i8x4 -> a3 a2 a1 a0"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil || f.Dialect != "llvm" || f.Map.String() != row.want {
			t.Errorf("%s is %s in %s, want %s: %v", row.text, f.Map, f.Dialect, row.want, err)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"%r = shl i32 %a, %n", "1:20: what shl does depends on %n: it is a map only where that is a number"},
		{"%r = call i64 @llvm.x86.bmi.pext.64(i64 %a, i64 %m)", "1:51: what x86.bmi.pext.64 does depends on %m"},
		{"%r = call i32 @llvm.x86.bmi.pext.64(i32 %a, i32 1)", "1:50: x86.bmi.pext.64 is no operation on lanes of 32 bits"},
		{"%r = call i24 @llvm.bswap.i24(i24 %a)", "1:37: bswap is no operation on lanes of 24 bits"},
		{"%r = or i32 %a, %b", "1:1: or computes bit 0 from bits that are both live"},
		{"%r = and i8 %a, 256", "1:17: expected a variable such as %a, or a number of 8 bits"},
		{"%r = and <2 x i8> %a, <i8 1>", "1:28: expected \",\" and the number of another lane"},
		{"%r = and <2 x i8> %a, <i16 1, i16 1>", "1:24: expected an element of 8 bits"},
		{"%r = call i8 @llvm.fshl.i8(i8 %a, i16 %b, i8 1)", "1:35: the operands of fshl have one type"},
		{"%r = and <65536 x i64> %a, zeroinitializer", "1:43: more than 65536 bits"},
		{"%s = lshr i32 %a, 8\n%r = ashr i32 %s, 3", "2:6: expected shufflevector"},
	} {
		if _, err := form.Parse(row.text, form.Options{}); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
	if f, err := form.Parse("%r = shl i32 %a, 32", form.Options{}); err != nil || f.Map.Lane[0].Kind != lane.Undefined || !strings.Contains(strings.Join(f.Warnings, ""), "poison") {
		t.Errorf("%s, %q, %v", f.Map, f.Warnings, err)
	}
}

// Random programs on one integer do what numbers do.
func TestLLVMBitPrograms(t *testing.T) {
	rng := chance.Random(t, 20)
	lines := 0
	for range 300 {
		size := 16 << rng.IntN(3)
		keep := ^uint64(0) >> (64 - size)
		text, last := "", "%a"
		does := func(v uint64) uint64 { return v }
		for k := range 1 + rng.IntN(5) {
			to, n, mask, before := fmt.Sprintf("%%t%d", k), rng.IntN(size), rng.Uint64()&keep, does
			var line string
			switch rng.IntN(6) {
			case 0:
				line, does = fmt.Sprintf("shl iN %s, %d", last, n), func(v uint64) uint64 { return before(v) << n & keep }
			case 1:
				line, does = fmt.Sprintf("lshr iN %s, %d", last, n), func(v uint64) uint64 { return before(v) >> n }
			case 2:
				line, does = fmt.Sprintf("and iN %s, %d", last, int64(mask<<(64-size))>>(64-size)), func(v uint64) uint64 { return before(v) & mask }
			case 3:
				line, does = fmt.Sprintf("call iN @llvm.bswap.iN(iN %s)", last), func(v uint64) uint64 { return bits.ReverseBytes64(before(v)) >> (64 - size) }
			case 4:
				line, does = fmt.Sprintf("call iN @llvm.bitreverse.iN(iN %s)", last), func(v uint64) uint64 { return bits.Reverse64(before(v)) >> (64 - size) }
			case 5:
				line, does = fmt.Sprintf("call iN @llvm.fshr.iN(iN %s, iN %s, iN %d)", last, last, n), func(v uint64) uint64 { return (before(v)>>n | before(v)<<(size-n)) & keep }
			}
			text += to + " = " + strings.ReplaceAll(line, "iN", "i"+itoa(size)) + "\n"
			last = to
			lines++
		}
		f, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatalf("%s%v", text, err)
		}
		for range 8 {
			v := rng.Uint64() & keep
			src, out := binary.LittleEndian.AppendUint64(nil, v)[:size/8], make([]byte, size/8)
			if err := f.Map.Apply(out, nil, [][]byte{src}[:len(f.Map.Src)]...); err != nil {
				t.Fatal(err)
			}
			if got := binary.LittleEndian.Uint64(append(out, make([]byte, 8)...)); got != does(v) {
				t.Fatalf("%sof %#x is %#x, want %#x", text, v, got, does(v))
			}
		}
	}
	t.Logf("%d lines", lines)
}
