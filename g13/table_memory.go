package g13

import "strings"

// memory is the instructions on memory, and those on values that come from the pipeline. uniform_store is a device_store to an address that none can have, and stands before it.
var memory = []entry{
	{
		name: "uniform_store", meaning: "Initialises uniform registers; for programs that run once before others.",
		bits:     "Ox:8 mask:4 00 Rt ? L b44:3 s:2 Rx:2 0000 Oh:4 ? slot1 111 b25:2 Ot Ol:4 0000 R:6 0 F:2 1000101",
		operands: ops(op(Uint, "b25"), op(Format, "F"), op(Mask, "mask"), op(Uint, "b44"), list("mask"), offset, op(Shift, "s"), op(Flag, "slot1")),
	}, {
		name: "device_load", meaning: "Begins to load elements from device memory; wait for them before they are used.",
		bits:     "Ox:8 mask:4 b50:2 Rt Fx L b44:3 s:2 Rx:2 Ah:4 Oh:4 ? g b28:2 At b26 Ou Ot Ol:4 Al:4 R:6 F:3 0000101",
		operands: ops(op(Uint, "g"), op(Format, "F"), op(Mask, "mask"), list("mask"), base, offset, op(Sign, "Ou"), op(Shift, "s"), op(Uint, "b26"), op(Uint, "b28"), op(Uint, "b44"), op(Uint, "b50")),
		aliases:  []Alias{{Name: "device_load", Fix: "b26=1 b28=0 b44=4 b50=0"}}, tail: "b26=1 b28=0 b44=4 b50=0",
	}, {
		name: "device_store", meaning: "Stores elements to device memory.",
		bits:     "Ox:8 mask:4 b50:2 Rt Fx L b45:2 b44 s:2 Rx:2 Ah:4 Oh:4 ? g b28:2 At b26 Ou Ot Ol:4 Al:4 R:6 F:3 1000101",
		operands: ops(op(Uint, "g"), op(Format, "F"), op(Mask, "mask"), list("mask"), base, offset, op(Sign, "Ou"), op(Shift, "s"), op(Uint, "b44"), op(Uint, "b26"), op(Uint, "b28"), op(Uint, "b45"), op(Uint, "b50")),
		aliases:  []Alias{{Name: "device_store", Fix: "b26=1 b28=0 b45=2 b50=0"}}, tail: "b44=0 b26=1 b28=0 b45=2 b50=0",
	}, {
		name: "stack_load", meaning: "Loads elements from the thread's stack.",
		bits:     "Ox:8 mask:4 Fx:2 Rt ? L b44:3 s:2 Rx:2 ? b36:3 Oh:4 ? g ??? b26 unsigned Ot Ol:4 0000 R:6 F:2 00110101",
		operands: ops(list("mask"), op(Format, "F"), op(Uint, "b26"), op(Uint, "b36"), op(Mask, "mask"), op(Uint, "b44"), offset, op(Uint, "g"), op(Flag, "unsigned"), op(Shift, "s")),
	}, {
		name: "stack_store", meaning: "Stores elements to the thread's stack.",
		bits:     "Ox:8 mask:4 Fx:2 Rt ? L b44:3 s:2 Rx:2 ? b36:3 Oh:4 ? g ??? b26 unsigned Ot Ol:4 0000 R:6 F:2 10110101",
		operands: ops(op(Format, "F"), op(Uint, "b26"), op(Uint, "b36"), op(Mask, "mask"), op(Uint, "b44"), list("mask"), offset, op(Uint, "g"), op(Flag, "unsigned"), op(Shift, "s")),
	}, {
		name: "stack_adjust", meaning: "Moves the stack pointer by some bytes.", usual: "i1=1 i2=2",
		bits:     "vx:8 ???????? L ??? ????? i2:3 vh:4 ????? i1 Ou vt v:4 0001 ???????? 10110101",
		operands: ops(of(Moving, "v", "v vh vx"), op(Sign, "Ou")),
		aliases:  []Alias{{Name: "stack_adjust", Fix: "vt=1 Ou=0"}},
	}, {
		name: "stack_get_ptr", meaning: "The stack pointer.",
		bits:     "???????? ?????? 10 1 ????? Rx:2 ???????????????????? 0001 R:6 ?? 00110101",
		operands: ops(op(Reg32, "R")),
	}, {
		name: "map", meaning: "Maps a block of scratch memory; for the firmware's helper program.", usual: "b26=1", tail: mappingTail,
		bits: mapping("0001"), operands: mappingOperands,
	}, {
		name: "unmap", meaning: "Unmaps a block of scratch memory; for the firmware's helper program.", usual: "b26=1", tail: mappingTail,
		bits: mapping("0000"), operands: mappingOperands,
	}, {
		name: "threadgroup_load", meaning: "Loads elements from threadgroup memory.",
		bits:     "?? Rx:2 Ax:2 Ox:10 ???????? mask:4 ? Ot O:6 F:4 At:2 A:6 L R:6 Rt ? 1101001",
		operands: ops(op(Format, "F"), op(Mask, "mask"), list("mask"), op(TgBase, "A"), op(HalfOr, "O")),
		also:     also("lload", "local_load"),
	}, {
		name: "threadgroup_store", meaning: "Stores elements to threadgroup memory.",
		bits:     "?? Rx:2 Ax:2 Ox:10 ???????? mask:4 ? Ot O:6 F:4 At:2 A:6 L R:6 Rt ? 0101001",
		operands: ops(op(Format, "F"), op(Mask, "mask"), list("mask"), op(TgBase, "A"), op(HalfOr, "O")),
		also:     also("lstore", "local_store"),
	}, {
		name: "atomic", meaning: "Changes a word of device memory in one step, and gives what it was.",
		bits: "Ox:8 S:8 Rt b45:2 b42:3 Rx:2 Ah:4 Oh:4 b31 g b28:2 At b26 Ou Ot Ol:4 Al:4 R:6 op:4 010101",
		operands: ops(op(AtomicOp, "op"), op(Uint, "g"), op(Result, "R"), base, offset, op(Sign, "Ou"), op(AtomicS, "S"),
			op(Uint, "b26"), op(Uint, "b28"), op(Uint, "b31"), op(Uint, "b42"), op(Uint, "b45")),
		tail: "b26=1 b28=0 b31=1 b42=4 b45=2",
	}, {
		name: "threadgroup_atomic", meaning: "Changes a word of threadgroup memory in one step, and gives what it was.", flags: drops4,
		bits:     "???????? S:8 ?? Rx:2 Ax:2 Ox:10 b40:8 b39 Rt b35:3 Ot O:6 op:4 At:2 A:6 L R:6 b8 b6:2 011001",
		operands: ops(op(AtomicOp, "op"), op(Result, "R"), op(TgBase, "A"), op(HalfOr, "O"), op(AtomicS, "S"), op(Uint, "b6"), op(Uint, "b35"), op(Uint, "b40"), op(Uint, "b39")),
		usual:    "b8=1", tail: "b6=0 b35=2 b40=128 b39=0", also: also("latomic", "local_atomic"),
	},
	async("async_load", "0100101", "Begins to copy device memory to threadgroup memory."),
	async("async_store", "1100101", "Begins to copy threadgroup memory to device memory."),
	tile("ld_tile", "01001001", "Loads a pixel from the tile."),
	tile("st_tile", "00001001", "Stores a pixel to the tile."),
	varying("iter", "00100001", "Interpolates values.", list("count"), op(Coeff, "I")),
	varying("iterproj", "01100001", "Interpolates values with perspective.", list("count"), op(Coeff, "I"), op(Coeff, "J")),
	{
		name: "ldcf", meaning: "Loads the coefficients of interpolated values, three a component.", flags: drops4,
		bits:     "?? ?? Ix:2 Rx:2 ???????? ???????? ???????? count:2 ?????? It ? I:6 L R:6 Rt 10100001",
		operands: ops(list("3count"), op(Coeff, "I")),
	},
	{name: "st_var", meaning: "Stores a value for the rasteriser.", bits: stVar + "00010001", operands: stVarOperands},
	{name: "st_var_final", meaning: "Stores the last value for the rasteriser.", bits: stVar + "10010001", operands: stVarOperands},
	{name: "no_var", meaning: "Says that there is no value for the rasteriser.", bits: stVar + "01010001", operands: stVarOperands},
	stateStore(descriptor{"tex_state_store", "11101101", "ts", "0", "O:8 ", 24}, "A texture descriptor from memory, at an offset in a register."),
	stateStore(descriptor{"tex_state_store", "11101101", "ts", "1", "O:31 ", 1}, "A texture descriptor from memory, at a given offset."),
	stateStore(descriptor{"sampler_state_store", "10101101", "ss", "0", "O:8 ", 24}, "A sampler descriptor from memory, at an offset in a register."),
	stateStore(descriptor{"sampler_state_store", "10101101", "ss", "1", "O:31 ", 1}, "A sampler descriptor from memory, at a given offset."),
	{
		name: "zs_emit", meaning: "Writes depth and stencil.",
		bits:     "b31 s z ? Tx:2 Sx:2 ?? T:6 ? S:6 St 01000001",
		operands: ops(op(HalfOr, "S"), Operand{Kind: List, Name: "T", Count: "zs"}, op(Uint, "b31")), tail: "b31=0",
	},
	{
		name: "sample_mask", meaning: "Says which samples are covered.",
		bits:     "???? Mx:2 Sx:2 Mt ? M:6 ? S:6 St 11000001",
		operands: ops(op(HalfOr, "S"), op(HalfOr, "M")),
	},
}

