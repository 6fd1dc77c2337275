package visa

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// lsc is what stands behind the mnemonic of a random message of LSC, legal or not, that the tool's grammar takes. Addresses are not multiplied: of that the tool dies.
func (w *instWriter) lsc(op Op) string {
	var b strings.Builder
	if op == opTgmReadStateInfo {
		return " " + pick(w, "V_ud", "V_d.32", "%null.0", "V_w.4") + " " + pick(w, "bti", "ss", "bss") + "(" + w.lscScalar() + ")"
	}
	if !op.isTyped() {
		fmt.Fprintf(&b, ".%s", pick(w, "ugm", "ugm", "ugm", "ugml", "slm", "slm"))
	}
	for range pick(w, 0, 0, 1, 2, 2, 2) {
		b.WriteString("." + pick(w, caches[:]...))
	}
	b.WriteString(w.execText())
	raw := func(null bool) string {
		if null && w.IntN(5) == 0 {
			return pick(w, "%null", "%null.0")
		}
		v := pick(w, "V_ud", "V_ud", "V_d", "V_f", "V_w", "V_uq", "S_d", "AL")
		return v + pick(w, "", "", ".0", ".32", ".64", ".4", ".(32+32)", ".4096")
	}
	if op.isBlock2d() {
		data := fmt.Sprintf(" %s:%s.%s%dx%d%s", raw(true), pick(w, "d8", "d16", "d32", "d64", "u8", "d8c32", "d16c32h"), pick(w, "", "", "1x", "2x", "4x", "3x", "17x"), pick(w, 1, 2, 4, 8, 16, 32, 1+w.IntN(100)), pick(w, 1, 2, 8, 32, 1+w.IntN(100)), pick(w, "", "nn", "nn", "tn", "nt", "tt", "n", "t"))
		corner := " flat[" + pick(w, "V_uq", "V_uq(0,1)", "V_ud.4", "%null")
		for range 5 {
			corner += "," + pick(w, " ", "") + w.lscScalar()
		}
		corner += "]"
		if op.isLSCStore() {
			return b.String() + corner + data
		}
		return b.String() + data + corner
	}
	shape := pick(w, "d", "d", "u") + pick(w, "32", "32", "32", "64", "8", "16", "8c32", "16c32", "16c32h")
	if op.isQuad() {
		letters := ""
		for letters == "" {
			for k := range quadLetters {
				if w.IntN(3) > 0 {
					letters += string(quadLetters[k])
				}
			}
		}
		shape += "." + letters
	} else {
		shape += pick(w, "", "", "", "x1", "x2", "x3", "x4", "x8", "x16", "x32", "x64") + pick(w, "", "", "", "", "t")
	}
	datum := " " + raw(true) + ":" + shape
	address := " " + w.lscModel() + "[" + pick(w, "", "", "", "1*", "(2-1)*") + raw(false) + pick(w, "", "", "+0x10", "-16", "+(4+4)*3", " - (8)", fmt.Sprintf("+%d", w.IntN(1<<17)), fmt.Sprintf("-0x%x", w.IntN(1<<17)), "+1+2-4")
	if op.isStrided() && w.IntN(3) > 0 {
		pitch := w.lscScalar()
		for pitch == "%null" && !w.unsaid {
			pitch = w.lscScalar()
		}
		address += ", " + pitch
	}
	address += "]:" + pick(w, "a16", "a32", "a32", "a64", "a64")
	if op.isTyped() {
		address = " " + pick(w, "bti", "ss", "bss") + "(" + w.lscScalar() + ")[" + raw(false)
		for range w.IntN(4) {
			address += pick(w, ", ", ",") + raw(false)
		}
		address += "]:" + pick(w, "a16", "a32", "a32", "a32", "a64")
	}
	if op.isLSCStore() {
		return b.String() + address + datum
	}
	b.WriteString(datum + address)
	if op.isLSCAtomic() {
		b.WriteString(" " + raw(true) + " " + pick(w, "%null", "%null", raw(true)))
	}
	return b.String()
}

