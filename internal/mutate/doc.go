// Command mutate tests tests: it breaks one line of a package at a time, and sees whether the package's own tests notice.
//
//	x.go ── tree ──→ mutants ── a sample of lines, one each ──→ x'.go ── go test -c -overlay ──→ tests ──→ noticed
//	                 i < n   i <= n                                 │                              ├─────→ timed out
//	                 if bad  if false && (bad)                      └─→ did not compile:           └─────→ survived ── equivalents.txt
//	                 a - b   b - a                                      the line's next mutant
//
// A change is one row of the table in operators.go. The checkout stays as it is: the go command compiles the changed file in the place of the true one.
//
//	go run ./internal/mutate -n 200 ./g13 ./g13/asm      a sample of 200 lines, with a new seed, which is printed
//	go run ./internal/mutate -n 200 -seed 7 ./g13        the same 200 lines again, after tests were added
//	go run ./internal/mutate -of g13/row.go ./g13        a sample of the lines of some files
//	go run ./internal/mutate -tests Quick ./lower        some of the tests, where all take long: at least as much is noticed by all
//	go run ./internal/mutate -only g13/row.go:45 ./g13   all mutants of a line
//	go run ./internal/mutate -list ./g13                 all that there are; nothing is run
//
// A package's tests are its own: that another package's tests would notice counts for nothing. The quick ones run first, and the first that fails ends a mutant.
//
// What no test can notice, since the program still does the same, is an equivalent mutant. Those that were looked at stand in equivalents.txt with the reason; a test holds
// that each still exists.
//
// What is not changed: messages, which are for people (arguments of fmt.Errorf, errors.New and panic, and texts of several words), what make and Grow reserve,
// what is returned beside an error, and generated files.
package main
