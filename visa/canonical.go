package visa

import (
	"bytes"
	"strings"
)

// Canonical is a text of declarations and instructions in the spelling in which the tool prints it, a line each in their order, with its comments: those on lines of their own stay there,
// those in or behind a line come behind it. An empty line stays; of several one does. What is formatted formats as itself, and says the same.
//
//	mov(8) V32<1>   /* eight */ V33(0,1+1)<8;8,1>  // of them
//	mov (M1, 8) V32(0,0)<1> V33(0,2)<8;8,1>  /* eight */ // of them
//
// A text with mistakes is not formatted, and all of them are errors.
func Canonical(text string, grf int) (string, []error) {
	d := NewDecls(grf, D)
	if _, errs := ParseProgram(text, d, Spec); errs != nil {
		return "", errs
	}
	f := formatter{g: &Program{Decls: NewDecls(grf, D)}}
	f.g.Decls.labels.whole = true
	f.p.Decls = f.g.Decls
	for line := range strings.Lines(text) {
		f.line(strings.TrimRight(line, "\r\n"))
	}
	return string(bytes.TrimLeft(f.out, "\n")), nil
}

// A formatter reads a text that has no mistakes once more, and writes each line.
type formatter struct {
	g     *Program
	p     Parser
	out   []byte
	empty bool // the last lines were empty
}

func (f *formatter) line(line string) {
	code, comments := splitComments(line)
	if code == "" && comments == "" {
		f.empty = true
		return
	}
	said := f.said(line, code)
	if said == "" && comments == "" {
		return // the name of a subroutine, which was written with it
	}
	if f.empty {
		f.out, f.empty = append(f.out, '\n'), false
	}
	switch {
	case said == "":
		f.out = append(append(f.out, comments...), '\n')
		return
	case comments != "":
		first, rest, _ := strings.Cut(said, "\n") // a subroutine has its name again
		said = first + "  " + comments
		if rest != "" {
			said += "\n" + rest
		}
	}
	f.out = append(append(f.out, said...), '\n')
}

// said is the line in its one spelling.
func (f *formatter) said(line, code string) string {
	had, decls := len(f.g.Lines), f.counts()
	if f.g.line(&f.p, line+"\n", 0) != nil || code == "" {
		return code
	}
	if len(f.g.Lines) > had {
		if l := &f.g.Lines[had]; l.Inst.Op == opUnknown {
			return string(l.appendCode(nil))
		}
		return f.inst(code)
	}
	for k, n := range f.counts() {
		if n > decls[k] {
			return f.g.Decls.Text(Kind(k), uint32(n-1)+kinds[k].first)
		}
	}
	if code == "{" || code == "}" {
		return code
	}
	if code[0] != '.' {
		return ""
	}
	return f.directive(code)
}

// counts is how many variables of each kind are declared.
func (f *formatter) counts() (n [numKinds]int) {
	for k := range f.g.Decls.table {
		n[k] = len(f.g.Decls.table[k])
	}
	return n
}

// inst is the last instruction that was read; as it stands where its text would not be read again.
func (f *formatter) inst(code string) string {
	i := f.g.Lines[len(f.g.Lines)-1].Inst
	text := i.Text(f.g.Decls)
	first, _, _ := strings.Cut(text, "\n")
	if back, err := f.p.ParseInst(first); err != nil || !back.Equal(&i) {
		return strings.Join(strings.Fields(code), " ")
	}
	return text
}

// directive is one that declares nothing.
func (f *formatter) directive(code string) string {
	word, _, _ := strings.Cut(strings.Join(strings.Fields(code), " "), " ")
	b := []byte(word + " ")
	switch g := f.g; word {
	case ".kernel", ".function", ".global_function":
		return word + ` "` + g.Kernel + `"`
	case ".version":
		return string(appendInt(append(appendInt(b, int64(g.Version.Major)), '.'), int64(g.Version.Minor)))
	case ".label":
		return string(f.g.Decls.labels.all[len(f.g.Decls.labels.all)-1].appendText(nil))
	case ".parameter":
		in := g.Inputs[len(g.Inputs)-1]
		b = g.Decls.appendName(b, in.Kind, in.ID)
		return string(appendInt(append(b, " size="...), int64(in.Size)))
	case ".kernel_attr":
		return word + " " + g.Attrs[len(g.Attrs)-1].String()
	}
	if word == ".input" || strings.HasPrefix(word, "."+implicitPrefix) {
		return string(f.g.Inputs[len(f.g.Inputs)-1].appendText(nil, f.g.Decls))
	}
	return code
}

// splitComments takes the comments out of a line: what is left has blanks in their places, none at its ends, and is empty if there is nothing else.
func splitComments(line string) (code, comments string) {
	var b strings.Builder
	var all []string
	for k := 0; k < len(line); {
		rest := line[k:]
		switch {
		case strings.HasPrefix(rest, "//"):
			all = append(all, strings.TrimRight(rest, " \t\r"))
			k = len(line)
		case strings.HasPrefix(rest, "/*") && strings.Contains(rest[2:], "*/"):
			n := 4 + strings.Index(rest[2:], "*/")
			all = append(all, rest[:n])
			b.WriteByte(' ')
			k += n
		case rest[0] == '"' && strings.Contains(rest[1:], `"`):
			n := 2 + strings.IndexByte(rest[1:], '"')
			b.WriteString(rest[:n])
			k += n
		default:
			b.WriteByte(rest[0])
			k++
		}
	}
	return strings.Trim(b.String(), " \t\r"), strings.Join(all, " ")
}
