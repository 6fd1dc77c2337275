package lsp

import "strings"

// An offer is a way to go on.
type offer struct {
	label, detail string
	kind          int
	page          func() string // more to read, as Markdown; nil if there is none
}

// A cursor is where somebody writes, in the terms of assembly.
//
//	loop:  (P1) add (M1, 8) V32(0,0)<1> V3▏
//	            └ statement ──────────────┘ └ word: V3
type cursor struct {
	statement string // from its beginning to the cursor
	operand   int    // which one is written; -1: the mnemonic
	word      span   // what is there of it
}

// cursorAt is where a byte is; ok is false in a comment.
func (a *analysis) cursorAt(off int) (c cursor, ok bool) {
	line := a.lineAt(off)
	before := a.all[a.starts[line]:min(off, a.end(line))]
	for _, mark := range []string{a.language.comment, "//"} {
		if strings.Contains(before, mark) {
			return c, false
		}
	}
	if at := strings.LastIndexByte(before, ';'); at >= 0 && a.language.name == "svp64" {
		before = before[at+1:]
	}
	if at := strings.LastIndex(before, ": "); at >= 0 && !strings.ContainsAny(strings.TrimSpace(before[:at]), " ,(") {
		before = before[at+1:]
	}
	c.statement = strings.TrimLeft(before, " \t")
	guarded := c.statement
	if strings.HasPrefix(guarded, "(") {
		_, rest, closed := strings.Cut(guarded, ")")
		if !closed {
			return c, false
		}
		guarded = strings.TrimLeft(rest, " \t")
	}
	c.operand = -1
	if at := strings.IndexAny(guarded, " \t"); at >= 0 {
		c.operand = commas(guarded[at:])
	}
	c.word = span{off, off}
	for c.word.from > a.starts[line] && (isWord(a.all[c.word.from-1]) || a.all[c.word.from-1] == '*') {
		c.word.from--
	}
	return c, true
}

// commas counts those that no parenthesis and no bracket of a region is around.
func commas(s string) (n int) {
	depth := 0
	for _, r := range s {
		switch r {
		case '(', '<':
			depth++
		case ')', '>':
			depth--
		case ',':
			if depth <= 0 {
				n++
			}
		}
	}
	return n
}

// mostCompletions is how many are offered at once; of more the client asks again when there is another letter.
const mostCompletions = 500

// completions are the offers that begin with what is there.
func (a *analysis) completions(off int) completionList {
	list := completionList{Items: []completion{}}
	c, ok := a.cursorAt(off)
	if !ok || a.language.assembly == nil {
		return list
	}
	word := a.all[c.word.from:c.word.to]
	place := a.rangeOf(c.word)
	for _, o := range a.language.assembly.complete(a, c) {
		if !strings.HasPrefix(strings.ToLower(o.label), strings.ToLower(word)) {
			continue
		}
		if len(list.Items) == mostCompletions {
			list.IsIncomplete = true
			break
		}
		at := place
		if o.label[0] == '(' && c.word.from > 0 && a.all[c.word.from-1] == '(' { // which is there already
			at.Start.Character--
		}
		item := completion{Label: o.label, Kind: o.kind, Detail: o.detail, TextEdit: &textEdit{at, o.label}}
		if o.page != nil {
			item.Documentation = &markup{"markdown", o.page()}
		}
		list.Items = append(list.Items, item)
	}
	return list
}
