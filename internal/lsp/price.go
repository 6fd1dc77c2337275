package lsp

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A price is the cheapest sequence that is known for a movement on a target.
type price struct {
	corpus.Cost
	lines    []string // in Intel's order of operands, inputs in the first registers
	inputs   []int    // for each input, the source that it is
	proof    string
	constant bool // it loads some
}

// prices remember what was asked, for all documents. What is searched for one is bounded by a number of candidates, so that the answer is the same everywhere.
type prices struct {
	mu      sync.Mutex
	lowerer lower.Lowerer
	known   map[string]*price
}

const (
	priceBudget = 1 << 8
	mostPrices  = 1 << 14
)

// of is a movement's price, or nil where there is none.
func (p *prices) of(m lane.Map, on string) *price {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := on + " " + m.String()
	if found, ok := p.known[key]; ok {
		return found
	}
	if p.known == nil || len(p.known) >= mostPrices {
		p.known = map[string]*price{}
		p.lowerer = lower.Lowerer{}
	}
	t, ok := target.Find(on)
	if !ok || m.ReadsOld() {
		p.known[key] = nil
		return nil
	}
	r, err := p.lowerer.Lower(context.Background(), m, lower.Options{Target: t, Budget: priceBudget})
	if err != nil {
		p.known[key] = nil
		return nil
	}
	found := &price{Cost: corpus.Cost{Ops: r.Ops, Constants: r.Constants, Copies: r.Copies}, lines: r.Listing(t), inputs: r.Sources(), proof: r.Proof.String(), constant: r.Constants > 0}
	p.known[key] = found
	return found
}

// rewritten puts a cheaper sequence in the place of lines of a listing:
//
//	pshufd $233, %xmm1, %xmm1
//	pshufd $227, %xmm0, %xmm2            pshufd $…, %xmm0, %xmm2
//	punpckldq %xmm1, %xmm2
//
// Registers are those of the lines: inputs where they came, the result where it was. What else the lines wrote is not written any more, and named. What comes out is read as a form, and stands only if it is equal.
func (a *analysis) rewritten(e *corpus.Emission, p *price) (text string, unwritten []string, ok bool) {
	if p.constant {
		return "", nil, false // which would have to be put somewhere
	}
	var lines []string
	instructions := 0
	for n := e.First - 1; n < e.Line; n++ {
		if s := statementOf(a.line[n], "#", "//"); s != "" {
			lines = append(lines, s)
			instructions++
		}
	}
	if e.Cost.Constants > 0 || instructions != e.Cost.Ops+e.Cost.Copies {
		return "", nil, false // something else is done in between
	}
	before, err := form.Parse(strings.Join(lines, "\n"), form.Options{})
	if err != nil {
		return "", nil, false
	}
	att := strings.Contains(lines[0], "%")
	result := destination(lines[len(lines)-1], att)
	renamed := rename(p, before.Names, result)
	if att {
		for k := range renamed {
			renamed[k] = asATT(renamed[k])
		}
	}
	if !writesOnly(renamed, result, att) || !sameForm(before, strings.Join(renamed, "\n")) {
		return "", nil, false
	}
	for _, line := range lines {
		if to := destination(line, att); numberOf(to) != numberOf(result) && !slices.Contains(unwritten, to) {
			unwritten = append(unwritten, to)
		}
	}
	indent := a.line[e.First-1]
	indent = indent[:len(indent)-len(strings.TrimLeft(indent, " \t"))]
	return indent + strings.Join(renamed, "\n"+indent), unwritten, true
}

// destination is the register that a line writes.
func destination(line string, att bool) string {
	_, operands, ok := strings.Cut(strings.Replace(line, "\t", " ", 1), " ")
	all := strings.Split(operands, ",")
	if !ok {
		return ""
	}
	if att {
		return strings.TrimSpace(all[len(all)-1])
	}
	return strings.TrimSpace(all[0])
}

// rename puts a listing's registers in the place of those of a sequence: inputs come in the listing's, and all that is written is written to the result's.
func rename(p *price, names []string, result string) []string {
	now := map[string]string{} // where what a register of the sequence holds is
	for k, source := range p.inputs {
		if source < len(names) {
			now[number(k)] = numberOf(names[source])
		}
	}
	lines := make([]string, len(p.lines))
	for n, line := range p.lines {
		name, operands, _ := strings.Cut(line, " ")
		all := strings.Split(operands, ", ")
		to := numberOf(all[0])
		for k, operand := range all {
			if at, ok := now[numberOf(operand)]; ok && k > 0 {
				all[k] = withNumber(operand, at)
			}
		}
		all[0] = withNumber(all[0], numberOf(result))
		now[to] = numberOf(result)
		lines[n] = name + " " + strings.Join(all, ", ")
	}
	return lines
}

func number(k int) string {
	const digits = "0123456789"
	if k < 10 {
		return digits[k : k+1]
	}
	return number(k/10) + number(k%10)
}

// numberOf is the number of a register of vectors, however wide it is looked at: of xmm5, %ymm5, v5.4s and mm5 it is 5.
func numberOf(register string) string {
	s := strings.TrimLeft(register, "%xyzmvqd")
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if len(s) == len(register) {
		return "" // a number alone
	}
	return s[:end]
}

// withNumber is a register with another number.
func withNumber(register, n string) string {
	was := numberOf(register)
	at := strings.Index(register, was)
	if was == "" || n == "" || at < 0 {
		return register
	}
	return register[:at] + n + register[at+len(was):]
}

// asATT is an instruction of Intel's order in that of AT&T.
func asATT(line string) string {
	name, operands, _ := strings.Cut(line, " ")
	all := strings.Split(operands, ", ")
	for k, operand := range all {
		if numberOf(operand) != "" {
			all[k] = "%" + operand
		} else {
			all[k] = "$" + operand
		}
	}
	for k := range len(all) / 2 {
		all[k], all[len(all)-1-k] = all[len(all)-1-k], all[k]
	}
	return name + " " + strings.Join(all, ", ")
}

// writesOnly says whether lines write no other register.
func writesOnly(lines []string, register string, att bool) bool {
	for _, line := range lines {
		if numberOf(destination(line, att)) != numberOf(register) {
			return false
		}
	}
	return true
}

// sameForm says whether a text is another form's map, over the same names.
func sameForm(before form.Form, text string) bool {
	after, err := form.Parse(text, form.Options{})
	if err != nil {
		return false
	}
	after, bound := form.Bind(before, after)
	v, err := form.Compare(before, after)
	return err == nil && v.Relation == lane.Equal && (bound.ByName || len(before.Names) == 0)
}
