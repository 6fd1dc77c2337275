package asm_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// Random bytes: the text of whatever decodes assembles to the same bytes.
func TestTextRoundTrip(t *testing.T) {
	rng := chance.Random(t, 1)
	n := 200000
	if testing.Short() {
		n = 20000
	}
	known := 0
	for k := range n {
		var b [12]byte
		for j := range b {
			if b[j] = byte(rng.Uint32()); k%2 == 0 && j > 1 {
				b[j] &= sparse(rng)
			}
		}
		if i, err := g13.Decode(b[:]); err == nil {
			known++
			textRoundTrip(t, i)
		}
	}
	for f := range g13.NumForms {
		textRoundTrip(t, asm.Example(f))
	}
	t.Logf("%d of %d are known", known, n)
}

func textRoundTrip(t *testing.T, i g13.Inst) {
	t.Helper()
	text := asm.Text(i)
	back, err := asm.Parse(text)
	if err != nil || !bytes.Equal(back.AppendBytes(nil), i.AppendBytes(nil)) {
		t.Fatalf("%x is %s, which assembles to %x, %v", i.AppendBytes(nil), text, back.AppendBytes(nil), err)
	}
}

// sparse is mostly zeros, which forms with long rows of them want.
func sparse(rng *rand.Rand) byte {
	v := rng.Uint32()
	return byte(v & (v >> 8))
}

// Errors of the assembler: the place is marked.
func TestErrors(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"§foo r1", `there is no instruction "foo"`},
		{"§iad r1, r2", `there is no instruction "iad"; is iadd meant?`},
		{"iadd r1§", `expected "," and a source such as r1, r2_r3, u1l or 7, found the end`},
		{"iadd §7, r1, r2", "expected a register such as r1, r1l or r1h, with .cache or nothing"},
		{"iadd r1, r2, §300", "an immediate is 0 to 255, and this is 300"},
		{"fadd32 r0, r1, §0.3", "there is no immediate for 0.3; the nearest are 0.296875 and 0.3125"},
		{"fadd32 r0, r1, §40.0", "there is no immediate for 40; the nearest are 30 and 31"},
		{"fadd16 r0l, §r1, r2l", "a register of 32 bits cannot stand here, the most is 16"},
		{"fadd16 §r0, r1l, r2l", "a register of 32 bits cannot stand here"},
		{"bfi r0, §r2_r3, r1, r2", "a register of 64 bits cannot stand here, the most is 32"},
		{"bfi r0, r1, r2, r3, §mask 0x5", "expected a mask of the lowest bits, such as 0xFF"},
		{"and r0, §r1.sx, r2", "there is no sign extension here"},
		{"iadd r0, r1, §r2.abs", "modifiers are for floating-point operands"},
		{"iadd r0, r1, §r2.sx.abs", "modifiers are for floating-point operands"},
		{"threadgroup_load i32, x, r1, §u256h, 0", "uniforms are u0l to u255h"},
		{"zs_emit r0l, §r2_r3", "expected registers of 16 bits such as r1l"},
		{"iadd r0, r1, §r2.neg.abs", `".abs" is not understood behind an operand: hints and modifiers are .cache, .discard, .sx, .abs, .neg, in this order`},
		{"fadd32 r0, r1, §u2.cache", "hints are for registers"},
		{"and r0, r1, §r256", "the value needs more than the 8 bits that there are"},
		{"and r0, r1, §r99999", "expected a source such as r1, u1l or 7, found \"r99999\""},
		{"device_load 0, i32, xy, §r0_r2, u0_u1, 0, signed", "the registers of a list follow one another: here r1 is missing"},
		{"device_load 0, i32, xy, §r0, u0_u1, 0, signed", "1 registers for 2 components"},
		{"device_load 0, i32, x, r0, §u0, 0, signed", "expected a pair such as r2_r3 or u4_u5"},
		{"device_load 0, i32, x, r0, §u200_u201, 0, signed", "addresses are in u0 to u127 only"},
		{"device_load 0, i32, x, r0, u0_u1, §40000, signed", "expected a register, or a number from -32768 to 32767"},
		{"atomic cmpxchg, 0, None, u0_u1, 0, signed, §r2, 1, 0, 1, 4, 2", "expected a 32-bit register, for cmpxchg a pair"},
		{"atomic add, 0, §r2l, u0_u1, 0, signed, r2, 1, 0, 1, 4, 2", "expected a 32-bit register such as r4"},
		{"§and.sat r0, r1, r2", "the result of this instruction cannot be saturated"},
		{"jmp_exec_any §8", `expected a target such as pc+8, found "8"`},
		{"jmp_incomplete §pc+200", "the offset does not fit in 8 bits"},
		{"get_sr r1, §r2", `expected a special register such as sr80, found "r2"`},
		{"get_sr r1, sr80 (§foo)", `sr80 is not called "foo"`},
		{"get_sr r1, sr80 (thread_position_in_grid.x§", `expected ")" after the name, found the end`},
		{"stop §now", `expected the end of the instruction, found "now"`},
		{"stop !bits=§8", "expected two hexadecimal digits a byte, at most 12 bytes"},
		{"stop !bits=§xx", "expected hexadecimal digits"},
		{"if_icmp §r1l, ueq, r2, 0, 1", "expected r0l"},
		{"pop_exec r0l, §4", "the value needs more than the 2 bits that there are"},
		{"icmpsel ueq, r1, r2, r3, §r4l, r5", "expected 32 bits, as the destination has"},
		{"mov_imm r0l, §x", `expected a number, found "x"`},
		{"bitop §11, r0, r1, r2", `expected a binary number of 4 digits, found "11"`},
		{"ret §r1l", "expected a 32-bit register without a hint, such as r1"},
	} {
		text := strings.Replace(row.in, "§", "", 1)
		_, err := asm.Parse(text)
		var at *syntax.Error
		if !errors.As(err, &at) || at.Off != strings.Index(row.in, "§") || at.What != row.want {
			t.Errorf("%s\n got %v\nwant %s", row.in, err, row.want)
		}
	}
}

