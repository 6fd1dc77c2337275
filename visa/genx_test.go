package visa

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

const genxDecls = `.decl V_ud v_type=G type=ud num_elts=256 align=GRF
.decl V_d v_type=G type=d num_elts=256 align=GRF
.decl V_uw v_type=G type=uw num_elts=512 align=GRF
.decl V_w v_type=G type=w num_elts=512 align=GRF
.decl V_ub v_type=G type=ub num_elts=1024 align=GRF
.decl V_b v_type=G type=b num_elts=1024 align=GRF
.decl V_df v_type=G type=df num_elts=128 align=GRF
.decl V_f v_type=G type=f num_elts=256 align=GRF
.decl V_uq v_type=G type=uq num_elts=128 align=GRF
.decl V_q v_type=G type=q num_elts=128 align=GRF
.decl V_hf v_type=G type=hf num_elts=512 align=GRF
.decl S_d v_type=G type=d num_elts=4 align=dword
.decl AL v_type=G type=d num_elts=8 align=dword alias=<V_d, 20>
.decl V_bf v_type=G type=bf num_elts=512 align=GRF
.decl A0 v_type=A num_elts=8
.decl A1 v_type=A num_elts=16
.decl P1 v_type=P num_elts=16
.decl P2 v_type=P num_elts=32
.decl S0 v_type=S num_elts=1
.decl T6 v_type=T num_elts=1
`

// genx is Intel's tool, run in folders of its own.
type genx struct {
	path     string
	platform string
	dir      string
	decls    string

	asked, failed int // runs, and those in which it died or was silent
}

// genxTime is far more than the tool needs for what a test asks: a random text can send it into an endless loop.
var genxTime = oracle.Limit{CPU: 10 * time.Second, Clock: 10 * time.Minute}

// run runs the tool on a file of its folder. Where it dies or is silent, what it says proves nothing, and oracle.Failed says so of the error.
func (g *genx) run(file string, args ...string) ([]byte, error) {
	cmd := exec.Command(g.path, append([]string{file, "-platform", g.platform, "-dumpcommonisa"}, args...)...)
	cmd.Dir = g.dir
	out, err := genxTime.CombinedOutput(cmd)
	g.asked++
	if oracle.Failed(err) {
		g.failed++
	}
	return out, err
}

// answersMost fails where the tool died or was silent so often that little has been compared.
func (g *genx) answersMost(t *testing.T) {
	t.Helper()
	t.Logf("the tool was run %d times, and died or was silent in %d", g.asked, g.failed)
	if g.asked == 0 || g.failed > 2+g.asked/10 {
		t.Errorf("of %d runs, the tool died or was silent in %d", g.asked, g.failed)
	}
}

// answer is what the tool says of one instruction.
type answer struct {
	verdict, message, reprint string
}

var (
	genxError   = regexp.MustCompile(`(?s)Error Message: ([^\n]*)\n.*?Violating Instruction:[^\n]*/// \$(\d+)`)
	genxWarning = regexp.MustCompile(`(?s)out of bounds byte access: (\d+)\n.*?Violating Instruction:.*?/// \$(\d+)`)
	genxLSC     = regexp.MustCompile(`(?m)^in instruction .*/// \$(\d+)\s*\n((?: \* [^\n]*\n)+)`)
	genxLine    = regexp.MustCompile(`(?m)^\s*(.*?)\s*/// \$(\d+)`)
)

// ask gives the instructions to the tool as one kernel. It fails where one of them does not parse.
func (g *genx) ask(insts []string) ([]answer, error) {
	name := filepath.Join(g.dir, "in.visaasm")
	text := ".version 3.6\n.kernel \"k\"\n" + g.decls + ".kernel_attr Target=\"cm\"\n" + strings.Join(insts, "\n") + "\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return nil, err
	}
	answers, marked, err := g.answers(len(insts))
	if err == nil && marked != len(insts) {
		return nil, fmt.Errorf("%d of %d instructions came back", marked, len(insts))
	}
	return answers, err
}

