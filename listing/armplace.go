package listing

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A place of AArch64 may count the register on that points to it:
//
//	[x0, #16]         x0+16, and x0 stays
//	[x0, #16]!        x0+16, and x0 is that from then on
//	[x0], #16         x0, and x0 is 16 more from then on
//	[x0], x1          x0, and how much more is in x1
type armPlace struct {
	place
	register  string // that is counted on, or none
	by        int
	elsewhere bool // by what is in a register
	behind    bool // behind the access, not before it
}

// mostCounted bounds by how much a register is counted on, in bytes.
const mostCounted = 1 << 20

// armPlace is a place in brackets, which may be a constant's.
func (f *Follower) armPlace(words []string) (p armPlace, err error) {
	text := strings.Join(words, ", ")
	close := strings.IndexByte(text, ']')
	if close < 1 {
		return p, fmt.Errorf("expected a place such as [x0, #16]")
	}
	inner := splitOperands(text[1:close])
	for k := range inner {
		inner[k] = strings.TrimSpace(inner[k])
	}
	if !isArmInner(inner) {
		return p, fmt.Errorf("expected a place such as [x0, #16], found %s", syntax.Quote(text))
	}
	if p, err = armCount(inner, strings.TrimSpace(text[close+1:])); err != nil {
		return p, fmt.Errorf("%w, found %s", err, syntax.Quote(text))
	}
	at, pointed := f.address[addressRegister(inner[0])]
	if len(inner) == 2 {
		if named := armLabel(inner[1]); named != inner[1] && !strings.HasPrefix(inner[1], "#-") && strings.Trim(named, "0123456789x") != "" {
			at, pointed, inner = place{base: "rip+" + named}, true, inner[:1]
		}
	}
	if pointed {
		p.place = at
		if len(inner) == 2 {
			number, ok := listingNumber(strings.TrimPrefix(inner[1], "#"))
			if !ok { // somewhere behind the label
				p.base += "+" + inner[1]
			}
			p.offset += number
		}
		return p, nil
	}
	var ok bool
	if p.place, ok = placeOf(text[:close+1]); !ok {
		return p, fmt.Errorf("expected a place such as [x0, #16], found %s", syntax.Quote(text))
	}
	return p, nil
}

// isArmInner says whether an instruction of AArch64 has what stands in the brackets: a register that points somewhere, and behind it a number, the low part of a label's address, or another register.
//
//	x0    x0, #16    x0+16    x8, :lo12:.LC0    x0, x1    x0, x1, lsl #4    x0, w1, sxtw #4
func isArmInner(inner []string) bool {
	if len(inner) == 0 || len(inner) > 3 || slices.Contains(inner, "") {
		return false
	}
	base, behind, counted := strings.Cut(strings.ToLower(inner[0]), "+")
	if _, number := listingNumber(behind); counted && (!number || len(inner) > 1) || !slices.Contains([]string{"sp", "fp", "lr", "ip0", "ip1"}, base) && !isCalled(base, armFiles, "x") {
		return false
	}
	if len(inner) == 1 {
		return true
	}
	index := strings.ToLower(inner[1])
	long, short := isCalled(index, armFiles, "x") || index == "xzr", isCalled(index, armFiles, "w") || index == "wzr"
	if len(inner) == 3 {
		how, by, scaled := strings.Cut(strings.ToLower(inner[2]), " ")
		n, number := listingNumber(strings.TrimPrefix(strings.TrimSpace(by), "#"))
		return (!scaled || number && n >= 0 && n <= 4) && (long && (how == "lsl" && scaled || how == "sxtx") || short && (how == "uxtw" || how == "sxtw"))
	}
	_, number := listingNumber(strings.TrimPrefix(index, "#"))
	return number || long || strings.ContainsAny(index, ":@")
}

// armCount is by how much the register in brackets is counted on, as what stands behind them says.
func armCount(inner []string, behind string) (p armPlace, err error) {
	if behind == "" {
		return p, nil
	}
	p.register = addressRegister(inner[0])
	number := ""
	switch rest, after := strings.CutPrefix(behind, ","); {
	case behind == "!" && len(inner) == 2:
		number = inner[1]
	case after && len(inner) == 1:
		number, p.behind = strings.TrimSpace(rest), true
	default:
		return p, fmt.Errorf("expected a place such as [x0, #16]! or [x0], #16")
	}
	if p.behind && isArmAddress(number) {
		p.elsewhere = true
		return p, nil
	}
	by, ok := listingNumber(strings.TrimPrefix(number, "#"))
	if !ok || by < -mostCounted || by > mostCounted {
		return p, fmt.Errorf("expected a number of bytes by which %s is counted on, as in [x0], #16", inner[0])
	}
	p.by = by
	return p, nil
}

