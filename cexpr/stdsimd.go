package cexpr

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// C++26's std::simd, and the names that it had in its proposals and in the Parallelism TS. How many lanes a vector has, its type says: std::simd::vec<float, 4>.
//
//	std::simd::permute(v, [](auto i, auto n) { return n - 1 - i; })     lane i comes from lane n-1-i
//	auto [lo, hi] = std::simd::chunk<4>(v);                             simd_split<4, 4>(v) of the proposals
//	std::simd::cat(lo, hi)                                              simd_cat, concat

// LooksStandard says whether a text has a call of std::simd's that moves: its names are words that others have too.
func LooksStandard(text string) bool {
	if strings.Contains(text, "simd_") && looksCall(text, "simd_", nil, standardLong) {
		return true
	}
	return (strings.Contains(text, "simd::") || strings.Contains(text, "stdx::") || strings.Contains(text, "experimental::") || strings.Contains(text, "](")) && looksCall(text, "", nil, standardShort)
}

// standardLong are names that nothing else has.
var standardLong = map[string]bool{"simd_permute": true, "simd_split": true, "simd_cat": true, "simd_chunk": true, "simd_compress": true, "simd_expand": true, "simd_select": true}

// standardShort are names that mean this only beside a namespace or a lambda.
var standardShort = map[string]bool{"permute": true, "chunk": true, "cat": true, "split": true, "concat": true, "compress": true, "expand": true, "unchecked_gather_from": true, "partial_gather_from": true}

const anyLength = "vectors of std::simd have as many bits as the machine where their type has no number: 128 are assumed"

// standardRefused are calls that look like movements and are none, with the reason.
var standardRefused = map[string]string{
	"compress": byMask, "expand": byMask, "select": "takes lanes by a mask that only the run knows",
	"unchecked_gather_from": "goes to addresses that only the run knows", "partial_gather_from": "goes to addresses that only the run knows",
}

// standardCall is a call of std::simd's behind whose opening parenthesis the cursor stands; between says what is between < and >. ok is false where it is none.
func (e *expressions) standardCall(name, between string, start int) (o operand, ok bool, err error) {
	if !standardLong[name] && !standardShort[name] {
		return o, false, nil
	}
	name = strings.TrimPrefix(name, "simd_")
	if reason := standardRefused[name]; reason != "" {
		return o, true, e.ErrorFrom(start, "%s %s", name, reason)
	}
	if name == "permute" {
		o, err = e.permute(between, start)
		return o, true, err
	}
	args, err := e.arguments(start)
	if err != nil {
		return o, true, err
	}
	if name == "cat" || name == "concat" {
		o, err = e.concatenated(args)
	} else {
		o, err = e.chunked(between, args)
	}
	if err != nil {
		err = e.ErrorFrom(start, "%s: %s", name, what(err))
	}
	return o, true, err
}

// standardType is the type of a vector of std::simd's, or what is assumed of it.
func (e *expressions) standardType(o operand) vectorType {
	return e.laneType(mover{args: "v"}, moved{vectors: []operand{o}})
}

// permute is permute<N>(v, f) and permute(v, indices).
func (e *expressions) permute(between string, start int) (operand, error) {
	v, err := e.expression()
	if err == nil {
		err = e.Expect(",", `"," and where the lanes come from`)
	}
	if err != nil {
		return v, err
	}
	if !v.IsVector() {
		return v, e.ErrorFrom(start, "permute: its first argument is a vector")
	}
	t := e.standardType(v)
	n := t.lanes
	if between != "" {
		o, err := e.evaluated(between)
		if err != nil || o.IsVector() || o.Number < 1 || o.Number > maxIndexed {
			return o, e.ErrorFrom(start, "permute<%s>: expected how many lanes the result has, from 1 to %d", between, maxIndexed)
		}
		n = o.Number
	}
	var sel []int
	if e.Space(); e.Peek() == '[' {
		sel, err = e.indexMap(n, t.lanes)
	} else {
		sel, err = e.indexVector(t.lanes)
	}
	if err == nil {
		err = e.Expect(")", `")"`)
	}
	if err != nil {
		return v, err
	}
	m, err := e.typedArgument(v, t)
	if err != nil {
		return v, e.ErrorFrom(start, "permute: %v", err)
	}
	o, err := e.picked([]lane.Map{m}, sel, t)
	if err != nil {
		err = e.ErrorFrom(start, "permute: %v", err)
	}
	return o, err
}

// maxIndexed bounds the lanes of a permutation.
const maxIndexed = 256

// indexVector is the second argument of permute as a vector of constants.
func (e *expressions) indexVector(lanes int) ([]int, error) {
	e.Space()
	start := e.Off
	o, err := e.expression()
	if err != nil {
		return nil, err
	}
	bits := o.typ.bits
	if bits == 0 && o.Value != nil {
		bits = o.Value.Bits
	}
	sel, ok := o.known(bits)
	if !ok {
		return nil, e.ErrorFrom(start, "what permute does depends on the contents of %s: it is a map only where they are constants", strings.TrimSpace(e.Text[start:e.Off]))
	}
	for i, k := range sel {
		if o.typ.signed {
			k = int(int64(k) << (64 - bits) >> (64 - bits))
		}
		if k < 0 || k >= lanes {
			return nil, e.ErrorFrom(start, "index %d of lane %d is out of range: the vector has lanes 0 to %d", k, i, lanes-1)
		}
	}
	return sel, nil
}

