// Package lanescope is the root of the module. It holds no code, only the
// picture of the house: what lives where, and who may know of whom.
//
// Every SIMD and GPU instruction set has its own dialect for one thing, which
// source lane ends up in which destination lane. Lanescope reads the dialects
// into one value, [github.com/lanescope/lanescope/lane.Map], and everything
// else compares, draws, lowers or runs that value:
//
//	top     cmd/lanescope · cmd/lanescope-wasm      main
//	top     cmd/lanescope-certify                   checks certificates
//	top     bench                                   how fast g13/jit is, beside others
//	top     internal/mutate                         whether tests notice a broken line
//	top     internal/fuzzing                        all fuzz targets in turn, and how often they ran
//	top     internal/release                        what a version is published as
//	top     integration/wazero                      an engine whose shuffles we decide
//	8       internal/cli · internal/dap · internal/lsp · internal/mcp · internal/web   commands, debuggers, editors, agents, and pages
//	8       internal/campaign/queue                 who does a campaign's shards, over NATS
//	7       internal/campaign                       questions that outgrow an afternoon, in shards that last
//	7       internal/api                            request → result, the only maker of JSON
//	6       corpus                                  mines files for shuffles
//	6       internal/discoveries                    what was found out about compilers
//	6       internal/fuzz                           programs by chance, what compilers make of them, and the smallest that go wrong
//	6       internal/tablebase                      sequences of maps in a file, to be looked up
//	6       internal/disassembly                    texts of objects and of archives
//	5       form                                    the one door for text in any dialect
//	4       listing · cexpr · goexpr · llvmir       readers of a language: assembly, C, Go, LLVM's IR
//	4       spirv · mlir · gcc · clif               and SPIR-V, MLIR, GCC's dumps, Cranelift's
//	4       maskcall                                shuffles of Rust, Zig, C#, Java, Julia, Swift
//	4       shader                                  swizzles of GLSL, HLSL, MSL, WGSL, OpenCL C
//	4       shorthand                               lists, immediates and patterns' names alone
//	4       loops                                   loops over elements, and the pseudocode of Intel's guide
//	3       g13/moves · svp64/moves · visa/moves    the seeds' machines as dialects
//	3       lower                                   the cheapest sequence for a map
//	3       g13/jit · g13/debug · g13/mesa          g13/machine made fast, and stepped through · another spelling
//	3       dialect/selectors                       what lists of selectors have in common
//	3       dialect/dialecttest                     test support
//	3       ptx · amdgpu                            the code of two makers of GPUs
//	3       esimd                                   explicit vectors of Intel: ESIMD, C for Metal, rdregion
//	2       dialect                                 what all notations have in common
//	2       target/apply                            what a row does
//	2       internal/rvv                              what instructions of RISC-V do in vectors of any length
//	2       lower/quick · lower/network             what is decided without a search · several results at once
//	2       g13/asm · g13/machine · g13/archive · g13/inspect
//	2       svp64/program                           programs of SVP64: text, ELF, execution, stepping
//	2       visa/gen                                what the machine executes for vISA, held against it
//	2       visa/find                               the region or the movs that make a map
//	1       shufflevector · svp64 · visa · g13      the seeds' dialects
//	1       wave                                    code of GPUs, a value for each lane
//	1       target · program                        what real CPUs do in one instruction · values followed by name
//	1       draw · smt                              pictures · problems for solvers of bit vectors
//	1       internal/execmem                        machine code that runs
//	0       lane · syntax/strings                   the map · searching in texts, counted
//	0       visa/object                             files of vISA kernels as bytes
//	0       lower/i8x16                             one shuffle of sixteen bytes, for a JIT
//	0       internal/certificate                    checks what lower claims, and knows none of us
//	0       internal/once                           what is found once, by whoever asks first
//	0       internal/gocommand                      the go command, asked by programs
//	0       internal/figures                        measured figures in tables of pages
//	0       internal/x86                            machine code of x86
//	0       internal/oracle · internal/chance       test support
//	0       internal/golden                         test support: what is held against files
//	0       internal/ending                         test support: a context that ends at an instant of choice
//	ground  syntax · errata                         where a text is wrong · numbered departures
//
// A package imports only from lower levels, and below level 8 only the standard
// library and us. Dialects never import each other: what two of them share is a
// lane.Map. A room may be drawn before it is built. The test of this package
// holds the house to the picture; to build a new room, draw it here and enter
// it in the table of house_test.go.
package lanescope
