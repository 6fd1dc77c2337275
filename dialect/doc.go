// Package dialect is what every notation for lane movement has in common: how it is recognised, read and said.
//
//	text ──▶  Dialect.Read  ──▶  Reading   the map, what the text calls its sources, the guard it is under
//	map  ──▶  Dialect.Say   ──▶  text
//
// A language is a package above this one that returns its Dialects; package form has the slice of all of them, asks each in turn whether a text is its, and binds the sources of what it reads.
package dialect