func TestAssemble(t *testing.T) {
	code, errs := asm.Assemble("// counts down\n.equ start, 7\n  mov_imm r0l, start ; seven\ntop:  iadd r0l, r0l, 255\n jmp_exec_any top\ncall done\n .byte 1, 0x02\ndone: stop\n")
	want := "62000700" + "0e00000ff0000000"
	if len(errs) > 0 || !strings.HasPrefix(fmt.Sprintf("%x", code), want[:8]) || len(code) != 4+8+6+6+2+2 {
		t.Fatalf("%x %v", code, errs)
	}
	if back, errs := asm.Assemble(string(asm.Disassemble(code))); len(errs) > 0 || !bytes.Equal(back, code) {
		t.Errorf("the listing assembles to %x, %v, want %x:\n%s", back, errs, code, asm.Disassemble(code))
	}
	for _, row := range []struct{ in, want string }{
		{"jmp_exec_any nowhere", `1:14: there is no label "nowhere"; a target is a label or pc+8`},
		{"a: stop\na: stop", `2:1: label "a" is defined twice`},
		{".equ x", "1:1: expected .equ name, value"},
		{".equ k, 1\n.equ k, 2", `2:1: constant "k" is defined twice`},
		{".equ k, r1 r2\nstop", `1:12: expected the end of the constant, found "r2"`},
		{"r1: stop", "1:1: r1 is a register, and so cannot be a label"},
		{"x: device_load 0, i32, xy, r4..r3, u0_u1, 0, signed", "1:28: a range goes up from one register to another of the same size, such as r4..r7 or r4l..r5h"},
		{"stop\n .byte 256", `2:8: "256" is no byte: expected numbers such as 0x88, 0`},
		{"stop\nx: foo", `2:4: there is no instruction "foo"`},
		{".equ k, 300\niadd r1, r2, k", "2:14: an immediate is 0 to 255, and this is 300"},
	} {
		if _, errs := asm.Assemble(row.in); len(errs) != 1 || errs[0].Error() != row.want {
			t.Errorf("%q: %v, want %s", row.in, errs, row.want)
		}
	}
}