// answers are what the tool says of the n lines of a kernel that is written already; marked are those that it prints with their number, which are all but labels and the like.
func (g *genx) answers(lines int) (answers []answer, marked int, err error) {
	name := filepath.Join(g.dir, "in.visaasm")
	_ = os.Remove(filepath.Join(g.dir, "in.errors.txt"))
	out, runErr := g.run("in.visaasm")
	if oracle.Failed(runErr) {
		return nil, 0, runErr // what it had to say is cut off somewhere
	}
	back, err := os.ReadFile(name)
	if err != nil {
		return nil, 0, err
	}
	errs, _ := os.ReadFile(filepath.Join(g.dir, "in.errors.txt"))
	answers = make([]answer, lines)
	_, body, _ := strings.Cut(string(back), `Target="cm"`)
	for _, m := range genxLine.FindAllStringSubmatch(body, -1) {
		if k, _ := strconv.Atoi(m[2]); k < len(answers) {
			answers[k].reprint = m[1]
			marked++
		}
	}
	if marked == 0 {
		return nil, 0, fmt.Errorf("nothing came back: %v: %.300s", runErr, out)
	}
	for i := range answers {
		answers[i].verdict = "ok"
	}
	for _, m := range genxWarning.FindAllStringSubmatch(string(out), -1) {
		k, _ := strconv.Atoi(m[2])
		answers[k].verdict, answers[k].message = "warn_oob", "oob byte "+m[1]
	}
	for _, m := range genxError.FindAllStringSubmatch(string(errs), -1) {
		k, _ := strconv.Atoi(m[2])
		answers[k].fails(m[1])
	}
	for _, m := range genxLSC.FindAllStringSubmatch(string(errs), -1) {
		k, _ := strconv.Atoi(m[1])
		for _, line := range strings.Split(strings.TrimSpace(m[2]), "\n") {
			answers[k].fails(strings.TrimPrefix(strings.TrimSpace(line), "* "))
		}
	}
	return answers, marked, nil
}

// fails adds an error's sentence.
func (a *answer) fails(message string) {
	if a.verdict == "error" {
		message = a.message + " | " + message
	}
	a.verdict, a.message = "error", message
}

// A writer of random instructions, legal and not, that the tool's grammar takes.
type instWriter struct {
	*rand.Rand
	exec   int
	unsaid bool // what the tool's print does not say may come too: %null as a pitch
}

func pick[T any](w *instWriter, list ...T) T { return list[w.IntN(len(list))] }

func (w *instWriter) variable() string {
	return pick(w, "V_ud", "V_d", "V_d", "V_uw", "V_w", "V_ub", "V_b", "V_df", "V_f", "V_f", "V_uq", "V_q", "V_hf", "V_bf", "S_d", "AL")
}

func (w *instWriter) modifier() string {
	return pick(w, "", "", "", "", "", "", "(-)", "(abs)", "(-abs)", "(~)")
}

func (w *instWriter) typeName() string {
	return pick(w, "ud", "d", "uw", "w", "ub", "b", "uq", "q", "f", "df", "hf", "v", "uv", "vf", "bool")
}

func (w *instWriter) place() string {
	row := pick(w, 0, 0, 0, 1, 2, w.IntN(40), w.IntN(300))
	col := pick(w, 0, 0, 0, w.IntN(8), w.IntN(80), w.IntN(300))
	return fmt.Sprintf("(%d,%d)", row, col)
}

func (w *instWriter) width() int {
	if w.IntN(30) == 0 {
		return 0
	}
	if w.IntN(3) > 0 {
		return min(1<<w.IntN(5), w.exec)
	}
	return 1 << w.IntN(5)
}

func (w *instWriter) stride() int { return pick(w, 0, 1, 1, 2, 4) }

func (w *instWriter) region() string {
	return fmt.Sprintf("<%d;%d,%d>", pick(w, 0, 1, 2, 4, 8, 16, 32), w.width(), w.stride())
}

