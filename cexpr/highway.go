package cexpr

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
)

// Highway's vectors are as long as the machine's: 128 bits are assumed where no type says more. A descriptor d says what the lanes are. Names count lanes from the highest one, and of two
// vectors the upper one is first:
//
//	Shuffle2301(v)                     lane 3 is lane 2, lane 2 is lane 3, lane 1 is lane 0, lane 0 is lane 1
//	ConcatUpperLower(d, hi, lo)        the upper half of hi above the lower half of lo
//	CombineShiftRightBytes<4>(d, hi, lo)

// LooksHighway says whether a text has a call of Highway's that moves.
func LooksHighway(text string) bool {
	return !strings.Contains(text, "archsimd") && looksCall(text, "", highwayMovers, highwayOthers())
}

const scalable = "vectors of Highway have as many bits as the machine: 128 are assumed"

func first(n int, from, step int) (sel []int) {
	for i := range n {
		sel = append(sel, from+i*step)
	}
	return sel
}

// halves are two halves of vectors of n lanes, each by where it begins.
func halves(n, low, high int) []int { return append(first(n/2, low, 1), first(n/2, high, 1)...) }

// digits is a shuffle by its name, whose last digit is for lane 0.
func digits(name string) func(int, []int) []int {
	return func(int, []int) (sel []int) {
		for _, d := range []byte(name) {
			sel = append(sel, int(d-'0'))
		}
		slices.Reverse(sel)
		return sel
	}
}

// shiftedUp is lanes moved up, with zeros below.
func shiftedUp(n int, k []int) (sel []int) {
	for i := range n {
		sel = append(sel, when(i < k[0], zeroLane, i-k[0]))
	}
	return sel
}

// shiftedDownZero is lanes moved down, with zeros above.
func shiftedDownZero(n int, k []int) (sel []int) {
	for i := range n {
		sel = append(sel, when(i+k[0] >= n, zeroLane, i+k[0]))
	}
	return sel
}

// combined are a and b of which a is the upper one: lanes from one on, counted through the lower and then the upper one.
func upperFirst(move func(n int, k []int) []int) func(n int, k []int) []int {
	return func(n int, k []int) (sel []int) {
		for _, s := range move(n, k) {
			sel = append(sel, (s+n)%(2*n))
		}
		return sel
	}
}

