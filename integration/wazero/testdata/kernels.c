// Kernels with shuffles, each a program of its own: clang is told which by -DKERNEL_name. run works n times over the same data and returns a checksum.
#include <wasm_simd128.h>

enum { vectors = 64 };
static v128_t in[vectors], out[4 * vectors];

static void fill(void) {
	unsigned x = 1;
	for (int i = 0; i < vectors * 4; i++) {
		x = x * 1664525 + 1013904223;
		((unsigned *)in)[i] = x >> 3;
	}
}

#define bytes(a, b, ...) wasm_i8x16_shuffle(a, b, __VA_ARGS__)
#define words(a, b, ...) wasm_i16x8_shuffle(a, b, __VA_ARGS__)
#define quads(a, b, ...) wasm_i32x4_shuffle(a, b, __VA_ARGS__)

#ifdef KERNEL_transpose4 // of 4 × 4 numbers of 32 bits
static void kernel(void) {
	for (int i = 0; i < vectors; i += 4) {
		v128_t a = in[i], b = in[i + 1], c = in[i + 2], d = in[i + 3];
		v128_t p = quads(a, b, 0, 4, 1, 5), q = quads(a, b, 2, 6, 3, 7), r = quads(c, d, 0, 4, 1, 5), s = quads(c, d, 2, 6, 3, 7);
		out[i] = quads(p, r, 0, 1, 4, 5);
		out[i + 1] = quads(p, r, 2, 3, 6, 7);
		out[i + 2] = quads(q, s, 0, 1, 4, 5);
		out[i + 3] = quads(q, s, 2, 3, 6, 7);
	}
}
#endif

