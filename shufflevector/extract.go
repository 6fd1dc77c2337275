package shufflevector

// A shuffle of i1 lanes is a shuffle of bits. The parallel extract and the parallel deposit of 64 of them are what pext and pdep do to a register, with the pattern's
// parameter as their mask.

// ExtractBits moves the bits of x at which the mask is set together at the bottom, in their order: the parallel-extract of 64 lanes of i1.
func ExtractBits(x, mask uint64) uint64 {
	// In step j, bits move down by 2^j if the number of unset mask bits below them has bit j. That parity is a prefix sum without carry.
	x &= mask
	below := ^mask << 1
	for j := range 6 {
		odd := prefixParity(below)
		move := odd & mask
		mask = mask ^ move | move>>(1<<j)
		t := x & move
		x = x ^ t | t>>(1<<j)
		below &^= odd
	}
	return x
}

// prefixParity is, at each bit, the parity of the bits up to it.
func prefixParity(x uint64) uint64 {
	for j := range 6 {
		x ^= x << (1 << j)
	}
	return x
}

// DepositBits spreads the lowest bits of x, in their order, over the places at which the mask is set: the parallel-deposit of 64 lanes of i1.
func DepositBits(x, mask uint64) uint64 {
	// The steps of ExtractBits backwards.
	var moves [6]uint64
	m, below := mask, ^mask<<1
	for j := range 6 {
		odd := prefixParity(below)
		moves[j] = odd & m
		m = m ^ moves[j] | moves[j]>>(1<<j)
		below &^= odd
	}
	for j := 5; j >= 0; j-- {
		t := x << (1 << j)
		x = x&^moves[j] | t&moves[j]
	}
	return x & mask
}
