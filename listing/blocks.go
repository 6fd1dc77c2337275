package listing

import (
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax/strings"
	"github.com/lanescope/lanescope/target"
)

// A function's lines are blocks, between which control goes:
//
//	        movdqa  .LC0(%rip), %xmm1      xmm1 is a constant behind this line,
//	.L3:    movdqu  (%rsi), %xmm0
//	        pshufb  %xmm1, %xmm0           here too, as all ways to .L3 bring the same one,
//	        movdqu  %xmm0, (%rdi)
//	        jne     .L3
//	.L2:    ret                            and not here, if some way comes from before the first line
//
// What is not seen is taken to be any way: a label that a table or another function names is one to which control may come from anywhere.

// A Constant is what a line of a function put into a vector register, as other blocks find it.
type Constant struct {
	Line  int // of the function's, from 0
	Deed  Deed
	Value lane.Map
}

// A jump is where a line may go.
type jump struct {
	target   string // a label, or an address in hexadecimal digits
	leaves   bool   // it does not go on to the next line
	calls    bool
	indirect bool
}

// Names are the labels and addresses that a line goes to, or names otherwise.
func Names(l dialect.Line) (all []string) {
	if strings.HasSuffix(l.Text, ":") {
		return nil
	}
	if j, ok := jumpOf(l.Text); ok && !strings.HasPrefix(l.Text, ".") {
		return []string{j.target}
	}
	if strings.HasPrefix(l.Text, ".") || strings.Contains(l.Text, ".L") || strings.Contains(l.Text, "LBB") || strings.Contains(l.Text, "$L") {
		for _, word := range strings.FieldsFunc(l.Text, func(r rune) bool { return strings.ContainsRune(" \t,+-*()[]\"", r) }) {
			if word[0] >= '0' && word[0] <= '9' { // bytes are no addresses
				continue
			}
			bare, _, _ := strings.Cut(word, "@")
			all = append(all, word, bare)
		}
	}
	return all
}

// jumpOf is where control goes behind an instruction. Ok is false if that is the next one alone.
func jumpOf(text string) (j jump, ok bool) {
	for _, prefix := range []string{"notrack ", "bnd ", "rep ", "repz "} {
		text = strings.TrimPrefix(text, prefix)
	}
	name, operands := nameAndOperands(text)
	name, _, _ = strings.Cut(withoutWidth(strings.ToLower(name)), ",") // jne,pn
	switch {
	case strings.HasPrefix(name, "loop"), name == "xbegin":
	case Returns(text), name == "ud2":
		return jump{leaves: true}, true
	case FlowOf(name) == Next:
		return j, false
	case FlowOf(name) == Calls:
		return jump{calls: true}, true
	}
	j.leaves = slices.Contains([]string{"jmp", "jmpq", "b", "br"}, name)
	words := separateOperands(operands)
	if len(words) == 0 {
		return j, true
	}
	last, _, _ := strings.Cut(words[len(words)-1], " <")
	last = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(last), "SHORT "), "short ")
	if address, ok := isAddress(last); ok {
		last = address
	}
	_, register := GeneralRegister(last)
	j.target, j.indirect = last, register || isArmAddress(last) || strings.ContainsAny(last, "*[(%")
	return j, true
}

// isAddress says whether a word is an address, and gives it without what some tools put before it.
func isAddress(word string) (string, bool) {
	word = strings.ToLower(strings.TrimPrefix(word, "0x"))
	_, err := strconv.ParseUint(word, 16, 64)
	return strings.TrimLeft(word, "0"), err == nil
}

// addressOf is the address in front of a line that a disassembler or a debugger wrote, or nothing.
func addressOf(l dialect.Line) string {
	head, _, ok := strings.Cut(l.Whole[:min(l.At, len(l.Whole))], ":")
	for _, word := range strings.Fields(head) {
		if address, is := isAddress(word); ok && is {
			return address
		}
	}
	return ""
}

// block is a run of lines that control enters at the first and leaves behind the last.
type block struct {
	first, end int
	next       []int // blocks
	anywhere   bool  // control may come from anywhere
	writes     map[string]*Constant
	forgets    bool                 // all registers
	in         map[string]*Constant // what is known at the first line; nil where control has not come yet
	loops      bool                 // control may come back to it
	label      string               // of a construct of WebAssembly
}

