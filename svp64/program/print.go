package program

import (
	"fmt"
	"strconv"
	"strings"
)

// String is the instruction as text. Registers of instructions without a prefix are numbers, as all assemblers read them.
func (i Inst) String() string {
	switch i.Op {
	case Long:
		return fmt.Sprintf(".long 0x%08x", i.Word)
	case Move:
		return i.Prefix.String()
	}
	name, text := i.Name(), table[i.Op].text
	if a := i.alias(); a != nil {
		name, text = strings.Replace(name, table[i.Op].name, a.name, 1), a.text
	}
	name += i.specifiers()
	if text == "" {
		return name
	}
	return name + " " + i.operands(text)
}

// alias is the shorter spelling that the disassembler writes, if there is one.
func (i *Inst) alias() *alias {
	for k := range aliases {
		a := &aliases[k]
		if !a.print || a.of != i.Op || i.prefixed() {
			continue
		}
		if a.same != [2]operand{} && i.value[a.same[0]] != i.value[a.same[1]] {
			continue
		}
		fits := true
		for op, v := range a.fixed {
			fits = fits && i.value[op] == v
		}
		if fits {
			return a
		}
	}
	return nil
}

// specifiers are those of the prefix, and those that only this kind of instruction has, in the order of the alphabet.
func (i *Inst) specifiers() string {
	words := strings.FieldsFunc(i.Prefix.Specifiers(), func(r rune) bool { return r == '/' })
	for _, own := range i.own() {
		if *own.flag {
			words = insertSorted(words, own.name)
		}
	}
	if i.vl != vlKept {
		words = insertSorted(words, vlNames[i.vl])
	}
	text := ""
	for _, word := range words {
		text += "/" + word
	}
	return text
}

func insertSorted(words []string, word string) []string {
	k := 0
	for k < len(words) && words[k] < word {
		k++
	}
	return append(words[:k:k], append([]string{word}, words[k:]...)...)
}

// An ownSpecifier is one that only some instructions have.
type ownSpecifier struct {
	name string
	flag *bool
}

func (i *Inst) own() []ownSpecifier {
	switch table[i.Op].class {
	case load, store:
		return []ownSpecifier{{"els", &i.els}}
	case branch:
		return []ownSpecifier{{"all", &i.all}, {"snz", &i.snz}}
	}
	return nil
}

// operands fills a row's text.
func (i *Inst) operands(text string) string {
	var b strings.Builder
	for text != "" {
		n := strings.IndexAny(text, ",()")
		if n < 0 {
			n = len(text)
		}
		if n > 0 {
			b.WriteString(i.operandText(operandNamed(text[:n])))
		}
		if text = text[n:]; text != "" {
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
	return b.String()
}

func (i *Inst) operandText(op operand) string {
	v := i.value[op]
	star := ""
	if i.isVector(op) {
		star = "*"
	}
	switch {
	case op == opBF && i.prefixed():
		return fmt.Sprintf("%scr%d", star, v)
	case op == opBD || op == opLI:
		if v < 0 {
			return fmt.Sprintf("-0x%x", -v)
		}
		return fmt.Sprintf("0x%x", v)
	}
	return star + strconv.FormatInt(v, 10)
}
