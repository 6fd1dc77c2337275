package ptx

import "github.com/lanescope/lanescope/errata"

// Errata are the choices where NVIDIA's documents are silent or disagree.
var Errata = []errata.Entry{
	{
		No: 501, Seed: "ptx", Title: "shfl: lanes below 0 and above 31", Ground: errata.Silent,
		Says:     "j = lane - bval in mode up and lane + bval in mode down, without the size of j",
		Does:     "j has a sign and does not wrap: lane 0 of shfl.up by 1 is out of range and keeps its own value.",
		Evidence: "In five bits -1 were 31, which is in range for every clamp of mode up, and no lane of a shift would ever keep its value, as the text and CUDA's guide say it does.",
		Test:     "TestShuffleExhaustive",
	}, {
		No: 502, Seed: "ptx", Title: "shfl: threads that the member mask leaves out", Ground: errata.Silent,
		Says:     "The behaviour is undefined if the executing thread is not in the mask; the result is undefined if a thread reads from one that is inactive or not in it.",
		Does:     "Such lanes are undefined in the map.",
		Evidence: "The words themselves: they promise no value.",
		Test:     "TestMemberMask",
	}, {
		No: 503, Seed: "ptx", Title: "a member mask that is not known", Ground: errata.Silent,
		Says:     "nothing of masks in registers, or in names such as FULL_MASK",
		Does:     "All 32 threads take part, and a warning says so.",
		Evidence: "A mask changes which lanes are defined, not where a defined lane comes from.",
		Test:     "TestMemberMask",
	}, {
		No: 504, Seed: "ptx", Title: "__byte_perm: digits above 7", Ground: errata.Contradicts,
		Says:     "CUDA's guide takes three bits of each digit of the selector; PTX's prmt, which it becomes, copies a sign where the fourth is set",
		Does:     "Such a digit is refused with both readings, unless the byte is a known constant: then the instruction's reading counts.",
		Evidence: "The guide of libdevice gives selector[0] = s<2:0>, and PTX's document ctl[0] = c & 0xf with a sign for its bit 3.",
		Test:     "TestRefused",
	}, {
		No: 505, Seed: "ptx", Title: "prmt: the sign of a byte", Ground: errata.Silent,
		Says:     "The msb of a digit replicates the sign of the byte over all 8 bits.",
		Does:     "It is refused as no movement of bytes, unless the byte is a constant: then the result is 0x00 or 0xff.",
		Evidence: "Sign extension computes; of a known byte it is known.",
		Test:     "TestPermuteExhaustive",
	}, {
		No: 506, Seed: "ptx", Title: "CUDA: the type of a shuffled value", Ground: errata.Silent,
		Says:     "T is any type of four or eight bytes",
		Does:     "Its size is that of the type that the statement declares, and 32 bits with a warning where it declares none.",
		Evidence: "Where lanes come from does not depend on it.",
		Test:     "TestCUDA",
	}, {
		No: 507, Seed: "ptx", Title: "CUDA: a distance of 32 and more", Ground: errata.Contradicts,
		Says:     "__shfl_up_sync leaves the lower delta lanes unchanged; the instruction takes five bits of b",
		Does:     "The lower five bits count, so that a distance of 32 is 0.",
		Evidence: "bval[4:0] = b[4:0] in PTX's document; a delta of 32 leaves all lanes unchanged either way, and 33 is a mistake.",
		Test:     "TestShuffleExhaustive",
	},
}
