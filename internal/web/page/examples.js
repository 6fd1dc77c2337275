// Five things that people meet, each from a bug or a task that is written down somewhere: from says where.

export const examples = [
	{ name: "a splice that is none on 256 bits", from: "Intel's guide: VPALIGNR works on each half by itself", state: { form: "_mm256_alignr_epi8(a, b, 4)", tab: "prove", b: "<8 x i32> 9 10 11 12 13 14 15 0" } },
	{ name: "three instructions where two do", from: "LLVM's table of perfect shuffles for AArch64, one of six entries that can be bettered", state: { form: "<4 x i32> 7 4 7 4", tab: "code", target: "neon" } },
	{ name: "five instructions where one does", from: "wazero, which makes two pshufb and por of every i8x16.shuffle", state: { form: "i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23", tab: "machines" } },
	{ name: "an immediate for a loaded index", from: "dotnet/runtime issue 105908", state: { form: "Vector256.Shuffle(a, Vector256.Create(1, 0, 3, 2, 5, 4, 7, 6))", tab: "code", target: "avx2" } },
	{ name: "a 4×4 transpose", from: "every library of matrices", state: { form: "<4 x i32> 0 4 1 5", tab: "network", kind: "transpose", size: "4x4", type: "i32", target: "sse2" } },
];
