package cexpr

// The vectors of POWER, AltiVec and VSX, have 128 bits. Their lanes are counted as in memory, which compilers keep on machines of both byte orders; but vec_sld moves the register as a
// big-endian machine sees it.
//
//	vec_perm(a, b, (vector unsigned char){0, 16, 1, 17, …})      vec_mergeh(a, b)      vec_splat(a, 3)

// LooksAltivec says whether a text has a call of such an intrinsic that moves.
func LooksAltivec(text string) bool { return looksCall(text, "vec_", altivecMovers, altivecParts) }

// altivecParts are those that are no movers: single lanes and constants.
var altivecParts = map[string]bool{"vec_splats": true, "vec_extract": true, "vec_insert": true, "vec_and": true, "vec_andc": true, "vec_or": true, "vec_xor": true}

// altivecLogic are those of whole vectors, which move where a side is known.
var altivecLogic = map[string]string{"vec_and": "&", "vec_andc": "&", "vec_or": "|", "vec_xor": "^"}

// altivecBits is such a call. That of andc is with the second vector's bits turned.
func (e *expressions) altivecBits(name string, left, right operand) (operand, error) {
	if !left.typ.known() && !right.typ.known() {
		left = left.as(vectorType{lanes: 16, bits: 8})
	}
	if name == "vec_andc" {
		other, ok := complement(right)
		if right = other; !ok {
			right.Inverted = !right.Inverted
		}
	}
	o, err := e.lanewise(altivecLogic[name], left, right)
	if err == nil {
		o = vector(widened(*o.Value, o.typ.bits)).as(o.typ)
	}
	return o, err
}

var altivecMovers = map[string]mover{
	"vec_perm":   {args: "vvm", bits: 8, total: 128, exact: true, move: modulo(2)},
	"vec_mergeh": {args: "vv", total: 128, move: func(n int, _ []int) []int { return interleave(n, 0) }},
	"vec_mergel": {args: "vv", total: 128, move: func(n int, _ []int) []int { return interleave(n, n/2) }},
	"vec_mergee": {args: "vv", total: 128, move: func(n int, _ []int) []int { return transposed(n, 0) }},
	"vec_mergeo": {args: "vv", total: 128, move: func(n int, _ []int) []int { return transposed(n, 1) }},
	"vec_splat":  {args: "vn", total: 128, limit: itself, move: splatted},
	"vec_reve":   {args: "v", total: 128, move: func(n int, _ []int) []int { return reversed(n, n) }},
	"vec_xxpermdi": {args: "vvn", bits: 64, total: 128, limit: func(int) int { return 4 }, move: func(_ int, k []int) []int {
		return []int{k[0] >> 1, 2 + k[0]&1}
	}},
	"vec_sld":  {args: "vvn", bits: 8, total: 128, limit: func(int) int { return 16 }, move: shiftedDown, says: bigEndian},
	"vec_sldw": {args: "vvn", bits: 32, total: 128, limit: func(int) int { return 4 }, move: shiftedDown, says: bigEndian},
}

const bigEndian = "vec_sld counts from the left end of the register: the map is that of a big-endian machine"

func itself(n int) int { return n }

// interleave is a lane of each vector in turn, from one on.
func interleave(n, from int) (sel []int) {
	for i := range n / 2 {
		sel = append(sel, from+i, n+from+i)
	}
	return sel
}

// transposed is every other lane of each vector in turn.
func transposed(n, from int) (sel []int) {
	for i := from; i < n; i += 2 {
		sel = append(sel, i, n+i)
	}
	return sel
}

// splatted is one lane in all.
func splatted(n int, k []int) (sel []int) {
	for range n {
		sel = append(sel, k[0])
	}
	return sel
}

// reversed is lanes in the other order, in groups of so many.
func reversed(n, group int) (sel []int) {
	for i := range n {
		sel = append(sel, i/group*group+group-1-i%group)
	}
	return sel
}

// shiftedDown is two vectors as one, from a lane on.
func shiftedDown(n int, k []int) (sel []int) {
	for i := range n {
		sel = append(sel, i+k[0])
	}
	return sel
}
