package campaign

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Harvest is what was mined, all files together.
type Harvest struct {
	Files, Shuffles, Copies, Followed, Lost int
	Skipped                                 int // files and parts of them that were not read to their end
	Masks                                   int // distinct shuffles that are written
	Uses                                    int // of movements that are made
	Emitted, Saved                          int // what they cost, and how much of that need not be: ops + copies + 2 × constants
	Movements                               []Movement
}

// A Movement is what listings do on a target, with all its uses.
type Movement struct {
	Canonical, Target string
	Name              string // of its pattern, where a file has it in one shuffle
	Uses, Emitted     int
	Known             int    // the least that is known: by the search, or in some file
	Sequence          string // that has it, with its registers; empty where a file has less than the search
	Proof             string
	Place             string // of a use: the dearest in some file
}

// Saved is how much its uses cost more than the least that is known.
func (m *Movement) Saved() int { return m.Emitted - m.Uses*m.Known }

// Harvest puts the answers of files together. Which come first makes no difference: all is sums, least numbers and first names.
func (u *Union) Harvest() (*Harvest, error) {
	if u.Plan.Kind != mineKind {
		return nil, fmt.Errorf("this is a campaign of the kind %s, and what was mined is of the kind %s", u.Plan.Kind, mineKind)
	}
	h := new(Harvest)
	names, files := map[string]string{}, map[string]bool{}
	all := map[string]*Movement{}
	var bad error
	err := u.lines(func(line string) {
		fields := strings.Split(line, "\t")
		switch {
		case isBug(line):
			h.Skipped++
		case fields[0] == fileWord:
			bad = cmp.Or(bad, h.file(fields))
			files[fields[1]] = true
		case fields[0] == maskWord && len(fields) == 5:
			names[fields[1]] = fields[3]
		case fields[0] == moveWord:
			bad = cmp.Or(bad, addMovement(all, line))
		}
	})
	if err = cmp.Or(err, bad); err != nil {
		return nil, err
	}
	h.Files, h.Masks = len(files), len(names)
	for _, m := range all {
		m.Name = names[m.Canonical]
		h.Uses, h.Emitted, h.Saved = h.Uses+m.Uses, h.Emitted+m.Emitted, h.Saved+m.Saved()
		h.Movements = append(h.Movements, *m)
	}
	slices.SortFunc(h.Movements, func(a, b Movement) int {
		return cmp.Or(b.Saved()-a.Saved(), b.Uses-a.Uses, cmp.Compare(a.Canonical, b.Canonical), cmp.Compare(a.Target, b.Target))
	})
	return h, nil
}

// file counts a line about a file.
func (h *Harvest) file(fields []string) error {
	if len(fields) < 8 {
		return fmt.Errorf("%d fields: expected those of a file", len(fields))
	}
	for k, to := range []*int{&h.Shuffles, &h.Copies, &h.Followed, &h.Lost} {
		number, _, _ := strings.Cut(fields[4+k], " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			return err
		}
		*to += n
	}
	if len(fields) > 8 {
		h.Skipped++
	}
	return nil
}

// addMovement adds the uses of one file.
func addMovement(all map[string]*Movement, line string) error {
	l, err := readMoveLine(line)
	if err != nil {
		return err
	}
	key := l.target + "\t" + l.canonical
	m := all[key]
	if m == nil {
		m = &Movement{Canonical: l.canonical, Target: l.target, Known: l.least}
		all[key] = m
	}
	m.Uses, m.Emitted = m.Uses+l.uses, m.Emitted+l.emitted
	if l.least < m.Known {
		m.Known, m.Sequence, m.Proof = l.least, "", ""
	}
	if m.Place == "" || l.place < m.Place {
		m.Place = l.place
	}
	cost, sequence, proof, err := knownCost(l)
	if err == nil && cost <= m.Known {
		m.Known, m.Sequence, m.Proof = cost, sequence, proof
	}
	return nil
}

// errNotKnown is that a target has nothing that does a movement.
var errNotKnown = fmt.Errorf("nothing is known")

// knownCost is what a search found.
func knownCost(l moveLine) (cost int, sequence, proof string, err error) {
	t, err := readTableLine(l.canonical + "\t" + l.known)
	if err != nil || t.refused != "" {
		return 0, "", "", cmp.Or(err, errNotKnown)
	}
	fields := strings.Split(l.known, "\t")
	return t.all + t.constants, strings.Join(t.sequence, "; "), fields[3], nil
}
