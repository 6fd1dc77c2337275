package shufflevector

import "github.com/lanescope/lanescope/errata"

// Errata are the numbered departures from seed 001, and the choices where it is silent.
var Errata = []errata.Entry{
	{
		No: 101, Seed: "001", Title: "canonical size: the formula's precedence", Ground: errata.Impossible,
		Says:     "mask'[i] = (mask[i] mod n + (mask[i] div n)) * n'",
		Does:     "mask'[i] = (mask[i] mod n) + (mask[i] div n) * n'",
		Evidence: "With n = 3 and n' = 4 the printed formula maps the selectors 0 to 5 to 0, 4, 8, 4, 8, 12: two selectors meet, and 8 and 12 are out of range. The corrected one gives 0, 1, 2, 4, 5, 6.",
		Test:     "TestCanonicalRules",
	}, {
		No: 102, Seed: "001", Title: "canonical size: what fills the longer operands", Ground: errata.Silent,
		Says:     "nothing of the lanes that widening adds",
		Does:     "They are poison in a variable, and in a splat or zeroinitializer one more lane of its value, so that it stays a splat. Only the operands are widened, never the result.",
		Evidence: "No selector reads an added lane, so that the function is the same.",
		Test:     "TestCanonicalRules",
	}, {
		No: 103, Seed: "001", Title: "canonical order: a first selector that is undefined", Ground: errata.Silent,
		Says:     "the first selector value must be < n",
		Does:     "The first defined selector decides. A mask without one is poison whatever its operands are.",
		Evidence: "An undefined lane reads neither operand.",
		Test:     "TestCanonicalRules",
	}, {
		No: 104, Seed: "001", Title: "canonical order: a constant that is read first", Ground: errata.Contradicts,
		Says:     "A constant stands second (rule 3), and the first selector is < n if neither vector is a constant splat or undef (rule 4). For a variable and a constant that is no splat, read first, both rules apply and disagree.",
		Does:     "Rule 4 holds only where rules 1 to 3 leave the order open.",
		Evidence: "shufflevector <2 x i8> %x, <2 x i8> <i8 1, i8 2>, <2 x i32> <i32 2, i32 0> has no form that obeys both.",
		Test:     "TestCanonicalRules",
	}, {
		No: 105, Seed: "001", Title: "canonical order: two constants, and one value twice", Ground: errata.Silent,
		Says:     "nothing of two constant operands, nor of an operand with itself",
		Does:     "Two constants are folded into one constant result: v1 holds its values in the order of first use, and v2 too if they are more than n. Two operands that are the same value become one, selectors taken mod n.",
		Evidence: "Without it one function has several canonical forms; TestCanonicalUnique finds them.",
		Test:     "TestCanonicalUnique",
	}, {
		No: 106, Seed: "001", Title: "canonical order: an operand that no lane reads", Ground: errata.Silent,
		Says:     "nothing",
		Does:     "It becomes poison, and so stands second by rule 1.",
		Evidence: "Without it one function has as many canonical forms as there are unread operands.",
		Test:     "TestCanonicalUnique",
	}, {
		No: 107, Seed: "001", Title: "undefined lanes", Ground: errata.Silent,
		Says:     "nothing of undef or poison in a mask, nor of selecting from an undef operand",
		Does:     "Such a lane is undefined in the canonical form, and undef and poison count as one. Evaluation tells them apart: an undefined selector gives poison, a selected lane what it holds.",
		Evidence: "LLVM's language reference: an undefined mask element gives poison, and undef in a mask is read as poison.",
		Test:     "TestCanonicalRules",
	}, {
		No: 108, Seed: "001", Title: "constants: equal lanes and unread lanes", Ground: errata.Silent,
		Says:     "the canonical selector only for a splat",
		Does:     "A canonical constant holds the values that are selected, each once, in the order of first use; one value alone makes a splat of it.",
		Evidence: "<5, 5> read at lane 1 and <5, 6> read at lane 0 are the same constant to a shuffle.",
		Test:     "TestCanonicalRules",
	}, {
		No: 109, Seed: "001", Title: "constant splats with undefined lanes", Ground: errata.Silent,
		Says:     "selection from a splat is from its first field",
		Does:     "<1, undef, 1, 1> counts as a splat of 1 for its defined lanes; a selector of its undefined lane is an undefined lane.",
		Evidence: "To select the first lane of <undef, 1> where the second was selected would define less than before, which is no refinement.",
		Test:     "TestCanonicalRules",
	}, {
		No: 110, Seed: "001", Title: "zeros of floating-point type", Ground: errata.Silent,
		Says:     "zeroinitializer is a splat of the value 0",
		Does:     "Constants are bit patterns: +0.0 is zero, and -0.0 is a splat like any other.",
		Evidence: "LLVM's zeroinitializer of a floating-point type is +0.0.",
		Test:     "TestCanonicalRules",
	}, {
		No: 111, Seed: "001", Title: "lane detection: the condition is not sufficient", Ground: errata.Contradicts,
		Says:     "A mask is laned if the selectors of its halves differ by half the length (or both are the canonical splat selector).",
		Does:     "Besides, each half of the result reads only its own half of either operand; lanes of a splat may stand anywhere.",
		Evidence: "The seed's own shift right by one, [1,2,3,4,5,6,7,8], has equal differences of 4 and would count as eight lanes. Of the 49 masks of four lanes over a variable and a splat that the printed rule accepts, 24 are not lane-local.",
		Test:     "TestSeedLaneRuleIsNotSufficient",
	}, {
		No: 112, Seed: "001", Title: "lane detection: selectors after a division", Ground: errata.Silent,
		Says:     "that each half is analysed further, not with which selectors",
		Does:     "The halves' operands have half the lanes: a selector of v2 loses half the length once more, and the splat's selector n becomes n/2.",
		Evidence: "[0,9,2,11,4,13,6,15] divides twice only if 9 becomes 5 and then 3.",
		Test:     "TestLanes",
	}, {
		No: 113, Seed: "001", Title: "lane detection: undefined lanes", Ground: errata.Silent,
		Says:     "nothing; its subtraction has no meaning for them",
		Does:     "An undefined lane agrees with any lane of the other half, and takes its selector.",
		Evidence: "It is complete: a mask has k lanes by this rule exactly if some mask of one lane, done k times, agrees with every defined selector.",
		Test:     "TestLanesExhaustive",
	}, {
		No: 114, Seed: "001", Title: "lane detection: lengths", Ground: errata.Silent,
		Says:     "2^n elements",
		Does:     "A result of another length is rounded up with undefined lanes; one that is then not as long as its operands is one lane.",
		Evidence: "Lanes need the same boundaries in operands and result.",
		Test:     "TestLanes",
	}, {
		No: 115, Seed: "001", Title: "shift left: the examples are off by one", Ground: errata.Contradicts,
		Says:     "(8,[0,-7,1,1,1,1,1]) for [8,8,1,2,3,4,5,6] and (8,[0,0,-7,1,1,1,1]) for [8,8,8,1,2,3,4,5]",
		Does:     "Shift left by 2 is [8,8,0,1,2,3,4,5] with the signature (8,[0,-8,1,1,1,1,1]), by 3 [8,8,8,0,1,2,3,4] with (8,[0,0,-8,1,1,1,1]). The function pattern_signature itself is as printed.",
		Evidence: "As printed, lane 0 of the operand is lost: that is a shift by one with one more lane cleared.",
		Test:     "TestSeedShiftLeftExamplesAreOffByOne",
	}, {
		No: 116, Seed: "001", Title: "shift right: the first example's input is lost", Ground: errata.Silent,
		Says:     "only the result (2, [1,1,1,1,1,1,0])",
		Does:     "The input is [2,3,4,5,6,7,8,8].",
		Evidence: "It is the one mask that starts at 2, shifts by 2 and has that signature.",
		Test:     "TestSeedPatternExamples",
	}, {
		No: 121, Seed: "001", Title: "scalable vectors", Ground: errata.Silent,
		Says:     "nothing",
		Does:     "<vscale x …> is refused with the reason.",
		Evidence: "Their lanes are not known before run time; LLVM allows no mask over them but zeroinitializer and poison.",
		Test:     "TestParseErrors",
	}, {
		No: 122, Seed: "001", Title: "the size of a pointer", Ground: errata.Silent,
		Says:     "nothing",
		Does:     "A vector of ptr has lanes of 64 bits.",
		Evidence: "The data layout decides, which a lone instruction does not show; 64 is LLVM's default.",
		Test:     "TestElements",
	}, {
		No: 123, Seed: "001", Title: "constants that are no numbers", Ground: errata.Silent,
		Says:     "nothing",
		Does:     "A vector with addresses or constant expressions in it is taken for a variable with its text as its name.",
		Evidence: "Its value is not known before the program is linked, which is all that a shuffle asks.",
		Test:     "TestOpaqueConstants",
	}, {
		No: 124, Seed: "001", Title: "names and the order of the operands", Ground: errata.Contradicts,
		Says:     "Patterns are defined for arguments in canonical form; a merge is [0,8,1,9,…] and a blend has i or n + i in lane i.",
		Does:     "A mask has the names of both orders of its operands. Of a pattern that it is in both, the order given counts; only a splat is the second operand first. Where the pattern's operands are exchanged, the answer says so.",
		Evidence: "Canonical order exchanges the operands of [u,8,1,9,2,10,3,11], [5,1,2,3] or anything with a zero first, and by the letter of the rule no merge, insertion or splice is left. A blend that takes lane 0 from v2 would have the complement of its bits.",
		Test:     "TestFamiliesAreNamed",
	}, {
		No: 125, Seed: "001", Title: "names of shuffles of constants", Ground: errata.Contradicts,
		Says:     "The example of a blend has two constant operands; canonical form knows constants only as splats.",
		Does:     "Constants are operands by what lanes read of them: one value is a splat, which any lane selects; others are selected as the text has it or, in a text without operands, from their own places. They come behind sources. Constants alone without a text that selects them have no name unless they are one value.",
		Evidence: "Folded into one constant, as canonical form has it, the seed's own example would be no blend.",
		Test:     "TestNamesOfForms",
	}, {
		No: 126, Seed: "001", Title: "names of long vectors", Ground: errata.Silent,
		Says:     "nothing of lengths",
		Does:     "Names are those of masks of up to 64 lanes. A longer map has those of its lanes joined to wider ones, if they join to 64 or fewer, and otherwise a warning that none were looked for.",
		Evidence: "A mask is a value of one cache line and two bytes; 64 bytes are the longest vector of the machines with fixed ones.",
		Test:     "TestNamesOfForms",
	}, {
		No: 127, Seed: "001", Title: "an element alone and a vector of one lane", Ground: errata.Silent,
		Says:     "nothing",
		Does:     "The only lane of a vector is its identity, and neither an extracted nor an inserted element.",
		Evidence: "Nothing is left behind or replaced.",
		Test:     "TestPatternsOfKnownMasks",
	}, {
		No: 128, Seed: "001", Title: "semicolons between instructions", Ground: errata.Silent,
		Says:     "nothing; in LLVM's IR a semicolon begins a comment",
		Does:     "In a form, what stands behind a semicolon is an instruction if it begins as one, with a name and =, shufflevector or a vector's type, and something stands before it on its line. Otherwise it is a comment.",
		Evidence: "Other forms have semicolons between instructions. As a comment, all that follows the first instruction would be lost without a word.",
		Test:     "TestInstructionsBehindSemicolons",
	},
}