var (
	base   = of(Base, "A", "Al Ah")
	offset = of(Offset, "O", "Ol Oh Ox")
)

const stVar = "b31 ??? Ix:2 Vx:2 It ? I:6 ? V:5 ?? "

var stVarOperands = ops(op(Uint, "b31"), op(Reg, "V"), op(HalfOr, "I"))

// async is a copy by the whole SIMD-group. What its registers hold is not known.
func async(name, opcode, meaning string) entry {
	return entry{
		name: name, meaning: meaning,
		bits:     "???????????????? copy ??????? Ax:4 ???? ?????? At ? ???? A:4 ? R:6 Rt ? " + opcode,
		operands: ops(op(Copy, "copy"), op(Reg32, "R"), Operand{Kind: List, Name: "A", Count: "copy"}),
	}
}

// mapping is the bits of map and unmap.
func mapping(bits16 string) string {
	return "vx:8 b48:8 1 b42:5 Rx:2 b37:3 target vh:4 ? b30 b28:2 ? b26 01 v:4 " + bits16 + " R:5 ??? 01110101"
}

var mappingOperands = ops(Operand{Kind: Numbered, Name: "target", Count: "target"}, op(Reg, "R"), of(Uint, "v", "v vh vx"),
	op(Binary, "b28"), op(Binary, "b30"), op(Binary, "b37"), op(Binary, "b42"), op(Binary, "b48"))

