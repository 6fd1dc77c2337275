package llvmir

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

func looksLLVM(text string) bool {
	return strings.HasPrefix(text, "<") || strings.Contains(text, "shufflevector") && !strings.Contains(text, "shufflevector(") || hasCast(text)
}

func readLLVM(text string) (dialect.Reading, error) {
	text = instructionsBehindSemicolons(text)
	if hasCast(text) {
		return readCasts(text)
	}
	if strings.Contains(text, "\n") {
		return readChain(text)
	}
	s, err := shufflevector.Parse(text)
	if err != nil {
		return dialect.Reading{}, err
	}
	m, names := s.Map()
	r := dialect.Reading{Map: m, Names: names, To: s.Result, Warnings: warningsLLVM(s)}
	if k, l := s.Op[0].Kind(), s.Op[1].Kind(); k == shufflevector.NonSplat || l == shufflevector.NonSplat || k != shufflevector.Variable && l != shufflevector.Variable {
		r.Chosen = &s
	}
	return r, nil
}

// readChain reads several instructions as the one map that the last of them is.
func readChain(text string) (dialect.Reading, error) {
	c, err := shufflevector.ParseChain(text)
	if err != nil {
		return dialect.Reading{}, err
	}
	m, names, err := c.Map()
	if err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r := dialect.Reading{Map: m, Names: names}
	for _, s := range c {
		r.Warnings = append(r.Warnings, warningsLLVM(s)...)
	}
	return r, nil
}

func sayLLVM(m lane.Map) (string, error) {
	s, err := shufflevector.OfMap(m)
	if err != nil {
		return "", err
	}
	return s.IR()
}

// warningsLLVM are lanes that look as if they moved something and do not.
func warningsLLVM(s shufflevector.Shuffle) []string {
	var w []string
	for k := range s.Op {
		if i := slices.IndexFunc(s.Sel, func(t int) bool { return t >= k*s.N && t < (k+1)*s.N }); i >= 0 && s.Op[k].Kind() == shufflevector.UndefVector {
			w = append(w, "lane "+strconv.Itoa(i)+" selects lane "+strconv.Itoa(s.Sel[i]%s.N)+" of operand "+strconv.Itoa(k+1)+", which is undefined")
		}
	}
	for k, o := range s.Op {
		if o.IsVar() && !strings.HasPrefix(o.Name, "%") && !strings.HasPrefix(o.Name, "@") {
			w = append(w, "operand "+strconv.Itoa(k+1)+" is a constant without a number, "+syntax.Quote(o.Name)+": it is taken for a variable")
		}
	}
	return w
}

func sequenceLLVM(m lane.Map) ([]string, error) {
	c, err := shufflevector.ChainOf(m)
	if err != nil {
		return nil, err
	}
	return selectors.EachOf(c, shufflevector.Shuffle.IR)
}

// inLine is a shufflevector that is neither in a comment nor declared.
func inLine(l dialect.Line) (text string, ok bool) {
	at := strings.Index(l.Whole, "shufflevector")
	if at < 0 || strings.HasPrefix(strings.TrimSpace(l.Whole), ";") || strings.Contains(l.Whole[:at], "declare") {
		return "", false
	}
	return instructionOf(l.Whole), true
}

// instructionOf is a line of LLVM's IR without its comment and metadata.
func instructionOf(line string) string {
	if at := strings.IndexByte(line, ';'); at >= 0 {
		line = line[:at]
	}
	if at := strings.Index(line, ", !"); at >= 0 {
		line = line[:at]
	}
	return strings.TrimSpace(line)
}
