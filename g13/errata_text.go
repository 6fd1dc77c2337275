package g13

import "github.com/lanescope/lanescope/errata"

// textErrata are the choices on what text is understood.
var textErrata = []errata.Entry{
	{
		No: 370, Seed: "003", Title: "names of instructions", Ground: errata.MakersTool,
		Says: "fadd, fmul, fmadd, mov with an immediate, ld_var",
		Does: "They are understood, and so are names that one public compiler has, such as shl, imul, ballot and fmov, where they mean one thing: fadd is fadd32, ld_var is iter or iterproj by its operands, " +
			"mov of more than 8 bits is mov_imm. Where both readings fit, the text is refused with both. What is printed is what the maker's tool prints.",
		Evidence: "The tool of the document's author prints fadd32, mov_imm and iter; the document has fadd16 beside fadd, so that fadd is of 32 bits.",
		Test:     "TestNames",
	}, {
		No: 371, Seed: "003", Title: "operands that may be left out", Ground: errata.Silent,
		Says:     "nothing of text",
		Does:     "Operands at the end whose fields have one value in all known code may be left out: the unknown fields of memory, varying, image and mapping instructions, r1 of ret, the usual three numbers of memory_barrier. A conversion to an integer is rounded towards zero, one to a float to nearest. The sign of an offset may be left out of a number, never of a register.",
		Evidence: "All shared cases agree on these values.",
		Test:     "TestTails",
	}, {
		No: 372, Seed: "003", Title: "what can be encoded and means nothing", Ground: errata.Silent,
		Says:     "nothing of odd targets, of registers behind r127, of elements of 32 bits in registers of 16; a shift of 5 or more makes an operand 0",
		Does:     "Text that says such a thing is refused. Bytes that do are printed with a mask of no bits behind them, !bits=00…, with which the text is taken as it is.",
		Evidence: "Our choice: decoding and encoding stays the identity, and nobody writes such a thing without knowing.",
		Test:     "TestDoubts",
	}, {
		No: 373, Seed: "003", Title: "numbers in text", Ground: errata.Silent,
		Says: "nothing of text",
		Does: "A number is decimal, hexadecimal, octal (0o) or binary, or an expression with the operators of C; it does not begin with 0. Where a register is filled it may be negative or a float, which becomes the nearest one of the register's size. " +
			"Elsewhere a float is refused where an integer stands, and an integer that a float immediate cannot be is refused with the two nearest.",
		Evidence: "Our choice.",
		Test:     "TestNumbers",
	},
}
