package visa

// Messages of the load and store controller, LSC, have all that they say in one place, an LSC: where to, by which addresses, and how data lie in registers.
//
//	lsc_load.ugm.uc.ca (M1, 16)  V32:d32x2  bti(0x4)[V33+0x10]:a32        operands: surface, data, addresses, sources
//	        unit cache           data size  model      offset address size
//
// Their operands are in the order of their bytes, in which those that an instruction does not have are %null, or the number 0.
type LSC struct {
	Unit       Unit
	L1, L3     Cache
	Model      Model
	Scale      uint16 // addresses are multiplied by it
	Offset     int32  // and this is added
	Addresses  uint8  // the code of their size: 1 to 3 are 16, 32 and 64 bits
	Datum      uint8  // the code of an element's size, an index of datums
	Transposed bool   // elements of one address are next to one another
	Elements   uint8  // the code of how many an address has; an index of vectors
	Channels   uint8  // of a quad, a bit each

	Blocks        uint8 // of a block in two dimensions: how many
	Width, Height uint16
	VNNI          bool // rows of a dword are in it one above the other
}

// A Unit is a part of the machine that accesses memory.
type Unit uint8

// The units, by their codes.
const (
	GlobalUnit Unit = iota
	FarUnit         // of other tiles
	TypedUnit
	SharedUnit
)

var units = [...]string{GlobalUnit: "ugm", FarUnit: "ugml", TypedUnit: "tgm", SharedUnit: "slm"}

// A Cache is what a cache does with what is accessed.
type Cache uint8

// The cache controls, by their codes.
const (
	CacheDefault Cache = iota
	Uncached
	Cached
	WriteBack
	WriteThrough
	Streaming
	ReadInvalidate
)

var caches = [...]string{"df", "uc", "ca", "wb", "wt", "st", "ri"}

// A Model is what addresses count from.
type Model uint8

// The models, by their codes.
const (
	FlatModel Model = iota + 1
	BindlessModel
	SurfaceModel
	TableModel
	ArgumentModel
)

var models = [...]string{FlatModel: "flat", BindlessModel: "bss", SurfaceModel: "ss", TableModel: "bti", ArgumentModel: "arg"}

// hasSurface says whether the model says which surface.
func (m Model) hasSurface() bool {
	return m == BindlessModel || m == SurfaceModel || m == TableModel
}

// datums are the sizes of an element: what text calls it, the later name that some have, bytes of memory and of registers, and in registers from which byte on.
var datums = [...]struct {
	name, later     string
	memory, general int
	from            int
}{
	1: {"d8", "", 1, 1, 0},
	2: {"d16", "", 2, 2, 0},
	3: {"d32", "", 4, 4, 0},
	4: {"d64", "", 8, 8, 0},
	5: {"d8c32", "d8u32", 1, 4, 0},
	6: {"d16c32", "d16u32", 2, 4, 0},
	7: {"d16c32h", "d16u32h", 2, 4, 2},
}

const (
	datum32      = 3
	datum64      = 4
	datum16Dword = 6
)

// converts says whether elements have other sizes in registers.
func (a *LSC) converts() bool { return datums[a.Datum].memory != datums[a.Datum].general }

// vectors are how many elements an address has, by their code.
var vectors = [...]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 8, 6: 16, 7: 32, 8: 64}

// quadLetters are the channels of a quad, from bit 0 on.
const quadLetters = "xyzw"

// addressBytes is the size of an address.
func (a *LSC) addressBytes() int { return 1 << a.Addresses }

// isLSC says whether the message is for the load and store controller. Its fence is control flow, and no message.
func (o Op) isLSC() bool { return opcodes[o].code == 0x89 || o.isTyped() }

// isTyped says whether the message of LSC is to a typed surface.
func (o Op) isTyped() bool { return opcodes[o].code == 0x8a }

// untyped is the message of LSC that does the same to memory without a type.
func (o Op) untyped() Op {
	if as := opcodes[o].as; o.isTyped() && as != 0 {
		return as
	}
	return o
}

// isBlock2d says whether the message moves blocks of rows and columns.
func (o Op) isBlock2d() bool { return o == opLscLoadBlock2d || o == opLscStoreBlock2d }

// isStrided says whether the message makes all addresses of one.
func (o Op) isStrided() bool { return o == opLscLoadStrided || o == opLscStoreStrided }

// isQuad says whether the message has channels.
func (o Op) isQuad() bool { return o.untyped() == opLscLoadQuad || o.untyped() == opLscStoreQuad }

