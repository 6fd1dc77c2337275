// Command fuzzing runs the native fuzz targets, all of them in turn, each in the folder of its package, as long as it is told, and keeps count.
//
//	go list ──→ packages ── func Fuzz… ──→ targets        a package is built once, while the one before it runs
//	                                          │
//	   inputs that were kept, and seeds ──→ x.test -test.fuzz ──→ executions, new inputs ──→ figures of a page
//	                                          └──→ a failing input: it stays where go test puts it; the run ends with the failures of all
//
//	go run ./internal/fuzzing                                    every target for ten seconds
//	go run ./internal/fuzzing -each 1s ./lane ./visa/...         of some packages, for a second
//	go run ./internal/fuzzing -total 2h -page docs/reliability.md    for two hours together, and the figures into the page
//	go run ./internal/fuzzing -target 'FuzzParse$' ./lane        one target
//	go run ./internal/fuzzing -spoil ./g13                       on spoilt inputs, ten to thirty times as often, and new code is not seen
//
// Inputs that reach new code are made small and kept in the cache of Go, or in a folder of one's own (-corpus), so that the next run begins where this one ended.
// Of a target that has kept more than it should, the largest inputs go (-keep).
package main
