package listing

import (
	"context"
	"fmt"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Listings of SVE, as compilers and disassemblers write them. Vectors have 128 bits unless the text says that they have 256: in so many words, or with a constant or a predicate that is longer.
//
//	ptrue p0.s
//	ld1w  {z0.s}, p0/z, [x0]              places [x0] and, a vector further, [x0]+1
//	ldr   z1, [x0, #1, mul vl]
//	mov   p1.s, 0x5                       lanes 0 and 2, as listings of sequences have it
//	sel   z0.s, p1, z0.s, z1.s
//	str   z0, [x1]                        // VL 256
//
// Lines of NEON among them write the lower 128 bits of a register, and clear what is above.

// scalable is what a Follower knows of SVE besides vectors.
type scalable struct {
	predicates map[string]uint64 // a bit for each byte of a vector
	numbers    map[string]int    // in general registers, x8 also of w8
}

// saidLength is how a text says how long vectors are.
const saidLength = "// VL "

// scalableBits are those of a vector in a text.
func scalableBits(text string) int {
	if said(text, 256) {
		return 256
	}
	if !strings.Contains(strings.ToLower(text), "z") {
		return 128
	}
	for _, s := range statements(text) {
		name, operands := nameAndOperands(strings.ToLower(s.text))
		words := splitOperands(operands)
		number, hex := strings.CutPrefix(strings.TrimSpace(words[len(words)-1]), "0x")
		if name != "mov" || !hex || len(words) != 2 {
			continue
		}
		if _, _, vector := apply.SVERegister(words[0]); vector && len(number) > 128/4 {
			return 256
		}
		if _, shape, predicate := apply.PredicateSVE(words[0]); predicate && apply.ElementSVE(shape) > 0 {
			if v, err := strconv.ParseUint(number, 16, 64); err == nil && v>>(128/apply.ElementSVE(shape)) > 0 {
				return 256
			}
		}
	}
	return 128
}

// said says whether a text says that vectors have so many bits.
func said(text string, bits int) bool {
	return strings.Contains(strings.ToUpper(text), saidLength+strconv.Itoa(bits))
}

// longer is what a line of NEON has made where vectors are longer: it has read the lower parts of registers, and has cleared what is above.
func (f *Follower) longer(m lane.Map) (lane.Map, error) {
	if f.vectors == 128 {
		return m, nil
	}
	for k, name := range f.l.Inputs {
		if isArm(name) {
			f.l.Bits[k] = max(f.l.Bits[k], f.vectors)
		}
	}
	one := []lane.Map{padded(m, f.vectors, lane.Zero())}
	err := f.l.Level(one)
	return one[0], err
}

// isSVELine says whether a line is of SVE: what comes first is one of its vectors, or a predicate that is set.
func isSVELine(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	return isSVE(name, operands)
}

func isSVE(name, operands string) bool {
	first, _, more := strings.Cut(strings.TrimLeft(operands, "{ \t"), ",")
	first, _, _ = strings.Cut(first, "}")
	word, shape, shaped := strings.Cut(strings.TrimSpace(first), ".")
	if isCalled(word, armFiles, "z") && (!shaped || apply.ElementSVE(shape) > 0) {
		return more && name != ""
	}
	_, shape, predicate := apply.PredicateSVE(first)
	return (predicate || isCalled(word, armFiles, "p")) && (shape != "" || name == "ldr" || name == "str")
}

func looksSVE(text string) bool {
	return (said(text, 128) || said(text, 256)) && looksNEON(text) || anyLine(text, isSVELine)
}

func readSVE(text string) (dialect.Reading, error) {
	return readText(text, "zip1 z0.s, z1.s, z2.s")
}

// sequenceSVE is a listing, for vectors of 256 bits where those of 128 are too short.
func sequenceSVE(ctx context.Context, m lane.Map) ([]string, error) {
	bits := 128
	if m.Bits*len(m.Lane) > 128 {
		bits = 256
	}
	return sequenceOn(ctx, m, fmt.Sprintf("sve2-%d", bits), "mov z0.d, z0.d", []string{fmt.Sprint(saidLength, bits)}, readSVE)
}

// sveInLine is an instruction that makes a vector of others.
func sveInLine(l dialect.Line) (string, bool) {
	name, operands := nameAndOperands(strings.ToLower(l.Text))
	first, _, _ := strings.Cut(operands, ",")
	_, _, vector := apply.SVERegister(first)
	return l.Text, vector && name != "ldr" && name != "str" && isSVE(name, operands)
}

// sve follows a line of SVE; known is false for what is none, and for one that only puts a number into a general register.
func (f *Follower) sve(name, operands, text string) (d Deed, known bool, err error) {
	words := splitOperands(operands)
	for k := range words {
		words[k] = strings.TrimSpace(words[k])
	}
	if !isSVE(name, operands) {
		f.sveNumber(name, words)
		return d, false, nil
	}
	d = Deed{Needs: target.NEON | target.SVE}
	if err := missingRegister(text, armFiles); err != nil {
		return d, true, err
	}
	if register, shape, ok := apply.PredicateSVE(words[0]); ok {
		d.Kind = Masked
		return d, true, f.predicate(name, register, apply.ElementSVE(shape), words[1:])
	}
	if register, rest, ok := sveMemory(name, operands); ok {
		d.To, d.Kind = register, Loaded
		return d, true, f.sveAccess(name, register, rest)
	}
	for _, word := range strings.FieldsFunc(operands, func(r rune) bool { return strings.ContainsRune("{}, \t-", r) }) {
		if register, _, ok := apply.SVERegister(word); ok {
			f.l.Display[register] = "z" + register[1:]
		}
	}
	d.To, _, _ = apply.SVERegister(words[0])
	m, to, reads, copied, err := apply.SVE(&f.l.Values, text, f.vectors, f.scalable.predicates)
	if err != nil {
		return d, true, err
	}
	if len(reads) == 0 {
		d.Kind = Loaded
	}
	return f.executed(d, m, to, reads, copied), true, nil
}

// sveNumber notes mov w8, #3, and forgets what a general register had that another line writes.
func (f *Follower) sveNumber(name string, words []string) {
	register := addressRegister(strings.TrimSpace(words[0]))
	delete(f.scalable.numbers, register)
	if !isArmAddress(register) || name != "mov" || len(words) != 2 {
		return
	}
	if v, ok := f.number(words[1]); ok {
		f.scalable.numbers[register] = v
	}
}

// number is what a general register or an immediate is, if that is known.
func (f *Follower) number(word string) (int, bool) {
	word = strings.TrimSpace(word)
	switch {
	case word == "wzr" || word == "xzr":
		return 0, true
	case isArmAddress(word):
		v, ok := f.scalable.numbers[addressRegister(word)]
		return v, ok
	}
	return listingNumber(strings.TrimPrefix(word, "#"))
}

// predicate follows a line that sets a predicate of lanes of so many bits. One that is not followed is not known from then on.
func (f *Follower) predicate(name, register string, elem int, words []string) error {
	before, had := f.scalable.predicates[register]
	delete(f.scalable.predicates, register)
	if elem == 0 || elem > 64 {
		if name == "str" && had {
			f.scalable.predicates[register] = before
		}
		return fmt.Errorf("%s is known where it is set for lanes, as in ptrue p0.s", register)
	}
	n := f.vectors / elem
	var lanes func(i int) bool
	switch {
	case name == "pfalse":
		lanes = func(int) bool { return false }
	case name == "ptrue" || name == "ptrues":
		count, ok := apply.PatternSVE(strings.Join(words, ""), n)
		if !ok {
			return fmt.Errorf("%s has no pattern %s", name, syntax.Quote(strings.Join(words, "")))
		}
		lanes = func(i int) bool { return i < count }
	case (name == "whilelt" || name == "whilelo" || name == "whilele" || name == "whilels") && len(words) == 2:
		from, okFrom := f.number(words[0])
		to, okTo := f.number(words[1])
		if !okFrom || !okTo {
			return fmt.Errorf("what %s sets depends on general registers that are not known", name)
		}
		if strings.HasSuffix(name, "e") || strings.HasSuffix(name, "s") {
			to++
		}
		lanes = func(i int) bool { return from+i < to }
	case name == "mov" && len(words) == 1:
		v, err := strconv.ParseUint(strings.TrimSpace(words[0]), 0, 64)
		if err != nil || n < 64 && v>>n > 0 {
			return fmt.Errorf("expected a number with a bit for each of %d lanes, found %s", n, syntax.Quote(words[0]))
		}
		lanes = func(i int) bool { return v>>i&1 == 1 }
	default:
		return fmt.Errorf("%s of a predicate is not followed: expected ptrue, pfalse, whilelt or whilelo", name)
	}
	all := uint64(0)
	for i := range n {
		if lanes(i) {
			all |= 1 << (i * elem / 8)
		}
	}
	f.scalable.predicates[register] = all
	return nil
}

// sveMemory are the register and the rest of a line that reads or writes a whole vector: ldr z0, [x0] and ld1w {z0.s}, p0/z, [x0].
func sveMemory(name, operands string) (register string, rest []string, ok bool) {
	words := separateOperands(operands)
	list, structured := strings.CutPrefix(strings.TrimSpace(words[0]), "{")
	list, closed := strings.CutSuffix(strings.TrimSpace(list), "}")
	register, shape, vector := apply.SVERegister(list)
	switch {
	case !vector || len(words) < 2 || structured != closed:
		return "", nil, false
	case name == "ldr" || name == "str":
		return register, words[1:], !structured && shape == ""
	case len(words) < 3 || len(name) != 4 || !strings.HasPrefix(name, "ld1") && !strings.HasPrefix(name, "st1"):
		return "", nil, false
	}
	return register, words[1:], strings.IndexByte("bhwd", name[3]) >= 0 && map[string]byte{"b": 'b', "h": 'h', "s": 'w', "d": 'd'}[shape] == name[3]
}

// sveAccess reads or writes a whole vector, of which a predicate must have all lanes.
func (f *Follower) sveAccess(name, register string, rest []string) error {
	if len(name) == 4 {
		elem := 8 << strings.IndexByte("bhwd", name[3])
		predicate, _, _ := strings.Cut(strings.TrimSpace(rest[0]), "/")
		all, known := f.scalable.predicates[predicate]
		for i := 0; i < f.vectors/8; i += elem / 8 {
			if !known || all>>i&1 == 0 {
				return fmt.Errorf("%s is followed where %s is known to have all lanes of %d bits", name, predicate, f.vectors)
			}
		}
		rest = rest[1:]
	}
	p, err := f.svePlace(rest)
	if err != nil {
		return err
	}
	f.l.Display[register] = "z" + register[1:]
	return f.accesses(register, f.vectors, p, strings.HasPrefix(name, "st"))
}

// svePlace is [x0], [x0, #1, mul vl], which is a vector further, and what a place of NEON is.
func (f *Follower) svePlace(words []string) (place, error) {
	text := strings.Join(words, ",")
	before, further, ok := strings.Cut(strings.TrimSuffix(strings.Join(strings.Fields(text), ""), "]"), ",#")
	number, scaled := strings.CutSuffix(further, ",mulvl")
	if ok && scaled {
		n, err := strconv.Atoi(number)
		if err != nil || n < -256 || n > 255 {
			return place{}, fmt.Errorf("expected a place such as [x0, #1, mul vl], found %s", syntax.Quote(text))
		}
		p, err := f.armPlace([]string{before + "]"})
		p.offset += n * f.vectors / 8
		return p.place, err
	}
	p, err := f.armPlace(words)
	if err == nil && p.register != "" {
		err = fmt.Errorf("instructions of SVE count no register on, found %s", syntax.Quote(text))
	}
	return p.place, err
}
