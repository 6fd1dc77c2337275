package campaign

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/disassembly"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// The kind mine is a tree of files, and which movements they make. An item is a file, or a stretch of a program's code, under the checksum of its file:
//
//	/usr/lib/libx265.so	6d41…	4096	2101248
//
// Its answers are a line for the item, one for each distinct shuffle that is written there, and one for each distinct movement that its listing makes, with what is known to do that:
//
//	file	/usr/lib/libx265.so	4096	2101248	120913 shuffles	31020 copies	260110 followed	4012 lost
//	mask	i32x4 -> a1 a0 a3 a2	7 uses	reverse lanes=2	/usr/lib/libx265.so:1234
//	move	i32x4 i32x4 -> a0 a2 b0 b2	avx2	40 uses	120 emitted	3 least	1 ops	…as a table's line…	/usr/lib/libx265.so:1300 in f
const (
	fileWord = "file"
	maskWord = "mask"
	moveWord = "move"
)

// stretch is how many bytes of code are an item: some seconds of work, and of assembly that was written by hand, with many movements that nobody else makes, not a minute.
const stretch = 1 << 18

// mineBudget is how much is searched for one movement, unless the options say otherwise.
const mineBudget = 1 << 9

// settleMine finds the files, and what is in them to be read.
func settleMine(p *Plan) error {
	o := &p.Options
	effort, err := lower.ParseEffort(o.Effort)
	if err != nil {
		return err
	}
	if o.Effort = effort.String(); o.Budget < 0 {
		return errors.New("a budget is not negative")
	}
	o.Budget = cmp.Or(o.Budget, mineBudget)
	for _, path := range o.Paths {
		err := filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() && at != path {
				return err
			}
			items, err := itemsOf(at, at == path)
			p.Texts = append(p.Texts, items...)
			return err
		})
		if err != nil {
			return err
		}
	}
	slices.Sort(p.Texts)
	if p.Texts = slices.Compact(p.Texts); len(p.Texts) == 0 {
		return errors.New("there is nothing to mine: expected files, or folders with some")
	}
	o.Paths = nil // the plan has what is there
	if p.Shards == 0 {
		p.Shards = min(len(p.Texts), MaxShards)
	}
	return nil
}

// itemsOf are the items of a file: none, if it is in a folder and neither its name nor its first bytes say that there are shuffles in it.
func itemsOf(path string, named bool) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, err // a folder that was named
	}
	head := make([]byte, 8)
	n, _ := io.ReadFull(file, head)
	code := strings.HasPrefix(string(head[:n]), "\x7fELF") || string(head[:n]) == "!<arch>\n"
	if !named && !code && !corpus.Reads(path) {
		return nil, nil
	}
	if strings.ContainsAny(path, "\t\n\r") {
		return nil, fmt.Errorf("%q: a name with a tab or a line's end is no item", path)
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	sum, err := checksum(file)
	if err != nil {
		return nil, err
	}
	var items []string
	for _, s := range disassembly.Spans(file, stretch) {
		items = append(items, fmt.Sprintf("%s\t%s\t%d\t%d", path, sum, s.From, s.To))
	}
	return items, nil
}

// checksum is that of a whole file.
func checksum(f *os.File) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, 1<<62)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// A piece is an item taken apart.
type piece struct {
	path, sum string
	span      disassembly.Span
}

func readPiece(text string) (s piece, err error) {
	fields := strings.Split(text, "\t")
	if len(fields) != 4 {
		return s, fmt.Errorf("%d fields: expected a path, a checksum, and two addresses", len(fields))
	}
	s.path, s.sum = fields[0], fields[1]
	from, err1 := strconv.ParseUint(fields[2], 10, 64)
	to, err2 := strconv.ParseUint(fields[3], 10, 64)
	s.span = disassembly.Span{From: from, To: to}
	return s, errors.Join(err1, err2)
}

// errNotOurs is that a message names a file that no plan here does.
var errNotOurs = errors.New("files are opened only for a campaign in a folder of this machine")

// doMine reads one piece. Only what the plan in a folder of this machine names is opened.
func doMine(ctx context.Context, d *Doer, p *Plan, item int, text string) (string, error) {
	if d.Own == nil || d.Own.ID() != p.ID() || item >= len(d.Own.Texts) || d.Own.Texts[item] != text {
		return "", errNotOurs
	}
	s, err := readPiece(text)
	if err != nil {
		return "", err
	}
	m := mining{Report: new(corpus.Report), emitted: map[string]*corpus.Emission{}}
	why := d.mine(ctx, s, &m)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	lines := []string{fmt.Sprintf("%s\t%s\t%d\t%d\t%d shuffles\t%d copies\t%d followed\t%d lost", fileWord, s.path, s.span.From, s.span.To, m.Shuffles, m.Copies, m.Followed, m.Lost)}
	if why != nil {
		lines[0] += "\t" + oneLine(strings.ReplaceAll(why.Error(), "\t", " "))
	}
	for _, k := range m.Masks() {
		lines = append(lines, fmt.Sprintf("%s\t%s\t%d uses\t%s\t%s:%d", maskWord, k.Canonical, k.Count, k.Name, k.First.File, k.First.Line))
	}
	for _, e := range m.Emitted() {
		known, err := "refused\t"+joinedAlready, error(nil)
		if !joined(e) {
			known, err = d.known(ctx, e.Canonical, e.Target, p)
		}
		if err != nil {
			return "", err
		}
		place := fmt.Sprintf("%s:%d", e.Worst.File, e.Worst.Line)
		if e.Worst.Function != "" {
			place += " in " + e.Worst.Function
		}
		lines = append(lines, oneLine(fmt.Sprintf("%s\t%s\t%s\t%d uses\t%d emitted\t%d least\t%s\t%s", moveWord, e.Canonical, e.Target, e.Uses, e.Total, e.Least.Balanced(), known, place)))
	}
	return strings.Join(lines, "\n"), nil
}

