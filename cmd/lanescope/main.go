// Command lanescope explains, proves and draws how lanes move.
//
//	lanescope explain '<4 x i32> 0 4 1 5'
package main

import (
	"os"

	"golang.org/x/term"

	"github.com/lanescope/lanescope/internal/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], cli.System{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv,
		Terminal: term.IsTerminal(int(os.Stdout.Fd())), Host: cli.Host,
		Columns: func() int {
			n, _, _ := term.GetSize(int(os.Stdout.Fd()))
			return n
		},
	}))
}
