package listing

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// A line that is no movement reads and writes vectors all the same. Which, it says by its name and its operands, to each machine in its own way:
//
//	fadd.d  $f2, $f0, $f1             LoongArch: $vr2, of which $f2 is the lowest half
//	vaddwev.h.bu xr2, xr0, xr1        the same register, without its dollar
//	xvadddp 34, 35, 35                Power: v2, as VSX counts
//	fadd    2, 0, 1                   vs2, of which a float is one half
//	fadd    z0.s, p0/m, z0.s, z1.s    SVE: v0, which is a part of z0
//	ld2w    {z0.s, z1.s}, p0/z, [x0]  v0 and v1
//	vadd.i8 d1, d2, d3                32-bit Arm: q0, of which d1 is one half
//
// Who is asked of a line of another machine answers with registers that this one does not have.

// A namedVectors is what a line reads and writes.
type namedVectors struct{ reads, writes []string }

// vectorsNamed are those of all machines but x86 and AArch64 without SVE.
func vectorsNamed(name, operands string) (v namedVectors) {
	words := separateOperands(strings.ToLower(operands))
	for _, of := range [...]func(name string, words []string) namedVectors{loongVectors, powerVectors, sveVectors, neon32Vectors} {
		n := of(name, words)
		v.reads, v.writes = append(v.reads, n.reads...), append(v.writes, n.writes...)
	}
	return v
}

// loongFloats are the registers for floats by their names in calls: how many there are, from which on.
var loongFloats = []struct {
	prefix       string
	first, count int
}{{"fa", 0, 8}, {"ft", 8, 16}, {"fs", 24, 8}, {"f", 0, 32}}

// loongVector is a vector of LoongArch, or the one that a register for floats is a part of.
func loongVector(word string) string {
	if register, _, ok := apply.LoongRegister(word); ok {
		return register
	}
	word = strings.TrimPrefix(strings.TrimSpace(word), "$")
	for _, f := range loongFloats {
		digits, is := strings.CutPrefix(word, f.prefix)
		if n, err := strconv.Atoi(digits); is && err == nil && n >= 0 && n < f.count && digits == strconv.Itoa(n) {
			return "$vr" + strconv.Itoa(f.first+n)
		}
	}
	return ""
}

// loongKeeps begin the names of instructions of LoongArch that read what they write to. Those of LASX have an x before them.
var loongKeeps = strings.Fields("vmadd vmsub vfmadd vfmsub vfnmadd vfnmsub vsrlni vsrani vsrlrni vsrarni vssrlni vssrani vssrlrni vssrarni " +
	"vextrins vinsgr2vr vinsve0 vpermi vshuf.h vshuf.w vshuf.d vshuf4i.d vfrstp vbitseli")

func loongVectors(name string, words []string) (v namedVectors) {
	for k, word := range words {
		switch register := loongVector(word); {
		case register == "":
		case k > 0 || isStore(name):
			v.reads = append(v.reads, register)
		default:
			if v.writes = append(v.writes, register); begins(strings.TrimPrefix(name, "x"), loongKeeps) {
				v.reads = append(v.reads, register)
			}
		}
	}
	return v
}

// isStore says whether a line of another machine than x86 writes memory, and no vector: str, pstxv, fst.d, xvstelm.w, vse8.v.
func isStore(name string) bool {
	return begins(name, []string{"st", "pst", "fst", "vst", "xvst"}) || storesRISCV(name)
}

