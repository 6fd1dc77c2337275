package form

import (
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Form is a text that was recognised, with its map over bound sources.
type Form struct {
	Text     string
	Dialect  string
	Map      lane.Map
	Names    []string       // what the text calls source k; empty for a source that it does not name
	Guard    *dialect.Guard // the predicate that the map is under, if there is one
	Warnings []string
	Part     string             // of the text that the map is of, if that is not the whole: a loop of a function
	Others   []dialect.Movement // that the text makes beside the map

	chosen *shufflevector.Shuffle // what the text says of constants that the map does not: from which lane of which operand they come
}

// Options settle what a text alone leaves open.
type Options = dialect.Options

// Parse recognises and reads a text. An error is a *syntax.Error, or that of the options' context.
func Parse(text string, opt Options) (Form, error) {
	if rest, sources := binding(text); sources != nil {
		if len(opt.Sources) == 0 {
			opt.Sources = sources
		}
		f, err := parse(rest, opt)
		f.Text = text
		return f, syntax.Moved(err, text, 0)
	}
	return parse(text, opt)
}

func parse(text string, opt Options) (Form, error) {
	d, err := recognise(text, opt)
	if err != nil {
		return Form{}, err
	}
	if err := opt.Ended(); err != nil {
		return Form{}, err
	}
	r, err := readLines(d, text, opt)
	if err != nil {
		return Form{}, err
	}
	f := Form{Text: text, Dialect: d.Name, Guard: r.Guard, Warnings: once(r.Warnings), Part: r.Part, Others: r.Others, chosen: r.Chosen}
	if f.Guard != nil {
		f.Warnings = append(f.Warnings, f.Guard.String())
	}
	r.Names = r.Names[:min(len(r.Names), len(r.Map.Src))] // a last line that makes a constant has none of those before it
	order, err := bind(text, r.Names, opt.Sources)
	if err != nil {
		return Form{}, err
	}
	f.Map, f.Names = place(r, order)
	return f, nil
}

// once is each of what is to be said, where several instructions have the same said of them.
func once(all []string) (each []string) {
	said := make(map[string]bool, len(all))
	for _, w := range all {
		if !said[w] {
			said[w] = true
			each = append(each, w)
		}
	}
	return each
}

// Looks says whether a dialect knows the text as one of its own. What it says may still be refused.
func Looks(text string) bool {
	_, err := recognise(text, Options{})
	return err == nil
}

func recognise(text string, opt Options) (dialect.Dialect, error) {
	trimmed := strings.TrimSpace(text)
	if from := opt.From; from != "" {
		if d, ok := ByName(from); ok {
			return d, nil
		}
		return dialect.Dialect{}, syntax.Errorf(text, 0, 0, "there is no dialect %s: %s", syntax.Quote(from), names())
	}
	first := trimmed
	if n := strings.IndexAny(trimmed, ";\n"); n > 0 {
		first = strings.TrimSpace(trimmed[:n])
	}
	for _, d := range asked() {
		if err := opt.Ended(); err != nil {
			return dialect.Dialect{}, err
		}
		if trimmed != "" && (d.Looks(first) || d.Whole && d.Looks(trimmed)) {
			return d, nil
		}
	}
	return dialect.Dialect{}, refusal(text)
}

func names() string {
	list := make([]string, len(dialects()))
	for i, d := range dialects() {
		list[i] = d.Name
	}
	return "there are " + strings.Join(list, ", ")
}

// bind gives each name its source: by the list if there is one, by their letters if all are such letters, and by first appearance otherwise.
func bind(text string, names, list []string) (order []int, err error) {
	order = make([]int, len(names))
	letters := true
	for k, name := range names {
		order[k] = k
		bare := bareName(name)
		letters = letters && len(bare) == 1 && strings.IndexByte(dialect.SourceLetters, bare[0]) >= 0
	}
	switch {
	case len(list) > 0:
		for k, name := range names {
			order[k] = slices.IndexFunc(list, func(s string) bool { return s == name || s == bareName(name) || listing.SameRegister(s, name) })
			if order[k] < 0 {
				at := max(strings.Index(text, name), 0)
				return nil, syntax.Errorf(text, at, at+len(name), "%s is not among the sources %s", syntax.Quote(name), strings.Join(list, ","))
			}
		}
	case letters:
		for k, name := range names {
			order[k], _ = lane.SourceIndex(bareName(name))
		}
	}
	for k, to := range order {
		if slices.Contains(order[:k], to) { // %a and @a are two operands
			return nil, syntax.Errorf(text, 0, len(text), "%s and %s would both be source %s", names[slices.Index(order, to)], names[k], lane.SourceName(to))
		}
	}
	return order, nil
}

// bareName is a name without its sigil.
func bareName(name string) string {
	if name != "" && (name[0] == '%' || name[0] == '@' || name[0] == '$') {
		return name[1:]
	}
	return name
}

// place makes source k of the reading the source order[k]; sources between that the text does not have are unread and as long as the first.
func place(r dialect.Reading, order []int) (lane.Map, []string) {
	identity := true
	for k, to := range order {
		identity = identity && k == to
	}
	if identity {
		return r.Map, r.Names
	}
	n := slices.Max(order) + 1
	m := lane.Map{Bits: r.Map.Bits, Src: slices.Repeat([]int{r.Map.Src[0]}, n), Lane: slices.Clone(r.Map.Lane)}
	names := make([]string, n)
	for k, to := range order {
		m.Src[to], names[to] = r.Map.Src[k], r.Names[k]
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			m.Lane[i].Src = order[l.Src]
		}
	}
	return m, names
}

// Compare relates the maps of two forms, source by source: a with a, b with b. Sources that neither reads, or that only one form has, do not matter.
func Compare(f, g Form) (lane.Verdict, error) {
	return lane.Compare(sameSources(f.Map, g.Map))
}

// sameSources gives each of two maps the sources that only the other one has.
func sameSources(a, b lane.Map) (lane.Map, lane.Map) {
	for len(a.Src) < len(b.Src) {
		a.Src = append(slices.Clone(a.Src), 1)
	}
	for len(b.Src) < len(a.Src) {
		b.Src = append(slices.Clone(b.Src), 1)
	}
	return a, b
}
