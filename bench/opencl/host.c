// host KERNELS.cl: runs kernels of the file on the first device, as standard input asks for it.
//
//   kernel NAME GX GY LX LY BUFFERS NUMBERS, then a line with the bytes of each buffer, each with a 1 if
//                       it is an output, and the numbers, then the buffers:
//                       a job, of which the first one is number 0
//   run JOB TIMES       each time with the outputs as they came: a line of nanoseconds, separated by spaces
//   read JOB BUFFER     its bytes as the job's last run left them
//
// It begins with a line that names the device and how many threads it has.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 8, JOBS = 64 };

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;

struct job {
	cl_kernel kernel;
	size_t global[2], local[2], sizes[MOST];
	char *first[MOST]; // the buffers as they came
	cl_mem buffers[MOST];
	int count, output[MOST];
};

static struct job jobs[JOBS];
static int known;

static void fail(const char *what, int code) {
	fprintf(stderr, "%s: OpenCL's error %d\n", what, code);
	exit(1);
}

static void check(const char *what, cl_int code) {
	if (code != CL_SUCCESS)
		fail(what, code);
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static char *text(const char *name) {
	FILE *f = fopen(name, "rb");
	char *all = calloc(1, 1 << 20);
	if (!f || !all || fread(all, 1, (1 << 20) - 1, f) == 0)
		fail(name, 0);
	fclose(f);
	return all;
}

static void build(const char *name) {
	cl_platform_id platform;
	cl_int e;
	check("platforms", clGetPlatformIDs(1, &platform, NULL));
	check("devices", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
	check("context", e);
	queue = clCreateCommandQueue(context, device, 0, &e);
	check("queue", e);
	const char *source = text(name);
	program = clCreateProgramWithSource(context, 1, &source, NULL, &e);
	check("program", e);
	check(name, clBuildProgram(program, 1, &device, "-cl-denorms-are-zero", NULL, NULL));
	char called[256] = "", version[256] = "";
	cl_uint threads = 0;
	clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version - 1, version, NULL);
	clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof called - 1, called, NULL);
	clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof threads, &threads, NULL);
	printf("%u threads, %s, %s\n", threads, version, called);
	fflush(stdout);
}

// restore copies little at once, which then stays in the cache, as what a program wrote.
static void restore(struct job *j, int k) {
	cl_int e;
	char *to = clEnqueueMapBuffer(queue, j->buffers[k], CL_TRUE, CL_MAP_WRITE, 0, j->sizes[k], 0, NULL, NULL, &e);
	check("map", e);
	for (size_t at = 0; at < j->sizes[k]; at += 1 << 10) {
		size_t left = j->sizes[k] - at;
		memcpy(to + at, j->first[k] + at, left < 1 << 10 ? left : 1 << 10);
	}
	check("unmap", clEnqueueUnmapMemObject(queue, j->buffers[k], to, 0, NULL, NULL));
	check("unmap", clFinish(queue));
}

static void prepare(void) {
	if (known == JOBS)
		fail("too many jobs", known);
	struct job *j = &jobs[known++];
	char name[64];
	int numbers;
	if (scanf("%63s %zu %zu %zu %zu %d %d", name, &j->global[0], &j->global[1], &j->local[0], &j->local[1], &j->count, &numbers) != 7 || j->count < 0 || j->count > MOST)
		fail("kernel", 0);
	cl_int e;
	j->kernel = clCreateKernel(program, name, &e);
	check(name, e);
	for (int k = 0; k < j->count; k++)
		if (scanf("%zu %d", &j->sizes[k], &j->output[k]) != 2)
			fail("the bytes of a buffer", 0);
	for (int k = 0; k < numbers; k++) {
		cl_uint v;
		if (scanf("%u", &v) != 1)
			fail("a number", 0);
		check("a number", clSetKernelArg(j->kernel, j->count + k, sizeof v, &v));
	}
	getchar();
	for (int k = 0; k < j->count; k++) {
		j->first[k] = malloc(j->sizes[k]);
		if (!j->first[k] || fread(j->first[k], 1, j->sizes[k], stdin) != j->sizes[k])
			fail("a buffer", 0);
		j->buffers[k] = clCreateBuffer(context, CL_MEM_READ_WRITE, j->sizes[k], NULL, &e);
		check("a buffer", e);
		check("a buffer", clSetKernelArg(j->kernel, k, sizeof j->buffers[k], &j->buffers[k]));
		restore(j, k);
	}
}

static void run(struct job *j, int times) {
	for (int n = 0; n < times; n++) {
		for (int k = 0; k < j->count; k++)
			if (j->output[k])
				restore(j, k);
		double begin = now();
		check("run", clEnqueueNDRangeKernel(queue, j->kernel, 2, NULL, j->global, j->local, 0, NULL, NULL));
		check("run", clFinish(queue));
		printf("%.0f%c", now() - begin, n + 1 < times ? ' ' : '\n');
	}
	fflush(stdout);
}

static void show(struct job *j, int k) {
	if (k < 0 || k >= j->count)
		fail("read", k);
	char *bytes = malloc(j->sizes[k]);
	check("read", clEnqueueReadBuffer(queue, j->buffers[k], CL_TRUE, 0, j->sizes[k], bytes, 0, NULL, NULL));
	fwrite(bytes, 1, j->sizes[k], stdout);
	fflush(stdout);
	free(bytes);
}

int main(int argc, char **argv) {
	if (argc != 2)
		fail("usage: host KERNELS.cl", 0);
	build(argv[1]);
	char word[16];
	int job, n;
	while (scanf("%15s", word) == 1) {
		if (!strcmp(word, "kernel")) {
			prepare();
			continue;
		}
		if (scanf("%d %d", &job, &n) != 2 || job < 0 || job >= known)
			fail(word, 0);
		if (!strcmp(word, "run"))
			run(&jobs[job], n);
		else if (!strcmp(word, "read"))
			show(&jobs[job], n);
		else
			fail(word, 0);
	}
	return 0;
}
