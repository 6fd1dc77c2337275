package visa

import (
	"fmt"
	"strconv"
	"strings"
)

// A Label is a place in a kernel that control goes to: a block, which jmp and goto name, or a subroutine, which call does. Blocks and subroutines have names of their own: a
// block and a subroutine can have the same.
type Label struct {
	Name       string
	Subroutine bool
	Kernel     bool // it is another kernel, which fccall calls and a linker finds
	Attrs      []Attr
}

// A placeKind is what a label is, by the code that an object has for it.
type placeKind uint8

const (
	blockPlace placeKind = iota
	subroutinePlace
	kernelPlace

	numPlaceKinds
)

func (l Label) kind() placeKind {
	switch {
	case l.Kernel:
		return kernelPlace
	case l.Subroutine:
		return subroutinePlace
	}
	return blockPlace
}

// labelOf is a label of a kind.
func labelOf(name string, k placeKind) Label {
	return Label{Name: name, Subroutine: k == subroutinePlace, Kernel: k == kernelPlace}
}

const maxLabels = 1 << 16 // numbers have 16 bits

// labels are the labels of a kernel by their numbers, and the names of what is not in the kernel: functions elsewhere, and files.
type labels struct {
	whole  bool // a kernel is read: names have numbers in the order in which they are mentioned
	all    []Label
	byName map[labelKey]uint16
	names  []string
	named  map[string]uint32
}

// Labels are the labels, by their numbers.
func (d *Decls) Labels() []Label { return d.labels.all }

// letter begins the name of a label that nobody named: L3 is a block, F3 a subroutine, K3 another kernel.
func (l Label) letter() string { return [numPlaceKinds]string{"L", "F", "K"}[l.kind()] }

// label is the number of a name. In a text that is no kernel, L3 has the number 3.
func (d *Decls) label(name string, kind placeKind) (uint16, error) {
	l := &d.labels
	key := labelOf(name, kind).key()
	if n, have := l.byName[key]; have {
		return n, nil
	}
	if digits, ok := strings.CutPrefix(name, labelOf(name, kind).letter()); ok && !l.whole {
		if n, err := strconv.ParseUint(digits, 10, 16); err == nil && strconv.FormatUint(n, 10) == digits {
			return uint16(n), nil
		}
	}
	if len(l.all) == maxLabels {
		return 0, fmt.Errorf("more than %d labels", maxLabels)
	}
	return d.addLabel(labelOf(name, kind)), nil
}

// addLabel gives a label the next number.
func (d *Decls) addLabel(x Label) uint16 {
	l := &d.labels
	if l.byName == nil {
		l.byName = map[labelKey]uint16{}
	}
	n := uint16(len(l.all))
	l.all = append(l.all, x)
	l.byName[x.key()] = n
	return n
}

type labelKey struct {
	name string
	kind placeKind
}

func (l Label) key() labelKey { return labelKey{l.Name, l.kind()} }

// labelName is the name of a number.
func (d *Decls) labelName(n uint16, kind placeKind) string {
	if all := d.labels.all; int(n) < len(all) && all[n].kind() == kind {
		return all[n].Name
	}
	return labelOf("", kind).letter() + strconv.Itoa(int(n))
}

// outside is the number of a name that is no place in the kernel.
func (d *Decls) outside(name string) uint32 {
	l := &d.labels
	if n, have := l.named[name]; have {
		return n
	}
	if digits, ok := strings.CutPrefix(name, "N"); ok && !l.whole {
		if n, err := strconv.ParseUint(digits, 10, 32); err == nil && strconv.FormatUint(n, 10) == digits {
			return uint32(n)
		}
	}
	if l.named == nil {
		l.named = map[string]uint32{}
	}
	n := uint32(len(l.names))
	l.names, l.named[name] = append(l.names, name), n
	return n
}

// outsideName is the name of a number: N3 if nobody named it.
func (d *Decls) outsideName(n uint32) string {
	if all := d.labels.names; n < uint32(len(all)) {
		return all[n]
	}
	return "N" + strconv.FormatUint(uint64(n), 10)
}
