// Package loops reads code that says element by element what moves, as people write references and as documents define instructions.
//
//	for (int i = 0; i < 8; i++) r[i] = a[7 - i];                        C, and what is written like it: C++, Java, Go, Rust, Python
//	FOR j := 0 to 7 … dst[i+15:i] := a[i+31:i+16] … ENDFOR              Intel's guide to the intrinsics
//
// A text is run, not recognised: loops as often as they say, with numbers for what counts and indexes, and bits of the sources for what moves. Where a bit that is not known decides, both ways
// are gone; where one is computed with, the result must not have it.
//
//	text ──tokens──▶ tree ──run──▶ each variable's bits ──▶ map
//
//	r   a:56 … a:63 │ a:48 … a:55 │ …        a bit of a variable is a bit of a source, zero, one, or nothing that is known
package loops
