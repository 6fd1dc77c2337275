package draw

import (
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// Cells of a result name the lanes that they hold by the text's own names:
//
//	hi3      lane 3 of hi       a name that ends with a letter
//	xmm1:3   lane 3 of xmm1     one that ends otherwise
//	b3                          a long name has its letter, and the row's label says b=%vecinit.sroa
//
// Where the names have no room, all of them have their letters: the cells' brief texts.

// nameMost is the columns of a name that stands in cells.
const nameMost = 6

// A naming is what a source is called: in front of its row, and in cells.
type naming struct {
	label, brief string // of the row, and where cells have letters
	cell         string // in front of a lane's number; empty if cells have the letter
}

// names are what the sources of the map are called, the old destination behind all.
func (b *builder) names() []naming {
	all := make([]naming, 0, len(b.m.Src)+1)
	for k := range b.m.Src {
		name := ""
		if k < len(b.o.Names) {
			name = b.o.Names[k]
		}
		all = append(all, called(name, lane.SourceName(k)))
	}
	return append(all, called(b.o.To, "d"))
}

// called is the naming of a source that has a name, or none, and a letter.
func called(name, letter string) naming {
	bare := strings.TrimLeft(name, "%@")
	if bare == "" || bare == letter {
		if name == "" {
			name = letter
		}
		return naming{label: name}
	}
	tied := letter + "=" + name
	if columns(clean(bare)) > nameMost {
		return naming{label: tied}
	}
	if last := bare[len(bare)-1]; last >= 'a' && last <= 'z' || last >= 'A' && last <= 'Z' {
		return naming{label: name, brief: tied, cell: bare}
	}
	return naming{label: name, brief: tied, cell: bare + ":"}
}

// cellTexts are what a cell says of a lane of the result: by the names, and by letters where that is another text.
func (b *builder) cellTexts(l lane.Lane, at int) (text, brief string) {
	text = token(l, at, b.m.Bits)
	src, index, ok := moves(l, at)
	if !ok || b.named[b.slot(src)].cell == "" {
		return text, ""
	}
	return b.named[b.slot(src)].cell + strconv.Itoa(index), text
}

// slot is the place of a source among those that have names and colours: the old destination is behind all.
func (b *builder) slot(src int) int {
	if src == old {
		return len(b.m.Src)
	}
	return src
}

// ink is the colour of a lane of a source: what the caller says, or the source's own. The old destination has none of its own.
func (b *builder) ink(src, index int) int {
	k := b.slot(src)
	if k < len(b.o.Inks) && index < len(b.o.Inks[k]) {
		return b.o.Inks[k][index]
	}
	if src == old {
		return 0
	}
	return src + 1
}
