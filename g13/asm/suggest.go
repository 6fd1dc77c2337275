package asm

import "github.com/lanescope/lanescope/g13"

// elsewhere are names that other instruction sets have for what is said otherwise here, and how. None of them has one reading.
var elsewhere = map[string]string{
	"nop":              "nothing is known to do nothing; jmp_exec_any pc+6 goes on behind itself either way",
	"add":              "iadd adds integers, fadd32 and fadd16 numbers",
	"sub":              "isub subtracts integers; fadd32 r1, r2, r3.neg numbers",
	"mul":              "imul multiplies integers, fmul32 and fmul16 numbers",
	"mad":              "imadd is for integers, fmadd32 and fmadd16 for numbers",
	"fma":              "fmadd32 is of 32 bits, fmadd16 of 16",
	"fsub":             "fadd32 r1, r2, r3.neg subtracts",
	"fneg":             "fmov r1, r2.neg negates",
	"fabs":             "fmov r1, r2.abs is without its sign",
	"neg":              "ineg is for integers; fmov r1, r2.neg for numbers",
	"fsat":             "fmov.sat r1, r2 saturates",
	"fdiv":             "fmul32 r1, r2, r3 with r3 from rcp is nearly a division",
	"div":              "rcp is nearly a reciprocal; integers have no division",
	"sqrt":             "fmul32 r1, r1, r2 with r2 from rsqrt_special r2, r1 is a square root",
	"sin":              "fmul32 r1, r1, r2 with r2 from sin_pt_2 r2, r1 and r1 from sin_pt_1 is a sine",
	"min":              "icmpsel slt, r1, r2, r3, r2, r3 is the smaller integer, fcmpsel ltn the smaller number",
	"max":              "icmpsel sgt, r1, r2, r3, r2, r3 is the greater integer, fcmpsel gtn the greater number",
	"fmin":             "fcmpsel ltn, r1, r2, r3, r2, r3 is the smaller number",
	"fmax":             "fcmpsel gtn, r1, r2, r3, r2, r3 is the greater number",
	"cmp":              "icmpsel and fcmpsel compare and select, if_icmp and if_fcmp compare and branch",
	"clz":              "ffs is the number of the highest bit that is set",
	"select":           "icmpsel selects by integers, fcmpsel by numbers",
	"cmpsel":           "icmpsel selects by integers, fcmpsel by numbers",
	"jmp":              "jmp_exec_any jumps if a thread is active, jmp_exec_none if none is",
	"b":                "jmp_exec_any jumps if a thread is active, jmp_exec_none if none is",
	"bra":              "jmp_exec_any jumps if a thread is active, jmp_exec_none if none is",
	"exit":             "stop ends a program",
	"end":              "stop ends a program; pop_exec ends a conditional part",
	"endif":            "pop_exec r0l, 1 ends a conditional part",
	"break":            "mov_imm r0l, n and pop_exec r0l, 0 leave a loop",
	"load":             "device_load is from memory, threadgroup_load from threadgroup memory, stack_load from the stack",
	"store":            "device_store is to memory, threadgroup_store to threadgroup memory, stack_store to the stack",
	"shuffle":          "simd_shuffle is within the SIMD-group, quad_shuffle within the quad",
	"simd_sum":         "simd_iadd adds integers, simd_fadd numbers",
	"quad_sum":         "quad_iadd adds integers, quad_fadd numbers",
	"discard":          "sample_mask says which samples are covered",
	"discard_fragment": "sample_mask says which samples are covered",
}

// near suggests a name, or says how the same is said here.
func near(name string) string {
	if how, ok := elsewhere[name]; ok {
		return "; " + how
	}
	best, distance := nearest(name, g13.Names())
	if distance == 0 {
		return ""
	}
	return "; is " + best + " meant?"
}

// nearSpecial suggests a special register.
func nearSpecial(name string) string {
	best, distance := nearest(name, g13.SpecialRegisterNames())
	if distance == 0 {
		return ""
	}
	return "; is " + best + " meant?"
}

// nearest is the name with the fewest letters that differ from another, of those that begin as it does, and how many these are; none is 0.
func nearest(name string, all []string) (best string, distance int) {
	limit := min(3, len(name)/2+1)
	for _, other := range all {
		if other == "" || name == "" || other[0] != name[0] {
			continue
		}
		if d := edits(name, other, limit); d < limit {
			best, distance, limit = other, d, d
		}
	}
	return best, distance
}

// edits is how many letters have to be changed, added or left out, up to a limit.
func edits(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 40 {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := before
			if a[i] != b[j] {
				d = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