func (w *instWriter) dest() string {
	h := pick(w, 1, 1, 1, 1, 2, 4, 0)
	switch w.IntN(8) {
	case 0:
		return fmt.Sprintf("r[A%d(%d),%d]<%d>:%s", w.IntN(2), w.IntN(10), w.IntN(2000)-1000, h, w.typeName())
	case 1:
		return fmt.Sprintf("%s<%d>", w.variable(), h)
	case 2:
		return fmt.Sprintf("%s%s<%d>", pick(w, "%null", "%r0", "%cr0", "%sr0", "%tsc", "%arg", "%sp", "%thread_x"), pick(w, "(0,0)", "(0,1)", "(0,2)", "(0,4)", "(1,0)"), h)
	}
	return fmt.Sprintf("%s%s<%d>", w.variable(), w.place(), h)
}

func (w *instWriter) immediate() string {
	switch w.IntN(6) {
	case 0:
		return fmt.Sprintf("%d.%d:%s", w.IntN(100), w.IntN(1000), pick(w, "f", "df"))
	case 1:
		return fmt.Sprintf("0x%x:hf", w.IntN(1<<16))
	case 2:
		return fmt.Sprintf("(%d+%d*%d):%s", w.IntN(10), w.IntN(10), w.IntN(10), pick(w, "ud", "D", "UW"))
	}
	t := w.typeName()
	switch t {
	case "hf":
		t = "w"
	case "f", "df":
		return fmt.Sprintf("%s%d:%s", pick(w, "", "-"), w.Int64N(1<<pick(w, 4, 17, 31)), t)
	}
	return fmt.Sprintf("%s%d:%s", pick(w, "", "", "-", "~", "!"), w.Int64N(1<<pick(w, 4, 17, 33)), t)
}

func (w *instWriter) vector() string {
	switch w.IntN(10) {
	case 0:
		return w.immediate()
	case 1:
		return fmt.Sprintf("%sr[A%d(%d),%d]%s:%s", w.modifier(), w.IntN(2), w.IntN(10), w.IntN(100000)-50000, w.region(), w.typeName())
	case 2:
		return fmt.Sprintf("%sr[A%d(%d)]<%d,%d>:%s", w.modifier(), w.IntN(2), w.IntN(10), w.width(), w.stride(), w.typeName())
	case 3:
		return fmt.Sprintf("%s%s(0,0)%s", w.modifier(), pick(w, "%r0", "%arg", "%sp"), w.region())
	}
	return w.modifier() + w.variable() + w.place() + w.region()
}

func (w *instWriter) address() string {
	return fmt.Sprintf("A%d(%d)<%d>", w.IntN(2), w.IntN(300), pick(w, 1, 2, 4, 8, 16, 3, 32))
}

func (w *instWriter) inst(op Op) string {
	row := &opcodes[op]
	var b strings.Builder
	w.exec = 1 << w.IntN(6)
	if !row.plain && w.IntN(4) == 0 {
		fmt.Fprintf(&b, "(%sP%d%s) ", pick(w, "", "!"), 1+w.IntN(2), pick(w, "", ".any", ".all"))
	}
	b.WriteString(row.name)
	if op == opCmp {
		b.WriteString("." + relations[w.IntN(6)])
	}
	if op == opBfn {
		fmt.Fprintf(&b, ".x%x", w.IntN(256))
	}
	if row.sat != satNoSuffix && w.IntN(5) == 0 {
		b.WriteString(".sat")
	}
	if op.isLSC() {
		b.WriteString(w.lsc(op))
		return b.String()
	}
	if row.family == memory {
		b.WriteString(w.messageHead(op))
	} else {
		b.WriteString(w.execText())
	}
	for k, o := range w.operands(op) {
		if k == 1 && op.isMedia() && w.IntN(2) == 0 {
			fmt.Fprintf(&b, " %d", pick(w, 0, 1, 3, 4, 14))
		}
		b.WriteString(" " + o)
	}
	return b.String()
}

func (w *instWriter) execText() string {
	return fmt.Sprintf(" (%s, %d)", pick(w, "M1", "M1", "M1", "M2", "M5", "M8", "M3_NM", "NoMask"), w.exec)
}

