package listing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/listing"
)

// A flowStep is an instruction of a function by chance, as text and as what it does to four registers: put a constant into one, or something else into one or all.
type flowStep struct {
	text     string
	register int // -1: none, 4: all
	value    int // 0 is something else
}

// A flowBlock is what a label begins.
type flowBlock struct {
	steps []flowStep
	jump  int // to a block, or less than 0
	on    bool
}

// randomFlow makes a function. Constants 1 and 3 are the same bytes. With addresses instead of labels there is one constant, zero.
func randomFlow(rng *rand.Rand, addresses bool) (blocks []flowBlock) {
	blocks = make([]flowBlock, 2+rng.IntN(6))
	for k := range blocks {
		b := &blocks[k]
		b.jump, b.on = -1, true
		for range rng.IntN(4) {
			r, c := rng.IntN(4), 1+rng.IntN(3)
			switch kind := rng.IntN(7); {
			case kind < 3 && addresses:
				b.steps = append(b.steps, flowStep{fmt.Sprintf("pxor %%xmm%d,%%xmm%d", r, r), r, 1})
			case kind < 3:
				b.steps = append(b.steps, flowStep{fmt.Sprintf("movdqa .LC%d(%%rip), %%xmm%d", c, r), r, []int{0, 1, 2, 1}[c]})
			case kind == 3:
				b.steps = append(b.steps, flowStep{fmt.Sprintf("paddd %%xmm9, %%xmm%d", r), r, 0})
			case kind == 4:
				b.steps = append(b.steps, flowStep{fmt.Sprintf("movdqu (%%rdi), %%xmm%d", r), r, 0})
			case kind == 5:
				b.steps = append(b.steps, flowStep{fmt.Sprintf("pshufb %%xmm%d, %%xmm8", r), -1, 0})
			case rng.IntN(3) == 0:
				b.steps = append(b.steps, flowStep{"call g", 4, 0})
			}
		}
		switch rng.IntN(4) {
		case 0, 1:
			b.jump = rng.IntN(len(blocks))
		case 2:
			b.jump, b.on = rng.IntN(len(blocks)), false
		}
	}
	return blocks
}

// states walks over everything that may happen: of each block, all that the registers may hold where it begins. -1 is what they held at first.
func states(blocks []flowBlock) []map[[4]int]bool {
	all := make([]map[[4]int]bool, len(blocks))
	for k := range all {
		all[k] = map[[4]int]bool{}
	}
	var walk func(k int, state [4]int)
	walk = func(k int, state [4]int) {
		if k >= len(blocks) || all[k][state] {
			return
		}
		all[k][state] = true
		b := blocks[k]
		for _, s := range b.steps {
			switch {
			case s.register == 4:
				state = [4]int{}
			case s.register >= 0:
				state[s.register] = s.value
			}
		}
		if b.jump >= 0 {
			walk(b.jump, state)
		}
		if b.on {
			walk(k+1, state)
		}
	}
	walk(0, [4]int{-1, -1, -1, -1})
	return all
}

// flowLines are the function as a compiler or as objdump has it, with the line at which each block begins.
func flowLines(blocks []flowBlock, addresses bool) (lines []dialect.Line, begins []int) {
	address := func(k int) string { return fmt.Sprintf("%x", 0x1000+0x100*k) }
	for k, b := range blocks {
		begins = append(begins, len(lines))
		n := 0
		say := func(text string) {
			if addresses {
				text = fmt.Sprintf("  %x:\t66 0f 38 00 c1       \t%s", 0x1000+0x100*k+n, text)
			}
			n++
			lines = append(lines, dialect.LineOf(text))
		}
		if !addresses {
			lines = append(lines, dialect.LineOf(fmt.Sprintf(".L%d:", k)))
		} else {
			say("nop")
		}
		for _, s := range b.steps {
			say("\t" + s.text)
		}
		name := map[bool]string{true: "jne", false: "jmp"}[b.on]
		if b.jump >= 0 && addresses {
			say(name + "    " + address(b.jump) + " <f+0x1>")
		} else if b.jump >= 0 {
			say(fmt.Sprintf("\t%s\t.L%d", name, b.jump))
		}
	}
	return lines, begins
}

// flowData are the constants.
func flowData() map[string][]byte {
	data := map[string][]byte{}
	for k, first := range []byte{0, 1, 2, 1} {
		b := make([]byte, 16)
		b[0] = first
		data[fmt.Sprintf(".LC%d", k)] = b
	}
	return data
}

