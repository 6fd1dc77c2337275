package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanescope/lanescope/form"
)

// A form without a command is explained:
//
//	lanescope 'wzyx'                        lanescope explain 'wzyx'
//	lanescope --target neon '<4 x i32> …'   lanescope explain --target neon '<4 x i32> …'
//	lanescope explian …                     is a command that does not exist

// withCommand puts explain in front of arguments whose first word is a form and no command.
func withCommand(root *cobra.Command, args []string) []string {
	explain, _, err := root.Find([]string{"explain"})
	if err != nil {
		return args
	}
	word, ok := firstWord(args, explain.InheritedFlags(), explain.Flags())
	if !ok || isCommand(root, word) || !isForm(word) {
		return args
	}
	return slices.Insert(slices.Clone(args), 0, "explain")
}

// firstWord is the first argument that is neither a flag nor its value.
func firstWord(args []string, sets ...*pflag.FlagSet) (word string, ok bool) {
	for i := 0; i < len(args); i++ {
		name, dash := strings.CutPrefix(args[i], "-")
		switch {
		case !dash || name == "":
			return args[i], true
		case args[i] == "--":
			return "", false
		case !strings.Contains(name, "=") && wantsValue(name, sets):
			i++
		}
	}
	return "", false
}

// wantsValue says whether the argument behind a flag is its value. name has the second dash still, if there is one.
func wantsValue(name string, sets []*pflag.FlagSet) bool {
	for _, set := range sets {
		long, ok := strings.CutPrefix(name, "-")
		f := set.Lookup(long)
		if !ok {
			f = set.ShorthandLookup(name[:1])
		}
		if f != nil {
			return f.NoOptDefVal == "" && (ok || len(name) == 1)
		}
	}
	return false
}

// isCommand says whether a word is a command of ours or of the command library.
func isCommand(root *cobra.Command, word string) bool {
	return isCompletion(word) || slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == word || c.HasAlias(word) })
}

// isCompletion says whether a word is what a shell begins with that asks what could come next.
func isCompletion(word string) bool { return strings.HasPrefix(word, cobra.ShellCompRequestCmd) }

// isForm says whether a word is meant as a form: what is no word at all, or what a dialect knows.
func isForm(word string) bool {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-'
	}
	return word == "-" || strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) || form.Looks(word)
}
