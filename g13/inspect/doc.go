// Package inspect looks at code of the Apple G13 without running it: where it goes, what it was before it was made of masks, what it takes, and what is wrong with it on some way.
//
//	   bytes ──── blocks and ways ────┬── parts: if, else, loop
//	                                  ├── what may be so before each instruction ── findings, each with the way to it
//	18 fmul32 …  ┐ ◄──┐               ├── what is live                              ── registers, occupancy
//	1e …         │    │ jump          └── units that are taken                      ── cycles
//	4c jmp_any   ┘ ───┘
//	52 pop_exec
//
// A finding is something that may be so: on a way that the blocks allow, whatever conditions hold. So nothing is overlooked that a run could do, if a run begins with all its threads
// active and r0l zero and its ways are known: Report.Unknown says where they are not. It draws nothing; who wants a picture has the blocks and the ways between them.
package inspect
