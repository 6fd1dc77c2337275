package asm_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// What was accepted without a word, and would have been something else than what is written.
func TestRefused(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"bfi r0, r1, r2, 16§, ", "the instruction has no more operands"},
		{"iadd r1, r2, r3§,", "the instruction has no more operands"},
		{"and r0, r1, §", "expected a source"},
		{"stop §!long", "this instruction has one length only"},
		{"iadd r1, r2, r3 §!long", "this instruction has one length only"},
		{"§stop !bits=0100", "with these bits it is no instruction"},
		{"§stop !bits=8000", "this is another instruction, trap"},
		{"§iadd r1, r2, r3 !bits=0004000000000000", "the text has these bits already: with them it is iadd r0, r2, r3"},
		{"§fadd32 r1, r2, r3 !bits=000000800000", "the text has these bits already"},
		{"jmp_exec_any §pc+7", "instructions are at even addresses"},
		{"jmp_exec_none §pc-3", "instructions are at even addresses"},
		{"call §pc+1", "instructions are at even addresses"},
		{"iadd r0, r1, r2, §lsl 5", "a shift by 5 leaves nothing of the operand before it; the most is 4"},
		{"imadd r0, r1, r2, r3, §lsl 7", "a shift by 7 leaves nothing"},
		{"device_load 0, i32, x, §r0l, u0_u1, 0, signed", "elements of 32 bits do not fit registers of 16"},
		{"device_store 0, i32, xy, §r0l_r0h, u0_u1, 0, signed, 0", "elements of 32 bits do not fit"},
		{"threadgroup_load i32, x, §r0l, 0, 0", "elements of 32 bits do not fit"},
		{"stack_load §r0l, i32, 1, 0, x, 4, 0, 0", "elements of 32 bits do not fit"},
		{"device_load 0, i32, xy, §r127..r128, u0_u1, 0, signed", "the last register is r127"},
		{"device_load 0, i32, x, r0, §r127_r128, 0, signed", "the last register is r127"},
		{"iadd §r127_r128, r0, r1", "the last register is r127"},
		{"iadd r0, §r127_r128, r1", "the last register is r127"},
		{"device_load 0, i32, xyzw, §r4..r9, u0_u1, 0, signed", "6 registers for 4 components"},
		{"device_load 0, i32, xyzw, §r4..r9, u0_u1, foo, signed", "6 registers for 4 components"},
		{"  §foo r1, r2", `there is no instruction "foo"`},
		{" \t§stop !bits=8000", "this is another instruction, trap"},
		{" §iter r0, cf1, 3, center", "not all of this can be encoded"},
		{"bfi r0, r1, r2, 4, mask  §1/0", "a division by 0"},
		{"st_tile r0, i32, 0, x, 0, 0, §r1l_r1h_r2l", "these are not the registers that stand here, which would be r1l_r1h"},
		{sample("§r0_r1_r2", "auto_lod, 0"), "the dimension does not have 3 coordinates of this size"},
		{sample("r0_r1", "lod_min, §u1l_u1h"), "which would be u1l"},
		{sample("r0_r1", "auto_lod_bias, §r1"), "which would be u1l"},
		{sample("r0_r1", "lod_grad, §r4_r5"), "which would be r4_r5_r6_r7"},
		{"§" + sample("r0_r1", "auto_lod, 5"), "not all of this can be encoded"},
		{"§iter r0, cf1, 3, center", "not all of this can be encoded"},
		{"iterproj r0, cf1, §r3l", "a register cannot stand here"},
		{"stack_adjust §-8, unsigned", "with its sign this number is 65528"},
		{"stack_adjust §40000, signed", "with its sign this number is -25536"},
		{"iadd r1, r2, §5.sx", "an immediate has no sign that is extended"},
		{"§device_store 0, i16, x, r1l, u0_u1, 0, signed, 0, 1, 3, 2, 0", "this is another instruction"},
	} {
		text := strings.Replace(row.in, "§", "", 1)
		i, err := asm.Parse(text)
		var at *syntax.Error
		if !errors.As(err, &at) || at.Off != strings.Index(row.in, "§") || !strings.Contains(at.What, row.want) {
			t.Errorf("%s\n got %v, %s\nwant %s", row.in, err, asm.Text(i), row.want)
		}
	}
}

// sample is texture_sample with coordinates and a level of detail.
func sample(coordinates, level string) string {
	return "texture_sample 0, 0b1001, 0b0, none, xyzw, 0b00, r4_r5_r6_r7, None, ts0, ss0, tex_2d, " + coordinates + ", " + level
}

