// Package fuzz is programs of shuffles by chance, what compilers make of them, and the smallest of those that go wrong.
//
//	Program          shuffle, select, shift, cast … over a few vectors, each with its own lanes
//	   ├─ Map        what it does, byte by byte                ─┐
//	   ├─ Run        the same, by what numbers become           │ compared
//	   └─ LLVM, C    text ──▶ a compiler ──▶ listing, read      │
//	                                     └▶ program, executed  ─┘
//
// What a compiler emits may define what the program leaves undefined, and nothing else may differ. A program that differs is made smaller as long as it does (Shrink): steps are left out, lanes stay where they are or do not matter.
package fuzz
