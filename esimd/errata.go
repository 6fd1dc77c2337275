package esimd

import "github.com/lanescope/lanescope/errata"

// Errata are the choices where Intel's documents are silent or disagree.
var Errata = []errata.Entry{
	{
		No: 541, Seed: "esimd", Title: "replicate with two parameters", Ground: errata.Contradicts,
		Says:     "ESIMD's document: replicate<REP, W>(i) repeats W elements from element i on, REP times. The class of its first headers takes REP blocks of W that follow one another, and its views repeat.",
		Does:     "The same elements are repeated, as by replicate_w, and a warning says so.",
		Evidence: "C for Metal's document and compiler have a vertical stride of 0, ESIMD's since June 2021 too; then the name was replaced as prone to errors.",
		Test:     "TestReplicate",
	}, {
		No: 542, Seed: "esimd", Title: "elements outside of a vector", Ground: errata.Silent,
		Says:     "C for Metal: what is read out of bounds is \"don't care\". ESIMD and LLVM's intrinsics say nothing; of what is written outside nobody does.",
		Does:     "Such an element is undefined when it is read, with a warning; to write it is an error. A column beyond the end of a row is outside too.",
		Evidence: "The words of C for Metal; a write has no place to go to.",
		Test:     "TestOutside",
	}, {
		No: 543, Seed: "esimd", Title: "merge: which bit of a mask counts", Ground: errata.Contradicts,
		Says:     "C for Metal: the lowest bit of each element of the mask. ESIMD: an element that is not 0.",
		Does:     "Each language has its own.",
		Evidence: "ESIMD's write of a region on the host asks whether the element is true, and masks are made by comparisons, which give 1 or 0 in both.",
		Test:     "TestMerge",
	}, {
		No: 544, Seed: "esimd", Title: "vectors that are declared without a value", Ground: errata.Silent,
		Says:     "nothing of a text that is a part of a program",
		Does:     "One that is read and never written before is an input. Of one that is written in parts, the rest is undefined if it was declared in the text, and the old destination if it is a parameter or was not declared.",
		Evidence: "People paste a declaration together with the line that they ask about.",
		Test:     "TestStatements",
	}, {
		No: 545, Seed: "esimd", Title: "llvm.genx.rdregion: a vector of offsets, and V", Ground: errata.Silent,
		Says:     "The offset may be a vector, as long as the region is high. What the vertical stride means then is not said.",
		Does:     "Each row begins at its offset, and V counts for nothing.",
		Evidence: "It is vISA's region with an address for each row, whose text has no vertical stride.",
		Test:     "TestIntrinsicsExhaustive",
	},
}
