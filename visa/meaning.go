package visa

import (
	"math"
	"math/bits"
)

// A meaning is what an instruction computes in a lane, or why it is not executed. The values of integer instructions are exact: what is written is cut to the destination's
// type, or clamped to it by .sat.
type meaning struct {
	form   form
	ints   func(s *step, x, y, z wide) wide
	floats func(t Type, x, y, z float64) float64
	of4    func(x, y, z, w wide) wide // of four sources
	second func(x, y, z wide) wide    // what the second destination gets
	planes int                        // products of an element and a coefficient
	upTo32 bool                       // integers of 64 bits are refused
	why    string                     // it is not executed
}

// A form is how an instruction goes through the lanes.
type form uint8

const (
	notExecuted form = iota
	computes         // a function of the sources' elements
	copies           // an element, converted; or an address; or a predicate
	chooses          // the guard says which source
	compares         // a bit, or all of an element's
	setsBits         // bits of a predicate from an integer
	movesStates      // indices of samplers and surfaces
	addsAddress
	marks        // nothing
	flows        // control goes elsewhere
	interpolates // a line or a plane through coefficients that all lanes have
	sends        // a message to memory
	meets        // the other threads of the group
)

const (
	whyUnknown = "its first opcode is not known"
	whyPages   = "it asks whether the pages of memory are there, and the memory here has none"
	whyOutside = "the function is in another object"
)

// meanings is the table of what instructions do. Every opcode has an entry: a test finds one that has none.
var meanings = [numOps]meaning{
	opMov:     {form: copies},
	opSel:     {form: chooses},
	opCmp:     {form: compares},
	opSetp:    {form: setsBits},
	opMovs:    {form: movesStates},
	opAddrAdd: {form: addsAddress},

	opMin: {form: computes, ints: minInts, floats: minFloats},
	opMax: {form: computes, ints: maxInts, floats: maxFloats},
	opAdd: {form: computes,
		ints:   func(_ *step, x, y, _ wide) wide { return x.add(y) },
		floats: func(_ Type, x, y, _ float64) float64 { return x + y }},
	opMul: {form: computes,
		ints:   func(_ *step, x, y, _ wide) wide { return x.mul(y) },
		floats: func(_ Type, x, y, _ float64) float64 { return x * y }},
	opMad: {form: computes,
		ints:   func(_ *step, x, y, z wide) wide { return x.mul(y).add(z) },
		floats: func(t Type, x, y, z float64) float64 { return t.fused(x, y, z) }},
	opAdd3: {form: computes, ints: func(_ *step, x, y, z wide) wide { return x.add(y).add(z) }},
	opAvg:  {form: computes, ints: func(_ *step, x, y, _ wide) wide { return x.add(y).add(wide{0, 1}).shr(1) }},

	opAnd: {form: computes, ints: func(s *step, x, y, _ wide) wide { return s.logic(x.lo & y.lo) }},
	opOr:  {form: computes, ints: func(s *step, x, y, _ wide) wide { return s.logic(x.lo | y.lo) }},
	opXor: {form: computes, ints: func(s *step, x, y, _ wide) wide { return s.logic(x.lo ^ y.lo) }},
	opNot: {form: computes, ints: func(s *step, x, _, _ wide) wide { return s.logic(^x.lo) }},
	opBfn: {form: computes, ints: booleanFunction},

	opShl: {form: computes, ints: func(s *step, x, y, _ wide) wide { return x.shl(s.count(y)) }},
	opShr: {form: computes, ints: func(s *step, x, y, _ wide) wide { return s.precision.wrap(x, true).shr(s.count(y)) }},
	opAsr: {form: computes, ints: func(s *step, x, y, _ wide) wide { return x.shr(s.count(y)) }},
	opRol: {form: computes, ints: func(s *step, x, y, _ wide) wide { return s.rotate(x, y.lo) }},
	opRor: {form: computes, ints: func(s *step, x, y, _ wide) wide { return s.rotate(x, -y.lo) }},

	opMulh: {form: computes, upTo32: true, ints: func(_ *step, x, y, _ wide) wide { return x.mul(y).shr(32) }},
	opDiv:  {form: computes, upTo32: true, ints: quotient, floats: func(_ Type, x, y, _ float64) float64 { return x / y }},
	opMod:  {form: computes, upTo32: true, ints: remainder},
	opDp4a: {form: computes, upTo32: true, ints: dotProduct},
	opMadw: {form: computes, upTo32: true, ints: func(_ *step, x, y, z wide) wide { return x.mul(y).add(z) }, second: highHalf},

	opLine:  {form: interpolates, planes: 1},
	opPlane: {form: interpolates, planes: 2},

	opLzd:   {form: computes, upTo32: true, ints: ofBits(leadingZeros)},
	opCbit:  {form: computes, upTo32: true, ints: ofBits(countBits)},
	opFbl:   {form: computes, upTo32: true, ints: ofBits(firstLow)},
	opFbh:   {form: computes, upTo32: true, ints: firstHigh},
	opBfrev: {form: computes, upTo32: true, ints: ofBits(bits.Reverse32)},
	opBfe:   {form: computes, upTo32: true, ints: extract},

	opBfi: {form: computes, upTo32: true, of4: insert},

	opAddc: {form: computes, ints: func(_ *step, x, y, _ wide) wide { return x.add(y) }, second: carryOf},
	opSubb: {form: computes, ints: func(_ *step, x, y, _ wide) wide { return x.add(y.neg()) }, second: borrowOf},

	opFrc:  {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return x - math.Floor(x) }},
	opRndd: {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return math.Floor(x) }},
	opRndu: {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return math.Ceil(x) }},
	opRnde: {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return math.RoundToEven(x) }},
	opRndz: {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return math.Trunc(x) }},
	opInv:  {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return 1 / x }},

	opSqrt:  {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return math.Sqrt(x) }},
	opRsqrt: {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return 1 / math.Sqrt(x) }},
	opLog:   {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return log2(x) }},
	opExp:   {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return math.Exp2(x) }},
	opPow:   {form: computes, floats: func(_ Type, x, y, _ float64) float64 { return power(x, y) }},
	opSin:   {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return math.Sin(x) }},
	opCos:   {form: computes, floats: func(_ Type, x, _, _ float64) float64 { return math.Cos(x) }},

	opOwordLd:              {form: sends},
	opOwordSt:              {form: sends},
	opOwordLdUnaligned:     {form: sends},
	opMediaLd:              {form: sends},
	opMediaSt:              {form: sends},
	opGather:               {form: sends},
	opScatter:              {form: sends},
	opGatherScaled:         {form: sends},
	opScatterScaled:        {form: sends},
	opGather4Scaled:        {form: sends},
	opScatter4Scaled:       {form: sends},
	opDwordAtomic:          {form: sends},
	opLscLoad:              {form: sends},
	opLscLoadStrided:       {form: sends},
	opLscLoadQuad:          {form: sends},
	opLscStore:             {form: sends},
	opLscStoreStrided:      {form: sends},
	opLscStoreQuad:         {form: sends},
	opLscAtomicIinc:        {form: sends},
	opLscAtomicIdec:        {form: sends},
	opLscAtomicLoad:        {form: sends},
	opLscAtomicStore:       {form: sends},
	opLscAtomicIadd:        {form: sends},
	opLscAtomicIsub:        {form: sends},
	opLscAtomicSmin:        {form: sends},
	opLscAtomicSmax:        {form: sends},
	opLscAtomicUmin:        {form: sends},
	opLscAtomicUmax:        {form: sends},
	opLscAtomicIcas:        {form: sends},
	opLscAtomicFadd:        {form: sends},
	opLscAtomicFsub:        {form: sends},
	opLscAtomicFmin:        {form: sends},
	opLscAtomicFmax:        {form: sends},
	opLscAtomicFcas:        {form: sends},
	opLscAtomicAnd:         {form: sends},
	opLscAtomicOr:          {form: sends},
	opLscAtomicXor:         {form: sends},
	opLscLoadStatus:        {why: whyPages},
	opLscStoreUncompressed: {form: sends},

	opLabel:       {form: marks},
	opLifetime:    {form: marks},
	opFile:        {form: marks},
	opLoc:         {form: marks},
	opSubroutine:  {form: flows},
	opJmp:         {form: flows},
	opGoto:        {form: flows},
	opCall:        {form: flows},
	opRet:         {form: flows},
	opFcall:       {why: whyOutside},
	opFret:        {form: flows},
	opBarrier:     {form: meets},
	opFenceGlobal: {form: marks},
	opFenceLocal:  {form: marks},
	opFenceSW:     {form: marks},
	opLscFence:    {form: marks},
	opYield:       {form: marks},
	opUnknown:     {why: whyUnknown},
}

