package corpus

import (
	"context"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/syntax/strings"
)

// An Edited listing is followed again and again while somebody works on it. What a function does depends on little else than its own lines, so that only those are followed whose lines changed:
//
//	f:  …            as it was: what it emitted is remembered, further down by the lines that were put in above
//	g:  …            a line of it is new: it is followed
//	.LC0: .long …    new bytes: those that name them are
//
// What is found is what Scan finds in the same lines. The zero value is a listing that nobody has seen.
type Edited struct {
	seed      maphash.Seed
	functions map[string]*followed // by their lines
}

// mostStopped bounds how much is remembered of listings that nobody waits for to the end.
const mostStopped = 64

// A Followed is what is found in a listing, in the order of its lines.
type Followed struct {
	Emitted []Emission
	Lost    []Skip
}

// followed is a stretch of lines that nothing above or below has a part in: a function, as a rule.
type followed struct {
	lines  []numbered // the first line of the stretch is 1
	groups []group
	found  Followed
	ready  bool   // it was followed, while in memory was
	all    uint64 // this, and
	part   uint64 // this of what its lines name
}

// A group is lines that one name of a function stands above.
type group struct {
	first, end int // of followed.lines
	parsed     []dialect.Line
	names      []string
	asked      map[string]bool // names that were asked for while it was followed, and whether other groups had them
}

// Follow finds what a listing emits, of its lines without their ends. It stops when the context is over; what was followed by then is remembered. A panic over a line is told of, if bug is not nil.
func (e *Edited) Follow(ctx context.Context, file string, lines []string, bug func(Bug)) (Followed, error) {
	if e.functions == nil {
		e.seed, e.functions = maphash.MakeSeed(), map[string]*followed{}
	}
	plain := editedLines(lines)
	stretches := stretchesOf(plain)
	now := make(map[string]*followed, len(stretches))
	all := make([]*followed, len(stretches))
	for k, s := range stretches {
		key := s.key(plain)
		f := now[key]
		if f == nil {
			if f = e.functions[key]; f == nil {
				f = s.read(plain)
			}
			now[key] = f
		}
		all[k] = f
	}
	var found Followed
	d, names, first := newMemory(all, e.seed), namedBy(all), 0
	for k, f := range all {
		if err := ctx.Err(); err != nil {
			if len(e.functions) < 2*len(all)+mostStopped {
				maps.Copy(e.functions, now) // so that the next one goes on from here
			}
			return found, err
		}
		if !f.holds(&names, first, d) {
			f.follow(file, &names, first, d, bugBehind(stretches[k].behind(plain), bug))
		}
		found.add(f.found, stretches[k].behind(plain))
		first += len(f.groups)
	}
	e.functions = now
	return found, nil
}

// bugBehind tells of a panic in a stretch that begins behind so many lines.
func bugBehind(lines int, bug func(Bug)) func(Bug) {
	if bug == nil {
		return nil
	}
	return func(b Bug) {
		b.Line += lines
		bug(b)
	}
}

// add adds what is found in a stretch that begins behind so many lines.
func (f *Followed) add(part Followed, behind int) {
	for _, e := range part.Emitted {
		e.Line += behind
		e.First += behind
		f.Emitted = append(f.Emitted, e)
	}
	for _, s := range part.Lost {
		s.Line += behind
		f.Lost = append(f.Lost, s)
	}
}

// A stretch is where one begins and ends among a file's lines, and the function that it is in where it begins.
type stretch struct {
	first, end int
	function   string
}

// editedLines are the lines of a file as they are followed.
func editedLines(lines []string) (all []numbered) {
	macros := new(listing.Macros)
	for n, line := range lines {
		label, rest := macroLine(macros, line)
		if label != "" {
			all = append(all, numbered{n: n + 1, text: label})
		}
		all = append(all, numbered{n: n + 1, text: rest})
	}
	return plainLines(all)
}

// behind is how many lines of the file stand above a stretch.
func (s stretch) behind(lines []numbered) int {
	if s.first == len(lines) {
		return 0
	}
	return lines[s.first].n - 1
}

// key is all that decides what is found in a stretch by itself.
func (s stretch) key(lines []numbered) string {
	var b strings.Builder
	b.WriteString(s.function)
	last := s.behind(lines)
	for _, at := range lines[s.first:s.end] {
		b.WriteString("\x00\n"[at.n-last:][:1]) // on the line of the label before it, or on the next one
		b.WriteString(at.text)
		last = at.n
	}
	return b.String()
}

