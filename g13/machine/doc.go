// Package machine runs code of the Apple G13 GPU: a SIMD-group of 32 lanes, or a grid of threads.
//
//	           lane 0    lane 1    lane 2   …  lane 31
//	r0       │ h    l │ h    l │ h    l │   │ h    l │   r0l counts the levels that a lane sleeps
//	r1       │        │        │        │   │        │   the link of calls
//	…
//	r127     │        │        │        │   │        │
//	         ├────────┴────────┴────────┴───┴────────┤
//	uniforms │ the same in every lane: one row for   │   rows behind the registers, so that every
//	numbers  │ each one that the program reads       │   operand is a row
//
//	exec         1        0        1            1        a lane with 0 keeps its registers
//
//	stack    │        │        │        │   │        │   of each lane
//	Local    │ of the SIMD-groups of a threadgroup   │
//	Memory   │ buffers, the same for all             │
//
// Compile decodes a program once; Run executes it on a Group, with the memories that are attached to it. A Dispatch does that for a whole grid. This is the reference machine: it does in each lane what the document's pseudocode says, and
// its results are exact to the bit. What nobody has tested on a G13 runs by the model that is documented, and the Result says so once, as a flag that begins with
// "unverified:". An instruction without a model stops the program with a Fault that names it.
package machine