// An lscAtomic is what an atomic operation does: as one of dword_atomic, of which the one that compares has its sources the other way round.
type lscAtomic struct {
	a       Atomic
	swapped bool
}

// atomicLoad writes nothing; it is no operation of dword_atomic.
const atomicLoad = numAtomics

var lscAtomics = map[Op]lscAtomic{
	opLscAtomicIinc:  {a: AtomicInc},
	opLscAtomicIdec:  {a: AtomicDec},
	opLscAtomicLoad:  {a: atomicLoad},
	opLscAtomicStore: {a: AtomicExchange},
	opLscAtomicIadd:  {a: AtomicAdd},
	opLscAtomicIsub:  {a: AtomicSub},
	opLscAtomicSmin:  {a: AtomicMinSigned},
	opLscAtomicSmax:  {a: AtomicMaxSigned},
	opLscAtomicUmin:  {a: AtomicMin},
	opLscAtomicUmax:  {a: AtomicMax},
	opLscAtomicIcas:  {a: AtomicCompare, swapped: true},
	opLscAtomicFadd:  {a: AtomicAddFloat},
	opLscAtomicFsub:  {a: AtomicSubFloat},
	opLscAtomicFmin:  {a: AtomicMinFloat},
	opLscAtomicFmax:  {a: AtomicMaxFloat},
	opLscAtomicFcas:  {a: AtomicCompareFloat},
	opLscAtomicAnd:   {a: AtomicAnd},
	opLscAtomicOr:    {a: AtomicOr},
	opLscAtomicXor:   {a: AtomicXor},
}

// isLSCAtomic says whether the message is an atomic operation.
func (o Op) isLSCAtomic() bool { _, ok := lscAtomics[o.untyped()]; return ok }

// isLSCStore says whether the message has data to write.
func (o Op) isLSCStore() bool {
	switch o.untyped() {
	case opLscStore, opLscStoreStrided, opLscStoreQuad, opLscStoreUncompressed, opLscStoreBlock2d:
		return true
	}
	return false
}

// The operands of a message of LSC. Messages to typed surfaces have four coordinates as addresses.
const (
	lscSurface = iota
	lscLoaded
	lscAddresses
	lscFirst // what is written, or the first source of an atomic operation; of strided messages the pitch
	lscSecond

	typedFirst = lscAddresses + coordinates
)

// coordinates are how many a typed surface has: U, V, R and LOD.
const coordinates = 4

// The operands of a block: what is loaded, the surface and the corner, and what is stored.
const (
	blockLoaded = iota
	blockBase
	blockWidth
	blockHeight
	blockPitchAt
	blockX
	blockY
	blockStored
)

// lscPlace is where the message has the operand that others have at k.
func (o Op) lscPlace(k int) int {
	if o.isTyped() && k >= lscFirst {
		return k - lscFirst + typedFirst
	}
	return k
}

// lscData is the operand that is read from memory or written to it.
func (o Op) lscData() int {
	switch {
	case o == opLscLoadBlock2d:
		return blockLoaded
	case o == opLscStoreBlock2d:
		return blockStored
	case o == opLscStoreStrided:
		return lscSecond
	case o.isLSCStore():
		return o.lscPlace(lscFirst)
	}
	return lscLoaded
}

// elements are which of the elements at an address are accessed, and in which components of registers they lie, one after another.
func (i *Inst) elements() (list []int) {
	if !i.Op.isQuad() {
		for k := range vectors[i.LSC.Elements] {
			list = append(list, k)
		}
		return list
	}
	for k := range quadLetters {
		if i.LSC.Channels>>k&1 != 0 {
			list = append(list, k)
		}
	}
	return list
}

// componentBytes is how far the registers of one component are from those of the next.
func (i *Inst) componentBytes(grf int) int {
	return max(grf, i.Exec.Size()*datums[i.LSC.Datum].general)
}

// lscBytes is how many bytes of raw operand k the message uses.
func (i *Inst) lscBytes(k, grf int) int {
	lanes, size := i.Exec.Size(), datums[i.LSC.Datum].general
	n := len(i.elements())
	switch {
	case i.Op.isBlock2d():
		return i.LSC.blockBytes(grf)
	case k == lscAddresses && i.Op.isStrided():
		return i.LSC.addressBytes()
	case k == lscAddresses || i.Op.isTyped() && k < typedFirst && k > lscLoaded:
		return lanes * i.LSC.addressBytes()
	case i.LSC.Transposed:
		return n * size
	}
	return (n-1)*i.componentBytes(grf) + lanes*size
}