// The listing says which operands the document leaves undefined: here an odd half for 32 bits.
func TestUndefined(t *testing.T) {
	i, err := asm.Parse("fadd32 r1, r2, r3 !bits=000001000000")
	if err != nil {
		t.Fatal(err)
	}
	if listing := string(asm.Disassemble(i.AppendBytes(nil))); !strings.HasSuffix(listing, "; UNDEFINED: A\n") {
		t.Error(listing)
	}
	if listing := string(asm.Disassemble(asm.Example(0).AppendBytes(nil))); strings.Contains(listing, "UNDEFINED") {
		t.Error(listing)
	}
}

// An operand that is left out may leave its comma, as applegpu prints it.
func TestEmptyOperands(t *testing.T) {
	for _, row := range []struct{ empty, without string }{
		{"device_store 0, i32, x, r1, u0_u1, r2, unsigned, , 1", "device_store 0, i32, x, r1, u0_u1, r2, unsigned, 1"},
	} {
		a, err := asm.Parse(row.empty)
		b, err2 := asm.Parse(row.without)
		if err != nil || err2 != nil || a != b {
			t.Errorf("%s: %v, %v; %v, %v", row.empty, a, err, b, err2)
		}
	}
	if _, err := asm.Parse("and r0, r1, "); err == nil {
		t.Error("an operand is missing, and nobody notices")
	}
}

// Registers from one to another are the list of them, or the pair.
func TestRanges(t *testing.T) {
	for _, row := range []struct{ short, long string }{
		{"device_load 0, i32, xyzw, r4..r7, u0..u1, 0, signed", "device_load 0, i32, xyzw, r4_r5_r6_r7, u0_u1, 0, signed"},
		{"device_load 0, i16, xyz, r4l..r5l, r2..r3, 0, signed", "device_load 0, i16, xyz, r4l_r4h_r5l, r2_r3, 0, signed"},
		{"iadd r4..r5, r6..r7, 1", "iadd r4_r5, r6_r7, 1"},
	} {
		short, err := asm.Parse(row.short)
		long, err2 := asm.Parse(row.long)
		if err != nil || err2 != nil || short != long {
			t.Errorf("%s: %v, %v; %v, %v", row.short, short, err, long, err2)
		}
	}
}

func TestReference(t *testing.T) {
	for _, name := range asm.Names() {
		page := string(asm.Reference(name))
		if !strings.HasPrefix(page, "# ") || !strings.Contains(page, "Example: `"+name) && !strings.Contains(page, "Also, by its fields") {
			t.Errorf("%s:\n%s", name, page)
		}
	}
	for form := range g13.NumForms {
		does, examples, _ := asm.PageOf(form)
		page := string(asm.Reference(form.Name()))
		if does == "" || len(examples) == 0 || !strings.Contains(page, does) || !strings.Contains(page, examples[0].Text) || !strings.Contains(page, form.Row()) {
			t.Errorf("%s:\n%s", form.Name(), page)
		}
		for _, a := range form.Also() {
			if !strings.Contains(string(asm.Reference(a.Name)), "`"+a.Name+"`") {
				t.Errorf("%s is on no page", a.Name)
			}
		}
	}
	for _, topic := range asm.Topics() {
		if page := string(asm.Reference(topic)); !strings.HasPrefix(page, "# "+topic+"\n") {
			t.Error(page)
		}
	}
	if len(asm.Reference("nonesuch")) > 0 || !strings.HasPrefix(string(asm.Reference("xor")), "# bitop\n") {
		t.Error("an alias has its form's page, and nothing has none")
	}
}

