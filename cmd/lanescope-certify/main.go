// Command lanescope-certify checks certificates of lanescope lower, from files or from its input.
//
//	$ lanescope lower '<4 x i32> 7 1 4 2' --target sse2 --emit certificate | lanescope-certify
//	holds: 2 ops, of 57 rows; that there is nothing cheaper is shown by trying all of them (1 claim)
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/lanescope/lanescope/internal/certificate"
)

func main() {
	files := os.Args[1:]
	if len(files) == 0 {
		files = []string{"-"}
	}
	code := 0
	for _, file := range files {
		if err := check(file, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintf(os.Stderr, "lanescope-certify: %s: %v\n", file, err)
			code = 1
		}
	}
	os.Exit(code)
}

// check checks a file, or what is read where it is -.
func check(file string, in io.Reader, out io.Writer) error {
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	v, err := certificate.Check(in)
	if err != nil {
		return err
	}
	shown := "nothing is said of what is cheaper"
	if v.None > 0 {
		shown = fmt.Sprintf("that there is nothing cheaper is shown by trying all of them (%s)", counted(v.None, "claim"))
	}
	_, err = fmt.Fprintf(out, "holds: %s, of %s; %s\n", counted(v.Ops, "op"), counted(v.Rows, "row"), shown)
	return err
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
