package target

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// riscV is the spelling of vectors of so many bits. Masks are in v0, so that sequences have 31 registers: those in which vectors come are the first.
func riscV(bits int) *Spelling {
	return &Spelling{
		vector: func(int) string { return "v" }, number: riscvNumber, registers: 31, mask: "v", Constant: hexConstant, address: "{k}({p})", pointed: "({p})",
		slot: "{k}(sp)", store: "vs1r.v {a}, {slot}", reload: "vl1re8.v {d}, {slot}",
		Mover: func(int) string { return "vmv1r.v" }, setMask: setMaskRISCV, Anywhere: func(int) string { return "" },
		Assembly: riscvAssembly(bits / 8),
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
