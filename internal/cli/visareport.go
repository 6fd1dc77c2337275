package cli

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

// visaFileNames are how files of vISA are called.
var visaFileNames = []string{".visaasm", ".isaasm", ".asm", ".isa"}

// reportFlags choose how a report is printed.
func (c *command) reportFlags(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "text", "print what is wrong with files as `FORMAT`: text, json or sarif")
	c.choiceFlag(cmd.Flags(), cmd, "format", "text", "json", "sarif")
	cmd.Flags().BoolFunc("sarif", "the same as --format sarif", func(string) error { *format = "sarif"; return nil })
}

// A visaFile is a file's name and content.
type visaFile struct {
	name    string
	content []byte
}

// visaFiles are the files that the arguments of check name; none if the argument is an instruction. Instructions have brackets, and standard input is one if it has one line.
func (c *command) visaFiles(args []string) (files []visaFile, instruction []string, err error) {
	if len(args) == 0 || c.batch != "" || !namesVISAFile(args[0]) {
		return nil, args, nil
	}
	for _, arg := range args {
		b, name, err := c.readVISA([]string{arg})
		if err != nil {
			return nil, nil, err
		}
		files = append(files, visaFile{name, b})
	}
	if line := strings.TrimSuffix(string(files[0].content), "\n"); args[0] == "-" && len(args) == 1 && !strings.Contains(line, "\n") && !api.IsVISAObject(files[0].content) {
		if len(line) > maxLine {
			return nil, nil, fmt.Errorf("%s is longer than %d bytes", files[0].name, maxLine)
		}
		return nil, []string{line}, nil
	}
	return files, nil, nil
}

func namesVISAFile(arg string) bool {
	if arg == "-" || slices.Contains(visaFileNames, filepath.Ext(arg)) {
		return true
	}
	_, err := os.Stat(arg)
	return err == nil && !strings.Contains(arg, "(")
}

// reportVISA says what is wrong with each of the files.
func (c *command) reportVISA(files []visaFile, v *api.VISA, format string) error {
	var all []api.VISAReport
	unread := false
	for _, file := range files {
		if !api.IsVISAObject(file.content) {
			all = append(all, v.Report(file.name, string(file.content)))
			continue
		}
		reports, err := v.ReportObject(file.name, file.content)
		if all = append(all, reports...); err != nil {
			unread = true
			_ = c.complain(file.name, err) // the others are reported
		}
	}
	err := c.write(func(w *bufio.Writer) error {
		switch format {
		case "sarif":
			_, err := w.Write(append(api.AppendVISASARIF(nil, all, version()), '\n'))
			return err
		case "json":
			for _, r := range all {
				if err := object(w, r); err != nil {
					return err
				}
			}
			return nil
		}
		sayReports(w, all)
		return nil
	})
	if err == nil {
		err = found(unread || slices.ContainsFunc(all, func(r api.VISAReport) bool { wrong, _ := r.Count(); return wrong > 0 }))
	}
	return err
}

// sayReports writes each finding with its line, and how many there were.
func sayReports(w *bufio.Writer, all []api.VISAReport) {
	wrong, warnings, insts := 0, 0, 0
	for _, r := range all {
		for k := range r.Findings {
			f := &r.Findings[k]
			file := syntax.Visible(r.File)
			if r.Kernel != "" {
				file += "(" + syntax.Visible(r.Kernel) + ")"
			}
			hung(w, fmt.Sprintf("%s:%d:%d: %s: ", file, f.From[0], f.From[1], f.Level()), syntax.Visible(f.At.What), 4)
			fmt.Fprintln(w, indent(f.At.Caret()))
			if legal := f.Legal(); legal != "" {
				hung(w, "  legal: ", syntax.Visible(legal), 9)
			}
			if f.Splits {
				fmt.Fprintln(w, "  visa split cuts it into legal pieces with the same elements, where it can")
			}
		}
		e, a := r.Count()
		wrong, warnings, insts = wrong+e, warnings+a, insts+r.Instructions
	}
	fmt.Fprintf(w, "%s in %s: %s, %s\n", plural(insts, "instruction"), plural(len(all), "kernel"), plural(wrong, "error"), plural(warnings, "warning"))
}