var highwayMovers = map[string]mover{
	"Reverse":         {args: "dv", move: func(n int, _ []int) []int { return reversed(n, n) }},
	"Reverse2":        {args: "dv", least: 2, move: func(n int, _ []int) []int { return reversed(n, 2) }},
	"Reverse4":        {args: "dv", least: 4, move: func(n int, _ []int) []int { return reversed(n, 4) }},
	"Reverse8":        {args: "dv", least: 8, move: func(n int, _ []int) []int { return reversed(n, 8) }},
	"Shuffle2301":     {args: "v", bits: 32, blocks: true, least: 2, move: func(n int, _ []int) []int { return reversed(n, 2) }},
	"Shuffle1032":     {args: "v", bits: 32, blocks: true, least: 4, move: digits("1032")},
	"Shuffle0123":     {args: "v", bits: 32, blocks: true, least: 4, move: digits("0123")},
	"Shuffle0321":     {args: "v", bits: 32, blocks: true, least: 4, move: digits("0321")},
	"Shuffle2103":     {args: "v", bits: 32, blocks: true, least: 4, move: digits("2103")},
	"Shuffle01":       {args: "v", bits: 64, blocks: true, least: 2, move: digits("01")},
	"DupEven":         {args: "v", least: 2, move: func(n int, _ []int) (sel []int) { return doubled(n, 0) }},
	"DupOdd":          {args: "v", least: 2, move: func(n int, _ []int) (sel []int) { return doubled(n, 1) }},
	"OddEven":         {args: "vv", least: 2, move: oddEven},
	"InterleaveEven":  {args: "dvv", least: 2, move: func(n int, _ []int) []int { return transposed(n, 0) }},
	"InterleaveOdd":   {args: "dvv", least: 2, move: func(n int, _ []int) []int { return transposed(n, 1) }},
	"InterleaveUpper": {args: "dvv", blocks: true, least: 2, move: func(n int, _ []int) []int { return interleave(n, n/2) }},

	"InterleaveLower/2": {args: "vv", blocks: true, least: 2, move: func(n int, _ []int) []int { return interleave(n, 0) }},
	"InterleaveLower/3": {args: "dvv", blocks: true, least: 2, move: func(n int, _ []int) []int { return interleave(n, 0) }},

	"ConcatUpperLower": {args: "dvv", least: 2, move: func(n int, _ []int) []int { return halves(n, n, n/2) }},
	"ConcatLowerLower": {args: "dvv", least: 2, move: func(n int, _ []int) []int { return halves(n, n, 0) }},
	"ConcatUpperUpper": {args: "dvv", least: 2, move: func(n int, _ []int) []int { return halves(n, n+n/2, n/2) }},
	"ConcatLowerUpper": {args: "dvv", least: 2, move: func(n int, _ []int) []int { return halves(n, n+n/2, 0) }},
	"ConcatEven":       {args: "dvv", least: 2, move: upperFirst(func(n int, _ []int) []int { return first(n, 0, 2) })},
	"ConcatOdd":        {args: "dvv", least: 2, move: upperFirst(func(n int, _ []int) []int { return first(n, 1, 2) })},

	"CombineShiftRightBytes": {args: "pdvv", bits: 8, blocks: true, limit: itself, move: upperFirst(shiftedDown)},
	"ShiftLeftBytes":         {args: "pv", bits: 8, blocks: true, limit: itself, move: shiftedUp},
	"ShiftLeftBytes/2":       {args: "pdv", bits: 8, blocks: true, limit: itself, move: shiftedUp},
	"ShiftRightBytes":        {args: "pdv", bits: 8, blocks: true, limit: itself, move: shiftedDownZero},
	"ShiftLeftLanes":         {args: "pv", blocks: true, limit: itself, move: shiftedUp},
	"ShiftLeftLanes/2":       {args: "pdv", blocks: true, limit: itself, move: shiftedUp},
	"ShiftRightLanes":        {args: "pdv", blocks: true, limit: itself, move: shiftedDownZero},
	"SlideUpLanes":           {args: "dvn", limit: itself, move: shiftedUp},
	"SlideDownLanes":         {args: "dvn", limit: itself, move: shiftedDownZero},
	"SlideUpLanesOr":         {args: "vdvn", limit: itself, move: func(n int, k []int) []int { return append(first(k[0], 0, 1), first(n-k[0], n, 1)...) }},
	"SlideDownLanesOr":       {args: "vdvn", limit: itself, move: func(n int, k []int) []int { return append(first(n-k[0], n+k[0], 1), first(k[0], n-k[0], 1)...) }},
	"Slide1Up":               {args: "dv", move: func(n int, _ []int) []int { return shiftedUp(n, []int{1}) }},
	"Slide1Down":             {args: "dv", move: func(n int, _ []int) []int { return shiftedDownZero(n, []int{1}) }},
	"Broadcast":              {args: "pv", blocks: true, limit: itself, move: splatted},
	"BroadcastLane":          {args: "pv", limit: itself, move: splatted},
	"LowerHalf/1":            {args: "v", least: 2, move: func(n int, _ []int) []int { return first(n/2, 0, 1) }},
	"LowerHalf/2":            {args: "hv", least: 2, move: func(n int, _ []int) []int { return first(n/2, 0, 1) }},
	"UpperHalf":              {args: "hv", least: 2, move: func(n int, _ []int) []int { return first(n/2, n/2, 1) }},
	"Combine":                {args: "tvv", move: func(n int, _ []int) []int { return append(first(n, n, 1), first(n, 0, 1)...) }},
	"ZeroExtendVector":       {args: "tv", move: func(n int, _ []int) []int { return append(first(n, 0, 1), slices.Repeat([]int{zeroLane}, n)...) }},

	"InterleaveWholeLower/2": {args: "vv", least: 2, move: func(n int, _ []int) []int { return interleave(n, 0) }},
	"InterleaveWholeLower/3": {args: "dvv", least: 2, move: func(n int, _ []int) []int { return interleave(n, 0) }},
	"InterleaveWholeUpper":   {args: "dvv", least: 2, move: func(n int, _ []int) []int { return interleave(n, n/2) }},
	"ZipLower/2":             {args: "vv", blocks: true, widens: true, least: 2, move: func(n int, _ []int) []int { return interleave(n, 0) }},
	"ZipLower/3":             {args: "wvv", blocks: true, widens: true, least: 2, move: func(n int, _ []int) []int { return interleave(n, 0) }},
	"ZipUpper":               {args: "wvv", blocks: true, widens: true, least: 2, move: func(n int, _ []int) []int { return interleave(n, n/2) }},
	"OrderedTruncate2To":     {args: "Dvv", move: func(n int, _ []int) []int { return first(n, 0, 2) }}, // the lower half of each lane

	"ReverseBlocks":         {args: "dv", bits: blockBits, move: func(n int, _ []int) []int { return reversed(n, n) }},
	"SwapAdjacentBlocks":    {args: "v", bits: blockBits, least: 2, move: func(n int, _ []int) []int { return reversed(n, 2) }},
	"OddEvenBlocks":         {args: "vv", bits: blockBits, move: oddEven},
	"InterleaveEvenBlocks":  {args: "dvv", bits: blockBits, least: 2, move: func(n int, _ []int) []int { return transposed(n, 0) }},
	"InterleaveOddBlocks":   {args: "dvv", bits: blockBits, least: 2, move: func(n int, _ []int) []int { return transposed(n, 1) }},
	"InterleaveLowerBlocks": {args: "dvv", bits: blockBits, least: 2, move: func(n int, _ []int) []int { return interleave(n, 0) }},
	"InterleaveUpperBlocks": {args: "dvv", bits: blockBits, least: 2, move: func(n int, _ []int) []int { return interleave(n, n/2) }},
	"BroadcastBlock":        {args: "pv", bits: blockBits, limit: itself, move: splatted},
	"ExtractBlock":          {args: "pv", bits: blockBits, limit: itself, move: func(_ int, k []int) []int { return k }},
	"SlideUpBlocks":         {args: "pdv", bits: blockBits, limit: itself, move: shiftedUp},
	"SlideDownBlocks":       {args: "pdv", bits: blockBits, limit: itself, move: shiftedDownZero},

	"CombineShiftRightLanes": {args: "pdvv", blocks: true, limit: itself, move: upperFirst(shiftedDown)},
	"Per4LaneBlockShuffle":   {args: "Pv", limit: func(int) int { return 4 }, move: perFourLanes},

	"TableLookupBytes":       {args: "vm", bits: 8, blocks: true, exact: true, limit: itself, move: func(_ int, k []int) []int { return k }},
	"TableLookupBytesOr0":    {args: "vm", bits: 8, blocks: true, exact: true, move: highOrZero},
	"TableLookupLanes":       {args: "vm", exact: true, limit: itself, move: func(_ int, k []int) []int { return k }},
	"TwoTablesLookupLanes/3": {args: "vvm", exact: true, limit: func(n int) int { return 2 * n }, move: func(_ int, k []int) []int { return k }},
	"TwoTablesLookupLanes/4": {args: "dvvm", exact: true, limit: func(n int) int { return 2 * n }, move: func(_ int, k []int) []int { return k }},
}

