package visa

import (
	"math"
	"math/bits"
)

// A meaning is what an instruction computes in a lane, or why it is not executed. The values of integer instructions are exact: what is written is cut to the destination's
// type, or clamped to it by .sat. Most are computed in 64 bits, modulo 2^64, all lanes at once: a step that needs more asks for the exact value, lane by lane.
type meaning struct {
	form    form
	ints    func(s *step, r, x, y, z *vector)
	exact   func(s *step, x, y, z wide) wide // nil: 64 bits are always enough
	whole   bool                             // all bits of the exact value decide of the lowest of what is written
	double  bool                             // the exact value has as many bits as two sources
	product bool                             // it is the product of two sources, to which a third one may be added
	floats  func(s *step, r, x, y, z *vector)
	of4     func(x, y, z, w int64) int64      // of four sources
	two     func(r, second, x, y, z []uint64) // of two destinations
	planes  int                               // products of an element and a coefficient
	upTo32  bool                              // integers of 64 bits are refused
	why     string                            // it is not executed
}

// takesInts says whether there is a meaning of integers.
func (m *meaning) takesInts() bool {
	return m.ints != nil || m.of4 != nil || m.two != nil
}

// takesFloats says whether there is a meaning of floating-point numbers.
func (m *meaning) takesFloats() bool { return m.floats != nil }

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
	recodes      // bits of one format from those of another
	multiplies   // matrices
	interpolates // a line or a plane through coefficients that all lanes have
	sends        // a message to memory
	meets        // the other threads of the group
	linksTo      // a function that is a text of its own
)

const (
	whyUnknown     = "its first opcode is not known"
	whyPages       = "it asks whether the pages of memory are there, and the memory here has none"
	whyRounds      = "nothing says where it rounds"
	whyMacro       = "it stands for a macro that rounds as IEEE 754 has it, and no other machine was at hand to compare it with"
	whyPairs       = "the document gives every other element no value"
	whyUnit        = "another unit does it, and nothing says what it makes of its payload"
	whySampler     = "a sampler does it, whose state and surfaces are not those of memory here"
	whyFused       = "it shares registers with the thread beside it, and there is none here"
	whyApproximate = "it is the first approximation of a macro, and nothing says which"
)