const mappingTail = "b28=0 b30=0 b37=0 b42=16 b48=16"

// A descriptor is what instructions that load descriptors differ in.
type descriptor struct {
	name, opcode  string
	slots         string // the field of what is loaded
	bit58, offset string
	unknown       int // bits above the offset
}

// stateStore loads a descriptor. The base is a uniform pair, counted in pairs.
func stateStore(d descriptor, meaning string) entry {
	o, apart := op(Reg32, "O"), "_REG"
	if d.bit58 == "1" {
		o, apart = op(Uint, "O"), ""
	}
	return entry{
		name: d.name, apart: apart, meaning: meaning,
		bits:     "U:5 " + d.bit58 + " " + strings.Repeat("?", d.unknown) + " " + d.offset + "????? 1 ??? slot ? " + d.slots + ":7 " + d.opcode,
		operands: ops(Operand{Kind: Numbered, Name: d.slots, Count: d.slots}, of(UBase, "U", "00 U"), o, op(Uint, "slot")),
		aliases:  []Alias{{Name: d.name, Fix: "slot=0"}},
	}
}

func tile(name, opcode, meaning string) entry {
	return entry{
		name: name, meaning: meaning,
		bits:     "???????????????? ?? Rx:2 Cx:2 Sx:2 Ct ??????? S:6 offx:2 mask:4 b35 off:7 F:4 ? St C:6 L R:6 Rt " + opcode,
		operands: ops(list("mask"), op(Format, "F"), op(Uint, "b35"), op(Mask, "mask"), op(Uint, "off"), op(OrHalf, "S"), op(Pixel, "C")),
	}
}

func varying(name, opcode, meaning string, o ...Operand) entry {
	tail := ops(op(Sample, "sample"), op(Flag, "forward"), op(Flag, "elide"), op(Interp, "interp"), op(Binary, "kill"),
		op(Uint, "u40"), op(Uint, "u47"), op(Uint, "u50"), op(Uint, "u53"), op(Uint, "u62"))
	return entry{
		name: name, meaning: meaning, flags: drops4,
		bits:     "u62:2 Jx:2 Ix:2 Rx:2 u53:3 kill u50:2 interp:2 u47 elide u40:6 sample:8 count:2 J:6 It forward I:6 L R:6 Rt " + opcode,
		operands: append(o, tail...), tail: "kill=0 u40=0 u47=0 u50=0 u53=0 u62=0", also: also("ld_var"),
	}
}
