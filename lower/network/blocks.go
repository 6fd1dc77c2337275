package network

import (
	"slices"
)

// block is the bits within which most rows of wide registers move lanes.
const block = 128

// byBlocks brings blocks to where the same has to be done to all blocks of a register, before that or behind it.
//
//	3 registers of 2 blocks, every third lane      before    A = a₀ b₁    B = a₁ c₀    C = b₀ c₁       3 ops
//	                                               then      as of 3 registers of one block
func (e *Engine) byBlocks(p *Problem, depth int, found func(*Program)) {
	if count := p.Bits / block; count < 2 || depth == 0 || p.Elem >= block || p.alike(block) {
		return
	}
	if blocks, rest, ok := p.before(block); ok {
		found(then(e.solve(&blocks, depth-1), e.solve(&rest, depth-1)))
	}
	if first, blocks, ok := p.behind(block); ok {
		found(then(e.solve(&first, depth-1), e.solve(&blocks, depth-1)))
	}
}

// blocks are how many blocks of so many bits a register has, and how many lanes each has.
func (p *Problem) blocks(bits int) (count, lanes int) { return p.Bits / bits, bits / p.Elem }

// alike says whether every block of so many bits is made of the same blocks of inputs, and in the same way.
func (p *Problem) alike(bits int) bool {
	n := p.Lanes()
	_, m := p.blocks(bits)
	for _, r := range p.Results {
		for i, x := range r {
			if y := r[i%m]; (x == Free) != (y == Free) || x != Free && (x%n/m != i/m || x-i/m*m != y) {
				return false
			}
		}
	}
	return true
}

// used are the blocks of m lanes of inputs that a block of a result reads, in the order in which it does, and the lanes as lanes of these.
func (p *Problem) used(lanes []int, m int) (blocks, local []int) {
	for _, x := range lanes {
		if x == Free {
			local = append(local, Free)
			continue
		}
		k := slices.Index(blocks, x/m)
		if k < 0 {
			k = len(blocks)
			blocks = append(blocks, x/m)
		}
		local = append(local, k*m+x%m)
	}
	return blocks, local
}

// before takes a problem into one of blocks and one in which all blocks are alike; ok is false if the blocks of a result differ.
func (p *Problem) before(bits int) (blocks, rest Problem, ok bool) {
	count, m := p.blocks(bits)
	n := p.Lanes()
	blocks = Problem{Bits: p.Bits, Elem: bits, Inputs: p.Inputs}
	var uses [][][]int // of each result and register of blocks
	for _, r := range p.Results {
		_, want := p.used(r[:m], m)
		var registers [][]int
		for b := range count {
			from, local := p.used(r[b*m:(b+1)*m], m)
			if !slices.Equal(local, want) {
				return blocks, rest, false
			}
			for k, x := range from {
				if b == 0 {
					registers = append(registers, nil)
				}
				registers[k] = append(registers[k], x)
			}
		}
		uses = append(uses, registers)
		for _, x := range registers {
			if !slices.ContainsFunc(blocks.Results, func(y []int) bool { return slices.Equal(x, y) }) {
				blocks.Results = append(blocks.Results, x)
			}
		}
	}
	slices.SortFunc(blocks.Results, slices.Compare)
	rest = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: len(blocks.Results)}
	for k, r := range p.Results {
		_, local := p.used(r[:m], m)
		row := make([]int, n)
		for i := range row {
			if row[i] = local[i%m]; row[i] != Free {
				at := slices.IndexFunc(blocks.Results, func(y []int) bool { return slices.Equal(y, uses[k][row[i]/m]) })
				row[i] = at*n + i/m*m + row[i]%m
			}
		}
		rest.Results = append(rest.Results, row)
	}
	return blocks, rest, true
}

// behind takes a problem into one in which all blocks are alike and one of blocks; ok is false if a block of a result reads several.
func (p *Problem) behind(bits int) (first, blocks Problem, ok bool) {
	count, m := p.blocks(bits)
	n := p.Lanes()
	first = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs}
	blocks = Problem{Bits: p.Bits, Elem: bits}
	for _, r := range p.Results {
		whole := make([]int, count)
		for b := range count {
			lanes := r[b*m : (b+1)*m]
			if whole[b] = Free; nothing(lanes) {
				continue
			}
			of := -1
			row := make([]int, n)
			for i, x := range lanes {
				if x != Free && of >= 0 && x%n/m != of {
					return first, blocks, false
				} else if x != Free {
					of = x % n / m
				}
				for c := range count {
					if row[c*m+i] = Free; x != Free {
						row[c*m+i] = x - of*m + c*m
					}
				}
			}
			at := slices.IndexFunc(first.Results, func(y []int) bool { return slices.Equal(y, row) })
			if at < 0 {
				at = len(first.Results)
				first.Results = append(first.Results, row)
			}
			whole[b] = at*count + of
		}
		blocks.Results = append(blocks.Results, whole)
	}
	blocks.Inputs = len(first.Results)
	return first, blocks, true
}
