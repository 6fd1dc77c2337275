package g13

import (
	"slices"

	"github.com/lanescope/lanescope/errata"
)

// Errata are the numbered departures from seed 003, and the choices where it is silent.
var Errata = slices.Concat(formErrata, textErrata, machineErrata, memoryErrata, hazardErrata)

// formErrata are those on encodings and text.
var formErrata = []errata.Entry{
	{
		No: 301, Seed: "003", Title: "fadd, fmul and their 16-bit forms: bit 15", Ground: errata.TwoSources,
		Says:     "bit 15 is 1",
		Does:     "Bit 15 is L: there are forms of four bytes, whose last two read as zero.",
		Evidence: "Both public decoders read 160081f0, 1a0182f2, 2602c1f0 and 2a05c2f2 as instructions of four bytes.",
		Test:     "TestCorpus",
	}, {
		No: 302, Seed: "003", Title: "16-bit float sources", Ground: errata.TwoSources,
		Says:     "FloatSrc16 calls FloatSrcDesc, which does not exist",
		Does:     "It is FloatSrc of at most 16 bits, with a type of three bits at 22:24, 34:36 and 46:48 and modifiers at 25:26, 37:38 and 49:50. The destination is of 16 bits whatever its type says.",
		Evidence: "Both public decoders, and all shared cases of fmadd16, fadd16 and fmul16.",
		Test:     "TestCorpus",
	}, {
		No: 303, Seed: "003", Title: "float conditions 5 and 6", Ground: errata.Hardware,
		Says:     "0b101 is less than or equal, 0b110 greater than or equal",
		Does:     "5 is greater than or equal (gte), 6 less than or equal (lte).",
		Evidence: "The other document's emulator, whose tests run cc 0, 1, 2, 5 and 6 against an M1.",
		Test:     "TestCorpus",
	}, {
		No: 304, Seed: "003", Title: "UNDEFINED() in operands", Ground: errata.Hardware,
		Says:     "UNDEFINED(), and goes on to the next return",
		Does:     "The argument is what the next return gives, and is marked Undefined.",
		Evidence: "221 of the shared vectors, whose results an M1 confirms, depend on it.",
		Test:     "TestTextRoundTrip",
	}, {
		No: 305, Seed: "003", Title: "uniforms above u127 in icmpsel and fcmpsel", Ground: errata.MakersTool,
		Says:     "value | (flags & 1) << 8",
		Does:     "As the document: all 512 halves can be named. The applegpu disassembler drops the highest bit, so that two words share a text; ours prints the true register.",
		Evidence: "The document's own CmpselSrc.",
		Test:     "TestCorpus",
	}, {
		No: 306, Seed: "003", Title: "bits that the text does not say", Ground: errata.Silent,
		Says:     "nothing of a text syntax; `?` bits are unknown",
		Does:     "All bits are kept. What an instruction's text does not determine follows it as !long and !bits=….",
		Evidence: "Without it, the text of a form with unknown bits assembles to other bytes.",
		Test:     "TestTextRoundTrip",
	}, {
		No: 307, Seed: "003", Title: "operand B of shuffles", Ground: errata.TwoSources,
		Says:     "ALUSrc16",
		Does:     "It is decoded and printed as a source of up to 32 bits.",
		Evidence: "Both public decoders: 6f245180eb36 has r92.cache, 6f1080202820 too, and a 32-bit uniform prints as such.",
		Test:     "TestCorpus",
	},
	{
		No: 308, Seed: "003", Title: "what a short form lacks", Ground: errata.Contradicts,
		Says:     "only 12-byte instructions omit four bytes, all others two; ld_var's last four bytes are omitted",
		Does:     "Four bytes are omitted by texture instructions, varyings, threadgroup atomics and image_write_block, two by all others. L is bit 15, but bit 47 where memory is addressed.",
		Evidence: "Its own ld_var has eight bytes; both public decoders agree on every shared case's length.",
		Test:     "TestCorpus",
	}, {
		No: 309, Seed: "003", Title: "ld_var", Ground: errata.TwoSources,
		Says:     "index at 16:19, mask at 28:31",
		Does:     "It is iter, iterproj and ldcf: an index at 16:21, a second one for perspective at 24:29, a count at 30:31, where to interpolate at 48:49.",
		Evidence: "Both public decoders.",
		Test:     "TestCorpus",
	}, {
		No: 310, Seed: "003", Title: "ld/st_tile", Ground: errata.TwoSources,
		Says:     "bit 15 unknown, rt at 32:34",
		Does:     "Bit 15 is L (8 and 10 bytes), and what is called rt belongs to an offset of nine bits at 28:34 and 40:41.",
		Evidence: "Both public decoders.",
		Test:     "TestCorpus",
	}, {
		No: 311, Seed: "003", Title: "stack_adjust and stack_store", Ground: errata.Silent,
		Says:     "nothing of how the two, with one opcode byte, are told apart beyond their rows",
		Does:     "By bits 16:19, as their rows have them: 0001 is stack_adjust, 0000 stack_store. The applegpu disassembler takes the first for the second.",
		Evidence: "The document's rows, and the other public decoder.",
		Test:     "TestCorpus",
	}, {
		No: 312, Seed: "003", Title: "immediate offsets with Ou = 1", Ground: errata.Silent,
		Says:     "MemoryIndex sign-extends an immediate, whatever Ou is",
		Does:     "As the document; only stack_adjust's number, which it does not define, is unsigned if Ou is 1.",
		Evidence: "One of the two public decoders extends it by zeros, the other does not.",
		Test:     "TestCorpus",
	}, {
		No: 313, Seed: "003", Title: "texture and sampler state stores", Ground: errata.Silent,
		Says:     "nothing of them",
		Does:     "The base is a uniform pair at 59:63, counted in pairs; bit 58 makes the offset an immediate of 31 bits at 26:56, else it is a register at 26:33.",
		Evidence: "It fits all six public vectors and the newest description; applegpu knows the register form only.",
		Test:     "TestCorpus",
	}, {
		No: 314, Seed: "003", Title: "tiles with explicit coordinates", Ground: errata.Silent,
		Says:     "nothing of bit 55",
		Does:     "With bit 55 the coordinates are a pair of 16-bit registers and print as such, where applegpu prints a number and leaves the bit out.",
		Evidence: "One public decoder, st_tile with explicit_coords.",
		Test:     "TestCorpus",
	},
}