// Assembly that was written by hand puts many sources together, 64 lanes that are loaded one by one, and what the search takes for such a movement is most of its time. An instruction joins two, so that n-1 are as good as any: of 313 movements of libdav1d that are made so it has none in fewer.
const (
	manySources   = 4
	joinedAlready = "not searched: an instruction less than there are sources makes it"
)

// joined says whether a movement of many sources is made so.
func joined(e *corpus.Emitted) bool {
	sources, _, _ := strings.Cut(e.Canonical, " -> ")
	n := len(strings.Fields(sources))
	return n >= manySources && e.Least.Balanced() < n
}

// mining is what is found in a piece.
type mining struct {
	*corpus.Report
	emitted map[string]*corpus.Emission
}

// mine reads what a piece has, if its file is the one that the plan is about.
func (d *Doer) mine(ctx context.Context, s piece, m *mining) error {
	file, err := os.Open(s.path)
	if err != nil {
		return err
	}
	defer file.Close()
	if sum, err := d.sums.of(s.path, file); err != nil || sum != s.sum {
		return errors.Join(err, errors.New("the file is another one than the plan's"))
	}
	var skipped error
	skip := func(name string, why error) { skipped = cmp.Or(skipped, fmt.Errorf("%s: %w", name, why)) }
	sink := m.Sink()
	sink.Bug = func(b corpus.Bug) { skip(b.File, fmt.Errorf("line %d: a bug in Lanescope: %v", b.Line, b.Value)) }
	v := disassembly.Visitor{Extensions: corpus.Endings(), Span: s.span, Skip: skip, Text: func(name string, text io.Reader) {
		if err := corpus.Scan(&interruptible{ctx, text}, name, sink); err != nil {
			skip(name, err)
		}
	}}
	v.Visit(s.path, file, file)
	return skipped
}

// An interruptible reader ends with its context.
type interruptible struct {
	ctx context.Context
	io.Reader
}

func (r *interruptible) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}

// sums are the checksums of files: each is read once by a process, as long as it stays as it is.
type sums struct{ known sync.Map }

type fileState struct {
	path    string
	size    int64
	changed int64
}

func (s *sums) of(path string, f *os.File) (string, error) {
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	state := fileState{path, info.Size(), info.ModTime().UnixNano()}
	if sum, ok := s.known.Load(state); ok {
		return sum.(string), nil
	}
	sum, err := checksum(f)
	if err == nil {
		s.known.Store(state, sum)
	}
	return sum, err
}

// known is what is known to do a movement on a target, as a table says it, and is found once by a process.
func (d *Doer) known(ctx context.Context, canonical, on string, p *Plan) (string, error) {
	key := on + "\t" + p.Options.Effort + "\t" + strconv.Itoa(p.Options.Budget) + "\t" + canonical
	if text, ok := d.priced.Load(key); ok {
		return text.(string), nil
	}
	m, err := lane.Parse(canonical)
	if err != nil {
		return "", err
	}
	t, ok := target.Find(on)
	if !ok {
		return "refused\tthere is no such target", nil
	}
	options := p.Options
	options.Target = on
	text, err := d.lowered(ctx, m, t, &options)
	if err == nil {
		d.priced.Store(key, text)
	}
	return text, err
}

// A moveLine is an answer about a movement, taken apart.
type moveLine struct {
	canonical, target    string
	uses, emitted, least int
	known                string // a table's line, without its mask
	place                string
}

func readMoveLine(line string) (l moveLine, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) < 9 || fields[0] != moveWord {
		return l, fmt.Errorf("%d fields: expected those of a movement", len(fields))
	}
	l.canonical, l.target, l.place = fields[1], fields[2], fields[len(fields)-1]
	for k, to := range []*int{&l.uses, &l.emitted, &l.least} {
		word := []string{" uses", " emitted", " least"}[k]
		number, ok := strings.CutSuffix(fields[3+k], word)
		if *to, err = strconv.Atoi(number); err != nil || !ok {
			return l, fmt.Errorf("%q: expected a number and%s", fields[3+k], word)
		}
	}
	l.known = strings.Join(fields[6:len(fields)-1], "\t")
	return l, nil
}

// verifyMine holds what is known against other code, as that of a table: its sequence does what the movement is, and its cost is counted.
func verifyMine(p *Plan, line string) error {
	if !strings.HasPrefix(line, moveWord+"\t") {
		return nil // what stands in files other code does not say
	}
	l, err := readMoveLine(line)
	if err != nil {
		return err
	}
	if l.uses < 1 || l.emitted < l.uses*l.least {
		return fmt.Errorf("%d uses that take %d each at least are %d in all", l.uses, l.least, l.emitted)
	}
	return verifyTable(p, l.canonical+"\t"+l.known)
}

// classOfMine is what sort of line it is: a report of what was mined is a Harvest.
func classOfMine(line string) string {
	word, _, _ := strings.Cut(line, "\t")
	return word
}
