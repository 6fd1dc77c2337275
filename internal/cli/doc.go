// Package cli is the command line.
//
//	lanescope explain '<4 x i32> 0 4 1 5'
//	└── Run ── the command tree ── api.Explain ── text, JSON or a batch of JSON lines
//
// Run takes its arguments, its streams and its environment, and returns the exit code, so that everything can be tested without
// a process: 0 ok, 1 findings, 2 wrong usage, 3 a bug in Lanescope. A command is one file; what holds for every command (flags, output, errors,
// colour, batches) is in the files named after it.
package cli
