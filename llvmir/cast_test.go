package llvmir_test

import (
	"encoding/binary"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Casts in programs, and where a big-endian machine numbers other lanes.
func TestCasts(t *testing.T) {
	for _, row := range []struct {
		text, want string
		warning    string
	}{
		// LLVM's #193076: a shuffle of 16-bit lanes taken for a truncation, which on big-endian machines keeps the odd ones.
		{"%w = bitcast <8 x i16> %a to <4 x i32>\n%r = trunc <4 x i32> %w to <4 x i16>", "i16x8 -> a0 a2 a4 a6", "lane 0 of 16 bits is a1, and not a0"},
		{"%r = trunc <4 x i32> %a to <4 x i16>", "i16x8 -> a0 a2 a4 a6", ""},
		{"%r = zext <4 x i16> %a to <4 x i32>", "i16x4 -> a0 z a1 z a2 z a3 z", ""},
		{"%r = shufflevector <8 x i16> %a, <8 x i16> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>", "i16x8 -> a0 a2 a4 a6", ""},
		{"%b = bitcast <4 x i32> %a to <16 x i8>\n%r = shufflevector <16 x i8> %b, <16 x i8> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>", "i8x16 -> a0 a4 a8 a12", "lane 0 of 8 bits is a3, and not a0"},
		// Whole lanes of the larger type, and there and back, are the same on both.
		{"%b = bitcast <2 x i64> %a to <4 x i32>\n%s = shufflevector <4 x i32> %b, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>\n%r = bitcast <4 x i32> %s to <2 x i64>", "i64x2 -> a1 a0", ""},
		{"%b = bitcast <4 x float> %a to <4 x i32>\n%r = shufflevector <4 x i32> %b, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>", "i32x4 -> a3 a2 a1 a0", ""},
		{"%b = bitcast <4 x i32> %a to <8 x i16> ; halves\n\n%s = shufflevector <8 x i16> %b, <8 x i16> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>\n%r = bitcast <8 x i16> %s to <4 x i32>", "i16x8 -> a1 a0 a3 a2 a5 a4 a7 a6", ""},
		{"%s = bitcast <4 x i32> %a to i128\n%r = trunc i128 %s to i32", "i32x4 -> a0", "lane 0 of 32 bits is a3, and not a0"},
		{"xtn v0.4h, v1.4s", "i16x8 -> a0 a2 a4 a6 z z z z", "elements of 32 bits are read and of 16 written"},
		{"ushll v0.4s, v1.4h, #0", "i16x8 -> a0 z a1 z a2 z a3 z", "elements of 16 bits are read and of 32 written"},
		{"zip1 v0.4s, v1.4s, v2.4s", "i32x4 i32x4 -> a0 b0 a1 b1", ""},
		{"mov v0.s[1], v1.s[3]", "i32x4 i32x4 -> a0 b3 a2 a3", ""},
		{"dup v3.4s, v1.s[2]", "i32x4 -> a2 a2 a2 a2", ""},
		{"ext v2.16b, v0.16b, v1.16b, #4; zip2 v2.2d, v2.2d, v2.2d", "i32x4 i32x4 -> a3 b0 a3 b0", ""},
		{"pshufd xmm0, xmm1, 27", "i32x4 -> a3 a2 a1 a0", ""},
		{"i8x16.shuffle 3 2 1 0 7 6 5 4 11 10 9 8 15 14 13 12", "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12", ""},
		{"mv.swiz r4,r8,WZYX", "i32x4 -> a3 a2 a1 a0", ""},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		want, _ := lane.Parse(row.want)
		if v, err := form.Compare(f, form.Form{Map: want}); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is %s, want %s", row.text, f.Map, row.want)
		}
		warnings := strings.Join(f.Warnings, "\n")
		if row.warning == "" && strings.Contains(warnings, "big-endian") || !strings.Contains(warnings, row.warning) {
			t.Errorf("%s: warnings %q, want %q", row.text, warnings, row.warning)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"%r = bitcast <4 x i32> %a to <4 x i16>", "1:14: a bitcast keeps the number of bits: these are 128 and 64"},
		{"%r = trunc <4 x i32> %a to <4 x i64>", "1:12: trunc does not make lanes of 64 bits from lanes of 32"},
		{"%r = trunc <4 x i32> %a to <2 x i16>", "1:12: trunc keeps the number of lanes"},
		{"%r = bitcast <4 x i32> 7 to <4 x i32>", "1:24: expected a variable"},
		{"%r = bitcast <4 x i32> %a to 5", "1:30: expected a type of lanes such as i32 or float"},
		{"%w = bitcast <8 x i16> %a to <4 x i32>\n%r = add <4 x i32> %w, %w", "2:6: expected shufflevector"},
		{"%w = bitcast <8 x i16> %a to <4 x i32>\n%r = shufflevector <2 x i64> %w, <2 x i64> %w, <1 x i32> <i32 7>", "2:"},
	} {
		if _, err := form.Parse(row.text, form.Options{}); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// A bitcast is a store of lanes in the machine's byte order and a load of others: so it is done here, and the warning comes exactly where the two orders part.
func TestByteOrders(t *testing.T) {
	rng := chance.Random(t, 9)
	warned := 0
	for range 500 {
		from, to := 8<<rng.IntN(4), 8<<rng.IntN(4)
		n := 128 / to
		picks := make([]string, n)
		sel := make([]int, n)
		for i := range sel {
			sel[i] = rng.IntN(n)
			if rng.IntN(2) == 0 { // often lanes that belong together
				sel[i] = (i ^ 1) % n
			}
			picks[i] = "i32 " + itoa(sel[i])
		}
		text := "%b = bitcast <" + itoa(128/from) + " x i" + itoa(from) + "> %a to <" + itoa(n) + " x i" + itoa(to) + ">\n" +
			"%s = shufflevector <" + itoa(n) + " x i" + itoa(to) + "> %b, <" + itoa(n) + " x i" + itoa(to) + "> poison, <" + itoa(n) + " x i32> <" + strings.Join(picks, ", ") + ">\n" +
			"%r = bitcast <" + itoa(n) + " x i" + itoa(to) + "> %s to <" + itoa(128/from) + " x i" + itoa(from) + ">"
		f, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		value := make([]byte, 16) // little-endian lanes of the source
		for i := range value {
			value[i] = byte(i + 1)
		}
		little := inMemory(value, sel, from, to, binary.LittleEndian)
		big := inMemory(value, sel, from, to, binary.BigEndian)
		got := make([]byte, 16)
		if err := f.Map.Apply(got, nil, value); err != nil || string(got) != string(little) {
			t.Fatalf("%s: %s makes %x of %x, and memory %x: %v", text, f.Map, got, value, little, err)
		}
		warns := strings.Contains(strings.Join(f.Warnings, ""), "big-endian")
		if warns != (string(little) != string(big)) {
			t.Fatalf("%s: warning %v; little-endian %x, big-endian %x", text, warns, little, big)
		}
		if warns {
			warned++
		}
	}
	if warned < 50 || warned > 450 {
		t.Errorf("%d warnings of 500: hardly a test", warned)
	}
}

// inMemory stores lanes, loads others, moves them, and goes back.
func inMemory(value []byte, sel []int, from, to int, order binary.ByteOrder) []byte {
	through := func(b []byte, from, to int, in, out binary.ByteOrder) []byte {
		memory := make([]byte, len(b))
		for i := 0; i < len(b); i += from / 8 {
			put(memory[i:i+from/8], get(b[i:i+from/8], in), out)
		}
		return memory
	}
	memory := through(value, from, from, binary.LittleEndian, order)
	lanes := through(memory, to, to, order, binary.LittleEndian)
	moved := make([]byte, 16)
	for i, s := range sel {
		copy(moved[i*to/8:(i+1)*to/8], lanes[s*to/8:])
	}
	memory = through(moved, to, to, binary.LittleEndian, order)
	return through(memory, from, from, order, binary.LittleEndian)
}

func get(b []byte, order binary.ByteOrder) (v uint64) {
	for i := range b {
		if order == binary.LittleEndian {
			v |= uint64(b[i]) << (8 * i)
		} else {
			v = v<<8 | uint64(b[i])
		}
	}
	return v
}

func put(b []byte, v uint64, order binary.ByteOrder) {
	for i := range b {
		if order == binary.LittleEndian {
			b[i] = byte(v >> (8 * i))
		} else {
			b[len(b)-1-i] = byte(v >> (8 * i))
		}
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
