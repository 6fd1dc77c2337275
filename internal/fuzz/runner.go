package fuzz

import (
	"fmt"
	"os/exec"
	"runtime"
)

// A runner is how a program of C is executed: what its main file has of the system, what the compiler is told besides, and what runs it.
type runner struct {
	system  string
	options []string
	run     []string
}

// hosted is a main file with a library of C.
const hosted = `#include <stdio.h>
#include <string.h>
#define copy memcpy
#define put(from, n) fwrite(from, 1, n, stdout)
`

// bare is one for AArch64 where there is only a compiler, and neither a library nor its headers.
const bare = `static void copy(void *to, const void *from, unsigned long n) {
 for (unsigned long k = 0; k < n; k++) ((volatile unsigned char *)to)[k] = ((const volatile unsigned char *)from)[k];
}
static long ask(long number, long a, const void *b, long c) {
 register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x2 __asm__("x2") = c;
 register const void *x1 __asm__("x1") = b;
 __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
 return x0;
}
static void put(const void *from, long n) { ask(64, 1, from, n); }
int main(void);
void _start(void) { ask(93, main(), 0, 0); }
`

// emulator runs programs for AArch64 elsewhere.
const emulator = "qemu-aarch64"

// runnerOf is how programs for a machine are executed here.
func runnerOf(machine string) (r runner, err error) {
	if machine == "neon" {
		path, err := exec.LookPath(emulator)
		if err != nil {
			return r, fmt.Errorf("programs for %s are executed by %s, which is not installed", machine, emulator)
		}
		return runner{bare, []string{"-ffreestanding", "-nostdlib", "-static"}, []string{path}}, nil
	}
	if runtime.GOARCH != "amd64" {
		return r, fmt.Errorf("programs for %s are executed, which this machine, a %s, does not", machine, runtime.GOARCH)
	}
	return runner{system: hosted}, nil
}