// The pages are those of docs/g13, to the byte: what a reader sees there is what the tables have.
func TestReferencePages(t *testing.T) {
	files, err := os.ReadDir("../../docs/g13")
	if err != nil {
		t.Fatal(err)
	}
	pages := append(asm.Names(), asm.Topics()...)
	if len(files) != len(pages) {
		t.Errorf("%d files for %d pages", len(files), len(pages))
	}
	for _, name := range pages {
		want, err := os.ReadFile("../../docs/g13/" + name + ".md")
		if err != nil {
			t.Error(err)
			continue
		}
		if got := asm.Reference(name); !bytes.Equal(got, want) {
			t.Errorf("docs/g13/%s.md has something else than\n%s", name, got)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("iadd r1, r1.discard, u1")
	chance.Fuzz(f, func(t *testing.T, text string) {
		i, err := asm.Parse(text)
		if err != nil {
			var at *syntax.Error
			if !errors.As(err, &at) {
				t.Fatalf("%v is not an error with a place", err)
			}
			return
		}
		if j, err := g13.Decode(i.AppendBytes(nil)); err == nil { // !bits can make anything of it
			textRoundTrip(t, j)
		}
	})
}

func FuzzAssemble(f *testing.F) {
	f.Add("top: stop")
	f.Add("call r0 !bits=0001")
	f.Add(".equ k, 3\nx: iadd r1, r2..r3, k\njmp_exec_any x")
	f.Add(".macro m a, b=1\nl\\@: iadd \\a, \\a, \\b\njmp_exec_any l\\@+2*4\n.endm\n.rept 2\nm r1\n.endr\n.byte 1, -(2)")
	f.Add(".equ a, b.neg\n.equ b, 1<<3|4.5\nfadd r1, a, 0x1 !bits=00")
	chance.Fuzz(f, func(t *testing.T, text string) {
		code, errs := asm.Assemble(text)
		if len(errs) == 0 && len(code) < 1<<16 {
			if back, errs := asm.Assemble(string(asm.Disassemble(code))); len(errs) > 0 || !bytes.Equal(back, code) {
				t.Fatalf("%x becomes %x, %v", code, back, errs)
			}
		}
	})
}

func BenchmarkText(b *testing.B) {
	insts, texts := benchmarkInsts()
	b.Run("print", func(b *testing.B) {
		b.ReportAllocs()
		var buffer []byte
		for i := 0; b.Loop(); i++ {
			buffer = asm.Append(buffer[:0], insts[i%len(insts)])
		}
	})
	b.Run("decode and print", func(b *testing.B) {
		b.ReportAllocs()
		var code, buffer []byte
		for _, i := range insts {
			code = i.AppendBytes(code)
			buffer = asm.Append(buffer[:0], i) // which makes the texts
		}
		b.ResetTimer()
		for at := 0; b.Loop(); {
			i, err := g13.Decode(code[at:])
			if err != nil {
				b.Fatal(err)
			}
			buffer = asm.Append(buffer[:0], i)
			if at += int(i.Len); at == len(code) {
				at = 0
			}
		}
	})
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			_, _ = asm.Parse(texts[i%len(texts)])
		}
	})
	b.Run("assemble", func(b *testing.B) {
		b.ReportAllocs()
		program := strings.Join(texts, "\n")
		for b.Loop() {
			if _, errs := asm.Assemble(program); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
		b.ReportMetric(float64(len(texts)*b.N)/b.Elapsed().Seconds(), "lines/s")
	})
}

func benchmarkInsts() (insts []g13.Inst, texts []string) {
	for f := range g13.NumForms {
		i := asm.Example(f)
		insts, texts = append(insts, i), append(texts, asm.Text(i))
	}
	return insts, texts
}