// What no program says is refused, for every form, operand and value; what a decoder finds all the same has !bits behind it, and is taken with them. Nothing else has these.
func TestDoubts(t *testing.T) {
	rng := chance.Random(t, 3)
	refused := map[string]int{}
	for f := range g13.NumForms {
		for range 3000 {
			i := randomised(f, rng)
			if _, doubt := i.Doubts(); doubt == "" || !i.Unsaid().IsZero() {
				continue
			}
			text := asm.Text(i)
			bare, bits, _ := strings.Cut(text, " !bits=")
			if strings.Trim(bits, "0") != "" || bits == "" {
				t.Fatalf("%x is doubtful and %s", i.AppendBytes(nil), text)
			}
			back, err := asm.Parse(text)
			if err != nil || !bytes.Equal(back.AppendBytes(nil), i.AppendBytes(nil)) {
				t.Fatalf("%s: %v, %x", text, err, back.AppendBytes(nil))
			}
			if _, err := asm.Parse(bare); err == nil {
				t.Fatalf("%s is accepted", bare)
			}
			refused[f.Name()]++
		}
	}
	for _, name := range []string{"iadd", "imadd", "jmp_exec_any", "call", "device_load", "stack_store", "threadgroup_load", "st_tile", "atomic", "texture_load", "iter"} {
		if refused[name] == 0 {
			t.Errorf("no %s is doubtful", name)
		}
	}
}

// randomised is an instruction of a form with random fields.
func randomised(f g13.Form, rng *rand.Rand) g13.Inst {
	i := g13.New(f)
	spoken := f.NameBits()
	for k := range f.Operands() {
		bits := f.Bits(k)
		spoken = g13.Word{Lo: spoken.Lo | bits.Lo, Hi: spoken.Hi | bits.Hi}
	}
	i.Word = i.Word.Xor(g13.Word{Lo: rng.Uint64() & spoken.Lo, Hi: rng.Uint64() & spoken.Hi})
	i.Fit(false)
	if j, err := g13.Decode(i.AppendBytes(nil)); err != nil || j != i { // the bits of another form that is looked for first
		return randomised(f, rng)
	}
	return i
}

// A name that is never printed is the instruction under the one that is, with the operands in the same order: all of them, with random operands.
func TestAlso(t *testing.T) {
	rng := chance.Random(t, 4)
	for f := range g13.NumForms {
		for _, a := range f.Also() {
			tested := 0
			for range 2000 {
				i := randomised(f, rng)
				for _, n := range g13.AlsoNamed(a.Name) {
					if n.Inst.Form == f && alsoAgrees(t, a.Name, n, i) {
						tested++
					}
				}
			}
			if tested < 10 {
				t.Errorf("%s was tested %d times", a.Name, tested)
			}
		}
	}
}

// alsoAgrees says whether the instruction has a text under another name, and tests it.
func alsoAgrees(t *testing.T, name string, n g13.Naming, i g13.Inst) bool {
	t.Helper()
	for k, hidden := range n.Hidden { // what the name says
		if hidden {
			if err := i.SetArg(k, n.Inst.Arg(k)); err != nil {
				return false
			}
		}
	}
	i.Fit(false)                                                    // what the name says may need the longer encoding
	for _, field := range []string{"simd", "N", "rotate", "mode"} { // what it says of fields that no operand shows under any name
		if want, ok := n.Inst.Field(field); ok {
			if got, _ := i.Field(field); got != want && n.Hidden != nil {
				return false
			}
		}
	}
	if _, doubt := i.Doubts(); doubt != "" || !i.Unsaid().IsZero() || i.Saturates() || i.Long() {
		return false
	}
	_, printed := i.Name()
	var operands []string
	for k := range i.Args() {
		if text := asm.OperandText(i, k); text != "" && !(n.Hidden != nil && n.Hidden[k]) {
			if printed != nil && printed[k] { // a more particular name, which shows less
				return false
			}
			operands = append(operands, text)
		}
	}
	text := name
	if len(operands) > 0 {
		text += " " + strings.Join(operands, ", ")
	}
	back, err := asm.Parse(text)
	if err != nil && strings.Contains(err.Error(), "; write which") {
		return false
	}
	if err != nil || back != i && !(name == "mov" && back.Form != i.Form) {
		t.Fatalf("%s is %v, %v, want %s", text, asm.Text(back), err, asm.Text(i))
	}
	return true
}

