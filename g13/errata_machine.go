package g13

import "github.com/lanescope/lanescope/errata"

// machineErrata are those on what instructions do. Package g13/machine is what they speak of.
var machineErrata = []errata.Entry{
	{
		No: 315, Seed: "003", Title: "bitrev and popcount", Ground: errata.Impossible,
		Says:     "while i < 32, without i += 1: the loops never end",
		Does:     "32 steps on the source extended by zeros: of a half, bitrev leaves the result in the upper half, and a destination of 16 bits takes the lower one.",
		Evidence: "The other document's bitrev, tested on an M1.",
		Test:     "TestVectors",
	}, {
		No: 316, Seed: "003", Title: "ffs", Ground: errata.Contradicts,
		Says:     "Find First Set, and a loop from bit 31 downwards",
		Does:     "As the loop: the number of the highest bit, -1 if there is none, cut off to the destination.",
		Evidence: "A shared vector, tested on an M1.",
		Test:     "TestVectors",
	}, {
		No: 317, Seed: "003", Title: "bitop 0011 and 1100", Ground: errata.Hardware,
		Says:     "UNDEFINED(), result = a",
		Does:     "The result is A.",
		Evidence: "36 shared vectors, tested on an M1. One public decoder calls them not_a and mov_a.",
		Test:     "TestVectors",
	}, {
		No: 318, Seed: "003", Title: "the index of simd_shuffle", Ground: errata.Impossible,
		Says:     "quad_values[index >> 2], and index is nothing",
		Does:     "index is b, the lane's own B.",
		Evidence: "The other document's emulator.",
		Test:     "TestAgree",
	}, {
		No: 319, Seed: "003", Title: "an index of 32 and more", Ground: errata.Silent,
		Says:     "if b < 32, and nothing of what is left",
		Does:     "As the document: the register stays as it was, and the run is flagged.",
		Evidence: "The other document's later revision writes the lane's own A; nobody has tested it.",
		Test:     "TestAgree",
	}, {
		No: 320, Seed: "003", Title: "shuffles whose pseudocode is TODO()", Ground: errata.Silent,
		Says:     "nothing of simd_shuffle_down, _up, _xor, _rotate_up and of quads",
		Does:     "Each quad is moved within itself by its lanes' lowest two bits of B, or-ed, active or not; then each lane takes its place in the quad that its own index leads to, or its own A if that is outside. Of quad forms the index is the lowest two bits.",
		Evidence: "For down an M1 does so; for the others it is the same model.",
		Test:     "TestAgree",
	}, {
		No: 321, Seed: "003", Title: "32-bit float instructions into 16 bits", Ground: errata.Hardware,
		Says:     "FloatDst rounds once, to the destination",
		Does:     "Rounded to f32, flushed, saturated, and then rounded again to f16. fmadd16, fadd16 and fmul16 round once.",
		Evidence: "The other document since 2026-06-30, with tests on an M1.",
		Test:     "TestVectors",
	}, {
		No: 322, Seed: "003", Title: "the sign of a zero product", Ground: errata.Silent,
		Says:     "fmul is fused_multiply_add(a, b, 0.0)",
		Does:     "As the document, so that a product of -0 gives +0. The run is flagged where that happens.",
		Evidence: "Compilers take x + -0.0 for a move and claim to keep the signs of zeros, which suggests that the hardware keeps -0; no test settles it.",
		Test:     "TestFlags",
	}, {
		No: 323, Seed: "003", Title: "when a float is flushed", Ground: errata.Silent,
		Says:     "flush_to_zero, and not whether before or after rounding",
		Does:     "Before: what is smaller than 2^-126 becomes a zero of its sign, also where it would round up to 2^-126. Operands of 32 bits are flushed, those of 16 bits are not.",
		Evidence: "The other document's emulator.",
		Test:     "TestAgree",
	}, {
		No: 324, Seed: "003", Title: "NaN", Ground: errata.Silent,
		Says:     "nothing of which one is a result, nor how one saturates",
		Does:     "A result that is no number is 7fc00000, or 7e00; saturated it is +0, as -0 and everything below are.",
		Evidence: "The other document's emulator.",
		Test:     "TestAgree",
	}, {
		No: 325, Seed: "003", Title: "conditions in which NaN loses", Ground: errata.Silent,
		Says:     "their names: FloatLessThanNanLosesComparison and the other one",
		Does:     "ltn holds for a < b, and where b alone is no number; gtn likewise. So a select by ltn is a minimum.",
		Evidence: "One public compiler uses them so.",
		Test:     "TestAgree",
	}, {
		No: 326, Seed: "003", Title: "conditions that are none", Ground: errata.Silent,
		Says:     "nothing of integer conditions 3 and 7 and of float condition 4",
		Does:     "An instruction with one is a fault that names it.",
		Evidence: "No public source knows them.",
		Test:     "TestRefused",
	}, {
		No: 327, Seed: "003", Title: "the size of operands of a comparison", Ground: errata.Hardware,
		Says:     "sign_extend, and not from which size",
		Does:     "Each operand is extended from its own size: 16 bits of a half, and an immediate is never negative.",
		Evidence: "The other document's emulator, tested on an M1.",
		Test:     "TestVectors",
	}, {
		No: 328, Seed: "003", Title: "sign extension of an immediate", Ground: errata.Silent,
		Says:     "immediates are not sign-extended; saturation is signed if As, Bs or Cs is 1",
		Does:     "Both as printed: the bit of an immediate does not extend it, and makes saturation signed.",
		Evidence: "The document's own pseudocode.",
		Test:     "TestAgree",
	}, {
		No: 329, Seed: "003", Title: "counts in r0l beyond 16 bits", Ground: errata.Silent,
		Says:     "v += n in unbounded integers, D[thread] = v, exec_mask[thread] = (v == 0)",
		Does:     "As printed: the mask is made from the unbounded count, also where r0l gets 0 of 65536.",
		Evidence: "The document's own pseudocode.",
		Test:     "TestAgree",
	}, {
		No: 330, Seed: "003", Title: "ballots of quads", Ground: errata.Silent,
		Says:     "TODO()",
		Does:     "Bit j is lane j of the quad; the others are 0. The run is flagged.",
		Evidence: "Compilers compare the result with 0, or take its lowest four bits.",
		Test:     "TestAgree",
	}, {
		No: 331, Seed: "003", Title: "reductions and scans", Ground: errata.Silent,
		Says: "nothing of them",
		Does: "They combine active lanes from the lowest upwards; a scan is exclusive, and its first active lane gets the identity: 0, all ones, 1.0 or an infinity. Floats are those of the source's size. " +
			"Sums and products are rounded as the destination is at every step; the minimum and the maximum lose NaN. Operations without a name are faults.",
		Evidence: "Names and encodings of the public decoders; nobody has published the order.",
		Test:     "TestAgree",
	}, {
		No: 332, Seed: "003", Title: "convert", Ground: errata.Silent,
		Says:     "TODO()",
		Does:     "Ten modes; the size of the destination, or of the source, says which float it is, and an immediate is an f16. What no integer is near becomes the nearest one, NaN 0. Other modes and roundings than rtz and rte are faults.",
		Evidence: "The modes that compilers use; what is out of range is our choice, flagged where it happens.",
		Test:     "TestAgree",
	}, {
		No: 333, Seed: "003", Title: "rcp, rsqrt, log2 and exp2", Ground: errata.Silent,
		Says:     "their names",
		Does:     "Within 0.51 units in the last place of the exact result, and rcp rounded correctly, with the special cases of IEEE 754.",
		Evidence: "The hardware's results are not public; rcp is known to be off by one sometimes, the others are used where two or three are allowed.",
		Test:     "TestNearly",
	}, {
		No: 334, Seed: "003", Title: "rsqrt_special", Ground: errata.Silent,
		Says:     "handles special cases differently, for a square root rsqrt_special(x) * x",
		Does:     "It is 1 for zeros and infinity, else rsqrt.",
		Evidence: "Only so that the product is right, which any finite number other than 0 does.",
		Test:     "TestSquareRoot",
	}, {
		No: 335, Seed: "003", Title: "the parts of a sine", Ground: errata.Silent,
		Says:     "sin_pt_1 takes an angle in [0, 4), and the product of the two parts is the sine",
		Does:     "sin_pt_1(t) is t up to 1, 2 - t up to 3, else t - 4; sin_pt_2(y) is sin(πy/2) / y, and π/2 for 0.",
		Evidence: "One public compiler describes them as a map to [-1, 1] and a quotient; the pair is ours.",
		Test:     "TestNearly",
	}, {
		No: 336, Seed: "003", Title: "rounding functions and zeros", Ground: errata.Silent,
		Says:     "floor, ceil, trunc and rint of arbitrary precision, which have no -0",
		Does:     "A zero has the sign of the number, as in IEEE 754: ceil(-0.5) is -0.",
		Evidence: "Our choice.",
		Test:     "TestAgree",
	}, {
		No: 337, Seed: "003", Title: "dfdx and dfdy", Ground: errata.Silent,
		Says:     "TODO()",
		Does:     "The difference of the two lanes of the quad's row, lanes 1 - 0 and 3 - 2, or column, 2 - 0 and 3 - 1, whether they are active or not.",
		Evidence: "Where lanes lie in a quad is known, whether the difference is the row's own is not.",
		Test:     "TestAgree",
	}, {
		No: 338, Seed: "003", Title: "jumps to registers", Ground: errata.Silent,
		Says:     "ret and call TODO()",
		Does:     "They go to the address that the active lanes have; lanes that differ are a fault, and without an active lane it is lane 0. call leaves the next address in r1 of the active lanes.",
		Evidence: "ret normally takes r1, and the call that has pseudocode writes it so.",
		Test:     "TestStops",
	}, {
		No: 339, Seed: "003", Title: "uniform_store", Ground: errata.Silent,
		Says:     "TODO()",
		Does:     "The lowest active lane's registers go to the uniform halves from O on; lanes that differ are flagged. Formats other than i16 are faults.",
		Evidence: "Compilers use it in programs that run once, with 16-bit elements only.",
		Test:     "TestUniformStore",
	}, {
		No: 340, Seed: "003", Title: "special registers", Ground: errata.Silent,
		Says:     "SReg32, which is nowhere defined",
		Does:     "Those of compute have the values that their names say; those of pixels are 0, which is flagged; others are faults.",
		Evidence: "The names of two public decoders.",
		Test:     "TestSpecialRegisters",
	}, {
		No: 341, Seed: "003", Title: "the end of the code", Ground: errata.Silent,
		Says:     "nothing of what is behind it",
		Does:     "A program ends there as at stop. A jump elsewhere outside is a fault; one into the middle of an instruction goes on with what its bytes are from there.",
		Evidence: "Our choice.",
		Test:     "TestStops",
	}, {
		No: 342, Seed: "003", Title: "the edge of a grid", Ground: errata.Silent,
		Says: "threads_per_grid, and nothing of grids that threadgroups do not divide",
		Does: "A grid is threads. Threadgroups at its far edges are smaller, and their threads are numbered within what is there: threads_per_threadgroup is the smaller size, dispatch_threads_per_threadgroup the size of the others, " +
			"and only the last SIMD-group of a threadgroup can have lanes without a thread.",
		Evidence: "Metal's dispatchThreads has such threadgroups, and two registers for the two sizes.",
		Test:     "TestGrid",
	}, {
		No: 343, Seed: "003", Title: "lanes without a thread", Ground: errata.Silent,
		Says:     "exec_mask[thread] = (v == 0), for each thread",
		Does:     "A lane that has no thread is never active, whatever its r0l is. Its registers are those that every lane begins with, and shuffles can read them.",
		Evidence: "Threads that are not in the grid do not run.",
		Test:     "TestGrid",
	}, {
		No: 344, Seed: "003", Title: "the state that a SIMD-group begins with", Ground: errata.Silent,
		Says:     "r0l should be initialised to zero",
		Does:     "All registers are zeros unless the run is given others, and so is threadgroup memory.",
		Evidence: "Our choice; a program that depends on it is wrong.",
		Test:     "TestFreshState",
	}, {
		No: 345, Seed: "003", Title: "threadgroup_barrier", Ground: errata.Silent,
		Says: "its name",
		Does: "A SIMD-group comes to a barrier as one, whatever its mask, and goes on when all of its threadgroup are at one. If some of its lanes are not active, or if the barriers are different ones, the run is flagged. " +
			"It is a fault if another SIMD-group has ended and cannot come.",
		Evidence: "Our choice: the languages above forbid all three.",
		Test:     "TestBarriersWrong",
	}, {
		No: 346, Seed: "003", Title: "the order of SIMD-groups", Ground: errata.Silent,
		Says: "nothing of it",
		Does: "On one core threadgroups run one after another, x first, and the SIMD-groups of each in turn, to the next barrier or for 16,384 instructions. Several cores take threadgroups in that order. " +
			"core_index is the core.",
		Evidence: "Our choice, so that a run can be repeated.",
		Test:     "TestOrder",
	}, {
		No: 347, Seed: "003", Title: "a preamble", Ground: errata.Silent,
		Says:     "uniform registers are used for values that are the same across all threads",
		Does:     "A program that runs once before, on one thread with the same memory; what it stores to uniforms is what all SIMD-groups begin with.",
		Evidence: "Containers have such programs beside the main ones, and public compilers make them.",
		Test:     "TestPreamble",
	}, {
		No: 348, Seed: "003", Title: "uniform_store outside a preamble", Ground: errata.Silent,
		Says:     "TODO()",
		Does:     "It changes the uniforms of its own SIMD-group, and the run is flagged.",
		Evidence: "Our choice, so that no result depends on which SIMD-group is first.",
		Test:     "TestFreshState",
	}, {
		No: 349, Seed: "003", Title: "discard", Ground: errata.Silent,
		Says:     "future reads are undefined",
		Does:     "The register keeps its value. The run is flagged where it is read before it is written again, by any lane.",
		Evidence: "Our choice; undefined is any value.",
		Test:     "TestDiscard",
	}, {
		No: 350, Seed: "003", Title: "the size of a threadgroup", Ground: errata.Silent,
		Says:     "nothing of it",
		Does:     "At most 1,024 threads, with 32 KiB of memory.",
		Evidence: "The limits of the public interface to this GPU.",
		Test:     "TestDispatchRefused",
	},
}
