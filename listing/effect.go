package listing

import (
	"slices"

	"github.com/lanescope/lanescope/syntax/strings"
)

// An Effect is what an instruction that is no movement does to registers. They are called as a Follower calls them.
type Effect struct {
	Reads, Writes []string
	General       bool // it may have written any general register
}

// Other follows an instruction that is no movement: it reads registers, and writes one, or of general registers any. The deed is what is known of it.
func (f *Follower) Other(text string, d Deed) (e Effect) {
	name, operands := nameAndOperands(text)
	lower := strings.ToLower(name)
	vectors := vectorsNamed(lower, operands)
	var written string
	e.Reads, written = registersOf(name, operands)
	if e.General = !writesOne(name, operands, vectors); e.General {
		f.forgetGeneral()
	}
	f.forgetAddresses(lower, operands)
	for _, r := range vectors.reads {
		if !slices.Contains(e.Reads, r) {
			e.Reads = append(e.Reads, r)
		}
	}
	if isStore(lower) {
		d.To = ""
	}
	for _, r := range slices.Concat(loadedVectors(lower, operands), f.riscv.groupRISCV(lower, operands), vectors.writes, alsoWritten(text), f.cleared(lower), []string{written, d.To}) {
		if r != "" && !slices.Contains(e.Writes, r) {
			f.Forget(r)
			e.Writes = append(e.Writes, r)
		}
	}
	return e
}

// alsoWritten are vectors that an instruction writes and does not say so where its destination stands; an empty name is all of them.
func alsoWritten(text string) []string {
	name, operands := nameAndOperands(strings.ToLower(text))
	switch {
	case isDecision(name), isMacro(name):
		return []string{""} // as lines may be missing that stand here
	case strings.Contains(name, "cmpestrm"), strings.Contains(name, "cmpistrm"):
		return []string{"mm0"}
	case name == "vzeroall", strings.Contains(name, "rstor"), strings.HasPrefix(name, "syscall"), strings.HasPrefix(name, "svc"):
		return []string{""}
	case begins(name, []string{"vgather", "vpgather"}): // its mask too
		all := x86Registers(operands)
		slices.Sort(all) // in either order of operands
		return all
	}
	return nil
}

// cleared are the registers that hold more than 128 bits, of which vzeroupper clears what is above.
func (f *Follower) cleared(name string) (all []string) {
	if name != "vzeroupper" {
		return nil
	}
	for register, m := range f.l.Named {
		if m.Bits*len(m.Lane) > 128 && strings.HasPrefix(register, "mm") {
			all = append(all, register)
		}
	}
	slices.Sort(all)
	return all
}

func nameAndOperands(text string) (name, operands string) {
	name, operands, _ = strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	return name, operands
}

// A Flow is where control goes behind an instruction.
type Flow byte

// The flows.
const (
	Next   Flow = iota // to the next instruction
	Leaves             // it may go elsewhere
	Calls              // to a function, which registers may be arguments of
)

// WritesAll says whether an instruction, or a line in its place, may write any register: it stands for others that are not known, or is a call of the system.
func WritesAll(text string) bool { return slices.Contains(alsoWritten(text), "") }

// FlowOf is the flow of an instruction, of any machine.
func FlowOf(text string) Flow {
	name, _ := nameAndOperands(text)
	name = strings.TrimRight(withoutWidth(name), "+-") // what Power expects of a branch
	switch {
	case !isJump(name):
		return Next
	case Returns(text):
		return Leaves
	case strings.HasPrefix(name, "call"), slices.Contains(callNames, name), strings.HasPrefix(name, "blra"):
		return Calls
	}
	return Leaves
}

// withoutWidth is a name of T32 without what says how long the instruction is: bne.n, add.w.
func withoutWidth(name string) string {
	if bare, end, _ := strings.Cut(name, "."); end == "n" || end == "w" {
		return bare
	}
	return name
}

// callNames are calls, but for those that begin with call: of Arm, LoongArch and Power, of RISC-V, and of Power through the counter.
var callNames = strings.Fields("bl blr blx jal jalr jirl bctrl blrl bctarl")

// jumpNames are what ends a straight run of instructions, but for what begins with j, call and ret: of AArch64; of RISC-V; of LoongArch; of 32-bit Arm, which has some of theirs too; and of Power, whose conditions have endings too.
var (
	jumpNames = strings.Fields("b bl blr br cbz cbnz tbz tbnz ud2 tail " +
		"beq bne blt bge bltu bgeu bgt ble bgtu bleu beqz bnez blez bgez bltz bgtz " +
		"bceqz bcnez " +
		"bx bxeq bxne bcs bhs bcc blo bmi bpl bvs bvc bhi bls bal " +
		"bctr bctrl blrl bctar bctarl")
	powerConditions = strings.Fields("bc bdnz bdz beq bne blt bgt ble bge bso bns bun bnu bnl bng bdnzt bdnzf bdzt bdzf")
	powerEndings    = strings.Fields("a l la lr lrl ctr ctrl tar tarl")
)