// Every printed name is of its own form, never of another name of a form.
func TestAlsoIsNotPrinted(t *testing.T) {
	for _, name := range g13.Names() {
		if len(g13.Named(name)) > 0 && len(g13.AlsoNamed(name)) > 0 && name != "mov" {
			t.Errorf("%s is printed, and another name of something else", name)
		}
	}
}

// Names as the document, a compiler and people write them.
func TestNames(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"fadd r1, r2, 0.5", "fadd32 r1, r2, 0.5"},
		{"fadd.sat r1l, r2l, r3", "fadd32.sat r1l, r2l, r3"},
		{"fmul r1, r2, r3", "fmul32 r1, r2, r3"},
		{"fmadd r1, r2, r3, r4", "fmadd32 r1, r2, r3, r4"},
		{"hfma r1l, r2l, r3l, r4l", "fmadd16 r1l, r2l, r3l, r4l"},
		{"mov r1, 255", "mov r1, 255"},
		{"mov r1, 256", "mov_imm r1, 256, 0b0"},
		{"mov r1, r2", "mov r1, r2"},
		{"mov r1l, -1", "mov_imm r1l, 65535"},
		{"mov r1, 0x80000000", "mov_imm r1, 2147483648, 0b0"},
		{"mov r1, thread_position_in_grid.x", "get_sr r1, sr80 (thread_position_in_grid.x)"},
		{"ld_var r0_r1, cf1", "iter r0_r1, cf1, center, 0b0, 0, 0, 0, 0, 0"},
		{"ld_var r0_r1, cf1, cf0", "iterproj r0_r1, cf1, cf0, center, 0b0, 0, 0, 0, 0, 0"},
		{"shl r0, r1, 3", "bfi r0, 0, r1, 3"},
		{"shr r0, r1, r2", "bfeil r0, 0, r1, r2"},
		{"imul r0_r1, r2, 88", "imadd r0_r1, r2, 88, 0"},
		{"ballot r6, r1l", "icmp_ballot r6, nueq, r1l, 0"},
		{"quad_ballot r6, r1l", "icmp_quad_ballot r6, nueq, r1l, 0"},
		{"fmov r0, r1.abs.neg", "fadd32 r0, r1.abs.neg, -0.0"},
		{"ineg r0, r1", "isub r0, 0, r1"},
		{"csel slt, r0, r1, r2, r3, r4", "icmpsel slt, r0, r1, r2, r3, r4"},
		{"csel ltn, r0, r1, r2, r3, r4", "fcmpsel ltn, r0, r1, r2, r3, r4"},
		{"if ult, r1, 4, 1", "error"}, // r0l is printed though implicit
		{"if r0l, ult, r1, 4, 1", "if_icmp r0l, ult, r1, 4, 1"},
		{"while r0l, gt, r1, 4.0, 2", "while_fcmp r0l, gt, r1, 4.0, 2"},
		{"andn2 r0, r1, r2", "bitop 0100, r0, r1, r2"},
		{"simd_broadcast r0, r1, 5", "simd_shuffle r0, r1, 5"},
		{"u32_to_f r0, r1", "convert u32_to_f, r0, r1, rte"},
		{"f_to_u32 r0, r1", "convert f_to_u32, r0, r1, rtz"},
		{"image_barrier_4", "memory_barrier 3, 1, 10"},
		{"barrier", "threadgroup_barrier"},
	} {
		i, err := asm.Parse(row.in)
		if got := asm.Text(i); row.want == "error" && err == nil || row.want != "error" && (err != nil || got != row.want) {
			t.Errorf("%s is %s, %v; want %s", row.in, got, err, row.want)
		}
	}
	for _, row := range []struct{ in, want string }{
		{"nop", "nothing is known to do nothing"},
		{"add r0, r1, r2", "iadd adds integers, fadd32 and fadd16 numbers"},
		{"fsub r0, r1, r2", "fadd32 r1, r2, r3.neg subtracts"},
		{"csel 1, r0, r1, r2, r3, r4", "this can be icmpsel ult, r0, r1, r2, r3, r4 or fcmpsel lt, r0, r1, r2, r3, r4; write which"},
		{"fadd33 r0, r1, r2", "is fadd32 meant?"},
		{"iaddd r0, r1, r2", "is iadd meant?"},
		{"get_sr r0, core_idx", "is core_index meant?"},
		{"mov r1l, 70000", "more than the 16 bits"},
	} {
		if _, err := asm.Parse(row.in); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.in, err, row.want)
		}
	}
}