// meanings is the table of what instructions do. Every opcode has an entry: a test finds one that has none.
var meanings = [numOps]meaning{
	opMov:     {form: copies},
	opSel:     {form: chooses},
	opCmp:     {form: compares},
	opSetp:    {form: setsBits},
	opMovs:    {form: movesStates},
	opAddrAdd: {form: addsAddress},

	opMin: {form: computes, ints: minInts, exact: minExact, whole: true, floats: minFloats},
	opMax: {form: computes, ints: maxInts, exact: maxExact, whole: true, floats: maxFloats},
	opAdd: {form: computes,
		ints:   addInts,
		exact:  func(_ *step, x, y, _ wide) wide { return x.add(y) },
		floats: addFloats},
	opMul: {form: computes, product: true,
		ints:   mulInts,
		exact:  func(_ *step, x, y, _ wide) wide { return x.mul(y) },
		floats: mulFloats},
	opMad: {form: computes, product: true,
		ints:   madInts,
		exact:  func(_ *step, x, y, z wide) wide { return x.mul(y).add(z) },
		floats: madFloats},
	opAdd3: {form: computes,
		ints:  add3Ints,
		exact: func(_ *step, x, y, z wide) wide { return x.add(y).add(z) }},
	opAvg: {form: computes, whole: true,
		ints:  avgInts,
		exact: func(_ *step, x, y, _ wide) wide { return x.add(y).add(wide{0, 1}).shr(1) }},

	opAnd: {form: computes, ints: andInts},
	opOr:  {form: computes, ints: orInts},
	opXor: {form: computes, ints: xorInts},
	opNot: {form: computes, ints: notInts},
	opBfn: {form: computes, ints: bfnInts},

	opShl: {form: computes, double: true,
		ints:  shlInts,
		exact: func(s *step, x, y, _ wide) wide { return x.shl(s.count(y)) }},
	opShr: {form: computes,
		ints:  shrInts,
		exact: func(s *step, x, y, _ wide) wide { return wide{0, x.lo >> s.count(y)} }},
	opAsr: {form: computes, whole: true,
		ints:  asrInts,
		exact: func(s *step, x, y, _ wide) wide { return x.shr(s.count(y)) }},
	opRol: {form: computes, ints: eachInt(func(s *step, x, y, _ int64) int64 { return s.rotate(x, y) })},
	opRor: {form: computes, ints: eachInt(func(s *step, x, y, _ int64) int64 { return s.rotate(x, -y) })},

	opMulh: {form: computes, upTo32: true, ints: eachInt(highHalf)},
	opDiv:  {form: computes, upTo32: true, ints: eachInt(quotient), floats: divFloats},
	opMod:  {form: computes, upTo32: true, ints: eachInt(remainder)},
	opDp4a: {form: computes, upTo32: true, ints: dp4aInts},
	opMadw: {form: computes, upTo32: true, two: multiplyIntoTwo},

	opLine:  {form: interpolates, planes: 1},
	opPlane: {form: interpolates, planes: 2},

	opLzd:   {form: computes, upTo32: true, ints: ofBits(leadingZeros)},
	opCbit:  {form: computes, upTo32: true, ints: ofBits(countBits)},
	opFbl:   {form: computes, upTo32: true, ints: ofBits(firstLow)},
	opFbh:   {form: computes, upTo32: true, ints: eachInt(firstHigh)},
	opBfrev: {form: computes, upTo32: true, ints: ofBits(bits.Reverse32)},
	opBfe:   {form: computes, upTo32: true, ints: eachInt(extract)},

	opBfi: {form: computes, upTo32: true, of4: insert},

	opAddc: {form: computes, two: addWithCarry},
	opSubb: {form: computes, two: subtractWithBorrow},

	opFrc:  {form: computes, floats: eachFloat(func(x, _ float64) float64 { return x - math.Floor(x) })},
	opRndd: {form: computes, floats: eachFloat(func(x, _ float64) float64 { return math.Floor(x) })},
	opRndu: {form: computes, floats: eachFloat(func(x, _ float64) float64 { return math.Ceil(x) })},
	opRnde: {form: computes, floats: eachFloat(func(x, _ float64) float64 { return math.RoundToEven(x) })},
	opRndz: {form: computes, floats: eachFloat(func(x, _ float64) float64 { return math.Trunc(x) })},
	opInv:  {form: computes, floats: invFloats},

	opDivm:    {why: whyMacro},
	opSqrtm:   {why: whyMacro},
	opLrp:     {why: whyRounds},
	opSad2:    {why: whyPairs},
	opSad2add: {why: whyPairs},

	opSqrt:  {form: computes, floats: eachFloat(func(x, _ float64) float64 { return math.Sqrt(x) })},
	opRsqrt: {form: computes, floats: eachFloat(func(x, _ float64) float64 { return 1 / math.Sqrt(x) })},
	opLog:   {form: computes, floats: eachFloat(func(x, _ float64) float64 { return log2(x) })},
	opExp:   {form: computes, floats: eachFloat(func(x, _ float64) float64 { return math.Exp2(x) })},
	opPow:   {form: computes, floats: eachFloat(func(x, y float64) float64 { return power(x, y) })},
	opSin:   {form: computes, floats: eachFloat(func(x, _ float64) float64 { return math.Sin(x) })},
	opCos:   {form: computes, floats: eachFloat(func(x, _ float64) float64 { return math.Cos(x) })},

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
	opGather4Typed:         {form: sends},
	opScatter4Typed:        {form: sends},
	opTypedAtomic:          {form: sends},
	opSvmBlockLd:           {form: sends},
	opSvmBlockSt:           {form: sends},
	opSvmGather:            {form: sends},
	opSvmScatter:           {form: sends},
	opSvmAtomic:            {form: sends},
	opSvmGather4Scaled:     {form: sends},
	opSvmScatter4Scaled:    {form: sends},
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
	opLscLoadBlock2d:       {form: sends},
	opLscStoreBlock2d:      {form: sends},
	opTgmLoadQuad:          {form: sends},
	opTgmStoreQuad:         {form: sends},
	opTgmAtomicIinc:        {form: sends},
	opTgmAtomicIdec:        {form: sends},
	opTgmAtomicLoad:        {form: sends},
	opTgmAtomicStore:       {form: sends},
	opTgmAtomicIadd:        {form: sends},
	opTgmAtomicIsub:        {form: sends},
	opTgmAtomicSmin:        {form: sends},
	opTgmAtomicSmax:        {form: sends},
	opTgmAtomicUmin:        {form: sends},
	opTgmAtomicUmax:        {form: sends},
	opTgmAtomicIcas:        {form: sends},
	opTgmAtomicFadd:        {form: sends},
	opTgmAtomicFsub:        {form: sends},
	opTgmAtomicFmin:        {form: sends},
	opTgmAtomicFmax:        {form: sends},
	opTgmAtomicFcas:        {form: sends},
	opTgmAtomicAnd:         {form: sends},
	opTgmAtomicOr:          {form: sends},
	opTgmAtomicXor:         {form: sends},
	opTgmLoadStatus:        {why: whyPages},
	opTgmStoreUncompressed: {form: sends},
	opTgmReadStateInfo:     {why: whyPages},

	opLabel:       {form: marks},
	opLifetime:    {form: marks},
	opFile:        {form: marks},
	opLoc:         {form: marks},
	opSubroutine:  {form: flows},
	opJmp:         {form: flows},
	opGoto:        {form: flows},
	opCall:        {form: flows},
	opRet:         {form: flows},
	opFcall:       {form: linksTo},
	opFret:        {form: flows},
	opBarrier:     {form: meets},
	opSbarrier:    {form: meets},
	opFenceGlobal: {form: marks},
	opFenceLocal:  {form: marks},
	opFenceSW:     {form: marks},
	opLscFence:    {form: marks},
	opYield:       {form: marks},
	opCacheFlush:  {form: marks},
	opFcvt:        {form: recodes},
	opSrnd:        {form: recodes},
	opAdd3o:       {form: computes, ints: add3Ints}, // of dwords and words, for whose sums 64 bits are enough
	opInvm:        {why: whyApproximate},
	opRsqtm:       {why: whyApproximate},

	opSwitchjmp:      {form: flows},
	opFaddr:          {form: linksTo},
	opIfcall:         {form: linksTo},
	opFccall:         {form: linksTo},
	opWait:           {form: marks},
	opNbarrierWait:   {form: meets},
	opNbarrierSignal: {form: meets},
	opDpas:           {form: multiplies},
	opDpasw:          {why: whyFused},
	opQwGather:       {form: sends},
	opQwScatter:      {form: sends},
	opRawSend:        {why: whyUnit},
	opRawSendc:       {why: whyUnit},
	opRawSends:       {why: whyUnit},
	opRawSendsc:      {why: whyUnit},
	opRawSendsEot:    {why: whyUnit},
	opRawSendscEot:   {why: whyUnit},
	opSample:         {why: whySampler},
	opSampleUnorm:    {why: whySampler},
	opLoad:           {why: whySampler},
	opAvs:            {why: whySampler},
	opVmeIme:         {why: whyUnit},
	opVmeSic:         {why: whyUnit},
	opVmeFbr:         {why: whyUnit},
	opVmeIdm:         {why: whyUnit},
	opSample3d:       {why: whySampler},
	opSampleB:        {why: whySampler},
	opSampleL:        {why: whySampler},
	opSampleC:        {why: whySampler},
	opSampleD:        {why: whySampler},
	opSampleBC:       {why: whySampler},
	opSampleLC:       {why: whySampler},
	opSampleDC:       {why: whySampler},
	opSampleLz:       {why: whySampler},
	opSampleCLz:      {why: whySampler},
	opLoad3d:         {why: whySampler},
	opLoadLz:         {why: whySampler},
	opLoad2dmsW:      {why: whySampler},
	opLoadMcs:        {why: whySampler},
	opSample4:        {why: whySampler},
	opSample4C:       {why: whySampler},
	opSample4Po:      {why: whySampler},
	opSample4PoC:     {why: whySampler},
	opResinfo:        {why: whySampler},
	opSampleinfo:     {why: whySampler},
	opRtWrite:        {why: whyUnit},
	opUrbWrite:       {why: whyUnit},

	opUnknown: {why: whyUnknown},
}

// Executes says whether a Code can hold the instruction; if not, why says the reason.
func (o Op) Executes() (ok bool, why string) {
	m := &meanings[o]
	return m.form != notExecuted, m.why
}

func minExact(_ *step, x, y, _ wide) wide {
	if x.less(y) {
		return x
	}
	return y
}

func maxExact(_ *step, x, y, _ wide) wide {
	if x.less(y) {
		return y
	}
	return x
}

// count is a shift's: five bits of the second source, or six where the destination has 64.
func (s *step) count(y wide) uint { return uint(y.lo & s.counts) }

// rotate turns the bits of the first source, as many as its type has, to the left.
func (s *step) rotate(x, by int64) int64 {
	n := 8 * uint64(s.src[0].size)
	left := uint64(by) & (n - 1)
	v := uint64(precision(n).wrap(x, true))
	return precision(n).wrap(int64(v<<left|v>>(n-left)), true)
}
