package listing

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
	"github.com/lanescope/lanescope/target/apply"
)

// Listings of LoongArch, as compilers and disassemblers write them, and without dollars, as people do:
//
//	pcalau12i  $a2, %pc_hi20(.LCPI0_0)             where a constant is
//	vld        $vr2, $a2, %pc_lo12(.LCPI0_0)
//	vld        $vr0, $a0, 0                        places [$a0] and, below, [$a0+16]
//	vld        $vr1, $a0, 16
//	vshuf.w    $vr2, $vr1, $vr0
//	vst        $vr2, $a1, 0

// isLoongLine says whether a line is of LoongArch's vectors: what comes first is one of their registers.
func isLoongLine(operands string) bool {
	first, _, more := strings.Cut(operands, ",")
	_, _, ok := apply.LoongRegister(first)
	return (ok || isCalled(first, loongFiles, "$vr", "$xr", "vr", "xr")) && more
}

func looksLoongLine(text string) bool {
	_, operands := nameAndOperands(text)
	return isLoongLine(operands)
}

func looksLoong(text string) bool { return anyLine(text, looksLoongLine) }

func readLoong(text string) (dialect.Reading, error) {
	return readText(text, "vilvl.w $vr0, $vr1, $vr0")
}

// sequenceLoong is a listing, of LASX where a register of LSX is too short.
func sequenceLoong(ctx context.Context, m lane.Map) ([]string, error) {
	name, still := "lsx", "vori.b $vr0, $vr0, 0"
	if m.Bits*len(m.Lane) > 128 {
		name, still = "lasx", "xvori.b $xr0, $xr0, 0"
	}
	return sequenceOn(ctx, m, name, still, nil, readLoong)
}

// loongInLine is an instruction that makes a vector of others.
func loongInLine(l dialect.Line) (string, bool) {
	name, operands := nameAndOperands(strings.ToLower(l.Text))
	_, _, memory := loongMemory(name)
	return l.Text, !memory && isLoongLine(operands)
}

// loongMemory says whether an instruction reads or writes a whole register of memory.
func loongMemory(name string) (stores, indexed, ok bool) {
	switch strings.TrimPrefix(name, "x") {
	case "vld":
		return false, false, true
	case "vldx":
		return false, true, true
	case "vst":
		return true, false, true
	case "vstx":
		return true, true, true
	}
	return false, false, false
}

// loong follows a line of LoongArch; known is false for what is none.
func (f *Follower) loong(name, operands, text string) (d Deed, known bool, err error) {
	if !isLoongLine(operands) {
		if known = f.loongAddress(name, operands); known && !f.reads {
			err = fmt.Errorf("an address is no movement")
		}
		return d, known, err
	}
	if err := missingRegister(text, loongFiles); err != nil {
		return d, true, err
	}
	words := splitOperands(operands)
	f.loongHalves(words)
	register, bits, _ := apply.LoongRegister(words[0])
	if d = (Deed{To: register, Needs: target.LSX}); bits > 128 {
		d.Needs = target.LASX
	}
	if stores, indexed, ok := loongMemory(name); ok && len(words) == 3 {
		d.Kind = Loaded
		return d, true, f.loongAccess(register, bits, words[1:], stores, indexed)
	}
	m, to, reads, copied, err := apply.Loong(&f.l.Values, text)
	if err != nil {
		return d, true, err
	}
	return f.executed(d, m, to, reads, copied), true, nil
}

// loongHalves says what the vectors of a line are called, and of a long one of which a short one was written that what is above may be anything.
func (f *Follower) loongHalves(words []string) {
	for _, word := range words {
		register, bits, ok := apply.LoongRegister(word)
		if !ok {
			continue
		}
		called := strings.ToLower(strings.TrimSpace(word))
		if known, ok := f.l.Display[register]; !ok || strings.TrimPrefix(known, "$")[0] != 'x' || bits > 128 {
			f.l.Display[register] = called
		}
		if m, ok := f.l.Named[register]; ok && m.Bits*len(m.Lane) < bits {
			f.l.Named[register] = padded(m, bits, lane.Lane{Kind: lane.Undefined})
		}
	}
}

// loongAccess reads or writes a register of so many bits.
func (f *Follower) loongAccess(register string, bits int, where []string, stores, indexed bool) error {
	p, err := f.loongPlace(where, indexed)
	if err != nil {
		return err
	}
	return f.accesses(register, bits, p, stores)
}

// loongPlace is $a0, 16; $a0, $a1; and $a2, %pc_lo12(.LCPI0_0).
func (f *Follower) loongPlace(words []string, indexed bool) (place, error) {
	register, behind := loongGeneral(words[0]), strings.TrimSpace(words[1])
	base, ok := f.address[register]
	if !ok {
		base = place{base: register}
	}
	label, isLabel := loongLabel(behind)
	offset, err := strconv.ParseInt(behind, 0, 32)
	switch {
	case register == "":
	case indexed && loongGeneral(behind) != "":
		base.base += "+" + loongGeneral(behind)
		return base, nil
	case isLabel:
		return place{base: "rip+" + label}, nil
	case !indexed && err == nil:
		base.offset += int(offset)
		return base, nil
	}
	return place{}, fmt.Errorf("expected a place such as $a0, 16, found %s", syntax.Quote(strings.TrimSpace(words[0])+", "+behind))
}

// loongLabel is the name of a constant in what says a part of its address: %pc_lo12(.LCPI0_0).
func loongLabel(word string) (string, bool) {
	part, label, ok := strings.Cut(strings.TrimSpace(word), "(")
	label, closed := strings.CutSuffix(label, ")")
	return label, ok && closed && label != "" && strings.HasPrefix(part, "%")
}

// loongAddress notes where a register points: pcalau12i $a0, %pc_hi20(.LC0), and addi.d $a0, $a0, %pc_lo12(.LC0).
func (f *Follower) loongAddress(name, operands string) bool {
	if name != "pcalau12i" && name != "addi.d" {
		return false
	}
	words := splitOperands(operands)
	register := loongGeneral(words[0])
	label, _ := loongLabel(words[len(words)-1])
	by := ""
	if len(words) == 3 && loongGeneral(words[1]) == register {
		by = words[2]
	}
	f.pointsTo(register, label, by)
	return register != ""
}

// loongGeneral is a general register as it is called here: $a0 of $a0 and a0; nothing of another word.
func loongGeneral(word string) string {
	word = strings.ToLower(strings.TrimSpace(word))
	bare, dollar := strings.CutPrefix(word, "$")
	named := slices.Contains([]string{"zero", "ra", "tp", "sp", "fp"}, bare)
	if in, missing, file := inFiles("$"+bare, loongFiles); named || dollar && bare != "" || file && !missing && in.machine == "LoongArch" {
		return "$" + bare
	}
	return ""
}
