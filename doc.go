// Package lanescope is the root of the module. It holds no code, only the
// picture of the house: what lives where, and who may know of whom.
//
// Every SIMD and GPU instruction set has its own dialect for one thing, which
// source lane ends up in which destination lane. Lanescope reads the dialects
// into one value, [github.com/lanescope/lanescope/lane.Map], and everything
// else compares, draws, lowers or runs that value:
//
//	top     cmd/lanescope · cmd/lanescope-wasm      main
//	8       internal/cli · internal/web             commands and pages
//	7       internal/api                            request → result, the only maker of JSON
//	6       corpus                                  mines files for shuffles
//	5       form                                    the one door for text in any dialect
//	4       lower                                   the cheapest sequence for a map
//	3       lower/quick · g13/jit                   what is decided without a search · g13/machine made fast
//	2       target                                  what real CPUs do in one instruction
//	2       g13/asm · g13/machine · g13/archive · g13/inspect
//	1       shufflevector · svp64 · visa · g13      the dialects
//	1       draw · internal/x86 · internal/execmem  pictures · machine code
//	0       lane · syntax/strings                   the map · searching in texts, counted
//	0       internal/oracle                         test support
//	ground  syntax · errata                         where a text is wrong · numbered departures
//
// A package imports only from lower levels, and below level 8 only the standard
// library and us. Dialects never import each other: what two of them share is a
// lane.Map. A room may be drawn before it is built. The test of this package
// holds the house to the picture; to build a new room, draw it here and enter
// it in the table of house_test.go.
package lanescope
