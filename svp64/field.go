package svp64

// A field is some consecutive bits of a word, as first<<16 | last<<8 | bits of the word, so that it can be a constant. As everywhere in the Power ISA bit 0 is the most
// significant one.
type field uint32

func (f field) first() int { return int(f >> 16) }

func (f field) last() int { return int(f >> 8 & 0xff) }

// shift is how far the field is from the word's right end.
func (f field) shift() int { return int(f&0xff) - 1 - f.last() }

func (f field) mask() uint64 { return 1<<(f.last()-f.first()+1) - 1 }

func (f field) get(w uint64) uint64 { return w >> f.shift() & f.mask() }

// put is the field with the value v, all other bits 0.
func (f field) put(v uint64) uint64 { return (v & f.mask()) << f.shift() }

// set is w with the value v in the field.
func (f field) set(w, v uint64) uint64 { return w&^f.put(f.mask()) | f.put(v) }

// The words of this package, bit by bit. A test holds that the fields of each cover it without overlap.
//
//	the instruction, DQ-Form
//	0    5 6    10 11   15 16        27 28 31
//	│ PO  │ RTp   │ RAp   │ imm        │ XO │
const (
	wordPO  field = 0<<16 | 5<<8 | 32
	wordRT  field = 6<<16 | 10<<8 | 32
	wordRA  field = 11<<16 | 15<<8 | 32
	wordImm field = 16<<16 | 27<<8 | 32
	wordXO  field = 28<<16 | 31<<8 | 32
)

// What a prefix says, the 24 bits RM; the category is RM-2P-1S1D, one source and one destination with a predicate each.
//
//	0         1    3 4      5 6          7 8    9 10   12 13   15 16     18 19   23
//	│ MASKMODE│ MASK │ ELWIDTH│ ELWIDTH_SRC│ SUBVL│ RT     │ RA     │ MASK_SRC│ MODE  │
const (
	rmMaskMode field = 0<<16 | 0<<8 | 24
	rmMask     field = 1<<16 | 3<<8 | 24
	rmWidth    field = 4<<16 | 5<<8 | 24
	rmWidthSrc field = 6<<16 | 7<<8 | 24
	rmSubVL    field = 8<<16 | 9<<8 | 24
	rmRT       field = 10<<16 | 12<<8 | 24
	rmRA       field = 13<<16 | 15<<8 | 24
	rmMaskSrc  field = 16<<16 | 18<<8 | 24
	rmMode     field = 19<<16 | 23<<8 | 24
)

// SVSTATE, the register that says how far a loop has come.
//
//	0     6 7 13 14    20 21    27 28     29 30     31 32         41 42  46 47  52 53  54    55     61 62   63
//	│ maxvl│ vl │ srcstep│ dststep│ dsubstep│ ssubstep│ mi0 … mo1   │ SVme │      │pack│unpack│ hphint │RMpst│vfirst│
const (
	svMaxVL    field = 0<<16 | 6<<8 | 64
	svVL       field = 7<<16 | 13<<8 | 64
	svSrcStep  field = 14<<16 | 20<<8 | 64
	svDstStep  field = 21<<16 | 27<<8 | 64
	svDstSub   field = 28<<16 | 29<<8 | 64
	svSrcSub   field = 30<<16 | 31<<8 | 64
	svRemap    field = 32<<16 | 41<<8 | 64
	svSVme     field = 42<<16 | 46<<8 | 64
	svReserved field = 47<<16 | 52<<8 | 64
	svPack     field = 53<<16 | 53<<8 | 64
	svUnpack   field = 54<<16 | 54<<8 | 64
	svHint     field = 55<<16 | 61<<8 | 64
	svPersist  field = 62<<16 | 62<<8 | 64
	svVertical field = 63<<16 | 63<<8 | 64
)

// rows are the words with the names of their fields.
var rows = map[string][]struct {
	name string
	field
}{
	"DQ-Form": {{"PO", wordPO}, {"RTp", wordRT}, {"RAp", wordRA}, {"imm", wordImm}, {"XO", wordXO}},
	"RM":      {{"MASKMODE", rmMaskMode}, {"MASK", rmMask}, {"ELWIDTH", rmWidth}, {"ELWIDTH_SRC", rmWidthSrc}, {"SUBVL", rmSubVL}, {"EXTRA3 of RT", rmRT}, {"EXTRA3 of RA", rmRA}, {"MASK_SRC", rmMaskSrc}, {"MODE", rmMode}},
	"SVSTATE": {{"maxvl", svMaxVL}, {"vl", svVL}, {"srcstep", svSrcStep}, {"dststep", svDstStep}, {"dsubstep", svDstSub}, {"ssubstep", svSrcSub}, {"mi0 mi1 mi2 mo0 mo1", svRemap}, {"SVme", svSVme}, {"reserved", svReserved}, {"pack", svPack}, {"unpack", svUnpack}, {"hphint", svHint}, {"RMpst", svPersist}, {"vfirst", svVertical}},
}