// blockBits is the length of Highway's blocks.
const blockBits = 128

// perFourLanes is the numbers, of which the last is for lane 0, in each four lanes. Of vectors of fewer lanes, a number that no lane has leaves its lane open.
func perFourLanes(n int, k []int) (sel []int) {
	for i := range n {
		from := i&^3 + k[3-i&3]
		sel = append(sel, when(from < n, from, undefinedLane))
	}
	return sel
}

// doubled is every other lane twice.
func doubled(n, from int) (sel []int) {
	for i := range n {
		sel = append(sel, i&^1+from)
	}
	return sel
}

// oddEven is the odd lanes of the first vector and the even ones of the second.
func oddEven(n int, _ []int) (sel []int) {
	for i := range n {
		sel = append(sel, when(i&1 == 1, i, n+i))
	}
	return sel
}

// highOrZero is an index of bytes, or zero where its highest bit is set.
func highOrZero(n int, k []int) (sel []int) {
	for _, i := range k {
		sel = append(sel, when(i >= 128, zeroLane, i&(n-1)))
	}
	return sel
}

// highwayType is a type of Highway: a vector such as Vec128<uint8_t>, or a descriptor such as ScalableTag<float>; or a vector of std::simd's.
func (e *expressions) highwayType(name, parameters string) (t vectorType, ok bool) {
	element, count, _ := strings.Cut(parameters, ",")
	words := []string{element}
	if rest, unsigned := strings.CutPrefix(element, "unsigned"); unsigned && rest != "" {
		words = []string{"unsigned", rest}
	}
	t, ok = integerLane(words)
	if !ok {
		return e.typeOfTag(name, element)
	}
	n, err := strconv.Atoi(upTo(count, ","))
	switch name {
	case "ScalableTag", "Full128", "Vec128", "CappedTag", "FixedTag", "Simd":
		t.lanes = 128 / t.bits
		if name == "ScalableTag" {
			e.warn(scalable)
		}
	case "Full256", "Vec256":
		t.lanes = 256 / t.bits
	case "Full512", "Vec512":
		t.lanes = 512 / t.bits
	case "Full64", "Vec64":
		t.lanes = 64 / t.bits
	case "vec", "basic_vec", "simd", "basic_simd", "fixed_size_simd", "native_simd":
		if t.lanes = 128 / t.bits; err != nil {
			e.warn(anyLength)
		}
	default:
		return vectorType{}, false
	}
	if err == nil && count != "" {
		t.lanes = n
	}
	t.tag = strings.HasSuffix(name, "Tag") || strings.HasPrefix(name, "Full") || name == "Simd"
	return sized(t, true)
}