// messageHead is what stands before the operands of a message.
func (w *instWriter) messageHead(op Op) string {
	mod := pick(w, "", "", ".mod")
	switch {
	case op.isOword():
		return fmt.Sprintf("%s (%s%d)", mod, pick(w, "", "", "M1, ", "M5_NM, "), 1<<w.IntN(5))
	case op.isRow():
		return fmt.Sprintf(" (%s%d)", pick(w, "", "", "M1, ", "M5_NM, "), 1<<w.IntN(5))
	case op.isBlocks():
		return fmt.Sprintf(".%d.%d%s", pick(w, 1, 4, 8, w.IntN(12)), pick(w, 1, 2, 4, 8, w.IntN(12)), w.execText())
	case op == opMediaLd:
		return fmt.Sprintf(".%s (%d,%d)", pick(w, mediaModes[:]...), pick(w, 4, 16, 33, w.IntN(80)), pick(w, 1, 4, 8, w.IntN(70)))
	case op == opMediaSt:
		return fmt.Sprintf(".%s (%d,%d)", pick(w, "nomod", "top", "bottom"), pick(w, 4, 16, 33, w.IntN(80)), pick(w, 1, 4, 8, w.IntN(70)))
	case op == opGather || op == opScatter:
		return fmt.Sprintf(".%d%s%s", 1<<w.IntN(3), w.execText(), mod)
	case op.isScattered():
		return fmt.Sprintf(".%d%s", 1<<w.IntN(4), w.execText())
	case op.isFourfold():
		var letters []byte
		for len(letters) == 0 {
			for k := range channelLetters {
				if w.IntN(2) == 0 {
					letters = append(letters, channelLetters[k])
				}
			}
		}
		return "." + string(letters) + w.execText()
	}
	a := w.IntN(int(numAtomics))
	for atomics[a] == "" || Atomic(a) == AtomicPredec {
		a = w.IntN(int(numAtomics))
	}
	width := pick(w, "", "", "", ".16")
	if op.isSVM() {
		width = pick(w, "", "", ".16", ".32", ".64", ".64")
	}
	return "." + atomics[a] + width + w.execText()
}

// op is any instruction that has operands: control flow is part of a kernel, and has tests of its own.
func (w *instWriter) op() Op { return Op(w.IntN(int(opLabel))) }

func (w *instWriter) operands(op Op) (list []string) {
	row := &opcodes[op]
	predicate := func() string { return pick(w, "P1", "P2") }
	switch {
	case op == opMov && w.IntN(8) == 0:
		return []string{w.address(), pick(w, w.vector(), w.address(), fmt.Sprintf("&V_d[%d]", w.IntN(3000)-1000))}
	case op == opMov && w.IntN(8) == 0:
		return []string{w.dest(), pick(w, w.address(), predicate(), "&V_uw[6]", "&T6[3]")}
	case op == opMovs && w.IntN(2) == 0:
		return []string{w.variable() + "(0,0)<1>", "T6(0)"}
	case op == opMovs:
		return []string{pick(w, "T6(0)", "S0(0)"), pick(w, w.vector(), "T6(3)")}
	case row.family == logic && row.operands[0] == 'p' && w.IntN(6) == 0:
		for range row.operands {
			list = append(list, predicate())
		}
		return list
	}
	for k := range len(row.operands) {
		switch row.operands[k] {
		case 'd':
			list = append(list, w.dest())
		case 's':
			s := w.vector()
			for row.family == memory && zeroWidth.MatchString(s) || op == opAddrAdd && strings.Contains(s, "r[") || op == opLine && k == 1 && !strings.Contains(s, "V_") || op == opCmp && s[0] == '(' && s[1]-'0' <= 9 {
				s = w.vector()
			}
			list = append(list, s)
		case 'p':
			if op == opSetp || op == opCmp && w.IntN(2) == 0 {
				list = append(list, predicate())
			} else {
				list = append(list, w.dest())
			}
		case 'a':
			list = append(list, w.address())
		case '&':
			list = append(list, pick(w, w.address(), fmt.Sprintf("&%s[%d]", w.variable(), w.IntN(3000)-1000), "&T6[2]", "&%r0"))
		case 'S':
			list = append(list, pick(w, "T6", "T6", "%bss", "%slm"))
		case 'r':
			if op.isAtomic() && w.IntN(4) == 0 { // elsewhere the tool dies of it
				list = append(list, "%null.0")
				continue
			}
			if op.isMedia() { // nor does it come back from one that is not aligned
				list = append(list, fmt.Sprintf("V_ud.%d", 64*w.IntN(3)))
				continue
			}
			list = append(list, fmt.Sprintf("%s.%d", pick(w, "V_ud", "V_ud", "V_d", "V_f", "V_w", "V_uq", "S_d", "AL"), pick(w, 0, 0, 4, 12, 32, 64, 4096)))
		}
	}
	return list
}

