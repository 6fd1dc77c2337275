package g13

import "github.com/lanescope/lanescope/errata"

// hazardErrata are those on what a program should not do, and is flagged for. Package g13/machine is what they speak of.
var hazardErrata = []errata.Entry{
	{
		No: 385, Seed: "003", Title: "writing to what is being loaded", Ground: errata.Silent,
		Says: "nothing of it",
		Does: "What is written stays, and the run is flagged where a lane writes to a register that it loads and has not waited for, by another load too. " +
			"A read of it is flagged as well, and the flag says what is there: what was loaded, what was written since, or some of both.",
		Evidence: "One public compiler waits before it writes to such a register, as it does before it reads one.",
		Test:     "TestAgreeWaits",
	}, {
		No: 386, Seed: "003", Title: "discard while threads are not active", Ground: errata.Silent,
		Says:     "inactive threads may contain data that would be discarded too; the behaviour has not been tested",
		Does:     "Their registers keep their values, and the run is flagged.",
		Evidence: "The document's own warning.",
		Test:     "TestDiscardAsleep",
	}, {
		No: 387, Seed: "003", Title: "bits of which nothing is known", Ground: errata.Silent,
		Says:     "?",
		Does:     "An instruction that has them other than all code that is known runs as if it had not, and the run is flagged, with the bits. Of memory instructions those that have a name in a public decoder are faults.",
		Evidence: "Our choice: shared vectors of bitop have both of its unknown bits set, and their results are those without.",
		Test:     "TestUnknownBits",
	}, {
		No: 388, Seed: "003", Title: "an index of simd_shuffle that differs within a quad", Ground: errata.Silent,
		Says:     "any inactive thread can make simd_broadcast from the whole quad undefined",
		Does:     "As the loop above that is printed, and the run is flagged where an active thread takes from such a quad, by whichever of the shuffles.",
		Evidence: "The other document's emulator, tested on an M1 for this one and for simd_shuffle_down.",
		Test:     "TestMixedQuads",
	}, {
		No: 389, Seed: "003", Title: "an access by no active thread", Ground: errata.Silent,
		Says:     "for each active thread",
		Does:     "It touches nothing: there is no fault, whatever is mapped, and nothing to wait for.",
		Evidence: "The document's own pseudocode of all that has some.",
		Test:     "TestNobodyTouches",
	},
}
