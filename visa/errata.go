package visa

import "github.com/lanescope/lanescope/errata"

// Errata are the numbered departures from seed 002, and the choices where it is silent.
var Errata = []errata.Entry{
	{
		No: 201, Seed: "002", Title: "the table of modifiers", Ground: errata.Silent,
		Says:     "\"Valid values are:\" and no table",
		Does:     "0 none, 1 abs, 2 neg, 3 -(abs), 4 sat (destinations), 5 not; 6 and 7 are refused.",
		Evidence: "The recorded bytes and texts of Intel's disassembler; the header of its sources has the same numbers.",
		Test:     "TestEveryTag",
	}, {
		No: 202, Seed: "002", Title: "address operands: offset plus width", Ground: errata.Impossible,
		Says:     "The sum of operand offset and width must be less than the size of the address variable.",
		Does:     "At most the size.",
		Evidence: "A variable of 8 elements could not be read whole by a width of 8, and one of 1 element not at all.",
		Test:     "TestAddressBoundsAreInclusive",
	}, {
		No: 203, Seed: "002", Title: "multi-address regions in text", Ground: errata.MakersTool,
		Says:     "r[AN(k), offset]<; Width, HorzStride>",
		Does:     "Both <;W,H> and <W,H> are read, and <W,H> is printed. In the dialect intel <;W,H> is refused.",
		Evidence: "GenX_IR of the seed's release: syntax error, unexpected SEMI; it prints <W,H>.",
		Test:     "TestMultiAddressSpelling",
	}, {
		No: 204, Seed: "002", Title: "the size of a row", Ground: errata.Contradicts,
		Says:     "The size of a row is 32 bytes; but the pseudocode has GRF_Size_in_Bytes.",
		Does:     "A row is a register of 32 or 64 bytes, by --grf.",
		Evidence: "Intel's verifier measures offsets in 64 bytes on PVC; the pseudocode leaves the size open.",
		Test:     "TestRowSize",
	}, {
		No: 205, Seed: "002", Title: "state operands: offset", Ground: errata.Contradicts,
		Says:     "the offset, in number of elements, from the base of address variable id",
		Does:     "It counts from the base of the state variable.",
		Evidence: "id is the index of the state variable, one line above.",
		Test:     "TestRules",
	}, {
		No: 206, Seed: "002", Title: "predicate operands: \"see Table 8\"", Ground: errata.Silent,
		Says:     "Value of the predicate id, control, and inverse (see Table 8); no table has that number.",
		Does:     "Table 8 is the predicate control word. Of an operand's word the id alone counts; the other bits are kept and reported.",
		Evidence: "Intel's reader ignores them in operands; the modifiers of such an operand must be zero.",
		Test:     "TestPredicateOperandBits",
	}, {
		No: 207, Seed: "002", Title: "operand class 100", Ground: errata.Silent,
		Says:     "\"The remaining values are reserved\"; 100 is not listed.",
		Does:     "Classes 4 and 7 are refused. &V is written as a general operand, or a state operand for &T and &S.",
		Evidence: "Intel's header calls it address-of and its writer never writes it; its reader crashes on both.",
		Test:     "TestEveryTag",
	}, {
		No: 208, Seed: "002", Title: "address operands: the code of the width", Ground: errata.Silent,
		Says:     "The legal values are the same of those for execution size, except that 32 is not allowed.",
		Does:     "The byte is the execution size's code, 0 to 4, not a region's; code 5 is 32 and breaks a rule; 6 and above print <0> and are kept.",
		Evidence: "Intel's disassembler prints byte 2 as <4> and 3 as <8>.",
		Test:     "TestEveryAddressWidth",
	}, {
		No: 209, Seed: "002", Title: "a width of 32", Ground: errata.Contradicts,
		Says:     "The code 0111 is 32 for all three parameters; the legal widths end at 16, the horizontal strides at 4.",
		Does:     "It is decoded, and the rules complain.",
		Evidence: "Intel's reader does the same.",
		Test:     "TestWidth32FromBytes",
	}, {
		No: 210, Seed: "002", Title: "null parameters", Ground: errata.Silent,
		Says:     "Null is a code of all three parameters; its meaning is given for the vertical stride of an indirect operand alone.",
		Does:     "Other nulls of a source break the rule region-null. A null horizontal stride has no text and is refused.",
		Evidence: "Intel's reader takes a null width and prints a text that its parser refuses.",
		Test:     "TestNullParameters",
	}, {
		No: 211, Seed: "002", Title: "identifiers of variables", Ground: errata.Silent,
		Says:     "ud id",
		Does:     "32 bits from format 3.4 on, 16 bits before.",
		Evidence: "Intel's reader of old files.",
		Test:     "TestOldIdentifiers",
	}, {
		No: 212, Seed: "002", Title: "rows that are registers", Ground: errata.Contradicts,
		Says:     "each row is the size of a GRF register",
		Does:     "A region's row is Width elements, and rows begin VertStride elements apart; registers are what offsets count.",
		Evidence: "The seed's own pseudocode.",
		Test:     "TestEveryRegion",
	}, {
		No: 213, Seed: "002", Title: "the type bf", Ground: errata.Silent,
		Says:     "nothing; its types are those of another page",
		Does:     "Code 15 is bf, of 16 bits. It is decoded and printed; the text has no word for it, so that it is not read.",
		Evidence: "The page of data types has it; GenX_IR: r[A0(0),0]<8;8,1>:bf is a syntax error.",
		Test:     "TestBrainFloat",
	}, {
		No: 214, Seed: "002", Title: "the text of instructions and numbers", Ground: errata.MakersTool,
		Says:     "The text format is in an appendix that is not part of the seed.",
		Does:     "It is that of GenX_IR of the same release, read and printed.",
		Evidence: "All recorded probes, and 400,000 random instructions.",
		Test:     "TestCorpusParse",
	}, {
		No: 215, Seed: "002", Title: "decimal numbers", Ground: errata.Silent,
		Says:     "nothing",
		Does:     "They have 64 bits. In the dialect intel they are cut to 32 bits and their sign is extended, as hexadecimal ones are not.",
		Evidence: "GenX_IR prints 2147483648:q as 0xffffffff80000000:q and 0x80000000:q as itself.",
		Test:     "TestDecimalNumbers",
	}, {
		No: 216, Seed: "002", Title: "elements out of bounds", Ground: errata.Silent,
		Says:     "The behavior is undefined.",
		Does:     "It is an error that names the lanes and bytes. Where nothing is declared, nothing is out of bounds.",
		Evidence: "Undefined behaviour is never meant. The verifier warns and goes on.",
		Test:     "TestRules",
	}, {
		No: 217, Seed: "002", Title: "two registers, and where variables lie", Ground: errata.Silent,
		Says:     "Variables less than one GRF will be placed in a single GRF.",
		Does:     "They cannot break the rule inside their bounds. An alias counts from its base's beginning.",
		Evidence: "The placement rules of the implementation note.",
		Test:     "TestTwoRegistersAndPlacement",
	}, {
		No: 218, Seed: "002", Title: "the canonical spelling of a region", Ground: errata.Silent,
		Says:     "nothing; 560 spellings are 277 element lists",
		Does:     "As few elements a row as possible; no horizontal stride where a row has one element, no vertical one where there is one row.",
		Evidence: "It is unique, and what Intel's compiler writes for vectors (<1;1,0>) and scalars (<0;1,0>).",
		Test:     "TestCanonicalRegions",
	}, {
		No: 219, Seed: "002", Title: "modifiers and instructions", Ground: errata.Silent,
		Says:     "not in and, not, or, and xor; arithmetic modifiers in arithmetic, shift, and move instructions",
		Does:     "sel, min, max, cmp, setp, movs and addr_add count as moves; cbit, fbl, fbh, bfrev, bfe, bfi and bfn as logic, which takes none but not in the four.",
		Evidence: "The verifier refuses arithmetic modifiers in the latter and takes them in the former.",
		Test:     "TestModifierTable",
	}, {
		No: 220, Seed: "002", Title: "packed immediates and more lanes", Ground: errata.Silent,
		Says:     "V and UV are eight elements, VF four.",
		Does:     "What further lanes read is undefined, with a warning.",
		Evidence: "Intel's tool passes them on to the hardware.",
		Test:     "TestPackedElements",
	}, {
		No: 221, Seed: "002", Title: "alignment of indirect operands", Ground: errata.Silent,
		Says:     "The behavior is undefined if the address is not aligned to the type.",
		Does:     "An offset that is no multiple of the type's size is a warning: the addresses are known at run time only.",
		Evidence: "An aligned address with such an offset is misaligned in every lane.",
		Test:     "TestRules",
	}, {
		No: 222, Seed: "002", Title: "masks that do not fit the execution size", Ground: errata.Silent,
		Says:     "a value of {M3} means the first element will be pred_id(8)",
		Does:     "The mask's offset is a multiple of the execution size, and both together are at most 32.",
		Evidence: "The verifier refuses the latter; the pages of instructions ask for the former.",
		Test:     "TestRules",
	}, {
		No: 223, Seed: "002", Title: "variables that nobody declared", Ground: errata.Silent,
		Says:     "nothing: operands belong to a program",
		Does:     "Without declarations, V33, A0, P1, S0 and T6 are the variables of those numbers, other names general variables, of type d or --type, and of unknown size.",
		Evidence: "Intel's disassembler numbers declared variables in this way.",
		Test:     "TestUndeclaredVariables",
	}, {
		No: 224, Seed: "002", Title: "how many addresses", Ground: errata.Silent,
		Says:     "ExecSize/Width addresses",
		Does:     "At most 16.",
		Evidence: "The verifier refuses more; address variables have no more elements.",
		Test:     "TestRules",
	}, {
		No: 260, Seed: "002", Title: "pieces whose lanes no mask names", Ground: errata.Silent,
		Says:     "{M3} begins at lane 8: masks begin at multiples of 4.",
		Does:     "A piece has the mask of its lanes, which begins at a multiple of 4 and of the execution size. If no cut of a masked instruction has such pieces only, the other pieces are unmasked, with a warning; where a predicate is used, it is refused.",
		Evidence: "There is no mask for lane 1 alone. Intel's finaliser gives all such pieces the mask M0, and with a predicate each then obeys bit 0.",
		Test:     "TestSplitForms",
	}, {
		No: 261, Seed: "002", Title: "pieces under any and all", Ground: errata.Silent,
		Says:     "any and all combine the bits of the execution size's lanes.",
		Does:     "Such an instruction is not split: a piece would combine fewer bits. In the dialect intel it is, since there the predicate's declared size is the scope.",
		Evidence: "The pseudocode's loops end at exec_size.",
		Test:     "TestSplitForms",
	}, {
		No: 262, Seed: "002", Title: "the shortest sequence for a map", Ground: errata.Silent,
		Says:     "nothing: regions are given, and not looked for",
		Does:     "Movs that each read one source, or constants, and write the result, a later one perhaps over what an earlier one wrote. Minimal is said where all shorter ones of these were refuted. Undefined lanes are free.",
		Evidence: "A search forward over all contents of small results agrees.",
		Test:     "TestFindMinimal",
	}, {
		No: 263, Seed: "002", Title: "setp of a vector whose lanes are one element", Ground: errata.Silent,
		Says:     "A scalar is a region <0;1,0>.",
		Does:     "A piece of setp reads such lanes as <0;2,0>, or <1;1,0> if it is one: of a scalar, setp takes a bit for every lane.",
		Evidence: "The piece would otherwise set other bits.",
		Test:     "TestSplitRuns",
	},
}
