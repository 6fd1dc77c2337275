package visa

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// shaped is a random instruction of those whose shape is in the table, fcvt or srnd, legal or not, that the tool's grammar takes.
func (w *instWriter) shapedInst(op Op) string {
	name := op.String()
	w.exec = 1 << pick(w, 3, 3, 4, 4, w.IntN(6))
	if op == opFcvt || op == opSrnd {
		text := name + pick(w, "", "", "", ".sat") + w.execText() + " " + pick(w, "V_ub", "V_hf", "V_hf", "V_ud", "V_f", "V_b") + w.place() + "<" + pick(w, "1", "1", "2", "0") + ">"
		source := func() string {
			if op == opSrnd && w.IntN(3) == 0 {
				return w.vector()
			}
			if w.IntN(8) == 0 {
				return w.immediate()
			}
			return w.modifier() + pick(w, "V_ub", "V_hf", "V_hf", "V_ud", "V_f", "V_f") + w.place() + w.region()
		}
		if text += " " + source(); op == opSrnd {
			text += " " + source()
		}
		return text
	}
	raw := func() string {
		return pick(w, "V_ud", "V_d", "V_f", "V_w", "V_hf", "V_uq", "S_d", "AL") + pick(w, ".0", ".0", ".0", ".32", ".64", ".4", ".(32+32)")
	}
	null := func() string {
		if w.IntN(5) == 0 {
			return "%null.0"
		}
		return raw()
	}
	scalar := func(k int) string {
		v := w.vector()
		for op.letter(k) == 'q' && (strings.Contains(v, "r[")) {
			v = w.vector()
		}
		return v
	}
	var b strings.Builder
	if !opcodes[op].plain && w.IntN(3) == 0 {
		b.WriteString(pick(w, "(P1) ", "(!P2) ", "(P1.any) ", "(!P2.all) "))
	}
	b.WriteString(name)
	modes := uint32(0)
	for _, letter := range opcodes[op].text {
		switch letter {
		case 'x':
			b.WriteString(w.execText())
		case '(', ',', ')':
			b.WriteRune(letter)
		case 'D':
			p := func() string { return pick(w, "u1", "s1", "u2", "s2", "u4", "s4", "u8", "s8", "bf", "hf") }
			s := "." + p() + "." + p()
			if op == opDpas && w.IntN(8) == 0 {
				s = ".tf32.tf32"
			}
			fmt.Fprintf(&b, "%s.%d.%d", s, pick(w, 1, 2, 4, 8, 8), 1+w.IntN(8))
		case 'C':
			b.WriteString(pick(w, ".R", ".RGBA", ".GA", ".B", ".RB"))
		case 'c':
			b.WriteString(pick(w, ".R", ".G", ".B", ".A"))
		case 'M':
			b.WriteString(pick(w, "", " (8)", " (16)", " (32)"))
		case 'O':
			b.WriteString("." + pick(w, outputFormats[:]...))
		case 'P':
			if w.IntN(4) == 0 {
				b.WriteString(".pixel_null_mask")
			}
			if opcodes[op].code == opcodes[opSample3d].code && w.IntN(4) == 0 {
				b.WriteString(pick(w, ".cps", ".divS", ".cps.divS"))
			}
		case 'A':
			b.WriteString(" " + pick(w, avsFormats[:]...))
		case 'B':
			b.WriteString(" " + pick(w, "AVS_16x4", "AVS_16x8"))
		case 'V':
			fmt.Fprintf(&b, " (%d,%d)", w.IntN(6), w.IntN(10))
		case 'a', 'b':
			fmt.Fprintf(&b, " %d", pick(w, w.IntN(20), w.IntN(256)))
		case 'H':
			fmt.Fprintf(&b, " %d", pick(w, w.IntN(2048), w.IntN(1<<16)))
		case 'h':
			fmt.Fprintf(&b, " 0x%x", w.Uint32())
		case 'Q':
			n := 4
			if op == opRawSendsc || op == opRawSendscEot {
				n = 3
			}
			for range n {
				fmt.Fprintf(&b, ".%d", pick(w, w.IntN(4), w.IntN(40), w.IntN(256)))
			}
		case 'f':
			b.WriteString(" callee")
		case 'm':
			for bit, word := range targetModes {
				if word != "" && word != "SI" && w.IntN(4) == 0 {
					modes |= 1 << bit
				}
			}
			i := Inst{Op: op, Number: modes}
			b.Write(i.appendDotted(nil, 'm'))
		case '#':
			i := Inst{Op: op, Number: modes}
			for k := range i.targetOperands() {
				if i.furtherClasses(k+2, Intel) == rawSet {
					b.WriteString(" " + raw())
				} else {
					b.WriteString(" " + pick(w, "0x1:ub", "0x2:ud", "V_ud(0,1)<0;1,0>"))
				}
			}
		case '*':
			for range 4 + w.IntN(4) { // of fewer the tool dies
				b.WriteString(" " + raw())
			}
		default:
			k := int(letter - '0')
			b.WriteByte(' ')
			switch op.letter(k) {
			case 'S':
				b.WriteString(pick(w, "T6", "T6", "%slm", "T1", "%bss"))
			case 'Y':
				b.WriteString("S0")
			case 'R', 'r':
				if (op == opDpas || op == opDpasw) && k != 1 || op.isSampler3D() || op == opUrbWrite { // of which the tool dies
					b.WriteString(raw())
				} else {
					b.WriteString(null())
				}
			case 'V':
				b.WriteString(pick(w, "V_ud", "V_d", "V_d", "V_f", "V_w") + w.place())
			case 'd':
				b.WriteString(w.dest())
			default:
				b.WriteString(scalar(k))
			}
		}
	}
	return b.String()
}

