package lane

import (
	"fmt"
	"slices"
)

// InLane says whether every lane stays in its block: all that block i of the destination reads lies in the blocks i of
// the sources, where a block is block bits wide (64, 128, 256 …). It is false where lanes straddle blocks.
func (m Map) InLane(block int) bool {
	if block < m.Bits || block%m.Bits != 0 {
		return false
	}
	for i, l := range m.Lane {
		if (l.Kind == Source || l.Kind == Old) && l.Index*m.Bits/block != i*m.Bits/block {
			return false
		}
	}
	return true
}

// Factors is a map taken apart at a block size: m = In of (Cross[0], Cross[1], …).
//
// Each Cross moves whole blocks (its Bits is the block size) and may cross anything; In moves lanes inside blocks only, and no longer reads the old destination.
// A map that reads nothing has no Cross: In is then all of it, without its unread sources.
type Factors struct {
	Cross []Map
	In    Map
}

// Whole says whether no block moves to another place, which is so exactly where the map is in-lane. A Cross may still take some blocks from
// one vector and some from another.
func (f Factors) Whole() bool {
	for _, c := range f.Cross {
		if !c.InLane(c.Bits) {
			return false
		}
	}
	return true
}

// Factor takes the map apart at blocks of the given number of bits. There are as few Cross maps as possible: as many as the most blocks that one block of the
// destination reads. Cross[k] leaves source k where it is wherever that is possible, so an in-lane map of n sources gives at most n Cross maps that
// move nothing.
func (m Map) Factor(block int) (Factors, error) {
	if block < m.Bits || block%m.Bits != 0 {
		return Factors{}, fmt.Errorf("blocks of %d bits do not consist of lanes of %d", block, m.Bits)
	}
	k := block / m.Bits
	src := make([]int, len(m.Src))
	for s, n := range m.Src {
		if src[s] = n / k; n%k != 0 {
			return Factors{}, fmt.Errorf("source %s of %d bits does not divide into blocks of %d", SourceName(s), n*m.Bits, block)
		}
	}
	if len(m.Lane)%k != 0 {
		return Factors{}, fmt.Errorf("the destination of %d bits does not divide into blocks of %d", len(m.Lane)*m.Bits, block)
	}
	blocks := make([][]Lane, len(m.Lane)/k) // for each block of the destination the blocks that it reads, by slot
	slots := 0
	for b := range blocks {
		blocks[b] = blocksRead(m.Lane[b*k:(b+1)*k], k)
		if slots = max(slots, len(blocks[b])); slots > MaxSrc {
			return Factors{}, fmt.Errorf("block %d of the destination reads more than %d blocks", b, MaxSrc)
		}
	}
	f := Factors{Cross: make([]Map, slots), In: Map{Bits: m.Bits, Src: make([]int, slots), Lane: make([]Lane, len(m.Lane))}}
	for c := range f.Cross {
		f.Cross[c] = Map{Bits: block, Src: src, Lane: make([]Lane, len(blocks))}
		f.In.Src[c] = len(m.Lane)
	}
	for b, reads := range blocks {
		slot := settle(reads, b, slots)
		for i, r := range reads {
			f.Cross[slot[i]].Lane[b] = r
		}
		for j, l := range m.Lane[b*k : (b+1)*k] {
			if l.Kind == Source || l.Kind == Old {
				l = From(slot[slices.Index(reads, blockOf(l, k))], b*k+l.Index%k)
			}
			f.In.Lane[b*k+j] = l
		}
	}
	return f, nil
}

// blockOf is the block of k lanes in which a source lane lies, as a lane of blocks.
func blockOf(l Lane, k int) Lane {
	l.Index /= k
	return l
}

// blocksRead are the distinct blocks that a group of lanes reads, in order of first use; at most one more than there can be sources.
func blocksRead(group []Lane, k int) []Lane {
	var reads []Lane
	for _, l := range group {
		if l.Kind != Source && l.Kind != Old {
			continue
		}
		if r := blockOf(l, k); len(reads) <= MaxSrc && !slices.Contains(reads, r) {
			reads = append(reads, r)
		}
	}
	return reads
}

// settle gives each block that block b of the destination reads a slot: block b of source k the slot k if there is one, the others what is left.
func settle(reads []Lane, b, slots int) []int {
	slot, taken := make([]int, len(reads)), make([]bool, slots)
	for i, r := range reads {
		if slot[i] = -1; r.Kind == Source && r.Index == b && r.Src < slots {
			slot[i], taken[r.Src] = r.Src, true
		}
	}
	next := 0
	for i := range reads {
		if slot[i] >= 0 {
			continue
		}
		for taken[next] {
			next++
		}
		slot[i], taken[next] = next, true
	}
	return slot
}