// Executes says whether a Code can hold the instruction; if not, why says the reason.
func (o Op) Executes() (ok bool, why string) {
	m := &meanings[o]
	return m.form != notExecuted, m.why
}

func minInts(_ *step, x, y, _ wide) wide {
	if x.less(y) {
		return x
	}
	return y
}

func maxInts(_ *step, x, y, _ wide) wide {
	if x.less(y) {
		return y
	}
	return x
}

// minFloats: of a number and a NaN it is the number, of two NaNs the second; of equals, which zeros are whatever their signs, the second too.
func minFloats(_ Type, x, y, _ float64) float64 {
	if y != y || x < y {
		return x
	}
	return y
}

// maxFloats: of equals it is the first.
func maxFloats(_ Type, x, y, _ float64) float64 {
	if y != y || x >= y {
		return x
	}
	return y
}

// logic is the bits of a logic instruction's result as a number of the execution's precision, so that a wider destination extends it.
func (s *step) logic(bits uint64) wide { return s.precision.wrap(wide{0, bits}, s.unsigned) }

// booleanFunction looks each bit up in the truth table: the first source is bit 0 of the index, the third bit 2.
func booleanFunction(s *step, x, y, z wide) wide {
	bits := uint64(0)
	for row := range 8 {
		if s.inst.Func>>row&1 != 0 {
			bits |= either(x.lo, row&1) & either(y.lo, row>>1&1) & either(z.lo, row>>2&1)
		}
	}
	return s.logic(bits)
}

// either is the bits, or the other ones.
func either(bits uint64, as int) uint64 { return bits ^ (uint64(as) - 1) }

// count is a shift's: five bits of the second source, or six where the destination has 64.
func (s *step) count(y wide) uint {
	if s.dst.typ.Size() == 8 {
		return uint(y.lo & 63)
	}
	return uint(y.lo & 31)
}

// rotate turns the bits of the first source, as many as its type has, to the left.
func (s *step) rotate(x wide, by uint64) wide {
	n := 8 * uint64(s.src[0].size)
	by &= n - 1
	v := precision(n).wrap(x, true).lo
	return precision(n).wrap(wide{0, v<<by | v>>(n-by)}, true)
}
