// Five things that people meet, each from a bug or a task that is written down somewhere.

export const examples = [
	{ name: "a splice that is none on 256 bits", state: { form: "_mm256_alignr_epi8(a, b, 4)", tab: "prove", b: "<8 x i32> 9 10 11 12 13 14 15 0" } },
	{ name: "_MM_SHUFFLE backwards", state: { form: "_mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3))", tab: "names" } },
	{ name: "what a compiler emitted", state: { form: "pshufd $225, %xmm0, %xmm2\nshufps $80, %xmm1, %xmm2", tab: "machines" } },
	{ name: "a shader's swizzle elsewhere", state: { form: "float4 r = float4(a.xy, b.zw);", tab: "dialects" } },
	{ name: "a 4×4 transpose", state: { form: "<4 x i32> 0 4 1 5", tab: "network", kind: "transpose", size: "4x4", type: "i32", target: "sse2" } },
];