// mostBlocks bounds the work on one function.
const mostBlocks = 4096

// ConstantsAt says which vector registers hold known constants where the blocks of a function begin, by line. Data is what stands in memory; foreign knows labels and addresses that other
// functions name. A function of which not all jumps are understood has its blocks, and nothing is known in them.
func ConstantsAt(lines []dialect.Line, data map[string][]byte, foreign func(name string) bool) map[int]map[string]*Constant {
	blocks := blocksOf(lines, data, foreign)
	if blocks == nil {
		return nil
	}
	all := make(map[int]map[string]*Constant, len(blocks))
	for _, b := range blocks {
		all[b.first] = b.in
	}
	return all
}

// blocksOf are the blocks of a function, with what is known in each; of one with too many there are none.
func blocksOf(lines []dialect.Line, data map[string][]byte, foreign func(name string) bool) []block {
	c := cutter{lines: lines, at: map[string]int{}, jumps: make([]*jump, len(lines)), cut: map[int]bool{0: true}}
	c.find(foreign)
	if len(c.cut) > mostBlocks {
		return nil
	}
	blocks := c.blocks(foreign)
	known := false
	if len(blocks) > 1 && c.understood() {
		f := NewFollower(data)
		f.a32.is = slices.ContainsFunc(lines, func(l dialect.Line) bool { return onNEON32(l.Text) })
		for k := range blocks {
			known = f.summarise(&blocks[k], lines) || known
		}
	}
	if known {
		flow(blocks)
	}
	return blocks
}

// findLoops finds the blocks to which control may come back.
//
//	0 ─▶ 1 ─▶ 2 ─▶ 3        1 and 2 are a loop
//	     ▲────┘
func findLoops(blocks []block) {
	seen := make([]int, len(blocks)) // from which block last, and one more
	for k := range blocks {
		for work := []int{k}; len(work) > 0 && !blocks[k].loops; {
			b := &blocks[work[len(work)-1]]
			work = work[:len(work)-1]
			for _, to := range b.next {
				if blocks[k].loops = blocks[k].loops || to == k; seen[to] != k+1 {
					seen[to] = k + 1
					work = append(work, to)
				}
			}
		}
	}
}

// A cutter cuts a function at labels, jumps and where these go.
type cutter struct {
	lines     []dialect.Line
	at        map[string]int // lines by label and by address
	addresses bool           // there are such
	jumps     []*jump        // by line
	cut       map[int]bool
	taken     bool // a table names a label of it
}

// find finds labels, addresses and jumps.
func (c *cutter) find(foreign func(name string) bool) {
	for n, l := range c.lines {
		if label, ok := strings.CutSuffix(l.Text, ":"); ok {
			c.at[label], c.cut[n] = n, true
			continue
		}
		if address := addressOf(l); address != "" {
			c.at[address], c.addresses = n, true
			if foreign(address) {
				c.cut[n] = true
			}
		}
		if j, ok := jumpOf(l.Text); ok && l.Text != "" && l.Text[0] != '.' {
			c.jumps[n], c.cut[n+1] = &j, true
		}
	}
	for _, j := range c.jumps {
		if j != nil && j.target != "" && !j.calls {
			if n, here := c.at[j.target]; here {
				c.cut[n] = true
			}
		}
	}
}

// understood says whether it is known of all jumps where they go: to a line here, or out of the function. One through a register goes to a label that a table names, if there is such; else the table may not be in the text.
//
//	jmp  *%rax
//	.L4: .long .L3-.L4
func (c *cutter) understood() bool {
	for _, j := range c.jumps {
		if j == nil || j.calls || j.indirect && c.taken {
			continue
		}
		if _, here := c.at[j.target]; here || j.target == "" && j.leaves {
			continue
		}
		_, address := isAddress(j.target)
		local := strings.HasPrefix(j.target, ".") || strings.HasPrefix(j.target, "L") || strings.HasPrefix(j.target, "$")
		if j.indirect || j.target == "" || address && !c.addresses || local && !j.leaves {
			return false
		}
	}
	return true
}

