/* Four sums at once: the rows of a matrix are transposed and added. */
#include <immintrin.h>

static __m128 sums(__m128 a, __m128 b, __m128 c, __m128 d)
{
	__m128 ab = _mm_unpacklo_ps(a, b);
	__m128 cd = _mm_unpacklo_ps(c, d);
	__m128 low = _mm_movelh_ps(ab, cd);
	__m128 high = _mm_movehl_ps(cd, ab);
	return _mm_add_ps(low, high);
}

/* The order of bytes — größer als „little“ — is turned in each word. */
__m128i swap32(__m128i v)
{
	return _mm_shuffle_epi8(v,
		_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4,
		              11, 10, 9, 8, 15, 14, 13, 12));
}

/* 😀 */ __m128i turned(__m128i a) { return _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3)); }

__m256i next(__m256i a, __m256i b)
{
	return _mm256_alignr_epi8(a, b, 4);
}
