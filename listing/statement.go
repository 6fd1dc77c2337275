package listing

import (
	"slices"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target/apply"
)

// A statement is an instruction of a text.
//
//	  4005d0:	66 0f 70 c0 1b	pshufd $0x1b,%xmm0,%xmm0   # xmm0 = …
//	at ──────────────────────────▶ text                        comment
type statement struct {
	at      int    // in the whole text
	text    string // as it stands there, but for how Go and Apple write it: then it is the same in the words of the table of rows
	long    int    // of it as it stands there
	comment string
}

// statements are the instructions of a text, without labels, directives, and what tools say around them.
func statements(text string) []statement { return newX86inc(text).statements() }

// statements are those of the whole text.
func (x *x86inc) statements() (all []statement) {
	start := 0
	for line := range strings.SplitSeq(x.text, "\n") {
		all = x.appendStatements(all, x.defined.line(dialect.LineOf(line)), start)
		start += len(line) + 1
	}
	return all
}

// appendStatements takes a line at its semicolons. What is behind one is an instruction if it begins as one, and otherwise a comment.
func (x *x86inc) appendStatements(all []statement, l dialect.Line, start int) []statement {
	if strings.HasPrefix(l.Text, ";") || isHeading(l.Text) {
		return all
	}
	rest, at := l.Text, start+l.At
	for first := true; rest != ""; first = false {
		piece, after, more := strings.Cut(rest, ";")
		bare := strings.TrimLeft(piece, " \t")
		s := statement{at: at + len(piece) - len(bare), comment: l.Comment}
		bare = strings.TrimRight(bare, " \t\r")
		if name, code, ok := cutLabel(bare); ok && name != "" {
			s.at += len(bare) - len(code)
			bare = code
		}
		s.text, s.long = bare, len(bare)
		if !first && !isInstruction(s.text) {
			if len(all) > 0 && all[len(all)-1].comment == "" {
				all[len(all)-1].comment = strings.TrimSpace(rest)
			}
			break
		}
		if s.text != "" && !isDirective(s.text) {
			if s, ok := x.plain(s.plain()); ok {
				all = append(all, s)
			}
		}
		if !more {
			break
		}
		at, rest = at+len(piece)+1, after
	}
	return all
}

// WithoutRemark is a line of a file without what assemblers leave out behind a semicolon. Several instructions on a line are not followed: nothing is known behind them.
func WithoutRemark(line string) string {
	code, rest, ok := strings.Cut(line, ";")
	switch {
	case !ok || strings.Contains(code, `"`) || strings.TrimSpace(code) == "":
		return line
	case slices.Contains([]string{"rep", "repz", "lock"}, strings.TrimSpace(code)): // rep; ret, as GCC wrote it
		return code + " " + strings.TrimSpace(rest)
	case isInstruction(strings.TrimLeft(rest, " \t")) && !isDirective(strings.TrimSpace(code)):
		return someCase
	}
	return strings.TrimRight(code, " \t")
}

// plain is the statement in the words of the table of rows.
func (s statement) plain() statement {
	for _, prefix := range []string{"{vex}", "{vex3}", "{evex}", "notrack", "bnd", "repz", "rep"} {
		if rest, ok := strings.CutPrefix(s.text, prefix); ok && rest != "" && (rest[0] == ' ' || rest[0] == '\t') {
			bare := strings.TrimLeft(rest, " \t")
			s.at, s.long, s.text = s.at+len(s.text)-len(bare), len(bare), bare
		}
	}
	if text, ok := fromApple(s.text); ok {
		s.text = text
	}
	if text, ok := fromGo(s.text); ok {
		s.text = text
	}
	return s
}

// isInstruction says whether a text begins as an instruction that is understood does.
func isInstruction(text string) bool {
	c := syntax.Cursor{Text: text}
	name := strings.ToLower(c.Word())
	return startsInstruction(text) || looksNEONLine(text) || looksPowerLine(text) || looksLoongLine(text) || isSVELine(text) || looksNEON32Line(text) || isNothing(text) || Returns(text) || FlowOf(text) != Next || isVectorLine(name, c.Rest()) || isVectorLineNEON(strings.TrimSpace(c.Rest())) || among(writers, name)
}

// directives are words of assemblers that are no instructions and begin with no dot.
var directives = strings.Fields("TEXT GLOBL DATA PUBLIC END ENDP AREA EXPORT IMPORT ARM THUMB CODE16 CODE32 REQUIRE8 PRESERVE8 ALIGN bits global section default align extern PCALIGN NO_LOCAL_POINTERS")

