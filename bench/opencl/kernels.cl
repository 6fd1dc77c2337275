// The programs of ../programs once more, a work-item for each of their threads. Buffers come first, in the order of the
// programs' uniforms, and numbers behind them.

kernel void mandelbrot(global const float *re, global const float *im, global uint *counts, uint most) {
	size_t at = get_global_id(0);
	float x = 0, y = 0, a = re[at], b = im[at];
	uint steps = 0;
	do {
		float d = fma(x, x, -(y * y));
		y = fma(x * y, 2.0f, b);
		x = d + a;
		steps++;
	} while (fma(y, y, x * x) < 4.0f && steps < most);
	counts[at] = steps;
}

kernel void murmur(global uint *words, global uint *sums, global uint *seconds, uint times, uint first, uint second) {
	size_t at = get_global_id(0);
	uint h = words[at], sum = sums[at], s = seconds[at];
	for (uint k = 0; k < times; k++) {
		h ^= h >> 16;
		h *= first;
		h ^= h >> 13;
		h *= second;
		h ^= h >> 16;
		s = (s & ~0xff00u) | ((h & 0xff) << 8);
		sum += h;
	}
	words[at] = h;
	sums[at] = sum;
	seconds[at] = s;
}

// A work-group is a SIMD-group here: this OpenCL has no shuffles.
#define ADD(d)                                                                                                         \
	row[lane] = h;                                                                                                     \
	barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
	h += row[lane ^ d];                                                                                                \
	barrier(CLK_LOCAL_MEM_FENCE);

kernel void reduce(global uint *words, global uint *counts, global const uint *salt, uint times) {
	local uint row[32];
	size_t at = get_global_id(0), lane = get_local_id(0);
	uint h = words[at], count = counts[at], different = salt[at];
	for (uint k = 0; k < times; k++) {
		ADD(1) ADD(2) ADD(4) ADD(8) ADD(16)
		h ^= different;
		row[lane] = h > count;
		barrier(CLK_LOCAL_MEM_FENCE);
		uint beyond = 0;
		for (int other = 0; other < 32; other++)
			beyond += row[other];
		barrier(CLK_LOCAL_MEM_FENCE);
		count += beyond;
	}
	words[at] = h;
	counts[at] = count;
}

kernel void saxpy(global const float *x, global float *y, uint a) {
	size_t at = get_global_id(0);
	y[at] = fma(x[at], as_float(a), y[at]);
}

kernel void sort(global uint *words) {
	local uint shared[256];
	size_t at = get_global_id(0), here = get_local_id(0);
	uint mine = words[at];
	shared[here] = mine;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint length = 2; length <= 256; length *= 2)
		for (uint bit = length / 2; bit > 0; bit /= 2) {
			uint other = shared[here ^ bit];
			bool smaller = ((here & bit) == 0) == ((here & length) == 0);
			mine = smaller ? min(mine, other) : max(mine, other);
			barrier(CLK_LOCAL_MEM_FENCE);
			shared[here] = mine;
			barrier(CLK_LOCAL_MEM_FENCE);
		}
	words[at] = mine;
}

kernel void filter(global const float *input, global const float *weights, global float *output) {
	local float part[288];
	size_t at = get_global_id(0), here = get_local_id(0);
	part[here] = input[at];
	if (here < 32)
		part[here + 256] = input[at + 256];
	barrier(CLK_LOCAL_MEM_FENCE);
	float sum = 0;
	for (int tap = 0; tap < 32; tap++)
		sum = fma(weights[tap], part[here + tap], sum);
	output[at] = sum;
}

kernel void product(global const float *left, global const float *right, global float *output, uint side) {
	size_t x = get_global_id(0), y = get_global_id(1);
	float sum = 0;
	for (uint k = 0; k < side; k++)
		sum = fma(left[y * side + k], right[k * side + x], sum);
	output[y * side + x] = sum;
}

kernel void life(global const uchar *now, global uchar *next, uint lastColumn, uint lastRow, uint width) {
	uint x = get_global_id(0), y = get_global_id(1);
	uint before = (x - 1) & lastColumn, behind = (x + 1) & lastColumn;
	uint above = ((y - 1) & lastRow) * width, here = y * width, below = ((y + 1) & lastRow) * width;
	uint neighbours = now[above + before] + now[above + x] + now[above + behind] + now[here + before] + now[here + behind] +
	                  now[below + before] + now[below + x] + now[below + behind];
	next[here + x] = (neighbours | now[here + x]) == 3;
}
