package asm

import "github.com/lanescope/lanescope/g13"

const (
	elementText = `size = bytes of an element         formats lists them
`
	deviceText = elementText + `base = A, rounded down to size
at   = base + ((O << min(s, 2)) * size) + i * size      for each component i of the mask
O is extended by its sign if signed; the packed formats take a word: no mask and no shift
`
	stackText = elementText + `at = stack pointer + (O << s), rounded down to size, + i * size      for each component i of the mask
each thread has a stack of its own
`
	localText = elementText + `at = A rounded down to size, + O * size + i * size      for each component i of the mask
`
	loadsText  = "for each active thread: the next register of R = the element at each place, unpacked\n"
	storesText = "for each active thread: the element at each place = the next register of R, packed\n"
	atomicText = `for each active thread, from the lowest:
  was = the word at its place
  the word = was add, sub, xchg, umin, imin, umax, imax, and, or, xor S
             cmpxchg: S is a pair, what is written and what is expected; was stays if it is not that
  R = was, unless it is None
`
)

var memoryPages = [g13.NumForms]page{
	g13.UNIFORM_STORE: {"for the lowest active thread: the halves of the uniforms from O on = R, as many as the mask has\n", []example{
		worked("uniform_store 2, i16, x, 0, r1l, 10\nmov r2, u5l", "r1 = 0x1234", "r2 = 0x1234"),
	}},
	g13.DEVICE_LOAD: {deviceText + loadsText + "what is loaded may be read after a wait for slot g\n", []example{
		worked("device_load 0, i32, xy, r1_r2, u2_u3, r4, unsigned\nwait 0", "u2_u3 = buffer, r4 = 2", "r1 = 0x0b0a0908, r2 = 0x0f0e0d0c"),
		worked("device_load 0, i8, x, r1, u2_u3, 5\nwait 0", "u2_u3 = buffer", "r1 = 5"),
		worked("device_load 0, u8norm, x, r1, u2_u3, 255\nwait 0", "u2_u3 = buffer", "r1 = 1.0"),
	}},
	g13.DEVICE_STORE: {deviceText + storesText, []example{
		worked("device_store 0, i32, x, r1, u2_u3, r4, unsigned", "u2_u3 = buffer, r4 = lane, r1 = 7 8", "buffer[0] = 7, buffer[4] = 8"),
		worked("device_store 0, i16, x, r1l, u2_u3, 1", "exec = 1, u2_u3 = buffer, r1 = 0x1234", "buffer[0] = 0x12340100"),
	}},
	g13.STACK_LOAD: {stackText + loadsText, []example{
		worked("stack_load r2, i32, 1, 0, x, 4, 8, 0\nwait 0", "r2 = 7", "r2 = 0"),
	}},
	g13.STACK_STORE: {stackText + storesText, []example{
		worked("stack_store i32, 1, 0, x, 4, r1, 8, 0\nstack_load r2, i32, 1, 0, x, 4, 8, 0\nwait 0", "r1 = lane", "r2 = lane"),
	}},
	g13.STACK_ADJUST:  {"stack pointer += v\n", []example{worked("stack_adjust 16\nstack_get_ptr r1", "", "r1 = 16")}},
	g13.STACK_GET_PTR: {"R = stack pointer\n", []example{worked("stack_get_ptr r1", "r1 = 7", "r1 = 0")}},
	g13.MAP:           {"a block of scratch memory is mapped\n", refused("map target0, r8, 3", noKernel)},
	g13.UNMAP:         {"a block of scratch memory is unmapped\n", refused("unmap target0, r8, 3", noKernel)},
	g13.THREADGROUP_LOAD: {localText + loadsText + "there is nothing to wait for\n", []example{
		worked("threadgroup_load i32, x, r1, 4, 1", "threadgroup = bytes", "r1 = 0x0b0a0908"),
	}},
	g13.THREADGROUP_STORE: {localText + storesText, []example{
		worked("threadgroup_store i32, x, r1, 4, 1", "threadgroup = bytes, exec = 1, r1 = 7", "threadgroup[8] = 7"),
	}},
	g13.ATOMIC: {"place = A, rounded down to 4, + O * 4\n" + atomicText + "R may be read after a wait for slot g\n", []example{
		worked("atomic add, 0, r1, u2_u3, 0, signed, r2\nwait 0", "u2_u3 = buffer, exec = 3, r2 = 1, r1 = 0", "buffer[0] = 0x03020102, r1 = 0x03020100 0x03020101 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"),
		worked("atomic cmpxchg, 0, None, u2_u3, 1, signed, r2_r3", "u2_u3 = buffer, exec = 1, r2 = 7, r3 = 0x07060504", "buffer[4] = 7"),
	}},
	g13.THREADGROUP_ATOMIC: {"place = A, rounded down to 4, + O * 4\n" + atomicText, []example{
		worked("threadgroup_atomic umax, r1, 0, 1, r2", "threadgroup = bytes, exec = 1, r2 = 0x10000000", "threadgroup[4] = 0x10000000, r1 = 0x07060504 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"),
	}},
	g13.ASYNC_LOAD:  {"begin to copy device memory to threadgroup memory; what its registers hold is not known\n", refused("async_load copy_1d, r1, r2_r3_r4", "nobody knows what its registers hold")},
	g13.ASYNC_STORE: {"begin to copy threadgroup memory to device memory; what its registers hold is not known\n", refused("async_store copy_2d, r1, r2..r6", "nobody knows what its registers hold")},
}
