// Package discoveries is what searches and campaigns have found out about the tools and the documents of others: movements for which a compiler emits more than is needed, and sentences that cannot be so, each with its cause, and with the command that shows it. One table is all there is.
package discoveries

import (
	"fmt"
	"strings"
)

// A Discovery is one cause. Of several movements that have it, one stands for all.
type Discovery struct {
	No    int
	Title string
	By    Tool // whose it is
	Cause string

	// Of a compiler that emits too much:
	Form    string   // the movement
	Target  string   // ours
	Options []string // of the compiler, that say the same machine
	Theirs  int      // how many instructions it emits, without what every function has
	Newer   int      // and how many its newest version does that was looked at, where that is another number
	Ours    int      // how many are known to do, constants loaded and copies included
	InPlace bool     // of C with zeros: which lane of the zeros is named, the one in the same place, or the first; what is better for the compiler

	// Of a tool whose source was read, as it cannot be had where tests run: what it emits for a movement, what does the same, and where it stands in the source. Target, Theirs and Ours are those of a compiler.
	Emitted, Instead string
	Where            string

	// Of all else, a command, and a line of what it says. An erratum has the rest.
	Shell, Says string
	Erratum     int
}

// IsWaste says whether it is that a compiler emits more than is needed.
func (d *Discovery) IsWaste() bool { return d.Form != "" }

// IsRead says whether the tool's source was read, and the tool does not run here.
func (d *Discovery) IsRead() bool { return d.Emitted != "" }

// Compiler is how a compiler is called: "gcc -O2 -mavx2".
func (d *Discovery) Compiler() string {
	return strings.Join(append([]string{tools[d.By].program, tools[d.By].flags}, d.Options...), " ")
}

// Command is what shows a discovery in a shell.
func (d *Discovery) Command() string {
	switch {
	case d.IsRead():
		return fmt.Sprintf("lanescope prove '%s' '%s'", d.Emitted, d.Instead)
	case !d.IsWaste():
		return d.Shell
	case d.By == LLVM:
		return fmt.Sprintf("lanescope lower '%s' --target %s --emit llvm | %s", d.Form, d.Target, d.Compiler())
	}
	return fmt.Sprintf("lanescope discoveries %d --source | %s %s", d.No, d.Compiler(), tools[d.By].piped)
}

// Find is the discovery of a number.
func Find(no int) (*Discovery, bool) {
	for k := range All {
		if All[k].No == no {
			return &All[k], true
		}
	}
	return nil, false
}
