// Package lsp shows editors where lanes go while somebody writes: it speaks the Language Server Protocol.
//
//	editor  ⇄  didOpen, didChange, hover, …  ⇄  server  →  document  →  analysis  →  diagnosis
//
//	text       what the editor has, edited in place; lines and columns are those of the protocol, in units of UTF-16
//	analysis   the shuffles of a text, of the lines that somebody asks for: hovers and hints wait for no others
//	diagnosis  what is wrong with a text, for which all of its lines are looked at; made anew where lines changed
//	language   what the lines of a file are: a source, a listing, or one of the three assembly languages that we know whole
//
// Both depend on the text alone. However it came about, by one edit or by a million, they are those of the text freshly opened.
package lsp
