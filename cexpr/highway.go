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
	return !strings.Contains(text, "archsimd") && looksCall(text, "", highwayMovers, map[string]bool{"TableLookupLanes": true})
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
	"Reverse2":        {args: "dv", move: func(n int, _ []int) []int { return reversed(n, 2) }},
	"Reverse4":        {args: "dv", move: func(n int, _ []int) []int { return reversed(n, 4) }},
	"Reverse8":        {args: "dv", move: func(n int, _ []int) []int { return reversed(n, 8) }},
	"Shuffle2301":     {args: "v", bits: 32, blocks: true, move: digits("2301")},
	"Shuffle1032":     {args: "v", bits: 32, blocks: true, move: digits("1032")},
	"Shuffle0123":     {args: "v", bits: 32, blocks: true, move: digits("0123")},
	"Shuffle0321":     {args: "v", bits: 32, blocks: true, move: digits("0321")},
	"Shuffle2103":     {args: "v", bits: 32, blocks: true, move: digits("2103")},
	"Shuffle01":       {args: "v", bits: 64, blocks: true, move: digits("01")},
	"DupEven":         {args: "v", move: func(n int, _ []int) (sel []int) { return doubled(n, 0) }},
	"DupOdd":          {args: "v", move: func(n int, _ []int) (sel []int) { return doubled(n, 1) }},
	"OddEven":         {args: "vv", move: oddEven},
	"InterleaveEven":  {args: "dvv", move: func(n int, _ []int) []int { return transposed(n, 0) }},
	"InterleaveOdd":   {args: "dvv", move: func(n int, _ []int) []int { return transposed(n, 1) }},
	"InterleaveUpper": {args: "dvv", blocks: true, move: func(n int, _ []int) []int { return interleave(n, n/2) }},

	"InterleaveLower/2": {args: "vv", blocks: true, move: func(n int, _ []int) []int { return interleave(n, 0) }},
	"InterleaveLower/3": {args: "dvv", blocks: true, move: func(n int, _ []int) []int { return interleave(n, 0) }},

	"ConcatUpperLower": {args: "dvv", move: func(n int, _ []int) []int { return halves(n, n, n/2) }},
	"ConcatLowerLower": {args: "dvv", move: func(n int, _ []int) []int { return halves(n, n, 0) }},
	"ConcatUpperUpper": {args: "dvv", move: func(n int, _ []int) []int { return halves(n, n+n/2, n/2) }},
	"ConcatLowerUpper": {args: "dvv", move: func(n int, _ []int) []int { return halves(n, n+n/2, 0) }},
	"ConcatEven":       {args: "dvv", move: upperFirst(func(n int, _ []int) []int { return first(n, 0, 2) })},
	"ConcatOdd":        {args: "dvv", move: upperFirst(func(n int, _ []int) []int { return first(n, 1, 2) })},

	"CombineShiftRightBytes": {args: "pdvv", bits: 8, blocks: true, limit: itself, move: upperFirst(shiftedDown)},
	"ShiftLeftBytes":         {args: "pv", bits: 8, blocks: true, limit: itself, move: shiftedUp},
	"ShiftLeftBytes/2":       {args: "pdv", bits: 8, blocks: true, limit: itself, move: shiftedUp},
	"ShiftRightBytes":        {args: "pdv", bits: 8, blocks: true, limit: itself, move: shiftedDownZero},
	"ShiftLeftLanes":         {args: "pv", blocks: true, limit: itself, move: shiftedUp},
	"ShiftLeftLanes/2":       {args: "pdv", blocks: true, limit: itself, move: shiftedUp},
	"ShiftRightLanes":        {args: "pdv", blocks: true, limit: itself, move: shiftedDownZero},
	"SlideUpLanes":           {args: "dvn", limit: itself, move: shiftedUp},
	"SlideDownLanes":         {args: "dvn", limit: itself, move: shiftedDownZero},
	"Slide1Up":               {args: "dv", move: func(n int, _ []int) []int { return shiftedUp(n, []int{1}) }},
	"Slide1Down":             {args: "dv", move: func(n int, _ []int) []int { return shiftedDownZero(n, []int{1}) }},
	"Broadcast":              {args: "pv", blocks: true, limit: itself, move: splatted},
	"BroadcastLane":          {args: "pv", limit: itself, move: splatted},
	"LowerHalf/1":            {args: "v", move: func(n int, _ []int) []int { return first(n/2, 0, 1) }},
	"LowerHalf/2":            {args: "dv", move: func(n int, _ []int) []int { return first(n/2, 0, 1) }},

	"TableLookupBytes":     {args: "vm", bits: 8, blocks: true, exact: true, limit: itself, move: func(_ int, k []int) []int { return k }},
	"TableLookupBytesOr0":  {args: "vm", bits: 8, blocks: true, exact: true, move: highOrZero},
	"TableLookupLanes":     {args: "vm", exact: true, limit: itself, move: func(_ int, k []int) []int { return k }},
	"TwoTablesLookupLanes": {args: "dvvm", exact: true, limit: func(n int) int { return 2 * n }, move: func(_ int, k []int) []int { return k }},
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

// highwayType is a type of Highway: a vector such as Vec128<uint8_t>, or a descriptor such as ScalableTag<float>.
func (e *expressions) highwayType(name, parameters string) (t vectorType, ok bool) {
	element, count, _ := strings.Cut(parameters, ",")
	t, ok = integerLane([]string{element})
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
	default:
		return vectorType{}, false
	}
	if err == nil && count != "" {
		t.lanes = n
	}
	t.tag = !strings.HasPrefix(name, "Vec")
	return t, isVectorSize(t)
}

// typeOfTag is Vec<D> and VFromD<D>, for a descriptor's type that has been named.
func (e *expressions) typeOfTag(name, tag string) (vectorType, bool) {
	t, ok := e.typedefs[tag]
	if name != "Vec" && name != "VFromD" || !ok {
		return vectorType{}, false
	}
	t.tag = false
	return t, true
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
	if name == "bit_cast" {
		e.Off--
		return e.castTo(inner, start)
	}
	param, err := e.evaluated(inner)
	if err != nil {
		return param, e.ErrorFrom(start, "in %s<%s>: %s", name, inner, what(err))
	}
	args, err := e.arguments(start)
	if err != nil {
		return operand{}, err
	}
	return e.call(name, args, []operand{param}, start)
}