// encodes says why an instruction has no such place. Those on elements count a register on behind the access, by as many bytes as they move or by a register.
func (p armPlace) encodes(name string, a armList) error {
	elements := a.elem > 0
	switch {
	case p.register == "":
		return nil
	case elements && !p.behind:
		return fmt.Errorf("%s counts a register on behind the access only: expected a place such as [x0], #%d", name, a.bytes())
	case elements && !p.elsewhere && name != "ld1r" && p.by != a.bytes():
		return fmt.Errorf("%s moves %d bytes, and can count %s on by no other number: expected #%d, found #%d", name, a.bytes(), p.register, a.bytes(), p.by)
	case elements && name == "ld1r" && !p.elsewhere && p.by != a.elem/8:
		return fmt.Errorf("%s reads %d bytes, and can count %s on by no other number: expected #%d, found #%d", name, a.elem/8, p.register, a.elem/8, p.by)
	case !elements && p.elsewhere, slices.Contains([]string{"ldur", "stur", "ldnp", "stnp"}, name):
		return fmt.Errorf("%s has no such place: expected one such as [x0, #16]", name)
	}
	return nil
}

// countsOn is what an access does to the register that points to it.
func (f *Follower) countsOn(p armPlace) {
	switch {
	case p.register == "":
	case p.elsewhere:
		f.goes(p.register)
	default:
		f.counted(p.register, p.by)
	}
}

// counted says that a register points so many bytes further.
func (f *Follower) counted(register string, by int) {
	if at, ok := f.address[register]; ok {
		at.offset += by
		f.address[register] = at
		return
	}
	at := f.l.points[register]
	at.counted += by
	f.l.points[register] = at
}

// pointsTo says that a register points to a constant, if it has a label, or so many bytes further than it did, if that is a number; else somewhere.
func (f *Follower) pointsTo(register, label, by string) {
	at, pointed := f.address[register]
	delete(f.address, register)
	switch n, counts := listingNumber(strings.TrimSpace(by)); {
	case label != "":
		f.address[register] = place{base: "rip+" + label}
	case counts && pointed:
		at.offset += n
		f.address[register] = at
	case counts:
		f.counted(register, n)
	default:
		f.moves(register)
	}
}

// goes says that a register of AArch64 points somewhere else.
func (f *Follower) goes(register string) {
	register = addressRegister(register)
	delete(f.address, register)
	f.moves(register)
	f.forgetBits(register)
}

// forgetBits says that a general register holds something else than what is known of it.
func (f *Follower) forgetBits(register string) {
	if _, known := f.l.Named[register]; known || slices.Contains(f.l.Inputs, register) {
		f.Forget(register)
	}
}

// IsArmGeneral says whether a line is on general registers of AArch64 alone.
func IsArmGeneral(text string) bool {
	_, operands := nameAndOperands(strings.ToLower(text))
	words := separateOperands(operands)
	return len(words) > 1 && isArmAddress(words[0]) && len(NEONRegisters("any "+operands)) == 0
}

// armGeneral is what a line on general registers of AArch64 does to them: what it writes points somewhere else.
func (f *Follower) armGeneral(name, operands string) error {
	words := separateOperands(operands)
	at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "[") })
	if at < 0 {
		if f.counts(name, operands) {
			f.forgetBits(addressRegister(words[0]))
		} else {
			f.goes(words[0])
		}
		return nil
	}
	p, err := f.armPlace(words[at:])
	switch {
	case err != nil:
		return err
	case strings.HasPrefix(name, "st") && !p.isStack(), isArmAtomic(name):
		return fmt.Errorf("%s stores a general register, which of AArch64 is not followed: expected stores of vectors", name)
	case strings.HasPrefix(name, "ld"):
		for _, w := range words[:at] {
			f.goes(w)
		}
	}
	f.countsOn(p)
	return nil
}

// forgetAddresses follows where registers of AArch64 point through a line that is no movement: what it writes points to no constant that is known.
func (f *Follower) forgetAddresses(name, operands string) {
	words := separateOperands(operands)
	if len(words) > 1 && isArmAddress(words[0]) && f.counts(name, operands) {
		return
	}
	written := words[:min(1, len(words))]
	if at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "[") }); at >= 0 {
		written = words[:at]
		p, err := f.armPlace(words[at:])
		if f.countsOn(p); err != nil { // of a place that is not understood the register may be written
			base, _, _ := strings.Cut(strings.Trim(words[at], "[]! "), ",")
			written = append(slices.Clone(written), base)
		}
	}
	for _, w := range written {
		delete(f.address, addressRegister(w))
		delete(f.address, loongGeneral(w))
		delete(f.address, powerGeneral(w))
	}
	f.armAddress(name, operands)
}

// overlapped says that a place was written in part: by a store that begins or ends elsewhere.
func (l *listing) overlapped(key string, bits int) error {
	p := l.places[key]
	for other, m := range l.Named {
		q, known := l.places[other]
		if !known || other == key || q.base != p.base {
			continue
		}
		if q.offset < p.offset+bits/8 && p.offset < q.offset+m.Bits*len(m.Lane)/8 {
			return fmt.Errorf("%s is read where %s was written, which is a part of it: expected a load of what one store wrote", l.Called(key), l.Called(other))
		}
	}
	return nil
}