// blocks are what is between the cuts.
func (c *cutter) blocks(foreign func(name string) bool) (all []block) {
	of := map[int]int{}
	for n := range c.lines {
		if c.cut[n] {
			of[n] = len(all)
			all = append(all, block{first: n, anywhere: n == 0})
		}
		all[len(all)-1].end = n + 1
	}
	named := map[string]bool{}
	for n, l := range c.lines {
		if c.jumps[n] == nil {
			for _, name := range Names(l) {
				named[name] = true
			}
		}
	}
	for n, l := range c.lines {
		if l.Text == someCase {
			all[of[n]].anywhere = true
		}
	}
	for target, n := range c.at {
		isLabel := strings.HasSuffix(c.lines[n].Text, ":")
		if k, leader := of[n]; leader && (foreign(target) || named[target] && isLabel) {
			all[k].anywhere, c.taken = true, c.taken || isLabel
		}
	}
	for k := range all {
		leads(all, k, c.jumps[all[k].end-1], c.at, of)
	}
	return all
}

// leads finds the blocks that may follow block k, which ends with a jump or with none.
func leads(blocks []block, k int, j *jump, at map[string]int, of map[int]int) {
	b := &blocks[k]
	if (j == nil || !j.leaves) && k+1 < len(blocks) {
		b.next = append(b.next, k+1)
	}
	if j == nil {
		return
	}
	b.forgets = j.calls
	if n, here := at[j.target]; here && !j.calls && j.target != "" {
		b.next = append(b.next, of[n])
	}
}

// summarise finds what a block leaves in the vector registers that it writes: constants, or something else.
func (f *Follower) summarise(b *block, lines []dialect.Line) (known bool) {
	f.Restart()
	b.writes = map[string]*Constant{}
	for n := b.first; n < b.end; n++ {
		l := lines[n]
		if l.Text == "" || l.Text[0] == '.' || strings.HasSuffix(l.Text, ":") {
			continue
		}
		d, err := f.Line(l.Text, l.Comment)
		arrives := slices.ContainsFunc(d.Reads, func(r string) bool { return FileOf(r) == target.General })
		if arrives && err == nil && isConstant(f.l.Named[d.To]) { // a number in a general register
			arrives, d.Kind = false, Loaded
		}
		if err == nil && d.Alone == nil && !arrives {
			b.writes[d.To] = nil
			for _, w := range f.wrote(d) {
				if b.writes[w.key] = nil; FileOf(w.key) == target.Vectors && isConstant(f.l.Named[w.key]) {
					b.writes[w.key], known = &Constant{Line: n, Deed: d, Value: f.l.Named[w.key]}, true
				}
			}
		} else {
			for _, r := range f.Other(l.Text, d).Writes {
				b.writes[r] = nil
			}
		}
		if WritesAll(l.Text) {
			f.Restart()
			b.writes, b.forgets = map[string]*Constant{}, true
		}
	}
	return known
}

// isConstant says whether a value is known, lane for lane.
func isConstant(m lane.Map) bool {
	return len(m.Lane) > 0 && !slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind != lane.Constant && l.Kind != lane.Undefined })
}

// flow finds what is known where each block begins: what all ways to it bring.
func flow(blocks []block) {
	var work []int
	come := func(k int, state map[string]*Constant) {
		if meet(&blocks[k], state) && !slices.Contains(work, k) {
			work = append(work, k)
		}
	}
	for k := range blocks {
		if blocks[k].anywhere {
			come(k, map[string]*Constant{})
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		out := blocks[k].leaves()
		for _, to := range blocks[k].next {
			come(to, out)
		}
	}
}

// leaves is what is known behind a block.
func (b *block) leaves() map[string]*Constant {
	out := map[string]*Constant{}
	if !b.forgets {
		for r, c := range b.in {
			out[r] = c
		}
		for r, c := range b.writes {
			if out[r] = c; c == nil {
				delete(out, r)
			}
		}
	}
	return out
}

// meet keeps of what is known at a block what a way to it brings too.
func meet(b *block, state map[string]*Constant) (changed bool) {
	if b.in == nil {
		b.in = map[string]*Constant{}
		for r, c := range state {
			b.in[r] = c
		}
		return true
	}
	for r, c := range b.in {
		if other := state[r]; other == nil || other != c && (other.Value.Bits != c.Value.Bits || !slices.Equal(other.Value.Lane, c.Value.Lane)) {
			delete(b.in, r)
			changed = true
		}
	}
	return changed
}

// Hold says that a register holds a constant that another block put there.
func (f *Follower) Hold(register string, c *Constant) {
	f.l.Named[register] = c.Value
}