func nobody(string) bool { return false }

// What is known where a block begins is what all ways to it bring: the walk over all states says the same, neither more nor less.
func TestConstantsAt(t *testing.T) {
	rng := chance.Random(t, 3)
	known, unknown := 0, 0
	for n := range 4000 {
		addresses := n%4 == 3
		blocks := randomFlow(rng, addresses)
		lines, begins := flowLines(blocks, addresses)
		at := listing.ConstantsAt(lines, flowData(), nobody)
		for k, all := range states(blocks) {
			found, begun := at[begins[k]]
			if !begun && !addresses {
				t.Fatalf("block %d does not begin at line %d", k, begins[k])
			}
			if len(all) == 0 || !begun {
				continue // control does not come here, or only from the line before
			}
			for r := range 4 {
				want := sameIn(all, r)
				got := 0
				if c := found[fmt.Sprintf("mm%d", r)]; c != nil {
					if got = 1; !addresses {
						got = int(first(c))
					}
				}
				if got != want {
					var text []string
					for _, l := range lines {
						text = append(text, l.Whole)
					}
					t.Fatalf("%s\nxmm%d at line %d: %d, want %d", strings.Join(text, "\n"), r, begins[k], got, want)
				}
				if want > 0 {
					known++
				} else {
					unknown++
				}
			}
		}
	}
	if known < 1000 || unknown < 1000 {
		t.Errorf("%d known, %d unknown: too few to tell", known, unknown)
	}
}

// sameIn is the constant that a register holds in all states, or 0.
func sameIn(all map[[4]int]bool, register int) int {
	value := -2
	for s := range all {
		if value == -2 {
			value = s[register]
		} else if value != s[register] {
			return 0
		}
	}
	return max(value, 0)
}

// first is the first byte of a constant.
func first(c *listing.Constant) uint64 {
	m, _ := c.Value.Regroup(8)
	v, _ := m.Lane[0].Const.Uint64()
	return v
}

