package cexpr

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// xsimd's shuffles take a type for their indices, whose constants say how many lanes there are:
//
//	xsimd::swizzle(a, xsimd::batch_constant<uint32_t, A, 3, 2, 1, 0>())               a3 a2 a1 a0
//	xsimd::shuffle(a, b, xsimd::batch_constant<uint32_t, A, 0, 4, 1, 5>{})            a0 b0 a1 b1
//	xsimd::swizzle(a, batch_constant<batch<uint32_t, A>, 3, 2, 1, 0>())               before version 11
const batchConstant = "batch_constant"

// XSIMD is C++ with xsimd's functions.
func XSIMD() dialect.Dialect {
	return dialect.Dialect{
		Name: "xsimd", Meaning: "C++ with xsimd", Example: "xsimd::swizzle(a, xsimd::batch_constant<uint32_t, A, 3, 2, 1, 0>())",
		Looks: LooksXSIMD, Read: dialect.WithoutOptions(readExpressions), Whole: true,
	}
}

// LooksXSIMD says whether a text has a shuffle of xsimd's with its indices.
func LooksXSIMD(text string) bool {
	return strings.Contains(text, batchConstant+"<") && looksCall(text, "", nil, xsimdVectors)
}

// xsimdVectors are the shuffles that take indices.
var xsimdVectors = map[string]bool{"swizzle": true, "shuffle": true}

// xsimdCall is a shuffle of xsimd's, behind whose opening parenthesis the cursor stands; ok is false where it is none.
func (e *expressions) xsimdCall(name string, start int) (o operand, ok bool, err error) {
	if !xsimdVectors[name] || !strings.Contains(e.Text, batchConstant+"<") {
		return o, false, nil
	}
	sources := 1
	if name == "shuffle" {
		sources = 2
	}
	var args []operand
	for range sources {
		o, err := e.expression()
		if err == nil {
			err = e.Expect(",", `"," and `+batchConstant+"<…>()")
		}
		if err != nil {
			return o, true, err
		}
		args = append(args, o)
	}
	t, sel, err := e.batchIndices(sources)
	if err != nil {
		return o, true, err
	}
	vectors := make([]lane.Map, sources)
	for k := range vectors {
		if vectors[k], err = e.typedArgument(args[k], t); err != nil {
			return o, true, e.ErrorFrom(start, "%s: %v", name, err)
		}
	}
	if o, err = e.picked(vectors, sel, t); err != nil {
		err = e.ErrorFrom(start, "%s: %s", name, what(err))
	}
	return o, true, err
}

// batchIndices is batch_constant<T, A, i0, i1, …>() up to the parenthesis that closes the call: the type of the lanes, unsigned, and the indices.
func (e *expressions) batchIndices(sources int) (t vectorType, sel []int, err error) {
	e.Space()
	start := e.Off
	open := strings.IndexByte(e.Rest(), '<')
	if name := strings.TrimSpace(e.Rest()[:max(open, 0)]); open < 0 || name != batchConstant && !strings.HasSuffix(name, "::"+batchConstant) {
		return t, nil, e.Wanted(batchConstant + "<uint32_t, A, …>(): what other indices do depends on their contents")
	}
	e.Off += open + 1
	inner, size := upToAngle(e.Rest())
	if e.Off += size; size == 0 {
		return t, nil, e.Wanted(`indices and ">"`)
	}
	if !e.Accept("()") && !e.Accept("{}") {
		return t, nil, e.Wanted(`"()" or "{}"`)
	}
	if err := e.Expect(")", `")"`); err != nil {
		return t, nil, err
	}
	if t, sel, err = e.indicesOf(inner); err != nil {
		return t, nil, e.ErrorFrom(start, "%s: %s", batchConstant, what(err))
	}
	for i, k := range sel {
		if k < 0 || k >= sources*t.lanes {
			return t, nil, e.ErrorFrom(start, "index %d of lane %d is out of range: there are lanes 0 to %d", k, i, sources*t.lanes-1)
		}
	}
	return t, sel, nil
}

// upToAngle is what stands before the > that closes, and how long that is with it; 0 if none does.
func upToAngle(text string) (inner string, size int) {
	depth := 1
	for i := 0; i < len(text) && i < maxHead*8; i++ {
		switch text[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return text[:i], i + 1
			}
		}
	}
	return "", 0
}

// registers are how long registers of xsimd's architectures are, by what their names begin with; those of others depend on the machine or are as long as somebody says.
var registers = []struct {
	name string
	bits int
}{{"sse", 128}, {"ssse", 128}, {"avx512", 512}, {"avx", 256}, {"neon", 128}, {"wasm", 128}, {"vsx", 128}, {"altivec", 128}}

// architectureBits is how long registers of an architecture are, such as xsimd::avx2 and fma3<avx>; 0 where its name does not say it.
func architectureBits(name string) int {
	name = strings.TrimPrefix(strings.TrimSpace(name), "xsimd::")
	if outer, inner, ok := strings.Cut(name, "<"); ok && (outer == "fma3" || outer == "i8mm" || strings.HasPrefix(outer, "avx")) {
		name = strings.TrimPrefix(strings.TrimSpace(inner), "xsimd::")
	}
	for _, r := range registers {
		if strings.HasPrefix(name, r.name) {
			return r.bits
		}
	}
	return 0
}

// indicesOf takes apart what stands between the angles: the type of an index, or a batch of it, an architecture, which says how many lanes there are, and the indices.
func (e *expressions) indicesOf(inner string) (t vectorType, sel []int, err error) {
	typ, rest, _ := strings.Cut(inner, ",")
	of := "" // the architecture of a batch
	if batch, in, ok := strings.Cut(inner, "batch<"); ok && strings.Trim(batch, " xsimd:\n\t") == "" {
		whole, size := upToAngle(in)
		typ, of, _ = strings.Cut(whole, ",")
		_, rest, _ = strings.Cut(in[size:], ",")
	}
	t, ok := integerLane(strings.Fields(strings.ReplaceAll(typ, "std::", "")))
	if !ok {
		return t, nil, fmt.Errorf("expected the type of an index first, such as uint32_t, found %s", strings.TrimSpace(typ))
	}
	register := architectureBits(of)
	for k, text := range strings.Split(rest, ",") {
		o, err := e.evaluated(text)
		if err != nil || o.IsVector() || o.Name != "" {
			if k == 0 {
				register = architectureBits(text)
				continue
			}
			return t, nil, fmt.Errorf("expected an index, found %s", strings.TrimSpace(text))
		}
		sel = append(sel, o.Number)
	}
	if t.lanes = len(sel); t.lanes < 2 || t.lanes > maxIndexed {
		return t, nil, fmt.Errorf("expected an index for each lane, of 2 to %d", maxIndexed)
	}
	switch {
	case register > 0 && t.total() != register:
		return t, nil, fmt.Errorf("%d indices of %d bits are no register of %d: expected %d of them", t.lanes, t.bits, register, register/t.bits)
	case !isVectorSize(t) || t.total() < 128:
		return t, nil, fmt.Errorf("%d indices of %d bits are no register: expected one for each lane, %d for a register of 128 bits, %d for 256, %d for 512", t.lanes, t.bits, 128/t.bits, 256/t.bits, 512/t.bits)
	}
	t.signed = false
	return t, sel, nil
}
