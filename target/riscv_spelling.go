package target

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// riscV is the spelling of vectors of so many bits. Masks are in v0, so that sequences have 31 registers: those in which vectors come are the first.
func riscV(bits int) *Spelling {
	return &Spelling{
		vector: func(int) string { return "v" }, number: riscvNumber, registers: 31, mask: "v", Constant: hexConstant, address: "{k}({p})", pointed: "({p})",
		slot: "{k}(sp)", store: "vs1r.v {a}, {slot}", reload: "vl1re8.v {d}, {slot}",
		Mover: func(int) string { return "vmv1r.v" }, setMask: setMaskRISCV, Anywhere: func(int) string { return "" },
		Assembly: riscvAssembly(bits / 8), C: intrinsicsRISCV(bits),
	}
}

// riscvAssembly is the standard calling convention for vectors of RISC-V's document psABI, where they have so many bytes: v8 to v23 have parameters, and v1 to v7 and v24 to v31 are preserved.
func riscvAssembly(bytes int) *Assembly {
	return &Assembly{
		Procedure: "RISC-V's standard convention for vectors", Return: "ret", Ready: Mode{Bits: 8 * bytes}.Text(),
		Copy: "vmv1r.v {d}, {a}", Load: loadRISCV, Mask: loadRISCV, MaskData: maskBytes,
		Files: [numFiles]Convention{Vectors: {
			Parameters: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
			Preserved:  []int{16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30},
			Save:       fmt.Sprintf("addi sp, sp, -%d\nvs1r.v {d}, (sp)", bytes), Restore: fmt.Sprintf("vl1re8.v {d}, (sp)\naddi sp, sp, %d", bytes),
		}},
	}
}

const loadRISCV = "lla t0, {k}\nvl1re8.v {d}, (t0)"

func setMaskRISCV(register string, c lane.Const, _, _ int) string {
	return "vmv1r.v " + register + ", 0x" + c.Hex()
}

// maskBytes is a mask as a register has it: a bit for each lane from the lowest on.
func maskBytes(c lane.Const, _, bits int) []byte {
	data := make([]byte, bits/8)
	copy(data, littleEndian(c))
	return data
}

// riscvNumber is v8 to v31, and then v1 to v7.
func riscvNumber(n int) int {
	if n < 24 {
		return n + 8
	}
	return n - 23
}

// intrinsicsRISCV is C with <riscv_vector.h> for vectors of so many bits. Vectors are of bytes.
func intrinsicsRISCV(bits int) *Language {
	return &Language{
		Include: fmt.Sprintf("#include <riscv_vector.h> // VLEN = %d", bits), Function: functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC,
		Switch: switchC, Case: caseC, Label: labelC, Or: orC, Deep: deepC, Expression: expressionC,
		Type: func(File, int) string { return "vuint8m1_t" }, Resize: same,
		Vector: func(c lane.Const, bits int) string {
			return fmt.Sprintf("__riscv_vle8_v_u8m1((const uint8_t[]){%s}, %d)", byteList(c, bits), bits/8)
		},
		Load: "{type} {name} = __riscv_vle8_v_u8m1((const uint8_t *)({from}), {bytes});", Store: "__riscv_vse8_v_u8m1((uint8_t *)({to}), {name}, {bytes});",
		Mask: func(c lane.Const, lanes, _ int) string {
			return fmt.Sprintf("__riscv_vlm_v_b%d((const uint8_t[]){%s}, %d)", bits/lanes, byteList(c.Slice(0, (lanes+7)/8*8), (lanes+7)/8*8), lanes)
		},
	}
}

var (
	operandC = regexp.MustCompile(`\{([abdk])(?::(\w+))?\}`)
	calledC  = regexp.MustCompile(`\bv[a-z]\w*\(`)
	madeC    = regexp.MustCompile(`^\w*_u(\d+)m1(?:_\w+)?\(`)
)

// expressionC is an expression of vectors of bytes, where a text has {e} for the bits of a lane, {w} for twice as many, {n} for how many lanes there are, and operands in braces:
//
//	{a}        as lanes of so many bits        {a:x2}    as lanes twice as wide
//	{a:half}   of the lower half of them       {a:of2}   of half of the register, as lanes half as wide; {a:of4} and {a:of8} likewise
//	{k:e16}    as many lanes, of 16 bits
func (f form) expressionC(text string) string {
	elem, lanes := f.elem, f.lanes
	if elem == 0 {
		elem, lanes = 8, f.bits/8
	}
	text = operandC.ReplaceAllStringFunc(text, func(word string) string {
		part := operandC.FindStringSubmatch(word)
		return operandRISCV(part[1], part[2], elem)
	})
	text = strings.NewReplacer("{e}", strconv.Itoa(elem), "{w}", strconv.Itoa(2*elem), "{n}", strconv.Itoa(lanes)).Replace(text)
	if of := madeC.FindStringSubmatch(text); of[1] != "8" {
		text = "vreinterpret_v_u" + of[1] + "m1_u8m1(" + text + ")"
	}
	return calledC.ReplaceAllString(text, "__riscv_$0")
}

// operandRISCV is a vector of bytes as a row of lanes of so many bits reads it.
func operandRISCV(letter, as string, elem int) string {
	of := 1 // what part of the register it is
	switch as {
	case "x2":
		elem *= 2
	case "half":
		of = 2
	case "e16":
		elem, of = 16, elem/16
	case "of2", "of4", "of8":
		of = int(as[2] - '0')
		elem /= of
	}
	if elem != 8 {
		letter = fmt.Sprintf("vreinterpret_v_u8m1_u%dm1(%s)", elem, letter)
	}
	if of > 1 {
		letter = fmt.Sprintf("vlmul_trunc_v_u%dm1_u%[1]dmf%d(%s)", elem, of, letter)
	}
	return letter
}

// maskedC is the text of the form with a mask, in which a lane without a bit keeps what was in the destination.
//
//	vsll_vx_u{e}m1({a}, i, {n})      vsll_vx_u{e}m1_mu(m, {d}, {a}, i, {n})
func (o *vectorOp) maskedC() string {
	name, operands, _ := strings.Cut(o.c, "(")
	if o.ties != withA {
		operands = "{d}, " + operands
	}
	return name + "_mu(m, " + operands
}