// Whatever is not seen may bring anything: of each text, what is known of xmm1 at the line "here".
func TestConstantsAtUnseen(t *testing.T) {
	const load = "\tmovdqa\t.LC1(%rip), %xmm1\n"
	for _, row := range []struct {
		name, text string
		foreign    string
		known      bool
	}{
		{"a loop", load + ".L3:\n\tnop # here\n\tjne\t.L3\n", "", true},
		{"the same, which another function enters", load + ".L3:\n\tnop # here\n\tjne\t.L3\n", ".L3", false},
		{"a table names it", load + ".L3:\n\tnop # here\n\tjne\t.L3\n.L9:\n\t.long\t.L3-.L9\n", "", false},
		{"a table of another spelling", load + ".L3:\n\tnop # here\n\tjne\t.L3\n\t.quad\t.L3@GOTOFF\n", "", false},
		{"its address is taken", load + "\tleaq\t.L3(%rip), %rax\n.L3:\n\tnop # here\n\tjne\t.L3\n", "", false},
		{"a jump through a register", load + ".L3:\n\tnop # here\n\tjne\t.L3\n\tjmp\t*%rax\n", "", false},
		{"the same, not to be tracked", load + ".L3:\n\tnop # here\n\tjne\t.L3\n\tnotrack jmp\t*%rax\n", "", false},
		{"a jump to what is not here", load + ".L3:\n\tnop # here\n\tjne\t.L7\n", "", false},
		{"a call as the last thing", load + ".L3:\n\tnop # here\n\tjne\t.L3\n\tjmp\tmemcpy\n", "", true},
		{"a call between", load + "\tcall\tmemcpy\n.L3:\n\tnop # here\n\tjne\t.L3\n", "", false},
		{"all registers are cleared", load + "\tvzeroall\n.L3:\n\tnop # here\n", "", false},
		{"a jump over the load", "\tje\t.L3\n" + load + ".L3:\n\tnop # here\n", "", false},
		{"the register is written by name alone", load + ".L3:\n\tnop # here\n\tpcmpistrm\t$0, %xmm2, %xmm3\n\tjne\t.L3\n", "", true},
		{"xmm0 is written and not named", "\tmovdqa\t.LC1(%rip), %xmm0\n.L3:\n\tnop # here 0\n\tpcmpistrm\t$0, %xmm2, %xmm3\n\tjne\t.L3\n", "", false},
		{"a gather clears its mask", load + ".L3:\n\tnop # here\n\tvgatherdps\t%xmm1, (%rdi,%xmm2,4), %xmm3\n\tjne\t.L3\n", "", false},
		{"a number for a label", load + "1:\n\tnop # here\n\tjne\t1b\n", "", false},
		{"loop", load + "\tpxor %xmm1, %xmm1\n\tjmp .L4\n.L3:\n\tnop # here\n.L4:\n\tloop\t.L3\n", "", true},
		{"gdb's addresses", "   0x0000000000401136 <+0>:\tpxor %xmm1,%xmm1\n   0x000000000040113a <+4>:\tnop # here\n   0x000000000040113b <+5>:\tjne 0x40113a <f+4>\n", "", true},
		{"a jump with no addresses", load + "\tnop\n\tjne\t40\n\tnop # here\n", "", false},
		{"objdump, and another function enters", "  10:\tpxor %xmm1,%xmm1\n  14:\tnop # here\n  18:\tjne    14 <f+0x4>\n", "14", false},
		{"objdump, alone", "  10:\tpxor %xmm1,%xmm1\n  14:\tnop # here\n  18:\tjne    14 <f+0x4>\n", "", true},
		{"clang for Mach-O", "\tmovdqa\t.LC1(%rip), %xmm1\nLBB0_1:\n\tnop ## here\n\tjne\tLBB0_1\n", "", true},
	} {
		var lines []dialect.Line
		here, register := -1, "mm1"
		for text := range strings.Lines(row.text) {
			if lines = append(lines, dialect.LineOf(strings.TrimSuffix(text, "\n"))); strings.Contains(text, "here") {
				here = len(lines) - 1
			}
			if strings.Contains(text, "here 0") {
				register = "mm0"
			}
		}
		at := listing.ConstantsAt(lines, flowData(), func(name string) bool { return name == row.foreign && name != "" })
		for at[here] == nil && here > 0 && !slices.Contains([]string{":"}, lines[here].Text[max(0, len(lines[here].Text)-1):]) {
			here--
		}
		if _, known := at[here][register]; known != row.known {
			t.Errorf("%s: known is %v, want %v", row.name, known, row.known)
		}
	}
}

// Of NEON the same, and of SVE, whose vectors have NEON's in them.
func TestConstantsAtNEON(t *testing.T) {
	for text, want := range map[string]bool{
		"\tadrp\tx8, .LC1\n\tldr\tq0, [x8, :lo12:.LC1]\n.LBB0_1:\n\ttbl\tv1.16b, { v1.16b }, v0.16b\n\tb.ne\t.LBB0_1\n":                            true,
		"\tadrp\tx8, .LC1\n\tldr\tq0, [x8, :lo12:.LC1]\n.LBB0_1:\n\tld2\t{ v31.16b, v0.16b }, [x0]\n\tb.ne\t.LBB0_1\n":                             false,
		"\tadrp\tx8, .LC1\n\tldr\tq0, [x8, :lo12:.LC1]\n.LBB0_1:\n\tld1b\t{ z0.b }, p0/z, [x0]\n\tb.ne\t.LBB0_1\n":                                 false,
		"\tadrp\tx8, .LC1\n\tldr\tq0, [x8, :lo12:.LC1]\n.LBB0_1:\n\tcbz\tx0, .LBB0_1\n":                                                            true,
		"\tcbz\tx0, .LBB0_1\n\tadrp\tx8, .LC1\n\tldr\tq0, [x8, :lo12:.LC1]\n.LBB0_1:\n\ttbl\tv1.16b, { v1.16b }, v0.16b\n\ttbz\tw0, #3, .LBB0_1\n": false,
		"\tadrp\tx8, .LC1\n\tldr\tq0, [x8, :lo12:.LC1]\n.LBB0_1:\n\tbr\tx9\n":                                                                      false,
	} {
		var lines []dialect.Line
		label := 0
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, ".LBB") {
				label = len(lines)
			}
			lines = append(lines, dialect.LineOf(strings.TrimSuffix(line, "\n")))
		}
		if _, known := listing.ConstantsAt(lines, flowData(), nobody)[label]["v0"]; known != want {
			t.Errorf("%s: known is %v, want %v", text, known, want)
		}
	}
}
