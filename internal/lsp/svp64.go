package lsp

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
	"github.com/lanescope/lanescope/syntax"
)

// svp64Assembly is the text of programs of SVP64.
type svp64Assembly struct{}

// mostRefused is how many lines are said to be wrong. The assembler stops at the first; the others are found by taking that one out.
const mostRefused = 8

func (svp64Assembly) check(ctx context.Context, d *diagnosis) error {
	whole := []byte(d.asLines())
	for range mostRefused {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		_, err := program.Assemble(string(whole), svp64.DefaultEncoding)
		var at *syntax.Error
		switch {
		case err == nil, errors.Is(err, program.ErrEmpty):
			return nil
		case !errors.As(err, &at) || at.Text != string(whole):
			d.add(finding{severity: severityError, rule: "program", message: err.Error()})
			return nil
		}
		if strings.TrimSpace(string(whole)) == "" {
			return nil // there is nothing yet
		}
		d.add(d.refused("syntax", at))
		if !d.blank(whole, at.Off) {
			return nil
		}
	}
	return nil
}

// blank takes the statements out of a line, and leaves its labels.
func (a *analysis) blank(whole []byte, off int) (some bool) {
	n := a.lineAt(off)
	from, to := a.starts[n], a.end(n)
	line := beforeComment(string(whole[from:to]), "#", "//")
	if s := statementOf(line); s != "" {
		from += strings.LastIndex(line, s) // it ends the line, and a label before it may be the same
	}
	for ; from < to; from++ {
		some = some || whole[from] != ' '
		whole[from] = ' '
	}
	return some
}

func (svp64Assembly) shuffle(a *analysis, line int) (s shuffle, ok bool) {
	return a.formOf(line, "svp64", "", "#", "//")
}

func (svp64Assembly) page(a *analysis, line int) string {
	i, ok := svp64Named(mnemonicOf(statementOf(a.line[line], "#", "//")))
	if !ok {
		return ""
	}
	return svp64Page(i)
}

// svp64Named is the instruction of a mnemonic, with its prefix and full stop.
func svp64Named(name string) (i program.Instruction, ok bool) {
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "sv."), "/")
	name = strings.TrimSuffix(name, ".")
	if name == "fmv.swiz" {
		name = "mv.swiz"
	}
	for _, i := range program.Instructions() {
		if i.Name == name {
			return i, true
		}
	}
	return i, false
}

func svp64Page(i program.Instruction) string {
	page := fmt.Sprintf("**%s** `%s`: %s", i.Name, i.Text, i.Does)
	if i.Layout != "" {
		page += "\n\n```\n" + i.Layout + "\n```"
	}
	return page
}

// swizzles are those of which one most often needs one.
var swizzles = []string{"XYZW", "WZYX", "ZYX", "YXWZ", "ZWXY", "YZWX", "XXXX", "X.Z.", "XY01"}

var svp64Registers = regexp.MustCompile(`(?:\b[rf]|\*)[0-9]{1,3}\b`)

func (svp64Assembly) complete(a *analysis, c cursor) (all []offer) {
	if c.operand < 0 {
		for _, i := range program.Instructions() {
			page := func() string { return svp64Page(i) }
			names := []string{i.Name}
			if i.Name == "mv.swiz" {
				names = append(names, "fmv.swiz")
			}
			for _, name := range names {
				all = append(all, offer{label: name, kind: completesFunction, detail: i.Text, page: page})
				if i.Prefixed {
					all = append(all, offer{label: "sv." + name, kind: completesFunction, detail: i.Text, page: page})
				}
			}
		}
		return append(all, offer{label: ".long", kind: completesKeyword, detail: "a word"})
	}
	i, ok := svp64Named(mnemonicOf(c.statement))
	operands := strings.Split(i.Text, ",")
	if !ok || c.operand >= len(operands) {
		return nil
	}
	switch o := operands[c.operand]; o {
	case "XYZW":
		for _, s := range swizzles {
			all = append(all, offer{label: s, kind: completesValue, detail: "a swizzle"})
		}
	case "LI", "BD":
		return a.labels()
	case "RT", "RA", "RB", "RS":
		for _, r := range a.registers(svp64Registers) {
			all = append(all, offer{label: r, kind: completesVariable, detail: o})
		}
	case "SPR":
		for _, s := range [][2]string{{"8", "lr"}, {"9", "ctr"}, {"704", "svstate"}} {
			all = append(all, offer{label: s[0], kind: completesValue, detail: s[1]})
		}
	}
	return all
}
