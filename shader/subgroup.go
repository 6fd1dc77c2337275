package shader

import (
	"github.com/lanescope/lanescope/lane"
)

// Threads is how many a subgroup, a wave or a SIMD group has.
const Threads = 32

// A subgroup function gives every thread what another one holds. Thread t reads from(t, n), where n is its argument; what is below 0 or above the last thread is outside.
type subgroup struct {
	names   []string
	n       int // arguments behind the value
	from    func(t, n int) int
	outside ending
}

// An ending is what a thread gets that reads outside of the subgroup.
type ending uint8

const (
	undefinedEnd ending = iota
	ownEnd              // what it holds itself
	fillEnd             // what the second argument holds at the other end
)

// subgroups is the table of functions that exchange values between threads.
var subgroups = []subgroup{
	{names: []string{"subgroupShuffleXor", "simd_shuffle_xor", "sub_group_shuffle_xor", "intel_sub_group_shuffle_xor", "shuffleXorNV"}, n: 1, from: func(t, n int) int { return t ^ n }},
	{names: []string{"subgroupShuffle", "simd_shuffle", "simd_broadcast", "subgroupBroadcast", "sub_group_shuffle", "sub_group_broadcast", "intel_sub_group_shuffle", "WaveReadLaneAt", "readInvocationARB", "shuffleNV"}, n: 1, from: func(_, n int) int { return n }},
	{names: []string{"subgroupBroadcastFirst", "simd_broadcast_first", "WaveReadLaneFirst", "readFirstInvocationARB"}, from: func(_, _ int) int { return 0 }},
	{names: []string{"subgroupShuffleUp", "sub_group_shuffle_up"}, n: 1, from: func(t, n int) int { return t - n }},
	{names: []string{"subgroupShuffleDown", "sub_group_shuffle_down"}, n: 1, from: func(t, n int) int { return t + n }},
	{names: []string{"simd_shuffle_up"}, n: 1, from: func(t, n int) int { return t - n }, outside: ownEnd},
	{names: []string{"simd_shuffle_down"}, n: 1, from: func(t, n int) int { return t + n }, outside: ownEnd},
	{names: []string{"simd_shuffle_and_fill_up"}, n: 2, from: func(t, n int) int { return t - n }, outside: fillEnd},
	{names: []string{"simd_shuffle_and_fill_down"}, n: 2, from: func(t, n int) int { return t + n }, outside: fillEnd},
	{names: []string{"subgroupRotate", "sub_group_rotate", "simd_shuffle_rotate_down"}, n: 1, from: func(t, n int) int { return (t + n) % Threads }},
	{names: []string{"simd_shuffle_rotate_up"}, n: 1, from: func(t, n int) int { return (t - n%Threads + Threads) % Threads }},
	{names: []string{"subgroupClusteredRotate", "sub_group_clustered_rotate"}, n: 2},
	{names: []string{"subgroupQuadBroadcast", "QuadReadLaneAt", "quadBroadcast", "quad_broadcast", "quad_shuffle"}, n: 1, from: func(t, n int) int { return t&^3 | n }},
	{names: []string{"quad_shuffle_xor"}, n: 1, from: func(t, n int) int { return t&^3 | (t^n)&3 }},
	{names: []string{"quad_broadcast_first"}, from: func(t, _ int) int { return t &^ 3 }},
	{names: []string{"subgroupQuadSwapHorizontal", "QuadReadAcrossX", "quadSwapX"}, from: func(t, _ int) int { return t ^ 1 }},
	{names: []string{"subgroupQuadSwapVertical", "QuadReadAcrossY", "quadSwapY"}, from: func(t, _ int) int { return t ^ 2 }},
	{names: []string{"subgroupQuadSwapDiagonal", "QuadReadAcrossDiagonal", "quadSwapDiagonal"}, from: func(t, _ int) int { return t ^ 3 }},
}

// threadWords are what languages call the number of the thread.
const threadWords = " gl_SubgroupInvocationID WaveGetLaneIndex get_sub_group_local_id subgroup_invocation_id thread_index_in_simdgroup "

// readsThreads says whether a word makes a text one of a subgroup.
func readsThreads(name string) bool {
	_, ok := subgroupNamed(name)
	return ok || among(threadWords, name)
}

func subgroupNamed(name string) (subgroup, bool) {
	for _, s := range subgroups {
		for _, n := range s.names {
			if n == name {
				return s, true
			}
		}
	}
	return subgroup{}, false
}

// threadNumbers is the number of each thread.
func (r *reader) threadNumbers() value {
	v := value{Type: Type{unsigned, 32, 1}, piece: 32}
	for t := range r.threads {
		v.pieces = append(v.pieces, lane.Fixed(lane.ConstOf(uint64(t))))
	}
	return v
}

// exchanged is the value that a subgroup's function gives each thread.
func (r *reader) exchanged(start int, s subgroup, args []argument) (value, error) {
	if len(args) != 1+s.n {
		return value{}, r.errorFrom(start, "%s takes %s", s.names[0], count(1+s.n, "argument"))
	}
	v := args[0].value
	if s.from == nil {
		return r.rotatedInClusters(start, args)
	}
	number := make([]int, r.threads)
	if s.n > 0 {
		by := args[s.n]
		for t := range number {
			c, ok := by.value.constant(t, 0)
			n, small := c.Uint64()
			if !ok || !small || by.value.Lanes != 1 {
				return value{}, r.errorFrom(by.from, "which thread is read is known at run time only: expected a constant, such as 1")
			}
			number[t] = int(min(n, Threads*Threads))
		}
	}
	moved := v.moved(func(t int) int { return s.from(t, number[t]) })
	end := v
	switch s.outside {
	case undefinedEnd:
		return r.made(start, moved)
	case fillEnd:
		var err error
		if end, err = r.adapted(args[1].value, typeRef{Type: v.Type, name: "value"}, args[1].from); err != nil {
			return value{}, err
		}
		end = end.moved(func(t int) int { return (s.from(t, number[t])%Threads + Threads) % Threads })
	}
	return r.made(start, ended(moved, end, func(t int) bool { from := s.from(t, number[t]); return from >= 0 && from < Threads }))
}

// ended is a value with another's where a thread does not read inside.
func ended(v, end value, inside func(t int) bool) value {
	all := alike(v.piece, v, end)
	v, end = all[0], all[1]
	n := v.perThread()
	for t := range v.threads() {
		if !inside(t) {
			copy(v.pieces[t*n:(t+1)*n], end.pieces[t*n:(t+1)*n])
		}
	}
	return v
}

// rotatedInClusters is the rotation inside clusters of so many threads.
func (r *reader) rotatedInClusters(start int, args []argument) (value, error) {
	by, ok := constantOf(args[1].value)
	size, okSize := constantOf(args[2].value)
	if !ok || !okSize || !isPower(size) {
		return value{}, r.errorFrom(start, "expected constants: by how much, and clusters of 1, 2, 4 … 32 threads")
	}
	return r.made(start, args[0].value.moved(func(t int) int { return t&^(size-1) | (t+by)&(size-1) }))
}
