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

// Listings of Power, as compilers and disassemblers write them. Memory is little-endian:
//
//	addis 9, 2, .LC0@toc@ha        where a constant is, in two lines
//	addi  9, 9, .LC0@toc@l
//	lxv   vs34, 0(9)
//	lvx   v3, 0, r4                places [r4] and, below, [r4+16]
//	lxv   vs36, 16(r4)
//	vperm v3, v3, v4, v2
//	stxv  vs35, 0(r3)

// powerMemory are the instructions that read and write whole registers: whether one writes memory, and whether it counts registers as VSX does.
var powerMemory = map[string]struct{ stores, vsx bool }{
	"lxv": {false, true}, "lxvx": {false, true}, "plxv": {false, true}, "lvx": {}, "stxv": {true, true}, "stxvx": {true, true}, "pstxv": {true, true}, "stvx": {true, false},
}

// powerReturn ends a function.
const powerReturn = "blr"

// isPowerLine says whether a line is a movement of Power: its name is of an instruction that is known, and what comes first is a register.
func isPowerLine(name, operands string) bool {
	first, rest, ok := strings.Cut(operands, ",")
	if x, memory := powerMemory[name]; memory {
		_, register := apply.PowerRegister(first, x.vsx)
		return (register || isCalled(first, powerFiles, "vs", "v")) && ok && strings.TrimSpace(rest) != ""
	}
	if !apply.IsPower(name) {
		return false
	}
	_, altivec := apply.PowerRegister(first, false)
	_, vsx := apply.PowerRegister(first, true)
	return ok && (altivec || vsx || isCalled(first, powerFiles, "vs", "v"))
}

func looksPowerLine(text string) bool {
	return isPowerLine(nameAndOperands(strings.ToLower(text)))
}

// looksPower says whether a text has a movement of Power among its lines.
func looksPower(text string) bool {
	for _, s := range statements(text) {
		if looksPowerLine(s.text) {
			return true
		}
		if startsInstruction(s.text) || looksNEONLine(s.text) {
			return false
		}
	}
	return false
}

func readPower(text string) (dialect.Reading, error) { return readText(text, "vmrglw v0, v1, v2") }

func sequencePower(ctx context.Context, m lane.Map) ([]string, error) {
	return sequenceOn(ctx, m, "vsx", "vmr v0, v0", nil, readPower)
}

// powerInLine is an instruction that makes a vector of others. What copies one is seldom meant as a movement by itself.
func powerInLine(l dialect.Line) (string, bool) {
	name, operands := nameAndOperands(strings.ToLower(l.Text))
	_, memory := powerMemory[name]
	return l.Text, !memory && name != "vmr" && isPowerLine(name, operands)
}

// power follows a line of Power; known is false for what is none.
func (f *Follower) power(name, operands, text string) (d Deed, known bool, err error) {
	if !isPowerLine(name, operands) {
		if known = f.powerAddress(name, operands); known && !f.reads {
			err = fmt.Errorf("an address is no movement")
		}
		return d, known, err
	}
	if err = missingRegister(text, powerFiles); err != nil {
		return d, true, err
	}
	if x, memory := powerMemory[name]; memory {
		d, err = f.powerAccess(operands, x.stores, x.vsx)
		return d, true, err
	}
	d = Deed{Needs: target.POWER9, To: firstPowerRegister(name, operands)}
	m, to, reads, copied, err := apply.Power(&f.l.Values, text)
	if err != nil {
		return d, true, err
	}
	return f.executed(d, m, to, reads, copied), true, nil
}

// firstPowerRegister is the register that a line begins with.
func firstPowerRegister(name, operands string) string {
	first, _, _ := strings.Cut(operands, ",")
	to, ok := apply.PowerRegister(first, strings.HasPrefix(name, "x"))
	if !ok {
		to, _ = apply.PowerRegister(first, true)
	}
	return to
}

// powerAccess reads or writes a register.
func (f *Follower) powerAccess(operands string, stores, vsx bool) (Deed, error) {
	word, where, _ := strings.Cut(operands, ",")
	register, _ := apply.PowerRegister(word, vsx)
	d := Deed{To: register, Kind: Loaded, Needs: target.POWER9}
	p, err := f.powerPlace(where)
	if err != nil {
		return d, err
	}
	return d, f.accesses(register, 128, p, stores)
}

// powerPlace is 16(r3); 0, r3; r9, r3; and .LC0@PCREL(0), 1.
func (f *Follower) powerPlace(text string) (place, error) {
	words := splitOperands(text)
	if before, register, ok := strings.Cut(strings.TrimSpace(words[0]), "("); ok {
		register, _, _ = strings.Cut(register, ")")
		if offset, err := strconv.ParseInt(strings.TrimSpace(before), 0, 32); err == nil && powerGeneral(register) != "" {
			at := f.powerBase(register)
			at.offset += int(offset)
			return at, nil
		}
		if label := powerLabel(before); label != "" {
			return place{base: "rip+" + label}, nil
		}
	}
	if len(words) == 2 {
		base := f.powerBase(words[1])
		switch index := powerGeneral(words[0]); {
		case index == "" || base == place{}:
		case index == "r0":
			return base, nil
		default:
			return place{base: base.base + "+" + index, offset: base.offset}, nil
		}
	}
	return place{}, fmt.Errorf("expected a place such as 16(r3) or 0, r3, found %s", syntax.Quote(strings.TrimSpace(text)))
}

// powerBase is where a register points: to a constant, if that was said.
func (f *Follower) powerBase(word string) place {
	register := powerGeneral(word)
	if at, ok := f.address[register]; ok {
		return at
	}
	return place{base: register}
}

// powerGeneral is a general register as it is called here: r3 of 3, r3 and %r3.
func powerGeneral(word string) string {
	word = strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(word)), "%"), "r")
	if n, err := strconv.Atoi(word); err != nil || n < 0 || n > 31 {
		return ""
	}
	return "r" + word
}

// powerLabel is the name of a constant without what says which part of its address is meant; nothing of a number.
func powerLabel(word string) string {
	label, _, _ := strings.Cut(strings.TrimSpace(word), "@")
	label, _, _ = strings.Cut(label, "-")
	if _, number := listingNumber(label); number || label == "" || strings.ContainsAny(label, "+*[] ") {
		return ""
	}
	return label
}

// powerAddress notes where a register points: addis 9, 2, .LC0@toc@ha and what follows it. What comes from elsewhere points to nothing that is known.
func (f *Follower) powerAddress(name, operands string) bool {
	words := splitOperands(operands)
	register := powerGeneral(words[0])
	if register == "" || name != "addis" && name != "addi" && name != "addpcis" && name != "lnia" && name != "ld" {
		return false
	}
	label := ""
	if len(words) == 3 {
		label = powerLabel(words[2])
	}
	if name == "ld" && len(words) == 2 { // of a table, which has the address
		before, _, _ := strings.Cut(words[1], "(")
		label = powerLabel(before)
	}
	if _, pointed := f.address[register]; label == "" && !pointed && !f.reads {
		return false // of another machine, perhaps
	}
	by := ""
	if name == "addi" && len(words) == 3 && powerGeneral(words[1]) == register && register != "r0" { // of r0 it would be the number alone
		by = words[2]
	}
	f.pointsTo(register, label, by)
	return true
}