// The hints about names that mean nothing here are themselves right: what they show assembles.
func TestHintsAreInstructions(t *testing.T) {
	var all []string
	for name := range asm.Elsewhere() {
		all = append(all, name)
	}
	slices.Sort(all)
	if want := "add b bra break clz cmp cmpsel discard discard_fragment div end endif exit fabs fdiv fma fmax fmin fneg fsat fsub jmp load mad max min mul neg nop quad_sum select shuffle " +
		"simd_sum sin sqrt store sub"; strings.Join(all, " ") != want {
		t.Errorf("there are hints on %s, want %s", all, want)
	}
	for name, hint := range asm.Elsewhere() {
		if _, err := asm.Parse(name); err == nil || len(g13.Named(name))+len(g13.AlsoNamed(name)) > 0 {
			t.Errorf("%s is an instruction", name)
		}
		words := strings.FieldsFunc(hint, func(r rune) bool { return strings.ContainsRune(" ,;:", r) })
		named := 0
		for _, word := range words {
			if len(g13.Named(strings.TrimSuffix(word, ".sat")))+len(g13.AlsoNamed(strings.TrimSuffix(word, ".sat"))) > 0 {
				named++
			} else if strings.Contains(word, "_") && !strings.HasPrefix(word, "r") {
				t.Errorf("%s: %s is no instruction", name, word)
			}
		}
		if named == 0 {
			t.Errorf("%s: %q names no instruction", name, hint)
		}
	}
}

// What is left out at the end is what all known code has there.
func TestTails(t *testing.T) {
	for _, row := range []struct{ short, long string }{
		{"mov_imm r1, 7", "mov_imm r1, 7, 0b0"},
		{"ret", "ret r1"},
		{"memory_barrier", "memory_barrier 1, 2, 9"},
		{"device_load 0, i32, x, r0, u0_u1, 4", "device_load 0, i32, x, r0, u0_u1, 4, signed"},
		{"device_store 0, i32, x, r0, u0_u1, 4", "device_store 0, i32, x, r0, u0_u1, 4, signed, 0"},
		{"device_store 0, i32, x, r0, u0_u1, r4, unsigned, lsl 1", "device_store 0, i32, x, r0, u0_u1, r4, unsigned, lsl 1, 0"},
		{"atomic add, 0, r4, u0_u1, 0, signed, r2", "atomic add, 0, r4, u0_u1, 0, signed, r2, 1, 0, 1, 4, 2"},
		{"threadgroup_atomic add, r4, 0, 0, r2", "threadgroup_atomic add, r4, 0, 0, r2, 0, 2, 128, 0"},
		{"iter r0, cf1", "iter r0, cf1, center, 0b0, 0, 0, 0, 0, 0"},
		{"iter r0, cf1, 3, sample", "iter r0, cf1, 3, sample, 0b0, 0, 0, 0, 0, 0"},
		{"convert u8_to_f, r0, r1", "convert u8_to_f, r0, r1, rte"},
		{"convert f_to_s32, r0, r1", "convert f_to_s32, r0, r1, rtz"},
		{"zs_emit r0l, r1l_r1h", "zs_emit r0l, r1l_r1h, 0"},
		{"map target0, r8, 3", "map target0, r8, 3, 0b00, 0b0, 0b000, 0b10000, 0b00010000"},
	} {
		short, err := asm.Parse(row.short)
		long, err2 := asm.Parse(row.long)
		if err != nil || err2 != nil || short != long {
			t.Errorf("%s: %s, %v; want %s, %v", row.short, asm.Text(short), err, asm.Text(long), err2)
		}
	}
	for _, in := range []string{"device_load 0, i32, x, r0, u0_u1, r4", "mov_imm r1", "if_icmp r0l, ult, r1, r2", "convert 3, r0, r1", "wait"} {
		if i, err := asm.Parse(in); err == nil {
			t.Errorf("%s is %s, although it could mean something else", in, asm.Text(i))
		}
	}
}

