// Package wazero measures what Lanescope's decisions are worth in an engine that people use: wazero, which compiles WebAssembly.
//
//	module cache                     a temporary folder
//	wazero v1.12.0    ── copied ──▸  wazero, and          lowerShuffle ─▸ lowerShuffleBefore      renamed
//	                                                      encode       ─▸ encodeBefore            renamed
//	testdata/amd64.go ───────────▸   …/isa/amd64          lowerShuffle, encode                    new
//	testdata/arm64.go ───────────▸   …/isa/arm64          the same
//	testdata/decide.go ──────────▸   internal/lanescope   asks lower/i8x16
//	testdata/measure.go ─────────▸   internal/lanescope/measure
//
// Two functions of each backend get other names, in its syntax tree, and ours take theirs. What is decided to be done wazero's own way is lowered as before.
// None of wazero's source is stored here. Then wazero's own tests of SIMD run, random shuffles are compared with their meaning, and kernels that clang has compiled are counted and timed, before and after, in one process.
//
// It is all in tests. By default they only look whether wazero still has the methods whose places ours take, and their signatures; the rest builds wazero:
//
//	go test ./integration/wazero -v -full -timeout 1h
//	go test ./integration/wazero -v -full -times -run Kernels/amd64
package wazero