// stretchesOf cuts a file where a label begins a function of another name: there registers hold what nobody knows, and the function before is told of.
func stretchesOf(lines []numbered) (all []stretch) {
	s, function := stretch{}, ""
	for n, at := range lines {
		line := at.text
		name, begins := functionOf(line)
		if !begins {
			continue
		}
		if name != function && n > s.first && inListing(line) {
			if text := dialect.LineOf(line).Text; strings.HasSuffix(text, ":") && !strings.HasPrefix(text, ".") {
				s.end = n
				all = append(all, s)
				s = stretch{first: n, function: name}
			}
		}
		function = name
	}
	s.end = len(lines)
	return append(all, s)
}

// read is a stretch with its lines taken apart.
func (s stretch) read(lines []numbered) *followed {
	f := new(followed)
	function := s.function
	for _, at := range lines[s.first:s.end] {
		if name, begins := functionOf(at.text); begins {
			function = name
		}
		if inListing(at.text) {
			f.lines = append(f.lines, numbered{at.n - s.behind(lines), at.text, function})
		}
	}
	for first := 0; first < len(f.lines); {
		g := group{first: first, end: first}
		for ; g.end < len(f.lines) && f.lines[g.end].function == f.lines[first].function; g.end++ {
			l := dialect.LineOf(f.lines[g.end].text)
			g.parsed = append(g.parsed, l)
			g.names = append(g.names, listing.Names(l)...)
		}
		slices.Sort(g.names)
		g.names = slices.Compact(g.names)
		f.groups = append(f.groups, g)
		first = g.end
	}
	return f
}

// named says in which groups names stand, of all of a file.
type named struct {
	first   map[string]int // group
	several map[string]bool
}

// namedBy reads the names of all stretches.
func namedBy(all []*followed) named {
	n := named{first: map[string]int{}, several: map[string]bool{}}
	at := 0
	for _, f := range all {
		for k := range f.groups {
			for _, name := range f.groups[k].names {
				if by, seen := n.first[name]; !seen {
					n.first[name] = at
				} else if by != at {
					n.several[name] = true
				}
			}
			at++
		}
	}
	return n
}

// foreign says whether other groups than one have a name too.
func (n *named) foreign(group int, name string) bool {
	by, seen := n.first[name]
	return seen && (by != group || n.several[name])
}

// holds says whether what was asked while the stretch was followed, of names that are elsewhere and of bytes behind names, has the same answer still.
func (f *followed) holds(n *named, first int, d *memory) bool {
	if !f.ready {
		return false
	}
	for k := range f.groups {
		for name, was := range f.groups[k].asked {
			if n.foreign(first+k, name) != was {
				return false
			}
		}
	}
	return f.all == d.all || f.part == d.behind(f.lines)
}

// follow follows the stretch.
func (f *followed) follow(file string, n *named, first int, d *memory, bug func(Bug)) {
	f.found = Followed{}
	to := Sink{
		Emitted: func(e Emission) { f.found.Emitted = append(f.found.Emitted, e) },
		Lost:    func(s Skip) { f.found.Lost = append(f.found.Lost, s) },
		Bug:     bug,
	}
	l := newMiner(file, d.data, &to)
	l.known = map[int]map[string]*made{}
	for k := range f.groups {
		g := &f.groups[k]
		g.asked = map[string]bool{}
		l.findConstantsOf(f.lines[g.first:g.end], g.parsed, d.data, func(name string) bool {
			g.asked[name] = n.foreign(first+k, name)
			return g.asked[name]
		})
	}
	_ = l.readAll(f.lines) // its sink has no context
	f.ready, f.all, f.part = true, d.all, d.behind(f.lines)
}

// memory is what stands in memory, by name.
type memory struct {
	data map[string][]byte
	seed maphash.Seed
	all  uint64 // all of it as one number
}

// addressLabel begins the labels of places in a linked program.
const addressLabel = ".LC_"

func newMemory(all []*followed, seed maphash.Seed) *memory {
	d := &memory{seed: seed}
	d.data = listing.Constants(func(yield func(string) bool) {
		for _, f := range all {
			for _, at := range f.lines {
				if !yield(at.text) {
					return
				}
			}
		}
	})
	d.all = d.sum(func(string) bool { return true })
	return d
}

// behind is what stands behind the names that lines have, as one number.
func (d *memory) behind(lines []numbered) uint64 {
	return d.sum(func(name string) bool {
		if strings.HasPrefix(name, addressLabel) { // others may be found from it, by how far they are apart
			name = addressLabel
		}
		return slices.ContainsFunc(lines, func(at numbered) bool { return strings.Contains(at.text, name) })
	})
}

func (d *memory) sum(of func(name string) bool) uint64 {
	var h maphash.Hash
	h.SetSeed(d.seed)
	for _, name := range slices.Sorted(maps.Keys(d.data)) {
		if of(name) {
			fmt.Fprintf(&h, "%q %x\n", name, d.data[name])
		}
	}
	return h.Sum64()
}