// Numbers are written in every usual way, wherever one stands.
func TestNumbers(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"iadd r1, r2, 0xff", "iadd r1, r2, 255"},
		{"iadd r1, r2, 0b101", "iadd r1, r2, 5"},
		{"iadd r1, r2, 0o17", "iadd r1, r2, 15"},
		{"iadd r1, r2, (3+4)*2-1", "iadd r1, r2, 13"},
		{"iadd r1, r2, 1<<4|3, lsl 1+1", "iadd r1, r2, 19, lsl 2"},
		{"iadd r1, r2, ~0 & 0x7f", "iadd r1, r2, 127"},
		{"iadd r1, r2, 7 - 2 - 1", "iadd r1, r2, 4"},
		{"iadd r1, r2, 100 / 7 % 5", "iadd r1, r2, 4"},
		{"iadd r1, r2, 6 ^ 3 & 2", "iadd r1, r2, 4"},
		{"mov_imm r1, -1", "mov_imm r1, 4294967295, 0b0"},
		{"mov_imm r1l, -32768", "mov_imm r1l, 32768"},
		{"mov_imm r1, 1.5", "mov_imm r1, 1069547520, 0b0"},
		{"mov_imm r1, -0.0", "mov_imm r1, 2147483648, 0b0"},
		{"mov_imm r1l, 1.5", "mov_imm r1l, 15872"},
		{"mov_imm r1, 1e-3*2", "mov_imm r1, 990057071, 0b0"},
		{"fadd32 r1, r2, 1", "fadd32 r1, r2, 1.0"},
		{"fadd32 r1, r2, -0", "fadd32 r1, r2, -0.0"},
		{"fadd32 r1, r2, .5", "fadd32 r1, r2, 0.5"},
		{"fadd32 r1, r2, 1/2", "fadd32 r1, r2, 0.5"},
		{"fadd32 r1, r2, 5e-1.abs.neg", "fadd32 r1, r2, 0.5.abs.neg"},
		{"fadd32 r1, r2, 0x10", "fadd32 r1, r2, 16.0"},
		{"fadd32 r1, r2, -(0.25).neg", "fadd32 r1, r2, -0.25.neg"},
		{"device_load 0, i32, x, r0, u0_u1, -0x10, signed", "device_load 0, i32, x, r0, u0_u1, -16, signed"},
		{"threadgroup_load i32, x, r0, 0, 4*-2", "threadgroup_load i32, x, r0, 0, -8"},
		{"jmp_exec_any pc-2*4", "jmp_exec_any pc-8"},
		{"bfi r0, r1, r2, 4, mask 1<<8-1-0", "error"},
		{"bfi r0, r1, r2, 4, mask (1<<8)-1", "bfi r0, r1, r2, 4, mask 0xFF"},
		{"wait 0x1", "wait 1"},
		{"iadd r1, r2, 1.5", "error"},
		{"mov_imm r1, ~1.5", "error"},
		{"iadd r1, r2, 010", "error"},
		{"iadd r1, r2, 1/0", "error"},
		{"iadd r1, r2, 1<<64", "error"},
		{"iadd r1, r2, 0x7fffffffffffffff*2", "error"},
		{"iadd r1, r2, 1.0 & 1", "error"},
		{"iadd r1, r2, (1", "error"},
		{"iadd r1, r2, 99999999999999999999", "error"},
		{"iadd r1, r2, 5x", "error"},
		{"fadd32 r1, r2, 1e999", "error"},
		{"fadd32 r1, r2, 1/0", "error"},
		{"mov_imm r1, -2147483649", "error"},
		{"mov_imm r1l, 65536", "error"},
		{"iadd r1, r2, " + strings.Repeat("(", 1000) + "1" + strings.Repeat(")", 1000), "error"},
		{"iadd r1, r2, " + strings.Repeat("-", 1000) + "1", "error"},
	} {
		i, err := asm.Parse(row.in)
		if got := asm.Text(i); row.want == "error" && err == nil || row.want != "error" && (err != nil || got != row.want) {
			t.Errorf("%.60s is %s, %v; want %s", row.in, got, err, row.want)
		}
	}
}

// A number that is given is the one that is meant: integers of 16 bits and halves by their values, both ways.
func TestHalves(t *testing.T) {
	for h := range 1 << 16 {
		x, ok := halfValue(uint16(h))
		if !ok {
			continue
		}
		text := fmt.Sprintf("mov_imm r1l, %s", asFloat(x))
		i, err := asm.Parse(text)
		if err != nil || i.Arg(1).Value != int64(h) {
			t.Fatalf("%s is %#x, %v; want %#x", text, i.Arg(1).Value, err, h)
		}
	}
}

// halfValue is the number that a half is, by its definition; ok is false for infinities and what is no number.
func halfValue(h uint16) (x float64, ok bool) {
	e, m := int(h>>10&31), float64(h&1023)
	switch e {
	case 31:
		return 0, false
	case 0:
		x = math.Ldexp(m, -24)
	default:
		x = math.Ldexp(1024+m, e-25)
	}
	if h>>15 != 0 {
		x = math.Copysign(x, -1)
	}
	return x, true
}

// asFloat is a number with a point.
func asFloat(x float64) string {
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