// shapedOps are those that the tool has texts for, and does not die of.
func shapedOps() (all []Op) {
	for op := range numOps {
		switch op {
		case opSwitchjmp, opIfcall, opFccall, opVmeIdm:
			continue
		}
		if op.isShaped() || op == opFcvt || op == opSrnd {
			all = append(all, op)
		}
	}
	return all
}

// Random messages to other units, matrices, barriers and conversions: on each platform, the tool and we agree on every verdict, sentence and reprint.
func TestGenXShapes(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	seed := chance.Seed(t)
	batches := 1
	if *full {
		batches = 20
	}
	seen, refused := map[Op]int{}, 0
	for _, platform := range Platforms() {
		w := &instWriter{Rand: rand.New(rand.NewPCG(seed, 300+uint64(platform)))}
		g := &genx{path: path, platform: platform.Tool(), dir: t.TempDir(), decls: genxDecls}
		d, err := ParseDecls(genxDecls, platform.GRF())
		if err != nil {
			t.Fatal(err)
		}
		d.Platform = platform
		p, c := Parser{Decls: d, Dialect: Intel}, Checker{Decls: d, Dialect: Intel}
		for range batches {
			for _, op := range shapedOps() {
				var texts []string
				var insts []Inst
				for range 4 {
					text := w.shapedInst(op)
					i, err := p.ParseInst(text)
					if err != nil {
						t.Fatalf("%s on %s: %v", text, platform, err)
					}
					texts, insts = append(texts, text), append(insts, i)
				}
				answers, err := g.ask(append(texts, refusedLine.Inst.Text(d)))
				if oracle.Failed(err) {
					continue
				} else if err != nil {
					t.Fatalf("%s: %v %q", platform, err, texts)
				}
				for n := range insts {
					i, want := &insts[n], answers[n]
					verdict, message := verdict(c.Check(i))
					if verdict != want.verdict || message != want.message {
						t.Errorf("%s on %s:\n  ours %s: %.250s\n  tool %s: %.250s", texts[n], platform, verdict, message, want.verdict, want.message)
					}
					if text := toolText(i, d); !samePrint(i, text, strings.TrimSuffix(want.reprint, ".")) && want.reprint != "" {
						t.Errorf("%s on %s:\n  ours %s\n  tool %s", texts[n], platform, text, want.reprint)
					}
					if seen[i.Op]++; want.verdict == "error" {
						refused++
					}
				}
			}
		}
		g.answersMost(t)
	}
	for _, op := range shapedOps() {
		if seen[op] < 10 {
			t.Errorf("%s is compared %d times", op, seen[op])
		}
	}
	t.Logf("%d instructions, %d refused", len(seen)*4*len(Platforms())*batches, refused)
}