// isJump knows what ends a straight run of instructions, of any machine.
func isJump(name string) bool {
	if begins(name, []string{"j", "call", "ret", "b.", "bc.", "bra", "blra"}) || slices.Contains(jumpNames, name) || slices.Contains(powerConditions, name) {
		return true
	}
	return slices.ContainsFunc(powerConditions, func(condition string) bool {
		ending, ok := strings.CutPrefix(name, condition)
		return ok && slices.Contains(powerEndings, ending)
	})
}

// registersOf are the registers that an instruction names, and the one that it writes.
func registersOf(name, operands string) (read []string, written string) {
	if all := NEONRegisters(name + " " + operands); len(all) > 0 && !strings.Contains(operands, "mm") {
		if isStore(name) || len(NEONRegisters(name+" "+splitOperands(operands)[0])) == 0 { // which writes memory, or a general register
			return all, ""
		}
		return all[1:], all[0]
	}
	att := strings.Contains(operands, "%")
	parts := splitOperands(operands)
	if att {
		slices.Reverse(parts)
	}
	for k, part := range parts {
		registers := x86Registers(part)
		if k == 0 && len(registers) > 0 && !strings.ContainsAny(part, "([") && !among(readers, name) {
			written = registers[0]
			if !strings.HasPrefix(name, "v") && !strings.HasPrefix(name, "mov") && !strings.HasPrefix(name, "lea") && len(parts) > 1 || len(registers) > 1 { // it is read as well, or kept under a mask
				read = append(read, registers...)
			}
			continue
		}
		read = append(read, registers...)
	}
	return read, written
}

// splitOperands splits at commas outside of brackets.
func splitOperands(text string) (parts []string) {
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				parts, start = append(parts, text[start:i]), i+1
			}
		}
	}
	return append(parts, text[start:])
}

// x86Registers are vector registers by number, mm0 for xmm0 and ymm0, mask registers, and general ones by their names of 64 bits.
func x86Registers(text string) (all []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }) {
		if bare := strings.TrimLeft(word, "xyz"); strings.HasPrefix(bare, "mm") && len(bare) > 2 && bare != word {
			all = append(all, bare)
		} else if general, ok := GeneralRegister(word); ok {
			all = append(all, general)
		} else if len(word) == 2 && word[0] == 'k' && word[1] <= '7' {
			all = append(all, word)
		}
	}
	return all
}

// NamesX86 says whether operands name a register of x86.
func NamesX86(operands string) bool { return len(x86Registers(operands)) > 0 }

// among says whether a name is one of these, or one with AT&T's letters for a size behind it.
func among(names []string, name string) bool {
	return slices.Contains(names, name) || name != "" && strings.ContainsRune("bwlq", rune(name[len(name)-1])) && slices.Contains(names, name[:len(name)-1])
}

// writesOne says whether of the general registers an instruction writes at most its first operand, and where it points to.
func writesOne(name, operands string, vectors namedVectors) bool {
	switch {
	case operands == "":
		return false
	case len(NEONRegisters(name+" "+operands)) > 0 && !strings.HasPrefix(name, "ld") && !strings.HasPrefix(name, "st"):
		return true
	case len(vectors.writes) > 0:
		return !strings.HasPrefix(name, "lf") // of Power may count on
	case strings.Contains(operands, "mm"):
		return !strings.Contains(name, "cmpestr") && !strings.Contains(name, "cmpistr") // whose result is in ecx
	case among([]string{"imul"}, name):
		return strings.Contains(operands, ",")
	}
	return among(writers, name) || among(readers, name) || begins(name, families)
}

// writers are instructions on general registers of x86 that write their first operand, and no other register. Those that begin with the names of the second line do so too.
var (
	writers = strings.Fields("mov movabs movzb movzw movsb movsw movsl movsx movsxd movzx movbe lea add adc sub sbb and or xor not neg inc dec shl sal shr sar rol ror rcl rcr shld shrd shlx shrx sarx rorx " +
		"bts btr btc bsf bsr tzcnt lzcnt popcnt andn bextr bzhi blsi blsr blsmsk pext pdep bswap crc32 pop")
	families = strings.Fields("cmov set nop k")
)

// isPrefetch knows lines that only say what will be read, of x86 and of AArch64.
func isPrefetch(name string) bool {
	return strings.HasPrefix(name, "prefetch") || strings.HasPrefix(name, "prf")
}

// isArmAtomic knows lines of AArch64 that read a number in memory and write another one there.
func isArmAtomic(name string) bool {
	return slices.ContainsFunc([]string{"cas", "swp", "ldadd", "ldclr", "ldeor", "ldset", "ldsm", "ldum"}, func(first string) bool { return strings.HasPrefix(name, first) })
}

// readers are instructions that write no register.
var readers = strings.Fields("cmp test bt push")