// isDirective says whether a line is for the assembler, or a constant.
func isDirective(text string) bool {
	name, rest := nameAndOperands(text)
	if strings.HasPrefix(text, ".") || dataWidth(name) > 0 || name == "times" || slices.Contains(directives, name) {
		return true
	}
	if _, _, ok := nasmLabel(text); ok {
		return true
	}
	second, _ := nameAndOperands(strings.TrimSpace(rest))
	return slices.Contains([]string{"PROC", "ENDP", "SEGMENT", "ENDS"}, second)
}

// headings begin the lines that tools put around instructions.
var headings = []string{"Disassembly of", "Dump of assembler", "End of assembler", "Percent", "---", "Address of symbol", "Iterations:", "Instructions:"}

func isHeading(text string) bool {
	return slices.ContainsFunc(headings, func(h string) bool { return strings.HasPrefix(text, h) }) || strings.Contains(text, "file format ")
}

// isNothing says whether an instruction does nothing that a movement could see.
func isNothing(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	switch _, begun := functionBegun(name, operands); {
	case begun, functionEnded(name):
		return true
	case strings.HasPrefix(name, "nop"), strings.HasPrefix(name, "endbr"), strings.HasPrefix(name, "data16"):
		return true
	case name == "cs", name == "xchg":
		return strings.Contains(operands, "nop") || strings.ReplaceAll(strings.ReplaceAll(operands, " ", ""), "%", "") == "ax,ax"
	case name == "mov" || name == "movq" || name == "sub" || name == "subq" || name == "add" || name == "addq" || name == "and" || name == "andq" || name == "push" || name == "pushq" || name == "pop" || name == "popq":
		return isFrame(operands)
	case name == "stp" || name == "ldp":
		return strings.HasPrefix(strings.TrimSpace(operands), "x29,")
	}
	return slices.Contains([]string{"vzeroupper", "leave", "leaveq", "int3", "paciasp", "autiasp", "bti", "hint", "pcdata", "funcdata"}, name)
}

// IsFrame says whether an instruction makes or reads the pointer to a function's frame, which has no lanes.
func IsFrame(text string) bool {
	_, operands := nameAndOperands(strings.ToLower(text))
	return slices.ContainsFunc(operandWords(operands), func(word string) bool {
		return slices.Contains([]string{"rsp", "esp", "sp"}, strings.TrimPrefix(word, "%"))
	})
}

// isFrame says whether an instruction is about the frame of a function: what it writes is the pointer to it.
func isFrame(operands string) bool {
	words := operandWords(operands)
	if strings.Contains(operands, "%") {
		slices.Reverse(words)
	}
	return len(words) > 0 && slices.Contains([]string{"rbp", "rsp", "ebp", "esp", "sp", "x29"}, strings.TrimPrefix(words[0], "%"))
}

// Returns says whether a line returns from a function: ret, of LoongArch and RISC-V jr of the address to return to too, of 32-bit Arm bx lr and what loads pc, and blr of Power, which of AArch64 has an operand, and calls.
func Returns(text string) bool {
	name, operands := nameAndOperands(strings.ToLower(text))
	operands = strings.TrimPrefix(strings.TrimSpace(operands), "$")
	switch name {
	case "bx":
		return operands == "lr"
	case "pop", "ldm", "ldmfd", "ldmia":
		list, _ := strings.CutSuffix(operands, "}")
		return list != operands && (strings.HasSuffix(list, "pc") || strings.HasSuffix(list, "r15"))
	case "mov":
		return strings.ReplaceAll(operands, " ", "") == "pc,lr"
	}
	return strings.HasPrefix(name, "ret") || name == powerReturn && operands == "" || name == "jr" && (operands == "ra" || operands == "r1")
}

// isVectorLine says whether a line names vector registers of x86 as an instruction does, whatever the instruction is.
func isVectorLine(name, operands string) bool {
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" || strings.ContainsAny(operands, "=") {
		return false
	}
	return slices.ContainsFunc(operandWords(operands), func(word string) bool {
		word, _, _ = strings.Cut(strings.ToLower(strings.TrimPrefix(word, "%")), "{")
		return registerBits(strings.TrimSpace(word)) >= 128
	})
}

// looksNEONLine says whether a line is a movement of AArch64.
func looksNEONLine(text string) bool {
	c := syntax.Cursor{Text: text}
	name, _ := apply.NEONAlias(strings.ToLower(c.Word()), "")
	return len(apply.NEONNamed()[name]) > 0 && apply.IsNEONOperand(strings.TrimSpace(c.Rest()))
}
