package corpus

import (
	"bufio"
	"context"
	"io"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/syntax/strings"
)

// numbered is a line with its number and the function that it is in.
type numbered struct {
	n              int
	text, function string
}

// A Find is a shuffle in a file.
type Find struct {
	Place
	Text  string
	Form  form.Form
	Moves bool // it does more than copy a source
}

// A Sink takes what is found; each may be nil.
type Sink struct {
	Shuffle func(Find)     // each line that is a shuffle
	Emitted func(Emission) // each movement that a listing makes, in one line or in several
	Lost    func(Skip)     // each line of a listing that may move lanes and could not be followed
	Line    func()         // each instruction of a listing that was followed

	Contradiction func(Contradiction) // each line of a listing whose comment is another movement than its instruction
	Bug           func(Bug)           // each line over which Lanescope, or one of the functions above, panics; nil lets it

	Context context.Context // when it is over, Scan ends with its error; nil: never
}

// maxListing is how many bytes of a listing, each line with what is kept beside it, are followed together: what stands in memory behind them is not known before them.
const (
	maxListing = 32 << 20
	lineBytes  = 64
)

// Scan reads a file line by line, a kernel of vISA as a whole, and tells of each shuffle in it, one that is wrapped over several lines by its first, and then of each movement that a listing makes. Lines that are none, or that depend on what is not in them, are passed over.
func Scan(r io.Reader, file string, to Sink) error {
	lines := lines{r: bufio.NewReaderSize(r, 64<<10)}
	if isKernel(file, lines.peek) {
		return to.kernel(file, &lines)
	}
	var kept []numbered
	size, function, behind := 0, "", 0 // behind is how many lines belong to a shuffle that began above
	isListing, macros := !isSource(file), new(listing.Macros)
	follow := isListing && (to.Emitted != nil || to.Lost != nil || to.Line != nil)
	keep := func(n int, line string) {
		if name, ok := functionOf(line); ok {
			function = name
		}
		if follow && inListing(line) {
			kept = append(kept, numbered{n, line, function})
			size += len(line) + lineBytes
		}
	}
	if to.Emitted == nil {
		to.Emitted = func(Emission) {}
	}
	for n := 1; ; n++ {
		if err := to.ended(); err != nil {
			return err
		}
		line, err := lines.next()
		if err != nil && err != io.EOF {
			return err
		}
		if isListing {
			label, rest := macroLine(macros, line)
			if line = rest; label != "" {
				keep(n, label)
			}
		}
		keep(n, line)
		if behind--; to.Shuffle != nil && behind < 0 {
			to.guarded(file, n, line, func() { behind = to.line(Place{file, n, function}, line, &lines) })
		}
		if to.Contradiction != nil && isListing {
			to.guarded(file, n, line, func() {
				if c, found := Contradicts(Place{file, n, function}, line); found {
					to.Contradiction(c)
				}
			})
		}
		if follow && (err == io.EOF || size >= maxListing) {
			if err := readListing(file, kept, &to); err != nil {
				return err
			}
			clear(kept)
			kept, size = kept[:0], 0
		}
		if err == io.EOF {
			return nil
		}
	}
}

// macroLine is a line as it is followed, with the label in front of its instruction taken off.
func macroLine(macros *listing.Macros, line string) (label, rest string) {
	if name, rest, ok := listing.LabelBefore(line); ok {
		return macros.Line(name + ":"), macros.Line(rest)
	}
	return "", macros.Line(line)
}

// ended is the error of the context, if it is over.
func (s *Sink) ended() error {
	if s.Context == nil {
		return nil
	}
	return s.Context.Err()
}

// line tells of a line that is a shuffle, or begins one, and says how many more lines that has.
func (s *Sink) line(at Place, line string, rest *lines) (behind int) {
	text, f, behind, ok := ShuffleAt(line, rest.peek)
	if ok {
		s.Shuffle(Find{at, text, f, Moves(f.Map)})
	}
	return behind
}

// inListing leaves out what no listing has, or what does not matter in one.
func inListing(line string) bool {
	trimmed := strings.TrimSpace(line)
	return trimmed != "" && len(trimmed) < 1<<12 && strings.IndexByte("#;%!", trimmed[0]) < 0 && !strings.HasPrefix(trimmed, "//")
}

// Moves says whether a map does more than copy.
func Moves(m lane.Map) bool {
	for i, l := range m.Lane {
		if l.Kind != lane.Undefined && (l.Kind != lane.Source || l.Index != i || l.Src != m.Lane[0].Src) {
			return true
		}
	}
	return false
}
