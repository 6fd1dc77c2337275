package g13

import "github.com/lanescope/lanescope/errata"

// memoryErrata are those on memory, all of whose pseudocode is TODO(). Package g13/machine is what they speak of.
var memoryErrata = []errata.Entry{
	{
		No: 355, Seed: "003", Title: "what is loaded", Ground: errata.Silent,
		Says: "non-packed formats are zero extended, all packed values are unpacked to floating point; no list of formats",
		Does: "i8, i16, i32 and f16 are bits, with zeros above them. unorm is v/255 or v/65535, snorm v/127 or v/32767 and never below -1, each rounded once to the register. " +
			"A result that is no number is 7fc00000, or 7e00. f16 in a register of 32 bits is flagged.",
		Evidence: "One public emulator, whose tests of 2021 compared all eight with an M1, in registers of both sizes; they are kept, and not run any more. It has f16 among those that are not converted.",
		Test:     "TestFormats",
	}, {
		No: 356, Seed: "003", Title: "where an element is", Ground: errata.Silent,
		Says:     "a base address plus an offset, shifted left by the alignment, with an additional shift of up to two; unaligned addresses are rounded down",
		Does:     "Element i of the mask is at the base rounded down to the element's size, plus ((O << s) + i) · size, in 64 bits: an offset of 32 bits does not wrap before it is added. A shift of 3 is as one of 2, and is flagged.",
		Evidence: "One public emulator for the shift of 3, compared with an M1 in 2021 for srgba8; the rest is the document's own sentence.",
		Test:     "TestLoads",
	}, {
		No: 357, Seed: "003", Title: "masks", Ground: errata.Silent,
		Says:     "non-contiguous masks skip values in memory, but still write the result to contiguous registers; nothing of stores, nor of an empty mask",
		Does:     "Stores take contiguous registers as loads do, flagged where the mask has holes. With an empty mask nothing is moved, nothing can be a fault, and nothing is waited for; flagged.",
		Evidence: "Our choice.",
		Test:     "TestMemoryFlags",
	}, {
		No: 358, Seed: "003", Title: "bit-packed formats", Ground: errata.Silent,
		Says: "rgb10a2, rg11b10f and rgb9e5 ignore the shift and the mask",
		Does: "They move a word of the document's name for it, R in its lowest bits, from or to four, three and three registers, whatever the mask is. Formats 14 and 15 are for stores only; a load with one, and formats 9 and 11, are faults. " +
			"All of these are flagged.",
		Evidence: "One public emulator, whose loads were compared with an M1 in 2021, with every mask and shift: rgb10a2 and rgb9e5 in registers of both sizes, rg11b10f in those of 32 bits. Of rg11b10f in halves it says that it is sometimes " +
			"rounded otherwise, and not how. No code that uses any of them is public.",
		Test: "TestPackedWords",
	}, {
		No: 359, Seed: "003", Title: "srgba8", Ground: errata.Silent,
		Says:     "its name",
		Does:     "Component w is v/255; the others are the curve of sRGB, whose straight part ends at 0.04045, rounded to the nearest 1/4095 and then to the register. Stores go by the curve back, straight up to 0.0031308, to the nearest of 256 steps.",
		Evidence: "One public emulator has a table of the 256 numbers that an M1 loads: each is exactly that.",
		Test:     "TestMeasuredCurve",
	}, {
		No: 360, Seed: "003", Title: "how stores round", Ground: errata.Silent,
		Says: "nothing of what they do with numbers that a format does not have",
		Does: "To the nearest, to even; rg11b10f.rtz and rgb9e5.rtz towards zero. unorm and snorm take what is beyond for their ends, and NaN for 0. rg11b10f takes what is below 0 for 0, and what rounds to more than its largest number for infinity, " +
			"or with rtz for that number. rgb9e5 takes the least exponent that the largest part needs, what is beyond 65408 for that, and NaN for 0. The run is flagged.",
		Evidence: "What the same formats do in textures elsewhere.",
		Test:     "TestStoresRound",
	}, {
		No: 361, Seed: "003", Title: "registers that memory instructions cannot have", Ground: errata.Silent,
		Says:     "MemoryReg and its like are nowhere defined; MemoryIndex and MemoryBase are, with UNDEFINED() for odd values",
		Does:     "A register of 32 bits at an odd half is a fault where its operand is not defined, and the one below it, flagged, for O and A. Registers beyond r127, and i32 with registers of 16 bits, are faults.",
		Evidence: "The document's own MemoryIndex and MemoryBase.",
		Test:     "TestRefusedMemory",
	}, {
		No: 362, Seed: "003", Title: "memory that is not there", Ground: errata.Silent,
		Says:     "nothing",
		Does:     "A lane that reaches outside of all buffers, of threadgroup memory or of its stack is a fault that names it and the address. All active lanes are looked at before any is served, so that nothing has happened then.",
		Evidence: "Our choice.",
		Test:     "TestMemoryFaults",
	}, {
		No: 363, Seed: "003", Title: "the order of lanes", Ground: errata.Silent,
		Says:     "nothing",
		Does:     "Lanes store, and change words by atomics, from the lowest to the highest active one.",
		Evidence: "Our choice; programs must not depend on it.",
		Test:     "TestAtomics",
	}, {
		No: 364, Seed: "003", Title: "atomics", Ground: errata.Silent,
		Says: "nothing of them",
		Does: "Eleven operations on words, the offset in words without a shift; a register, if one is named, gets what was there. cmpxchg has a pair: what is written, and above it what is expected. " +
			"Operations without a name are faults.",
		Evidence: "One public compiler for the pair; both public decoders for the rest.",
		Test:     "TestCompareExchange",
	}, {
		No: 365, Seed: "003", Title: "threadgroup memory", Ground: errata.Silent,
		Says:     "ThreadgroupMemoryBase and ThreadgroupIndex, which are nowhere defined",
		Does:     "The address is A in bytes, rounded down, plus O elements: both are 16 bits without a sign if they are registers or uniforms, and a number O has a sign. An offset in a register is flagged. There is nothing to wait for.",
		Evidence: "One public compiler; no public text says what a register's upper bit is.",
		Test:     "TestLoads",
	}, {
		No: 366, Seed: "003", Title: "the stack", Ground: errata.Silent,
		Says: "there is a stack pointer; stack_load, stack_store, stack_adjust and stack_get_ptr TODO()",
		Does: "Every lane has 16384 bytes of its own, which are 0. The pointer is one for all lanes, begins at 0, and stack_adjust adds to it; lanes whose register differs are a fault. O is bytes from the pointer, shifted by s, " +
			"and the sum is rounded down to the element's size. The run is flagged.",
		Evidence: "One public compiler, which passes bytes; nobody has published in which direction the stack grows.",
		Test:     "TestStack",
	}, {
		No: 367, Seed: "003", Title: "wait", Ground: errata.Silent,
		Says: "the result of device_load may be used after a wait; wait_for_loads(), and a bit i",
		Does: "What is loaded is in its registers at once. Loads from device memory and stacks and atomics with a result are pending in the slot that they name until a wait for it; an instruction that reads such a register is flagged with its offset, " +
			"and so is a ninth load in a slot: the first one of each in the program.",
		Evidence: "One public compiler has two slots of eight loads, and waits for nothing else; whether stores count is not known.",
		Test:     "TestWaits",
	}, {
		No: 368, Seed: "003", Title: "memory barriers", Ground: errata.Silent,
		Says:     "nothing of them",
		Does:     "They do nothing: each lane's accesses are in the order of the program, and atomics in one order for all. Those without a name are flagged.",
		Evidence: "Our choice of a machine without caches.",
		Test:     "TestMemoryFlags",
	}, {
		No: 369, Seed: "003", Title: "fields that nobody has seen otherwise", Ground: errata.Silent,
		Says:     "? and unk, or nothing",
		Does:     "A memory instruction one of whose named unknown fields is not as in all code that is known is a fault that says which; coherency, which has no meaning here, may be anything.",
		Evidence: "Both public decoders agree on which bits are always the same.",
		Test:     "TestRefusedMemory",
	},
}
