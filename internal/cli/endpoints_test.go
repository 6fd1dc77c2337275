package cli_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/api"
)

// Flags that no request in JSON has, and why.
var (
	// everywhere are about files, the terminal and the exit code.
	everywhere = []string{"output", "quiet", "color", "help", "json", "batch"}

	notAsked = map[string][]string{
		"explain":     {"all"},           // the JSON has all
		"prove":       {"strict", "smt"}, // the exit code's; a text of its own
		"lower":       {"table"},         // a file
		"scan":        {"format", "fail-on", "most"},
		"test":        {"format", "sarif"}, // of files
		"network":     {"draw"},            // a picture is a file
		"g13/asm":     {"hex-lines", "archive", "constant"},
		"g13/dis":     {"hex-lines", "hex", "program"},                        // a request is digits
		"g13/inspect": {"format", "program"},                                  // and is no archive
		"g13/debug":   {"dap", "script", "preamble", "program", "keep-going"}, // a request is one command
		"svp64/asm":   {"elf"},                                                // of programs, which are files
		"svp64/dis":   {"binutils", "big-endian"},
		"svp64/debug": {"steps", "by", "script"}, // a request is one command
		"visa/run":    {"trace", "save"},         // a result a step, in lines; and files
		"visa/check":  {"format", "sarif"},       // of files
		"visa/dis":    {"kernel"},

		// A request is what a line of a batch is, and nobody asks others to make machine code.
		"g13/run": {"program", "grid", "threadgroup", "cores", "reg", "uniform", "buffer", "save", "preamble", "engine", "dump", "dump-code", "trace", "stats", "check-races"},
	}

	// arguments are what a request says where a command has arguments, a line of a batch, or a file to draw into.
	arguments = map[string][]string{
		"explain": {"form"}, "prove": {"a", "b"}, "lower": {"form"}, "network": {"kind", "size", "forms", "svg"}, "table": {"pattern"}, "translate": {"form"}, "tokens": {"form"}, "draw": {"form"}, "patterns": {"name"}, "scan": {"text", "name"}, "test": {"text", "name"},
		"g13/asm": {"text"}, "g13/dis": {"hex"}, "g13/inspect": {"text"}, "g13/run": {"code", "text", "exec", "regs", "uniforms", "buffers", "threadgroup_memory", "grid", "threadgroup"},
		"g13/debug": {"text", "code", "position", "do", "stops", "group", "print", "program", "from", "to", "columns", "memory", "offset", "bytes"},
		"svp64/asm": {"text"}, "svp64/dis": {"words"}, "svp64/run": {"text"}, "svp64/grid": {"text"}, "svp64/debug": {"text", "position", "do", "width", "program", "svg", "dump"},
		"visa/check": {"text"}, "visa/eval": {"text"}, "visa/encode": {"text"}, "visa/decode": {"hex"}, "visa/split": {"text"}, "visa/run": {"program", "mask"}, "visa/find": {"form"}, "visa/dis": {"hex"},
	}
)

var flagInHelp = regexp.MustCompile(`(?m)^ +(?:-\w, )?    ?--([a-z0-9-]+)|^ +-\w, --([a-z0-9-]+)`)

// What a request in JSON may say are the flags of the command, and what stands in the place of its arguments.
func TestRequestsHaveTheFlagsOfCommands(t *testing.T) {
	for _, e := range api.Endpoints() {
		_, help, _ := run("", append(strings.Split(e.Name, "/"), "--help")...)
		var flags []string
		for _, m := range flagInHelp.FindAllStringSubmatch(help, -1) {
			if name := m[1] + m[2]; !slices.Contains(everywhere, name) && !slices.Contains(notAsked[e.Name], name) {
				flags = append(flags, name)
			}
		}
		if len(flags) == 0 && e.Name != "g13/inspect" {
			t.Fatalf("%s --help has no flags:\n%s", e.Name, help)
		}
		var fields []string
		for _, f := range e.Fields() {
			if !slices.Contains(arguments[e.Name], f.Name) {
				fields = append(fields, f.Name)
			}
		}
		slices.Sort(flags)
		slices.Sort(fields)
		if !slices.Equal(flags, fields) {
			t.Errorf("%s: the command has the flags %q, and requests the fields %q", e.Name, flags, fields)
		}
	}
}