// zeroWidth is a region without a width, of which the tool dies where a message has it.
var zeroWidth = regexp.MustCompile(`<(\d+;)?0,`)

// batchSize is how many instructions the tool gets at once.
const batchSize = 400

// Fresh random instructions: on each platform that it knows, GenX_IR and we agree on every verdict, message and reprint.
func TestGenXAgrees(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	seed := chance.Seed(t)
	batches := 1
	if *full {
		batches = 100
	}
	for _, platform := range Platforms() {
		w := &instWriter{Rand: rand.New(rand.NewPCG(seed, uint64(platform)))}
		g := &genx{path: path, platform: platform.Tool(), dir: t.TempDir(), decls: genxDecls}
		d, err := ParseDecls(genxDecls, platform.GRF())
		if err != nil {
			t.Fatal(err)
		}
		d.Platform = platform
		for range batches {
			var insts []string
			for len(insts) < batchSize {
				insts = append(insts, w.inst(w.op()))
			}
			compareWithGenX(t, g, d, insts)
		}
		g.answersMost(t)
	}
}

// toolText is the instruction as the tool prints it. Of coordinates it leaves out where in their variables they are, and it prints those that are not there; of gather4_typed and scatter4_typed, the guard.
func toolText(i *Inst, d *Decls) string {
	said, there := *i, 0
	switch {
	case i.Op == opGather4Typed || i.Op == opScatter4Typed:
		said.Guard = 0
		return said.Text(d)
	case !i.Op.isTyped():
		return i.Text(d)
	}
	for k := range coordinates {
		if said.Operand[lscAddresses+k].Disp = 0; said.Operand[lscAddresses+k].ID != 0 {
			there = k + 1
		}
	}
	text := said.Text(d)
	return strings.Replace(text, "]:a", strings.Repeat(", %null", coordinates-there)+"]:a", 1)
}

func compareWithGenX(t *testing.T, g *genx, d *Decls, insts []string) {
	t.Helper()
	p := Parser{Decls: d, Dialect: Intel}
	c := Checker{Decls: d, Dialect: Intel}
	answers, err := g.ask(insts)
	if err != nil {
		if half := len(insts) / 2; half > 0 { // one of them is refused or kills it: find out which
			compareWithGenX(t, g, d, insts[:half])
			compareWithGenX(t, g, d, insts[half:])
		} else if _, ours := p.ParseInst(insts[0]); ours == nil && !oracle.Failed(err) {
			t.Errorf("%s: %v", insts[0], err)
		}
		return
	}
	for k, want := range answers {
		i, err := p.ParseInst(insts[k])
		if err != nil {
			t.Errorf("%s: %v", insts[k], err)
			continue
		}
		verdict, message := verdict(c.Check(&i))
		if verdict != want.verdict || message != want.message {
			t.Errorf("%s %s:\n  ours %s: %.250s\n  tool %s: %.250s", g.platform, insts[k], verdict, message, want.verdict, want.message)
		}
		if text := toolText(&i, d); text != want.reprint {
			t.Errorf("%s %s:\n  ours %s\n  tool %s", g.platform, insts[k], text, want.reprint)
		}
	}
}
