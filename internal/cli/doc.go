// Package cli is the command line.
//
//	lanescope explain '<4 x i32> 0 4 1 5'
//	└── Run ── the command tree ── a question ── api.Explain ── text, JSON or a batch of JSON lines
//
// Run takes its arguments, its streams and its environment, and returns the exit code, so that everything can be tested without
// a process: 0 ok, 1 findings, 2 wrong usage, 3 a bug in Lanescope. A command is one file: its flags, and a question, which is how a text becomes a request, what
// answers it, and how that is said. What holds for every command (output, errors, colour, batches) is in the files named after it.
package cli