#ifdef KERNEL_transpose16 // of 16 × 16 bytes: four times low and high bytes of halves beside one another
static void kernel(void) {
	for (int i = 0; i < vectors; i += 16) {
		v128_t a[16], b[16];
		for (int k = 0; k < 16; k++)
			a[k] = in[i + k];
#pragma clang loop unroll(full)
		for (int round = 0; round < 4; round++) {
#pragma clang loop unroll(full)
			for (int k = 0; k < 8; k++) {
				b[2 * k] = bytes(a[k], a[k + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
				b[2 * k + 1] = bytes(a[k], a[k + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
			}
			for (int k = 0; k < 16; k++)
				a[k] = b[k];
		}
		for (int k = 0; k < 16; k++)
			out[i + k] = a[k];
	}
}
#endif

#ifdef KERNEL_base64 // twelve bytes become sixteen digits
static void kernel(void) {
	for (int i = 0; i < vectors; i++) {
		v128_t x = bytes(in[i], in[i], 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
		v128_t ac = wasm_u32x4_shr(x, 10) & wasm_i32x4_splat(0x3f) | wasm_u32x4_shr(x, 6) & wasm_i32x4_splat(0x3f0000);
		v128_t bd = wasm_i32x4_shl(x, 4) & wasm_i32x4_splat(0x3f00) | wasm_i32x4_shl(x, 8) & wasm_i32x4_splat(0x3f000000);
		v128_t d = ac | bd;
		v128_t shift = wasm_u8x16_sub_sat(d, wasm_i8x16_splat(51));
		shift = wasm_i8x16_sub(shift, wasm_i8x16_gt(d, wasm_i8x16_splat(25)));
		out[i] = wasm_i8x16_add(d, wasm_i8x16_swizzle(wasm_i8x16_make(65, 71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -19, -16, 0, 0), shift));
	}
}
#endif

#ifdef KERNEL_planar // sixteen pixels of three bytes become three vectors
static void kernel(void) {
	for (int i = 0; i + 3 <= vectors; i += 3) {
		v128_t a = in[i], b = in[i + 1], c = in[i + 2];
		out[i] = bytes(bytes(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0), c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
		out[i + 1] = bytes(bytes(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0), c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
		out[i + 2] = bytes(bytes(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0), c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
	}
}
#endif

#ifdef KERNEL_matmul // of 4 × 4 floats: each lane of the left one is multiplied with a row of the right one
static void kernel(void) {
	v128_t r[4];
	for (int k = 0; k < 4; k++)
		r[k] = wasm_f32x4_convert_i32x4(wasm_i32x4_shr(in[k], 8));
	for (int i = 0; i < vectors; i++) {
		v128_t a = wasm_f32x4_convert_i32x4(wasm_i32x4_shr(in[i], 8));
		v128_t s = wasm_f32x4_mul(quads(a, a, 0, 0, 0, 0), r[0]);
		s = wasm_f32x4_add(s, wasm_f32x4_mul(quads(a, a, 1, 1, 1, 1), r[1]));
		s = wasm_f32x4_add(s, wasm_f32x4_mul(quads(a, a, 2, 2, 2, 2), r[2]));
		out[i] = wasm_f32x4_add(s, wasm_f32x4_mul(quads(a, a, 3, 3, 3, 3), r[3]));
	}
}
#endif

#ifdef KERNEL_chacha20 // double rounds; rotations by 16 and 8 are shuffles too
static inline v128_t rotate16(v128_t x) { return words(x, x, 1, 0, 3, 2, 5, 4, 7, 6); }
static inline v128_t rotate8(v128_t x) { return bytes(x, x, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14); }
static inline v128_t rotate(v128_t x, int k) { return wasm_i32x4_shl(x, k) | wasm_u32x4_shr(x, 32 - k); }
#define quarters \
	a = wasm_i32x4_add(a, b), d = rotate16(d ^ a), c = wasm_i32x4_add(c, d), b = rotate(b ^ c, 12), \
	a = wasm_i32x4_add(a, b), d = rotate8(d ^ a), c = wasm_i32x4_add(c, d), b = rotate(b ^ c, 7)
static void kernel(void) {
	for (int i = 0; i < vectors; i += 4) {
		v128_t a = in[i], b = in[i + 1], c = in[i + 2], d = in[i + 3];
		for (int round = 0; round < 10; round++) {
			quarters;
			b = quads(b, b, 1, 2, 3, 0), c = quads(c, c, 2, 3, 0, 1), d = quads(d, d, 3, 0, 1, 2);
			quarters;
			b = quads(b, b, 3, 0, 1, 2), c = quads(c, c, 2, 3, 0, 1), d = quads(d, d, 1, 2, 3, 0);
		}
		out[i] = a, out[i + 1] = b, out[i + 2] = c, out[i + 3] = d;
	}
}
#endif

#ifdef KERNEL_haar // sums and differences of neighbours, of 16 bits
static void kernel(void) {
	for (int i = 0; i < vectors; i += 2) {
		v128_t even = words(in[i], in[i + 1], 0, 2, 4, 6, 8, 10, 12, 14), odd = words(in[i], in[i + 1], 1, 3, 5, 7, 9, 11, 13, 15);
		v128_t sum = wasm_i16x8_add(even, odd), difference = wasm_i16x8_sub(even, odd);
		out[i] = words(sum, difference, 0, 8, 1, 9, 2, 10, 3, 11);
		out[i + 1] = words(sum, difference, 4, 12, 5, 13, 6, 14, 7, 15);
	}
}
#endif

#ifdef KERNEL_utf8 // what every byte has before it: one, two and three places back
static void kernel(void) {
	v128_t last = wasm_i8x16_splat(0);
	for (int i = 0; i < vectors; i++) {
		v128_t x = in[i];
		v128_t one = bytes(last, x, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
		v128_t two = bytes(last, x, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
		v128_t three = bytes(last, x, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
		v128_t must = wasm_u8x16_ge(one, wasm_i8x16_splat(0xc0)) | wasm_u8x16_ge(two, wasm_i8x16_splat(0xe0)) | wasm_u8x16_ge(three, wasm_i8x16_splat(0xf0));
		out[i] = must ^ wasm_i8x16_lt(x, wasm_i8x16_splat(-64));
		last = x;
	}
}
#endif

__attribute__((export_name("run"))) unsigned long long run(int n) {
	fill();
	for (int i = 0; i < n; i++) {
		kernel();
		in[i % vectors] ^= out[i % vectors];
	}
	v128_t sum = wasm_i64x2_splat(0);
	for (int i = 0; i < vectors; i++)
		sum = wasm_i64x2_add(wasm_i64x2_shl(sum, 1), out[i]);
	return wasm_i64x2_extract_lane(sum, 0) ^ wasm_i64x2_extract_lane(sum, 1);
}
