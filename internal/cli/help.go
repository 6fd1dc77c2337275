package cli

import "github.com/spf13/cobra"

// helpTemplate opens with what most readers came for.
const helpTemplate = `{{.Short}}

Examples:
{{.Example}}

Usage:
  {{.UseLine}}{{if .HasAvailableSubCommands}} COMMAND{{end}}
{{with .Long}}
{{.}}
{{end}}{{if .HasAvailableSubCommands}}
Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}
{{end}}{{if .HasAvailableLocalFlags}}
Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}
{{end}}{{if .HasAvailableInheritedFlags}}
Flags of every command:
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}
{{end}}
Exit codes: 0 ok, 1 findings, 2 wrong usage, 3 a bug in Lanescope.
`

// describeCompletion gives the command library's own command the form of ours.
func describeCompletion(cmd *cobra.Command) {
	cmd.Short = "Print a completion script for a shell"
	cmd.Long = "The script completes commands, flags and the values of flags."
	cmd.Example = `  lanescope completion bash > /etc/bash_completion.d/lanescope
  lanescope completion zsh > "${fpath[1]}/_lanescope"
  lanescope completion fish > ~/.config/fish/completions/lanescope.fish`
	for _, shell := range cmd.Commands() {
		shell.Example = `  lanescope completion ` + shell.Name() + `
  lanescope completion ` + shell.Name() + ` --no-descriptions
  lanescope completion ` + shell.Name() + ` -o lanescope.` + shell.Name()
	}
}
