package shufflevector

// PatternDiff is the seed's pattern_diff: the differences of the first m selectors that stand k apart.
//
//	PatternDiff({1,2,3,0, 5,6,7,4}, 8, 4) = {4,4,4,4}
//
// It is arithmetic on selectors: UndefLane and ZeroLane mean nothing to it.
func PatternDiff(sel []int, m, k int) []int {
	m = min(m, len(sel))
	if k < 0 || k >= m {
		return nil
	}
	diff := make([]int, m-k)
	for i := range diff {
		diff[i] = sel[i+k] - sel[i]
	}
	return diff
}

// PatternSignature is the seed's pattern_signature: the first selector and the differences of neighbours. A mask without selectors has none.
func PatternSignature(sel []int) (first int, diff []int) {
	if len(sel) == 0 {
		return UndefLane, nil
	}
	return sel[0], PatternDiff(sel, len(sel), 1)
}
