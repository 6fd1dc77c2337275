package target

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// Registers are z0 to z31 whatever the length: lines of NEON say v for their lower 128 bits, and those of a predicate p. What copies and loads them is said as NEON's is.
var (
	sve128 = Spelling{
		vector: scalableVector, registers: 32, mask: "p", setMask: movPredicate, Constant: hexConstant, address: "[{p}, #{k}]", pointed: "[{p}]",
		slot: "[sp, #{k}]", store: "str q{n}, {slot}", reload: "ldr q{n}, {slot}",
		Mover: func(int) string { return "mov" }, Anywhere: func(int) string { return "" },
		Assembly: &procedureCall64SVE128, C: &intrinsicsSVE128,
	}
	sve256 = Spelling{
		vector: scalableVector, registers: 32, mask: "p", setMask: movPredicate, Constant: hexConstant, address: "[{p}, #{k}]", pointed: "[{p}]",
		slot: "[sp, #{i}, mul vl]", store: "str {a}, {slot}", reload: "ldr {d}, {slot}",
		Mover: func(int) string { return "mov" }, Anywhere: func(int) string { return "" },
		Assembly: &procedureCall64SVE, C: &intrinsicsSVE,
	}
)

func scalableVector(int) string { return "z" }

// movPredicate is a number with a bit for each lane, of which the letter says how long it is: mov p1.s, 0x5.
func movPredicate(register string, c lane.Const, lanes, bits int) string {
	return fmt.Sprintf("mov %s.%s, 0x%s", register, neonSizes[bits/lanes].letter, c.Hex())
}

// predicateBytes is a predicate as it stands in memory: a bit for each byte of the vector, of which that of a lane's lowest byte counts.
func predicateBytes(c lane.Const, lanes, bits int) []byte {
	data, per := make([]byte, bits/64), bits/8/lanes
	for i := range lanes {
		bit, _ := c.Slice(i, 1).Uint64()
		data[i*per/8] |= byte(bit) << (i * per % 8)
	}
	return data
}

var (
	archSVE     = []string{".arch armv8.2-a+sve2+sve2-bitperm"}
	archSVEWide = []string{".arch armv8.2-a+sve2+sve2-bitperm+f64mm"}
)

const loadPredicate = "adrp x9, {k}\nadd x9, x9, :lo12:{k}\nldr {d}, [x9]"

// procedureCall64SVE128 is the convention of NEON's vectors.
var procedureCall64SVE128 = func() Assembly {
	a := procedureCall64
	a.Head, a.Copy, a.Mask, a.MaskData = archSVE, "mov {d}.d, {a}.d", loadPredicate, predicateBytes
	return a
}()

// procedureCall64SVE is that of scalable vectors, of which z8 to z23 are preserved. It has no functions over memory.
var procedureCall64SVE = Assembly{
	Head: archSVEWide, Procedure: "AAPCS64", Return: "ret",
	Copy: "mov {d}.d, {a}.d", Load: "adrp x9, {k}\nadd x9, x9, :lo12:{k}\nldr {d}, [x9]", Mask: loadPredicate, MaskData: predicateBytes,
	Files: [numFiles]Convention{Vectors: {
		Parameters: []int{0, 1, 2, 3, 4, 5, 6, 7},
		Preserved:  []int{8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23},
		Save:       "addvl sp, sp, #-1\nstr {d}, [sp]", Restore: "ldr {d}, [sp]\naddvl sp, sp, #1",
	}},
}

// intrinsicsSVE128 has NEON's vectors, which it takes into scalable ones and back.
var intrinsicsSVE128 = func() Language {
	l := intrinsicsNEON
	l.Include, l.Mask = "#include <arm_neon_sve_bridge.h>", predicateSVE
	return l
}()

// intrinsicsSVE has scalable vectors, of which those of 128 bits are NEON's.
var intrinsicsSVE = Language{
	Include: "#include <arm_neon_sve_bridge.h>", Function: functionC, Parameter: parameterC, Unused: unusedC, Constant: constantC, Set: setC,
	Switch: switchC, Case: caseC, Label: labelC, Or: orC, Deep: deepC, Expression: expressionC, Mask: predicateSVE,
	Type: func(_ File, bits int) string {
		if bits <= registerBits {
			return "uint8x16_t"
		}
		return "svuint8_t"
	},
	Vector: func(c lane.Const, bits int) string {
		if bits <= registerBits {
			return intrinsicsNEON.Vector(c, bits)
		}
		return fmt.Sprintf("svld1_u8(svptrue_b8(), (const uint8_t[%d]){%s})", bits/8, byteList(c, bits))
	},
	Resize: func(expression string, have, want int, written bool) string {
		switch {
		case have == want:
			return expression
		case want <= registerBits:
			return "svget_neonq_u8(" + expression + ")"
		case written:
			return "svset_neonq_u8(svdup_n_u8(0), " + expression + ")"
		}
		return "svset_neonq_u8(svundef_u8(), " + expression + ")"
	},
}

// predicateSVE compares a vector of ones and zeros with zero.
func predicateSVE(c lane.Const, lanes, bits int) string {
	elem := bits / lanes
	list := make([]string, lanes)
	for i := range list {
		list[i] = c.Slice(i, 1).Hex()
	}
	return fmt.Sprintf("svcmpne_n_u%d(svptrue_b%[1]d(), svld1_u%[1]d(svptrue_b%[1]d(), (const uint%[1]d_t[%d]){%s}), 0)", elem, lanes, strings.Join(list, ", "))
}