// concatenated is vectors one behind another.
func (e *expressions) concatenated(args []operand) (operand, error) {
	var all []operand
	for _, o := range args {
		if all = append(all, o); o.parts != nil {
			all = append(all[:len(all)-1], o.parts...)
		}
	}
	if len(all) == 0 {
		return operand{}, fmt.Errorf("expected vectors")
	}
	t := e.laneType(mover{args: "v"}, moved{vectors: all})
	var r lane.Map
	bits := 0
	vectors := make([]lane.Map, len(all))
	for k, o := range all {
		own := o.typ
		if !own.known() {
			own = t
		}
		if own.bits != t.bits {
			return o, fmt.Errorf("lanes of %d bits and of %d do not mix", t.bits, own.bits)
		}
		m, err := e.typedArgument(o, own)
		if err != nil {
			return o, err
		}
		vectors[k] = m
	}
	if err := e.Level(vectors); err != nil {
		return operand{}, err
	}
	for _, m := range vectors {
		bits = lane.GCD(bits, m.Bits)
	}
	r.Bits = bits
	for _, m := range vectors {
		m, err := m.Regroup(bits)
		if err != nil {
			return operand{}, err
		}
		r.Src = m.Src
		if r.Lane = append(r.Lane, m.Lane...); len(r.Lane) > lane.MaxLanes {
			return operand{}, fmt.Errorf("more than %d lanes", lane.MaxLanes)
		}
	}
	return vector(r).as(vectorType{lanes: r.Bits * len(r.Lane) / t.bits, bits: t.bits, signed: t.signed, float: t.float}), nil
}

// chunked is the parts of a vector: as many lanes each as one number says, or as many as each of several says.
func (e *expressions) chunked(between string, args []operand) (o operand, err error) {
	if len(args) != 1 || !args[0].IsVector() {
		return o, fmt.Errorf("expected one vector")
	}
	sizes, err := e.sizes(between)
	if err != nil {
		return o, err
	}
	sum := 0
	for _, n := range sizes {
		sum += n
	}
	v := args[0]
	if !v.typ.known() && len(sizes) > 1 && e.bitsOf(args) == 0 {
		v.typ = vectorType{lanes: sum, bits: 32}
		e.warn("the type of the lanes is not in the text: 32 bits are assumed")
	}
	t := e.standardType(v)
	if len(sizes) > 1 && sum != t.lanes {
		return o, fmt.Errorf("parts of %d lanes together are wanted of a vector of %d", sum, t.lanes)
	}
	for sum < t.lanes { // the last part may be shorter
		sizes = append(sizes, min(sizes[0], t.lanes-sum))
		sum += sizes[len(sizes)-1]
	}
	m, err := e.typedArgument(v, t)
	if err != nil {
		return o, err
	}
	at := 0
	for _, n := range sizes {
		part, err := e.picked([]lane.Map{m}, first(min(n, t.lanes), at, 1), t)
		if err != nil {
			return o, err
		}
		o.parts = append(o.parts, part)
		at += n
	}
	return o, nil
}

// sizes are the lanes between < and >: numbers, or a type that has them.
func (e *expressions) sizes(between string) (all []int, err error) {
	if t, ok := e.typeOf(strings.ReplaceAll(between, " ", "")); ok {
		return []int{t.lanes}, nil
	}
	for text := range strings.SplitSeq(between, ",") {
		o, err := e.evaluated(text)
		if err != nil || o.IsVector() || o.Number < 1 || o.Number > maxIndexed || len(all) > maxIndexed {
			return nil, fmt.Errorf("expected how many lanes each part has between < and >, found %s", strings.TrimSpace(text))
		}
		all = append(all, o.Number)
	}
	return all, nil
}

// bound is auto [lo, hi] = …: a name for each part, of which the first is the result.
func (e *expressions) bound(h head, start int) error {
	o, err := e.initial()
	if err != nil {
		return err
	}
	names := strings.Split(h.index, ",")
	if len(names) != len(o.parts) {
		return e.ErrorFrom(start, "%d names are bound, and there are %d vectors", len(names), max(len(o.parts), 1))
	}
	for k := len(names) - 1; k >= 0; k-- {
		if err := e.finish(o.parts[k], strings.TrimSpace(names[k]), integerType{}, start); err != nil {
			return err
		}
	}
	if strings.Trim(e.Rest(), "; \t\r\n}") != "" { // a later line says which is meant
		return nil
	}
	e.warn(fmt.Sprintf("of %d results this is the first, %s: a line that says another name asks for that one", len(names), e.to))
	return nil
}

// got is get<0>(parts), behind whose opening parenthesis the cursor stands.
func (e *expressions) got(inner string, start int) (operand, error) {
	k, err := e.evaluated(inner)
	if err != nil {
		return k, e.ErrorFrom(start, "in get<%s>: %s", inner, what(err))
	}
	args, err := e.arguments(start)
	if err != nil {
		return operand{}, err
	}
	if len(args) != 1 || k.IsVector() || k.Number < 0 || k.Number >= len(args[0].parts) {
		return operand{}, e.ErrorFrom(start, "get<%s>: expected one of the parts of a vector", inner)
	}
	return args[0].parts[k.Number], nil
}
