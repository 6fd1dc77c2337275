package corpus

import (
	"bufio"
	"errors"
	"io"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Find is a shuffle in a file.
type Find struct {
	File  string
	Line  int // from 1
	Text  string
	Form  form.Form
	Moves bool // it does more than copy a source
}

// maxLine is the longest line that is read; what is longer is no shuffle that anyone wrote.
const maxLine = 1 << 20

// A Sink takes what is found; each may be nil.
type Sink struct {
	Shuffle func(Find)     // each line that is a shuffle
	Emitted func(Emission) // each movement that a listing makes, in one line or in several
	Bug     func(Bug)      // each line over which Lanescope, or one of the functions above, panics; nil lets it
}

// maxListing is how many bytes of a listing, each line with what is kept beside it, are followed together: what stands in memory behind them is not known before them.
const (
	maxListing = 32 << 20
	lineBytes  = 64
)

// Scan reads a file line by line, and tells of each shuffle in it and then of each movement that a listing makes. Lines that are none, or that depend on what is not in them, are passed over.
func Scan(r io.Reader, file string, to Sink) error {
	lines := bufio.NewReaderSize(r, 64<<10)
	var listing []numbered
	size := 0
	for n := 1; ; n++ {
		line, err := readLine(lines)
		if err != nil && err != io.EOF {
			return err
		}
		if to.Shuffle != nil {
			to.guarded(file, n, line, func() { to.line(file, n, line) })
		}
		if to.Emitted != nil && inListing(line) {
			listing = append(listing, numbered{n, line})
			size += len(line) + lineBytes
		}
		if to.Emitted != nil && (err == io.EOF || size >= maxListing) {
			readListing(file, listing, &to)
			clear(listing)
			listing, size = listing[:0], 0
		}
		if err == io.EOF {
			return nil
		}
	}
}

// line tells of a line that is a shuffle.
func (s *Sink) line(file string, n int, line string) {
	text, ok := shuffleIn(line)
	if !ok {
		return
	}
	if f, err := form.Parse(text, form.Options{}); err == nil {
		s.Shuffle(Find{file, n, text, f, moves(f.Map)})
	}
}

// inListing leaves out what no listing has, or what does not matter in one.
func inListing(line string) bool {
	trimmed := strings.TrimSpace(line)
	return trimmed != "" && len(trimmed) < 1<<12 && strings.IndexByte("#;%!", trimmed[0]) < 0 && !strings.HasPrefix(trimmed, "//")
}

// instructionAndComment are the two parts of a listing's line, without address and bytes.
func instructionAndComment(line string) (text, comment string) {
	text = line
	if at := strings.IndexByte(line, '#'); at >= 0 && !isImmediate(line[at:]) {
		text, comment = line[:at], strings.TrimSpace(line[at+1:])
	}
	text, _, _ = strings.Cut(text, "//")
	return strings.TrimSpace(afterAddress(text)), comment
}

// isImmediate knows #4, as AArch64 writes numbers.
func isImmediate(text string) bool {
	return len(text) > 1 && (text[1] >= '0' && text[1] <= '9' || text[1] == '-')
}

// readLine is the next line without its end; one that is too long is empty.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxLine {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			return "", err
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return strings.TrimRight(string(line), "\r\n"), err
		}
	}
}

// shuffleIn is the part of a line that looks like a shuffle: a comment of a listing says more than its instruction, whose constants are elsewhere.
func shuffleIn(line string) (text string, ok bool) {
	if at := strings.Index(line, "shufflevector"); at >= 0 {
		if strings.HasPrefix(strings.TrimSpace(line), ";") || strings.Contains(line[:at], "declare") {
			return "", false
		}
		return instructionOf(line), true
	}
	text, comment := instructionAndComment(line)
	switch {
	case isShuffleComment(comment):
		return comment, true
	case strings.Contains(text, "mm"):
		return text, form.IsX86(text)
	case strings.HasPrefix(text, wasmShuffle):
		return text, true
	}
	return text, form.IsNEON(text)
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

func isShuffleComment(text string) bool {
	head, rest, ok := strings.Cut(text, " = ")
	return ok && strings.Contains(head, "mm") && strings.Contains(rest, "[")
}

// afterAddress is a disassembler's line without the address and the bytes in front of the instruction.
func afterAddress(line string) string {
	fields := strings.Split(line, "\t")
	if len(fields) > 2 && strings.HasSuffix(strings.TrimSpace(fields[0]), ":") {
		return strings.Join(fields[2:], " ")
	}
	return line
}

// moves says whether a map does more than copy.
func moves(m lane.Map) bool {
	for i, l := range m.Lane {
		if l.Kind != lane.Undefined && (l.Kind != lane.Source || l.Index != i || l.Src != m.Lane[0].Src) {
			return true
		}
	}
	return false
}