func (w *instWriter) lscModel() string {
	switch w.IntN(4) {
	case 0:
		return pick(w, "bti", "ss", "bss") + "(" + w.lscScalar() + ")"
	case 1:
		return pick(w, "", "arg")
	}
	return "flat"
}

// lscScalar is a surface or a pitch.
func (w *instWriter) lscScalar() string {
	switch w.IntN(4) {
	case 0:
		return pick(w, "V_ud", "V_w", "%r0", "%null")
	case 1:
		return fmt.Sprintf("%s.%d", pick(w, "V_ud", "V_d"), w.IntN(300))
	case 2:
		return fmt.Sprintf("V_ud(%d,%d)", w.IntN(300), w.IntN(300))
	}
	return pick(w, "0x4", "(1+2)", "12", "-1", "0xabc", fmt.Sprint(w.IntN(1<<18)))
}

// Messages of LSC and their fences: on each platform, the tool and we agree on every verdict, sentence and reprint.
func TestGenXLSC(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	seed := chance.Seed(t)
	batches := 1
	if *full {
		batches = 10
	}
	for _, platform := range Platforms() {
		w := &instWriter{Rand: rand.New(rand.NewPCG(seed, 100+uint64(platform))), unsaid: true}
		g := &genx{path: path, platform: platform.Tool(), dir: t.TempDir(), decls: genxDecls}
		d, err := ParseDecls(genxDecls, platform.GRF())
		if err != nil {
			t.Fatal(err)
		}
		d.Platform = platform
		for range batches {
			var insts []string
			for len(insts) < batchSize {
				op := opLscLoad + Op(w.IntN(int(opTgmReadStateInfo-opLscLoad)+1))
				if op.isLSCAtomic() && w.IntN(2) == 0 {
					op = pick(w, opLscLoad, opLscStore, opLscLoadStrided, opLscStoreStrided, opLscLoadQuad, opLscStoreQuad, opLscLoadBlock2d, opLscStoreBlock2d, opTgmLoadQuad, opTgmStoreQuad)
				}
				if op == opTgmLoadStatus || op == opTgmStoreUncompressed { // which the tool's text has not
					continue
				}
				if w.IntN(12) == 0 {
					insts = append(insts, fmt.Sprintf("lsc_fence.%s.%s.%s", pick(w, units[:]...), pick(w, lscFenceOps[:]...), pick(w, lscScopes[:]...)))
					continue
				}
				insts = append(insts, w.inst(op))
			}
			compareWithGenX(t, g, d, insts)
		}
		g.answersMost(t)
	}
}

// lscMutateBase are texts of messages of LSC, for letters to be changed.
var lscMutateBase = []string{
	"lsc_load.ugm.uc.ca (M1, 8) V_ud.64:d32x2 bti(0x4)[V_uq+0x10]:a32",
	"(!P1.any) lsc_store.slm (M5_NM, 4) flat[V_ud.32-(16+4)]:a16 V_ud:u16c32h",
	"lsc_load_quad.ugm (M1, 16) %null:d32.xzw ss(V_ud(1,2))[V_ud]:a32",
	"lsc_load_strided.ugml (16) V_ud:d64x4t [V_uq + 3*4, V_ud.3]:a64",
	"lsc_atomic_icas.ugm.uc.wb (M1, 16) V_ud:d64 flat[V_uq]:a64 V_d V_ud.64",
	"lsc_store_strided.ugm (M1, 8) bss(12)[1*V_ud, (1+2)]:a32 V_ud:d8",
	"lsc_fence.ugm.evict.gpu",
}

// Texts of messages of LSC with a letter or two wrong: the tool and we take the same ones, and print them alike.
func TestGenXParsesLSC(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	n := 100
	if *full {
		n = 5000
	}
	d, err := ParseDecls(genxDecls, 32)
	if err != nil {
		t.Fatal(err)
	}
	d.Platform = DG2
	holdParses(t, &genx{path: path, platform: "DG2", dir: t.TempDir(), decls: genxDecls}, d, chance.Random(t, 99), n, lscMutateBase)
}
