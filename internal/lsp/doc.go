// Package lsp shows editors where lanes go while somebody writes: it speaks the Language Server Protocol.
//
//	editor  ⇄  didOpen, didChange, hover, …  ⇄  server  →  document  →  analysis
//
//	text       what the editor has, edited in place; lines and columns are those of the protocol, in units of UTF-16
//	analysis   the shuffles of a text, and what is wrong with it; made anew where lines changed
//	language   what the lines of a file are: a source, a listing, or one of the three assembly languages that we know whole
//
// An analysis depends on the text alone. However it came about, by one edit or by a million, it is that of the text freshly opened.
package lsp
