package inspect_test

import (
	"fmt"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/inspect"
)

// A load that is read before it is waited for, on one of two ways only.
func Example() {
	code, _ := asm.Assemble(`
		device_load 0, i32, x, r2, u2_u3, r1, unsigned
		if_icmp r0l, ult, r1, 7, 1
		jmp_exec_none skip
		wait 0
	skip:
		pop_exec r0l, 1
		iadd r3, r2, r2
		stop`)
	r, _ := inspect.Inspect(code)
	for _, f := range r.Findings {
		fmt.Printf("%#x %s: %s\n", f.Offset, f.Rule, f.Message)
		for _, at := range f.Path {
			fmt.Printf("  by %s\n", r.LabelOf(at))
		}
	}
	fmt.Printf("%d threads a core\n", r.Occupancy.Threads)
	// Output:
	// 0x1c read-before-wait: iadd reads r2 before a wait for slot 0, which is loading it
	//   by start
	//   by L16
	// 1024 threads a core
}
