package g13

// A scalar is an operand of a kind with many values, where it is a number or one register or uniform and these bits are its only encoding.
type scalar struct {
	v    int64 // the number, or the first half
	file Class
	size int // 0: a number
}

// Scalar is operand n if it is a scalar. It spares the way over an Arg. Without a size it is the number v; otherwise v is the first half.
func (i Inst) Scalar(n int) (v int64, file Class, size int, ok bool) {
	b := i.in(n)
	read := kinds[b.Kind].scalar
	if read == nil {
		return 0, Number, 0, false
	}
	s, ok := read(b)
	return s.v, s.file, s.size, ok
}

func numberScalar(v int64) scalar { return scalar{v, Number, 0} }

func unsignedScalar(b bitsOf) (scalar, bool) { return numberScalar(int64(b.raw())), true }

func signedScalar(b bitsOf) (scalar, bool) {
	return numberScalar(signed(uint64(b.raw()), b.value[0].width)), true
}

func signed16Scalar(b bitsOf) scalar { return numberScalar(int64(int16(b.raw()))) }

func offsetScalar(b bitsOf) (scalar, bool) {
	if b.typeBits() == 0 {
		v := b.raw()
		return scalar{int64(v), Register, 32}, v&1 == 0 && v < 256
	}
	return signed16Scalar(b), true
}

func movingScalar(b bitsOf) (scalar, bool) {
	s, ok := offsetScalar(b)
	return s, ok && (b.typeBits() == 0 || b.field(fieldOu) == 0)
}

func signedOrHalfScalar(b bitsOf) (scalar, bool) { return signed16Scalar(b), b.typeBits() != 0 }

func levelScalar(b bitsOf) (scalar, bool) {
	v := int64(b.raw())
	switch b.field(fieldLod) {
	case lodAuto:
		return numberScalar(0), v == 0
	case lodBias, lodMin:
		return scalar{v, Uniform, 16}, true
	case lodBias + lodFromRegister, lodMin + lodFromRegister:
		return scalar{v, Register, 16}, true
	}
	return scalar{}, false
}
