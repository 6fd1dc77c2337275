package api

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/inspect"
)

// G13InspectSchema is the schema of what is found in G13 code without running it.
const G13InspectSchema = "lanescope.g13.inspect/1"

// A G13Inspection is a program and what can be said of it.
type G13Inspection struct {
	*inspect.Report
	Name string // of its file
	Code []byte

	lines []asm.SourceLine // which line of its text an instruction comes from
	names map[int]string   // its labels, by their offsets
}

// InspectG13 looks at a program. If it was assembled from a text, its lines and labels are those of that; else those of its listing.
func InspectG13(name string, p asm.Program) (*G13Inspection, error) {
	r, err := inspect.Inspect(p.Code)
	if err != nil {
		return nil, err
	}
	i := &G13Inspection{Report: r, Name: name, Code: p.Code, lines: p.Lines, names: map[int]string{}}
	if p.Lines == nil {
		i.lines = listingLines(name, p.Code)
	}
	for _, l := range p.Labels {
		i.names[l.Offset] = l.Name
	}
	return i, nil
}

// LabelOf is what the block at an offset is called: a label of the program's text, or one that is made of the offset.
func (i *G13Inspection) LabelOf(offset int) string {
	if name, ok := i.names[offset]; ok {
		return name
	}
	return i.Report.LabelOf(offset)
}

// listingLines are the lines of a listing of code.
func listingLines(name string, code []byte) (all []asm.SourceLine) {
	_ = asm.Lines(bytes.NewReader(code), func(l *asm.Line) error { // which has no errors of its own
		all = append(all, asm.SourceLine{Offset: l.Offset, File: name, Line: len(all) + 1})
		return nil
	})
	return all
}

// Line is the line of the instruction at an offset, or of the one that it lies in.
func (i *G13Inspection) Line(offset int) int { return i.line(offset).Line }

// Included is the file of that line, if it is one that the program's text includes.
func (i *G13Inspection) Included(offset int) string {
	if file := i.line(offset).File; file != i.Name {
		return file
	}
	return ""
}

func (i *G13Inspection) line(offset int) asm.SourceLine {
	n, exact := slices.BinarySearchFunc(i.lines, offset, func(p asm.SourceLine, at int) int { return cmp.Compare(p.Offset, at) })
	switch {
	case exact:
		return i.lines[n]
	case n == 0:
		return asm.SourceLine{Line: 1, File: i.Name}
	}
	return i.lines[n-1]
}

// Found says whether there are findings.
func (i *G13Inspection) Found() bool { return len(i.Findings) > 0 }

// AppendJSON appends the report.
func (i *G13Inspection) AppendJSON(b []byte) []byte {
	o := newObject(b, G13InspectSchema)
	o.int("bytes", len(i.Code))
	objects(o, "blocks", i.Blocks, i.block)
	if i.Unstructured != "" {
		o.string("unstructured", i.Unstructured)
	} else {
		objects(o, "parts", i.nested(), i.part)
	}
	o.int("registers", i.Registers)
	o.int("halves", i.Halves)
	o.int("live", i.Live)
	o.int("live_at", i.LiveAt)
	o.string("needs", i.Needs.String())
	o.int("occupancy", i.Occupancy.Threads)
	o.int("occupancy_halves", i.Occupancy.Halves)
	o.int("cycles", i.Cycles)
	o.int("unmodelled", i.Unmodelled)
	objects(o, "findings", i.Findings, func(e *object, f inspect.Finding) {
		e.string("rule", f.Rule)
		e.int("offset", f.Offset)
		if file := i.Included(f.Offset); file != "" {
			e.string("file", file)
		}
		e.int("line", i.Line(f.Offset))
		e.string("message", f.Message)
		e.strings("path", i.labels(f.Path))
	})
	o.int("more", i.More)
	o.strings("unknown", i.Unknown)
	return o.end()
}

// part writes an if or a loop.
func (i *G13Inspection) part(e *object, p nestedPart) {
	e.string("kind", p.Kind.String())
	e.int("depth", p.depth)
	e.int("offset", i.Instructions[p.Open].Offset)
	if p.Kind == inspect.If && p.Else >= 0 {
		e.int("else", i.Instructions[p.Else].Offset)
	}
	e.int("close", i.Instructions[p.Close].Offset)
}

// block writes a block.
func (i *G13Inspection) block(e *object, b inspect.Block) {
	e.string("label", i.LabelOf(b.Offset))
	e.int("offset", b.Offset)
	e.int("end", b.End)
	e.int("instructions", b.Last-b.First)
	e.int("cycles", b.Cycles)
	e.string("in", b.In.String())
	e.string("out", b.Out.String())
	var to, ways []string
	for _, s := range b.Successors {
		to, ways = append(to, i.LabelOf(i.Blocks[s.To].Offset)), append(ways, s.Way)
	}
	e.strings("successors", to)
	e.strings("ways", ways)
}

func (i *G13Inspection) labels(offsets []int) []string {
	names := make([]string, len(offsets))
	for k, at := range offsets {
		names[k] = i.LabelOf(at)
	}
	return names
}

// A nestedPart is a part and how deep it stands.
type nestedPart struct {
	inspect.Part
	depth int
}

// nested are the ifs and loops, each before those in it.
func (i *G13Inspection) nested() (all []nestedPart) {
	var walk func(parts []inspect.Part, depth int)
	walk = func(parts []inspect.Part, depth int) {
		for _, p := range parts {
			if p.Kind != inspect.Code {
				all = append(all, nestedPart{p, depth})
				walk(p.Body, depth+1)
				walk(p.Other, depth+1)
			}
		}
	}
	walk(i.Parts, 0)
	return all
}

// text is an instruction with the names of what it jumps to.
func (i *G13Inspection) text(at *inspect.Instruction) string {
	if at.Err != nil {
		bytes := asm.Line{Offset: at.Offset, Bytes: i.Code[at.Offset:min(at.Offset+2, len(i.Code))], Err: at.Err}
		return string(bytes.AppendText(nil))
	}
	text := asm.Text(at.Inst)
	if at.Target >= 0 {
		for n := range at.Inst.Args() {
			if v := at.Inst.Arg(n).Value; at.Inst.Kind(n) == g13.PCRel && at.Target < len(i.Code) {
				text = strings.Replace(text, fmt.Sprintf("pc%+d", v), i.LabelOf(at.Target), 1)
			}
		}
	}
	return text
}