// typeOfTag is Vec<D>, VFromD<D>, Half<D> and Twice<D>, for a descriptor's type that has been named.
func (e *expressions) typeOfTag(name, tag string) (vectorType, bool) {
	t, ok := e.typedefs[tag]
	switch {
	case !ok:
		return vectorType{}, false
	case name == "Half" && t.lanes > 1:
		t.lanes /= 2
	case name == "Twice":
		t.lanes *= 2
	case name == "Vec" || name == "VFromD":
		t.tag = false
	default:
		return vectorType{}, false
	}
	return sized(t, true)
}

// isTag says whether a type is a descriptor of Highway's whose lanes the text leaves open: D.
func (e *expressions) isTag(typ string) bool { return typ == "D" || strings.HasPrefix(typ, "HWY_FULL") }

// tagOf is what a descriptor says of vectors, by its name or as it is made: ScalableTag<float>().
func (e *expressions) tagOf(text string) vectorType {
	if t := e.types[text]; t.tag {
		return t
	}
	if open := strings.IndexAny(text, "({"); open > 0 {
		if t, ok := e.typeOf(strings.ReplaceAll(text[:open], " ", "")); ok && t.tag {
			return t
		}
	}
	return vectorType{}
}

// template is a call with numbers or types between < and >, behind whose opening parenthesis the cursor stands.
func (e *expressions) template(name, inner string, start int) (operand, error) {
	if t, ok := e.highwayType(name, strings.ReplaceAll(inner, " ", "")); ok && t.tag && e.Accept(")") {
		return named(name).as(t), nil
	}
	if o, ok, err := e.standardCall(name, inner, start); ok {
		return o, err
	}
	if name == "get" {
		return e.got(inner, start)
	}
	var params []operand
	for text := range strings.SplitSeq(inner, ",") {
		param, err := e.evaluated(text)
		if err != nil {
			return param, e.ErrorFrom(start, "in %s<%s>: %s", name, inner, what(err))
		}
		if params = append(params, param); len(params) > maxArguments {
			return param, e.ErrorFrom(start, "more than %d numbers between < and >", maxArguments)
		}
	}
	args, err := e.arguments(start)
	if err != nil {
		return operand{}, err
	}
	return e.call(name, args, params, start)
}