// begins says whether a name begins with one of these.
func begins(name string, with []string) bool {
	return slices.ContainsFunc(with, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// A powerFile says as what the instructions of Power count a register that is a number alone: those whose names are these, or begin with these.
type powerFile struct {
	file       string // v, vs, f for those of vs that floats are in, p for pairs of vs, and a for accumulators, which are four
	is, begins []string
}

// powerCounted are the files; the first one that an instruction has is its own. General registers and other things are no vectors.
var powerCounted = []powerFile{
	{"", nil, strings.Fields("xor xnop div dcb darn dss dst mtfs mcrfs")},
	{"a", nil, strings.Fields("xvbf16ger xvf16ger xvf32ger xvf64ger xvi16ger xvi8ger xvi4ger pmxv xxmfacc xxmtacc xxsetaccz")},
	{"p", nil, strings.Fields("lxvp plxvp stxvp pstxvp")},
	{"v", strings.Fields("lxsd lxssp plxsd plxssp stxsd stxssp pstxsd pstxssp mtvsrbm mtvsrbmi mtvsrhm mtvsrwm mtvsrdm mtvsrqm"), strings.Fields("v bcd lv stv mtvr mfvr")},
	{"vs", nil, strings.Fields("x lx plx stx pstx mtvsr mfvsr")},
	{"f", nil, strings.Fields("f d lf plf stf pstf mtfpr mffpr mffs")},
}

// powerKeeps begin the names of instructions of Power that read what they write to.
var powerKeeps = strings.Fields("xvmadd xvmsub xvnmadd xvnmsub xsmadd xsmsub xsnmadd xsnmsub vins xxins xxperm vrlwmi vrldmi vrlqmi")

// powerAccumulates end the names of those that read the accumulator that they write: with the signs of what they add to what.
var powerAccumulates = []string{"pp", "pn", "np", "nn"}

// powerMoves begin the names of instructions of Power that have one vector, and behind it general registers and numbers.
var powerMoves = strings.Fields("l pl st pst mt")

// powerElsewhere begin the names of instructions of Power whose first operand is no vector, but a general register or conditions.
var powerElsewhere = strings.Fields("mfvsr mfvr mffpr vextub vextuh vextuw vctzlsbb vclzlsbb vcntmb vextractbm vextracthm vextractwm vextractdm vextractqm vgnb vcmpsq vcmpuq " +
	"fcmp ftdiv ftsqrt dcmp dtst xscmp xststdc xvtdiv xvtsqrt xvtlsbb xstdiv xstsqrt")

// powerFileOf is the file that an instruction counts in; nothing of what has no vectors, and of what is of other machines, whose names have letters behind a point.
func powerFileOf(name string) string {
	if strings.Contains(name, ".") {
		return ""
	}
	if strings.HasPrefix(name, "xs") && strings.Contains(name, "qp") { // floats of 128 bits
		return "v"
	}
	for _, c := range powerCounted {
		if slices.Contains(c.is, name) || begins(name, c.begins) {
			return c.file
		}
	}
	return ""
}

// powerVector are the vectors that an operand stands for, in a line that counts numbers as a file.
func powerVector(word, file string) (all []string) {
	word = strings.TrimPrefix(word, "%")
	letters := strings.TrimRight(word, "0123456789")
	n, err := strconv.Atoi(word[len(letters):])
	if letters == "" {
		letters = file
	}
	count, width := 64, 1
	switch letters {
	case "vsp", "p":
		letters, width = "vs", 2
	case "acc", "a":
		letters, count, width, n = "vs", 32, 4, 4*n
	case "v":
		letters, count, n = "vs", 64, n+32
	case "f":
		letters, count = "vs", 32
	}
	if err != nil || letters != "vs" || n < 0 || n+width > count {
		return nil
	}
	for k := range width {
		register, _ := apply.PowerRegister(strconv.Itoa(n+k), true)
		all = append(all, register)
	}
	return all
}

func powerVectors(name string, words []string) (v namedVectors) {
	name = strings.TrimSuffix(name, ".")
	file := powerFileOf(name)
	if file == "" || len(words) == 0 {
		return v
	}
	first, elsewhere := powerVector(words[0], file), begins(name, powerElsewhere)
	switch {
	case elsewhere:
	case len(first) == 0: // of another machine
		return v
	case isStore(name):
		v.reads = first
	default:
		ends := func(sign string) bool { return file == "a" && strings.HasSuffix(name, sign) }
		if v.writes = first; begins(name, powerKeeps) || slices.ContainsFunc(powerAccumulates, ends) {
			v.reads = first
		}
	}
	if begins(name, powerMoves) {
		return v
	}
	if file == "p" || file == "a" { // what is behind a pair or an accumulator is single
		file = "vs"
	}
	for _, word := range words[1:] {
		v.reads = append(v.reads, powerVector(word, file)...)
	}
	return v
}

// sveVectors are vectors of SVE, which are called as those of NEON that are parts of them. What is in braces is loaded or stored together; lanes that a predicate leaves out may be kept.
func sveVectors(name string, words []string) (v namedVectors) {
	for k, word := range words {
		registers := sveRegisters(word)
		if v.reads = append(v.reads, registers...); k == 0 && !isStore(name) && !strings.HasPrefix(name, "prf") {
			v.writes = registers
		}
	}
	return v
}

// sveRegisters are z0 of z0.s, and all of {z0.s, z1.s} and {z0.s-z3.s}.
func sveRegisters(word string) (all []string) {
	bits := strings.FieldsFunc(strings.ReplaceAll(word, " - ", "-"), func(r rune) bool { return strings.ContainsRune("{}[], \t", r) })
	for _, word := range bits {
		first, last, list := strings.Cut(word, "-")
		from, ok := sveVector(first)
		to := from
		if list {
			to, list = sveVector(last)
			ok = ok && list
		}
		for n := from; ok && n != (to+1)%32; n = (n + 1) % 32 {
			all = append(all, "v"+strconv.Itoa(n))
		}
	}
	return all
}

// sveVector is the number of a vector.
func sveVector(word string) (n int, ok bool) {
	register, _, ok := apply.SVERegister(word)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(register[1:])
	return n, err == nil
}
