package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// The lines between which a page has the figures.
const (
	figuresBegin = "<!-- figures of go run ./bench -->"
	figuresEnd   = "<!-- end of the figures -->"
)

// fill puts the figures into a page.
func fill(page, figures string) (string, error) {
	before, rest, ok := strings.Cut(page, figuresBegin+"\n")
	_, behind, closed := strings.Cut(rest, figuresEnd+"\n")
	if !ok || !closed {
		return "", errors.New("figures belong between the lines " + figuresBegin + " and " + figuresEnd)
	}
	return before + figuresBegin + "\n\n" + figures + "\n" + figuresEnd + "\n" + behind, nil
}

// text is the figures, in Markdown.
func (r *report) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Machine: %s. Go %s, %s. Medians of %d turns.\n", machineName(), strings.TrimPrefix(runtime.Version(), "go"), runtime.GOARCH, r.turns)
	for _, err := range r.absent {
		fmt.Fprintf(&b, "\nNot measured, %v.\n", err)
	}
	if r.device != "" {
		fmt.Fprintf(&b, "\nOpenCL: %s.\n", r.device)
	}
	r.besideC(&b)
	r.all(&b)
	r.rest(&b)
	return b.String()
}

// ratioText is a ratio as a table has it.
func (c *contest) ratioText(a, b string) string {
	r, ok := c.ratio(a, b)
	switch {
	case !ok:
		return "–"
	case r < 10:
		return fmt.Sprintf("%.2f ×", r)
	}
	return fmt.Sprintf("%.0f ×", r)
}

// besideC is the table of those that exist in C.
func (r *report) besideC(b *strings.Builder) {
	b.WriteString("\n| one core, sizes of the C | instructions | ns an instruction | of the C's time | of the reference's speed | of PoCL's speed | checksum |\n|--|--|--|--|--|--|--|\n")
	for _, c := range r.beside {
		fmt.Fprintf(b, "| %s | %d | %.2f | %s | %s | %s | `%s` |\n", c.name, c.executed, median(c.took[jitOne])/float64(max(c.executed, 1)),
			c.ratioText(jitOne, inC), c.ratioText(reference, jitOne), c.ratioText(openclOne, jitOne), c.checksum)
	}
}

// all is the table of the eight programs.
func (r *report) all(b *strings.Builder) {
	b.WriteString("\n| larger sizes | ms | of the reference's speed | of PoCL's speed | on two cores | of PoCL's speed with two threads | by machine code |\n|--|--|--|--|--|--|--|\n")
	for _, c := range r.alone {
		fmt.Fprintf(b, "| %s | %.2f | %s | %s | %s | %s | %.1f %% |\n", c.name, median(c.took[jitOne])/1e6, c.ratioText(reference, jitOne),
			c.ratioText(openclOne, jitOne), c.ratioText(jitOne, jitTwo), c.ratioText(openclTwo, jitTwo), 100*float64(c.native)/float64(max(c.executed, 1)))
	}
	if r.worth != nil {
		fmt.Fprintf(b, "| nothing but turns | %.2f | – | – | %s | – | – |\n", median(r.worth.took[jitOne])/1e6, r.worth.ratioText(jitOne, jitTwo))
	}
}

// rest is what is not of one program.
func (r *report) rest(b *strings.Builder) {
	if r.compiling > 0 {
		fmt.Fprintf(b, "\nTo compile takes %.2f µs an instruction, the median of the eight programs.\n", r.compiling/1e3)
	}
	if r.codeWait != nil {
		fmt.Fprintf(b, "\nCollections while every core runs a loop of the G13 without end: %v. With the reference: %v.\n", r.codeWait, r.hereWait)
		fmt.Fprintf(b, "\nMachine code meanwhile: %v.\n", r.held)
	}
	if len(r.commands) == 0 {
		return
	}
	b.WriteString("\n| `lanescope g13 run`, one core | `--engine reference` | `auto` | `jit` |\n|--|--|--|--|\n")
	for _, c := range r.commands {
		fmt.Fprintf(b, "| %s |", c.what)
		for _, engine := range engines {
			if took, ok := c.seen[engine]; ok {
				fmt.Fprintf(b, " %.2f s |", took)
			} else {
				b.WriteString(" – |")
			}
		}
		b.WriteString("\n")
	}
}
