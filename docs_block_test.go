package lanescope_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A document is a Markdown text, of which only the console blocks are
// understood.
type document struct {
	lines  []string
	blocks []consoleBlock
}

// A consoleBlock is what stands between two fences.
type consoleBlock struct {
	first, end int    // the lines between the fences, from 0, end excluded
	indent     string // before the fence, as inside a list
	steps      []step
}

// A step is one command with what comes of it.
type step struct {
	line    int      // of the command, from 1
	shown   []string // the command as it is shown, "$ " included
	command string   // for the shell
	result
}

// A result is what a command leaves on a terminal.
type result struct {
	output []string
	exit   int
}

var (
	fenceLine = regexp.MustCompile("^([ \t]*)(```+|~~~+)[ \t]*([^`]*?)[ \t]*$")
	exitLine  = regexp.MustCompile(`^# exit (\d+)$`)
)

const prompt = "$ "

// parseDocument finds the console blocks of a Markdown text. Errors begin with
// the line.
func parseDocument(text string) (*document, error) {
	d := &document{lines: strings.Split(text, "\n")}
	for i := 0; i < len(d.lines); i++ {
		open := fenceLine.FindStringSubmatch(d.lines[i])
		if open == nil {
			continue
		}
		indent, fence, info := open[1], open[2], open[3]
		end := closingFence(d.lines, i+1, fence)
		if end < 0 {
			return nil, fmt.Errorf("%d: this block is not closed", i+1)
		}
		if language, _, _ := strings.Cut(info, " "); language == "console" {
			b := consoleBlock{first: i + 1, end: end, indent: indent}
			if err := b.parse(d.lines); err != nil {
				return nil, err
			}
			d.blocks = append(d.blocks, b)
		}
		i = end
	}
	return d, nil
}

// closingFence returns the line that closes a block: the same sign, at least as
// often, and nothing else.
func closingFence(lines []string, from int, fence string) int {
	for i, line := range lines[from:] {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, fence) && strings.Trim(line, fence[:1]) == "" {
			return from + i
		}
	}
	return -1
}

func (b *consoleBlock) parse(lines []string) error {
	for i := b.first; i < b.end; i++ {
		line := strings.TrimPrefix(lines[i], b.indent)
		switch {
		case strings.HasPrefix(line, prompt):
			s := step{line: i + 1, shown: []string{line}}
			for strings.HasSuffix(line, `\`) && i+1 < b.end {
				i++
				line = strings.TrimPrefix(lines[i], b.indent)
				s.shown = append(s.shown, line)
			}
			s.command = strings.TrimPrefix(strings.Join(s.shown, "\n"), prompt)
			b.steps = append(b.steps, s)
		case len(b.steps) == 0:
			return fmt.Errorf("%d: output without a command: a console block begins with %q", i+1, prompt)
		default:
			s := &b.steps[len(b.steps)-1]
			s.output = append(s.output, line)
		}
	}
	if len(b.steps) == 0 {
		return fmt.Errorf("%d: an empty console block", b.first)
	}
	for i := range b.steps {
		if err := b.steps[i].takeExit(); err != nil {
			return err
		}
	}
	return nil
}

// takeExit moves a last line "# exit N" from the output to the exit code.
func (s *step) takeExit() error {
	last := len(s.output) - 1
	if last < 0 {
		return nil
	}
	m := exitLine.FindStringSubmatch(s.output[last])
	if m == nil {
		return nil
	}
	code, err := strconv.Atoi(m[1])
	if err != nil || code < 1 || code > 255 {
		return fmt.Errorf("%d: exit code %s; stated are 1 to 255, and 0 is not stated", s.line+len(s.shown)+last, m[1])
	}
	s.output, s.exit = s.output[:last], code
	return nil
}

// render writes the document with its blocks as they are now.
func (d *document) render() string {
	var out []string
	next := 0
	for _, b := range d.blocks {
		out = append(out, d.lines[next:b.first]...)
		for _, s := range b.steps {
			for _, line := range s.render() {
				if line != "" {
					line = b.indent + line
				}
				out = append(out, line)
			}
		}
		next = b.end
	}
	return strings.Join(append(out, d.lines[next:]...), "\n")
}

func (s step) render() []string {
	lines := slices.Concat(s.shown, s.output)
	if s.exit != 0 {
		lines = append(lines, fmt.Sprintf("# exit %d", s.exit))
	}
	return lines
}

// outputLines splits what a command printed. A missing line end at the very end
// cannot be shown in a document and is not compared.
func outputLines(out string) []string {
	if out == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(out, "\n"), "\n")
}

func (r result) equal(other result) bool {
	return r.exit == other.exit && slices.Equal(r.output, other.output)
}

// check refuses output that would be read back as something else.
func (r result) check() error {
	for _, line := range r.output {
		if strings.HasPrefix(line, prompt) || exitLine.MatchString(line) || fenceLine.MatchString(line) {
			return fmt.Errorf("the output line %q would be read as part of the document", line)
		}
	}
	return nil
}
