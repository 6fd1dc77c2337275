package shufflevector

// The patterns of blocks of 64, 128 and 256 bits: the first parameter is the width, the second, which follows from the lanes' width, is how many lanes
// make a block. Their masks are built around other selectors, op.

// eachBlock calls f for the blocks that the mask divides into, the narrowest first, until it is true.
func (p *packed) eachBlock(f func(lanes int) bool) (Args, bool) {
	if p.bits == 0 || p.shape.M != p.shape.N {
		return Args{}, false
	}
	for width := 64; width <= 256; width *= 2 {
		g := width / p.bits
		if width%p.bits != 0 || g < 2 || p.shape.N%g != 0 || g == p.shape.N {
			continue
		}
		if f(g) {
			return Args{uint64(width), uint64(g)}, true
		}
	}
	return Args{}, false
}

// repeats says whether every block of g lanes does the same: whether all defined lanes j of the blocks have the same byte, counted from the
// start of their block.
func (p *packed) repeats(g int) bool {
	for j := range g {
		same := uint8(codeAny)
		for i := j; i < p.shape.M; i += g {
			if p.seen>>i&1 == 0 {
				continue
			}
			at := p.at(i) // fills agree with fills
			if at < codeFill && p.isExact(i) {
				at -= uint8(i - j)
			}
			if same != codeAny && same != at {
				return false
			}
			same = at
		}
	}
	return true
}

// inBlocks says whether no lane leaves its block of g lanes, a power of two.
func (p *packed) inBlocks(g int) bool { return int(p.span) < g }

func findInLane(p *packed) (Args, bool) {
	return p.eachBlock(p.inBlocks)
}

func findRepeated(p *packed) (Args, bool) {
	return p.eachBlock(func(g int) bool { return p.inBlocks(g) && p.repeats(g) })
}

func findBlocks(p *packed) (Args, bool) {
	return p.eachBlock(func(g int) bool {
		_, _, ok := p.moves(g)
		return ok
	})
}

// moves takes a mask apart into the move of blocks of g lanes and the shuffle that is then done in each: from is the block, counted over both
// operands, that each block of the result reads, and within the lane of it. What no lane determines is 0.
func (p *packed) moves(g int) (from, within [MaxMask]int8, ok bool) {
	var known uint64 // lanes of within
	for b := range p.shape.M / g {
		block := int8(-1)
		for j := range g {
			i := b*g + j
			if p.seen>>i&1 == 0 {
				continue
			}
			operand, lane, exact := p.reads(i)
			if lane < 0 && exact {
				return from, within, false // zeros move from nowhere
			}
			at := int8((operand*p.shape.N + max(lane, 0)) / g)
			if block >= 0 && block != at {
				return from, within, false
			}
			if block = at; !exact {
				continue // any lane of a splat
			}
			if w := int8(lane % g); known>>j&1 != 0 && within[j] != w {
				return from, within, false
			} else {
				within[j], known = w, known|1<<j
			}
		}
		from[b] = max(block, 0)
	}
	return from, within, true
}

func repeatedLane(s Shape, a Args, op []int, i int) int {
	return blockSelector(op[i%int(a[1])], int(a[1]), s.N, i)
}

func inLaneLane(s Shape, a Args, op []int, i int) int {
	return blockSelector(op[i], int(a[1]), s.N, i)
}

// blockSelector is selector t over operands of g lanes, for the block of lane i in operands of n lanes.
func blockSelector(t, g, n, i int) int {
	if t < 0 {
		return t
	}
	return t/g*n + i/g*g + t%g
}

// blocksLane takes the block from which each block comes, counted over both operands, and then the selectors within one block.
func blocksLane(s Shape, a Args, op []int, i int) int {
	g := int(a[1])
	return op[i/g]*g + op[s.M/g+i%g]
}

func innerRepeated(p *packed, a Args) []int {
	g := int(a[1])
	op := make([]int, g)
	for j := range op {
		op[j] = UndefLane
		for i := j; i < p.shape.M; i += g {
			if t := p.blockSel(i, g); t != UndefLane {
				op[j] = t
			}
		}
	}
	return op
}

func innerInLane(p *packed, a Args) []int {
	op := make([]int, p.shape.M)
	for i := range op {
		op[i] = p.blockSel(i, int(a[1]))
	}
	return op
}

// blockSel is the selector of lane i over operands of one block.
func (p *packed) blockSel(i, g int) int {
	if p.seen>>i&1 == 0 {
		return UndefLane
	}
	operand, lane, exact := p.reads(i)
	switch {
	case !exact && p.zero && operand == 1:
		return ZeroLane
	case !exact:
		return operand * g
	case lane < 0:
		return ZeroLane
	}
	return operand*g + lane%g
}

func innerBlocks(p *packed, a Args) []int {
	g := int(a[1])
	from, within, _ := p.moves(g)
	op := make([]int, 0, p.shape.M/g+g)
	for b := range p.shape.M / g {
		op = append(op, int(from[b]))
	}
	for j := range g {
		op = append(op, int(within[j]))
	}
	return op
}
