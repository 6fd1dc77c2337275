package g13

// floats is the instructions on floating-point numbers.
var floats = []entry{
	{
		name: "fmadd32", meaning: "A times B plus C, rounded once.", flags: saturates,
		bits:     "?? Dx:2 Ax:2 Bx:2 Cx:2 ?? Cm:2 Ct:4 C:6 Bm:2 Bt:4 B:6 Am:2 At:4 A:6 L D:6 Dt:2 S 111010",
		operands: ops(opD, opAf, opBf, opCf), also: also("fmadd", "ffma"),
	}, {
		name: "fmadd16", meaning: "A times B plus C in half precision, rounded once.", flags: saturates,
		bits:     "?? Dx:2 Ax:2 Bx:2 Cx:2 ?? ? Cm:2 Ct:3 C:6 ? Bm:2 Bt:3 B:6 ? Am:2 At:3 A:6 L D:6 Dt:2 S 110110",
		operands: ops(op(DstOf16, "D"), opAh, opBh, opCh), also: also("hfma"),
	},
	float2("fadd32", "101010", "A plus B.", Alias{Name: "fadd"}, Alias{Name: "fmov", Fix: minusZero}),
	half2("fadd16", "100110", "A plus B in half precision.", "hadd"),
	float2("fmul32", "011010", "A times B.", Alias{Name: "fmul"}),
	half2("fmul16", "010110", "A times B in half precision.", "hmul"),
	float1("floor", "0000000000", "0000", "The next integer downwards."),
	float1("ceil", "0000000001", "0000", "The next integer upwards."),
	float1("trunc", "0000000010", "0000", "The next integer towards zero."),
	float1("rint", "0000000011", "0000", "The nearest integer, the even one of two.", "roundeven"),
	float1("rcp", "0000000000", "1000", "The reciprocal, nearly."),
	float1("rsqrt", "0000000000", "1001", "The reciprocal of the square root, nearly."),
	float1("rsqrt_special", "0000000000", "0001", "The same for a square root: times A, it is right for zero and infinity too.", "rsqrts"),
	float1("sin_pt_1", "0000000000", "1010", "The first part of a sine, of an angle in quarters of the circle.", "sinr"),
	float1("sin_pt_2", "0000000000", "1110", "The second part of a sine, of the first; their product is the sine.", "sinc"),
	float1("log2", "0000000000", "1100", "The logarithm to base 2, nearly."),
	float1("exp2", "0000000000", "1101", "Two to the power of A, nearly."),
	derivative("dfdx", "0100", "The difference to the neighbour in the quad's row."),
	derivative("dfdy", "0110", "The difference to the neighbour in the quad's column."),
}

// minusZero is B as the number that changes nothing that it is added to.
const minusZero = "B=0 Bx=2 Bt=0 Bm=0"

// also are other names of the same.
func also(names ...string) (all []Alias) {
	for _, name := range names {
		all = append(all, Alias{Name: name})
	}
	return all
}

// float2 is an instruction on two numbers of 32 bits.
func float2(name, opcode, meaning string, also ...Alias) entry {
	return entry{
		name: name, meaning: meaning, flags: saturates,
		bits:     "?? Dx:2 Ax:2 Bx:2 Bm:2 Bt:4 B:6 Am:2 At:4 A:6 L D:6 Dt:2 S " + opcode,
		operands: ops(opD, opAf, opBf), also: also,
	}
}

// half2 is an instruction on two numbers of 16 bits, whose types have a bit less.
func half2(name, opcode, meaning string, others ...string) entry {
	return entry{
		name: name, meaning: meaning, flags: saturates,
		bits:     "?? Dx:2 Ax:2 Bx:2 ? Bm:2 Bt:3 B:6 ? Am:2 At:3 A:6 L D:6 Dt:2 S " + opcode,
		operands: ops(op(DstOf16, "D"), opAh, opBh), also: also(others...),
	}
}

// float1 is an instruction on one number, told apart by two groups of bits.
func float1(name, bits32, bits28, meaning string, others ...string) entry {
	return entry{
		name: name, meaning: meaning, flags: saturates,
		bits:     "?? Dx:2 Ax:2 " + bits32 + " " + bits28 + " Am:2 At:4 A:6 L D:6 Dt:2 S 001010",
		operands: ops(opD, opAf), also: also(others...),
	}
}

// derivative is float1 with a bit that ends helper threads.
func derivative(name, bits28, meaning string) entry {
	e := float1(name, "0000000000", bits28, meaning)
	e.bits = "? kill" + e.bits[len("??"):]
	return e
}
