package asm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/g13"
)

// Names is the names of all forms, each once, in the order of the table.
func Names() []string {
	var names []string
	for f := range g13.NumForms {
		if name := f.Name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Topics are the pages that are not about instructions.
func Topics() []string { return []string{topicFormats, topicSpecial} }

const (
	topicFormats = "formats"
	topicSpecial = "special_registers"
)

// Reference is the page of all forms with the name, or with another name of theirs, or of a topic, as Markdown. It is empty if there are none.
func Reference(name string) []byte {
	switch name {
	case topicFormats:
		return formatsPage()
	case topicSpecial:
		return specialPage()
	}
	var b strings.Builder
	last := ""
	for f := range g13.NumForms {
		is := func(a g13.Alias) bool { return a.Name == name }
		if f.Name() != name && !slices.ContainsFunc(f.Aliases(), is) && !slices.ContainsFunc(f.Also(), is) {
			continue
		}
		if f.Name() != last {
			if last != "" {
				b.WriteByte('\n')
			}
			last = f.Name()
			fmt.Fprintf(&b, "# %s\n", last)
		}
		writePage(&b, f)
	}
	return []byte(b.String())
}

func writePage(b *strings.Builder, f g13.Form) {
	fmt.Fprintf(b, "\n%s\n\n```text\n%s\n```\n\n", f.Meaning(), f.Row())
	b.WriteString("The highest bit is left; `?` is a bit of which nothing is known, `name:n` a field of n bits.\n")
	if all := f.Operands(); len(all) > 0 {
		b.WriteString("\n| operand | is |\n|--|--|\n")
		for n, o := range all {
			may := ""
			if f.MayLack(n) {
				may = "; may be left out"
			}
			fmt.Fprintf(b, "| %s | %s%s |\n", o.Name, kinds[o.Kind].wanted, may)
		}
	}
	does, examples, _ := PageOf(f)
	fmt.Fprintf(b, "\n```text\n%s```\n", does)
	seen := map[string]bool{f.Name(): true}
	var others []string
	for _, a := range f.Aliases() {
		if !seen[a.Name] {
			seen[a.Name], others = true, append(others, "`"+a.Name+"`")
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(b, "\nAlso, by its fields: %s.\n", strings.Join(others, ", "))
	}
	if all := f.Also(); len(all) > 0 {
		others = nil
		for _, a := range all {
			others = append(others, "`"+a.Name+"`")
		}
		fmt.Fprintf(b, "\nAlso understood: %s.\n", strings.Join(others, ", "))
	}
	writeExamples(b, examples)
	i := Example(f)
	fmt.Fprintf(b, "\nExample: `%s` is `%x`.\n", Text(i), i.AppendBytes(nil))
}

// Example is an instruction of the form with something in each operand.
func Example(f g13.Form) g13.Inst {
	i := g13.New(f)
	register := 0
	for n := range i.Args() {
		a := kinds[i.Kind(n)].example
		if a.Index == nextRegister {
			register++
			a.Index = 2 * register
		}
		if err := i.SetArg(n, a); err != nil && i.Kind(n) == g13.List { // whose registers are halves
			a.Size = 16
			_ = i.SetArg(n, a)
		} // what else does not fit stays 0
	}
	i.Fit(false)
	return i
}
