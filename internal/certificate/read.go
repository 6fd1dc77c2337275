package certificate

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The limits of a certificate: bytes of a register and of a line, and what a row reads.
const mostBytes, mostLine, mostReads = 64, 1 << 20, 8

// A Verdict is what was checked of a certificate.
type Verdict struct{ Rows, Ops, None int } // None is how often it is shown that there is nothing with so few ops, constants and copies

// Check reads a certificate and checks it. The error says in which line something is not so.
func Check(r io.Reader) (v Verdict, err error) {
	p, in, n := &proof{}, bufio.NewScanner(r), 0
	in.Buffer(nil, mostLine)
	defer func() {
		switch bad := recover().(type) {
		case nil:
		case untrue:
			v, err = Verdict{}, fmt.Errorf("line %d: %s", n, bad)
		default:
			panic(bad)
		}
	}()
	for in.Scan() {
		n++
		w := words(strings.Fields(in.Text()))
		switch {
		case n == 1:
			must(in.Text() == "lanescope certificate 1", "expected lanescope certificate 1")
		case len(w) > 0 && w[0][0] != '#':
			p.line(w.word(), &w)
			must(len(w) == 0, "it goes on behind its end")
		}
	}
	must(in.Err() == nil && p.shown, "it has no result, or a line is longer than %d bytes", mostLine)
	return Verdict{len(p.rows), p.ops, p.none}, nil
}

// An untrue sentence ends the check, which is the only one to catch it.
type untrue string

func must(ok bool, format string, args ...any) {
	if !ok {
		panic(untrue(fmt.Sprintf(format, args...)))
	}
}

// Words are what is left of a line.
type words []string

// word takes the next one.
func (w *words) word() string {
	first := w.next()
	*w = (*w)[1:]
	return first
}

// next is the next one.
func (w *words) next() string {
	must(len(*w) > 0, "a word is missing")
	return (*w)[0]
}

// number takes a number up to most, behind what it may begin with.
func (w *words) number(before string, most int) int {
	text := strings.TrimPrefix(w.word(), before)
	n, err := strconv.ParseInt(text, 0, 32)
	must(err == nil && n >= 0 && n <= int64(most), "%q is no number up to %d", text, most)
	return int(n)
}

// bytes takes so many bytes.
func (w *words) bytes(n int) []atom {
	list := make([]atom, n)
	for i := range list {
		list[i] = readAtom(w.word())
	}
	return list
}

// line reads and checks one line.
func (p *proof) line(verb string, w *words) {
	switch verb {
	case "map":
		must(p.want == nil, "a second map")
		p.want = readMap(w)
	case "row":
		must(len(p.values) == 0, "rows stand before inputs")
		p.rows = append(p.rows, readRow(w))
	case "as", "does", "part", "with":
		must(len(p.rows) > 0 && len(p.values) == 0, "there is no row before")
		p.made(verb, w, &p.rows[len(p.rows)-1])
	case "input":
		p.values = append(p.values, value{is: w.bytes(len(*w)), above: unknown})
	case "do":
		p.do(&p.rows[w.number("", len(p.rows)-1)], w)
	case "result":
		p.result(w)
	case "none":
		c := &claim{proof: p, ops: w.number("", 2), loads: w.number("", mostReads), copies: w.number("", mostReads)}
		must(p.shown && (c.ops < 2 || c.loads == 0), "only one op, or two without a constant, are tried here, behind the result")
		found := c.found()
		must(found == "", "there is something so cheap: %s", found)
		p.none++
	default:
		must(false, "%q is no line of a certificate", verb)
	}
}

// readRow reads what is said of a row.
func readRow(w *words) row {
	r := row{name: w.word(), kind: w.word(), number: w.number("", 16), bytes: w.number("bytes:", mostBytes), ops: w.number("ops:", mostReads), loads: w.number("loads:", mostReads), lost: w.number("lost:", mostReads)}
	for len(*w) > 0 {
		r.reads = append(r.reads, w.number("reads:", mostBytes))
	}
	least, known := map[string]int{"moves": 0, "list": 0, "zero": 1, "keep": 1, "or": 1, "and": 1, "andnot": 1, "pack": 2}[r.kind]
	r.computes = strings.Contains("or andnot pack", r.kind)
	must(known && len(r.reads) >= least && len(r.reads) <= mostReads && r.lost <= len(r.reads) && r.bytes > 0 && (r.kind != "list" || r.lost < 2), "%s is not whole", r.name)
	must(r.kind != "pack" || len(r.reads) == 2 && r.bytes%8 == 0 && (r.number == 2 || r.number == 4 || r.number == 8), "%s packs something else", r.name)
	must(r.number > 0 && (r.kind == "zero" || r.lost > 0) || r.kind != "zero" && r.kind != "keep", "%s has a mask without lanes", r.name)
	return r
}

// made reads what the row makes: what another does, all bytes, or a part and what that may be.
func (p *proof) made(verb string, w *words, r *row) {
	switch verb {
	case "as":
		of := &p.rows[w.number("", len(p.rows)-1)]
		must(of.bytes == r.bytes && len(of.reads) <= len(r.reads) && slices.Equal(of.reads, r.reads[:len(of.reads)]), "it is not of the same size")
		r.does, r.parts = of.does, of.parts
	case "with":
		must(len(r.reads) > 0, "it reads nothing")
		r.with = w.bytes(r.reads[len(r.reads)-1])
	case "does":
		r.does = append(r.does, r.choice(w, r.bytes))
	case "part":
		one := part{bytes: []int{w.number("", r.bytes-1)}}
		for w.next() != ":" {
			one.bytes = append(one.bytes, w.number("", r.bytes-1))
		}
		for w.word(); len(*w) > 0; {
			one.choices = append(one.choices, r.choice(w, len(one.bytes)))
		}
		for _, q := range r.parts {
			must(!slices.ContainsFunc(q.bytes, func(i int) bool { return slices.Contains(one.bytes, i) }), "a byte is in two parts")
		}
		r.parts = append(r.parts, one)
	}
}

// choice takes so many bytes of what the row reads.
func (r *row) choice(w *words, n int) []atom {
	list := w.bytes(n)
	for _, a := range list {
		k, i, ok := a.source()
		must(!ok || k < len(r.reads) && i < r.reads[k], "%s does not read that", r.name)
	}
	return list
}
