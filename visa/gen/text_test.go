package gen_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

// A said is a mov in the numbers that both assemblers write.
type said struct {
	exec, first          int
	to, at, h            int
	typ                  string
	from, elem, v, w, hh int
	mod                  string
	number               string // in the place of the source, as IGA writes it
	capitals             string // as Mesa does
	flag                 string
	inverse, all         bool
}

// randomSaid is a mov by chance, between few registers, so that they meet.
func randomSaid(r *rand.Rand) said {
	s := said{exec: 1 << r.IntN(6), to: r.IntN(6), from: r.IntN(6), h: []int{1, 2, 4, 1, 2, 4, 0, 8, 28, 32}[r.IntN(10)], v: r.IntN(7), w: 1 << r.IntN(5), hh: r.IntN(4)}
	s.v, s.hh = []int{0, 1, 2, 4, 8, 16, 32}[s.v], []int{0, 1, 2, 4}[s.hh]
	s.w = min(s.w, s.exec)
	types := []string{"ud", "d", "uw", "w", "ub", "b", "f", "hf"}
	s.typ = types[r.IntN(len(types))]
	size := map[byte]int{'d': 4, 'w': 2, 'b': 1, 'f': 4}[s.typ[len(s.typ)-1]]
	if s.typ == "hf" {
		size = 2
	}
	s.at, s.elem = r.IntN(32/size), r.IntN(32/size)
	if groups := 32 / max(s.exec, 4); r.IntN(3) == 0 {
		s.first = r.IntN(groups) * max(s.exec, 4)
	}
	switch r.IntN(4) {
	case 0:
		s.flag, s.inverse, s.all = []string{"f0.0", "f0.1", "f1.0"}[r.IntN(3)], r.IntN(2) == 0, r.IntN(2) == 0
	case 1:
		s.all = true
	}
	if r.IntN(5) == 0 {
		n := r.IntN(1 << 16)
		s.number, s.capitals = fmt.Sprintf("0x%x:uw", n), fmt.Sprintf("0x%04xUW", n)
		if r.IntN(2) == 0 {
			s.number, s.capitals = fmt.Sprintf("%d:w", n>>2-1<<13), fmt.Sprintf("%dW", n>>2-1<<13)
		}
		s.typ = []string{"uw", "w", "ud", "d"}[r.IntN(4)]
		s.at = r.IntN(8)
	} else if r.IntN(8) == 0 {
		s.mod = []string{"-", "(abs)", "-(abs)"}[r.IntN(3)]
	}
	return s
}

func (s *said) iga() string {
	flag := s.flag
	if s.inverse {
		flag = "~" + flag
	}
	switch {
	case s.all && flag != "":
		flag = "(W&" + flag + ")"
	case s.all:
		flag = "(W)"
	case flag != "":
		flag = "(" + flag + ")"
	}
	from := fmt.Sprintf("%sr%d.%d<%d;%d,%d>:%s", s.mod, s.from, s.elem, s.v, s.w, s.hh, s.typ)
	if s.number != "" {
		from = s.number
	}
	return strings.TrimSpace(fmt.Sprintf("%s mov (%d|M%d) r%d.%d<%d>:%s %s", flag, s.exec, s.first, s.to, s.at, s.h, s.typ, from))
}

func (s *said) mesa() string {
	flag, options := "", "align1"
	if s.flag != "" {
		flag = "(" + map[bool]string{false: "+", true: "-"}[s.inverse] + s.flag + ") "
	}
	if s.all {
		options += " WE_all"
	}
	switch {
	case s.exec >= 16:
		options += fmt.Sprintf(" %dH", s.first/16+1)
	case s.exec == 8 && s.first%8 == 0:
		options += fmt.Sprintf(" %dQ", s.first/8+1)
	default:
		options += fmt.Sprintf(" %dN", s.first/4+1)
	}
	place := func(register, element int) string {
		if element == 0 {
			return fmt.Sprintf("g%d", register)
		}
		return fmt.Sprintf("g%d.%d", register, element)
	}
	from := fmt.Sprintf("%s%s<%d,%d,%d>%s", s.mod, place(s.from, s.elem), s.v, s.w, s.hh, strings.ToUpper(s.typ))
	if s.number != "" {
		from = s.capitals
	}
	return fmt.Sprintf("%smov(%d)\t%s<%d>%s\t%s\t{ %s };", flag, s.exec, place(s.to, s.at), s.h, strings.ToUpper(s.typ), from, options)
}

// plain is an instruction without what only says how it was written.
func plain(i gen.Inst) string {
	operand := func(o gen.Operand) string {
		return fmt.Sprintf("%v %v r%d.%d<%d;%d,%d>%s %d #%x", o.Direct, o.Number, o.Register, o.Element, o.V, o.W, o.H, o.Type, o.Mod, o.Value)
	}
	text := fmt.Sprintf("%s %d %v %s %v %s", i.Op, i.Exec, i.Masked, i.Flag, i.NoMask, operand(i.Dst))
	for _, o := range i.Src {
		text += ", " + operand(o)
	}
	return text
}

func texts(t *testing.T, text string) *gen.Text {
	t.Helper()
	all, err := gen.ParseText(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What one assembler writes and the other one writes of the same numbers is one instruction, with those numbers.
func TestWritings(t *testing.T) {
	r := chance.Random(t, 71)
	for range 5000 {
		s := randomSaid(r)
		a, b := texts(t, s.iga()), texts(t, s.mesa())
		if len(a.Insts) != 1 || len(b.Insts) != 1 || plain(a.Insts[0]) != plain(b.Insts[0]) {
			t.Fatalf("%s\n%s\nare %v\nand %v", s.iga(), s.mesa(), a.Insts, b.Insts)
		}
		i := &a.Insts[0]
		if i.Exec != s.exec || i.Dst.Register != s.to || i.Dst.Element != s.at || i.Dst.H != s.h || i.Dst.Type.String() != s.typ || i.NoMask != s.all || strings.TrimPrefix(i.Flag, "~") != s.flag || strings.HasPrefix(i.Flag, "~") != (s.inverse && s.flag != "") {
			t.Fatalf("%s is %s", s.iga(), plain(*i))
		}
		if o := i.Src[0]; s.number == "" && (o.Register != s.from || o.Element != s.elem || o.V != s.v || o.W != s.w || o.H != s.hh) {
			t.Fatalf("%s is %s", s.iga(), plain(*i))
		}
		ca, failedA := a.Copy(32)
		cb, failedB := b.Copy(32)
		if (failedA == nil) != (failedB == nil) || failedA == nil && (ca.Map.String() != cb.Map.String() || !slices.Equal(ca.Bits, cb.Bits) || ca.To != "r"+cb.To[1:]) {
			t.Fatalf("%s\n%s\nmove %v, %v and %v, %v", s.iga(), s.mesa(), ca, failedA, cb, failedB)
		}
	}
}

// Intel's assembler takes what is read here, and what it prints of it again is the same instruction: with what a text may leave out, too.
func TestReadsWhatIGAWrites(t *testing.T) {
	iga := oracle.Need(t, "iga64")
	r, dir := chance.Random(t, 72), t.TempDir()
	const n = 2000
	lines := make([]string, n)
	for k := range lines {
		s := randomSaid(r)
		s.first -= s.first % max(s.exec, 4)
		if s.h == 0 || s.h > 4 { // which it refuses
			s.h = 1
		}
		lines[k] = s.iga()
		if s.number == "" && k%4 == 0 { // without a region, and without an element
			short := fmt.Sprintf("mov (%d|M0) r%d.%d:%s r%d:%s", s.exec, s.to, s.at, s.typ, s.from, s.typ)
			if k%8 == 0 {
				short = fmt.Sprintf("mov (%d|M0) r%d:%s r%d.%d:%s", s.exec, s.to, s.typ, s.from, s.elem, s.typ)
			}
			lines[k] = short
		}
	}
	source, binary := filepath.Join(dir, "a.asm"), filepath.Join(dir, "a.bin")
	if err := os.WriteFile(source, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := toolTime.CombinedOutput(exec.Command(iga, "-a", "-p=12p1", source, "-o", binary)); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := toolTime.Output(exec.Command(iga, "-d", "-p=12p1", binary))
	if err != nil {
		t.Fatal(err)
	}
	back := texts(t, string(out))
	if len(back.Insts) != n {
		t.Fatalf("%d instructions come back, of %d", len(back.Insts), n)
	}
	for k := range back.Insts {
		a, b := texts(t, lines[k]), &gen.Text{Insts: back.Insts[k : k+1]}
		want, failed := a.Copy(32)
		got, err := texts(t, b.Insts[0].Text).Copy(32)
		if (failed == nil) != (err == nil) || fmt.Sprint(want) != fmt.Sprint(got) || a.Insts[0].Exec != b.Insts[0].Exec || a.Insts[0].Flag != b.Insts[0].Flag || a.Insts[0].NoMask != b.Insts[0].NoMask {
			t.Errorf("%s comes back as %s: %v, %v and %v, %v", lines[k], b.Insts[0].Text, want, failed, got, err)
		}
	}
}

// What movs do to registers full of bytes by chance is what their map says of them.
func TestCopyIsWhatRuns(t *testing.T) {
	r := chance.Random(t, 73)
	compared, refused := 0, 0
	for range 6000 {
		grf := 32 << r.IntN(2)
		var lines []string
		for range 1 + r.IntN(4) {
			s := randomSaid(r)
			s.flag, s.inverse, s.mod = "", false, ""
			lines = append(lines, s.iga())
		}
		text := texts(t, strings.Join(lines, "\n"))
		c, err := text.Copy(grf)
		if err != nil {
			refused++
			continue
		}
		before := make([]byte, 256*grf)
		for k := range before {
			before[k] = byte(r.Uint32())
		}
		after := slices.Clone(before)
		for k := range text.Insts {
			if err := text.Insts[k].Run(after, grf); err != nil {
				t.Fatal(err)
			}
		}
		compared++
		holds(t, strings.Join(lines, "\n"), c, grf, before, after)
	}
	if compared < 3000 {
		t.Errorf("%d were compared and %d refused", compared, refused)
	}
}

// holds compares what registers held before and behind with a map, byte by byte.
func holds(t *testing.T, text string, c gen.Copy, grf int, before, after []byte) {
	t.Helper()
	base := func(name string) int {
		var n int
		if _, err := fmt.Sscanf(name, "r%d", &n); err != nil {
			t.Fatal(err)
		}
		return n * grf
	}
	m, err := c.Map.Regroup(8)
	if err != nil {
		t.Fatal(err)
	}
	for b, l := range m.Lane {
		want, ok := byte(0), true
		switch l.Kind {
		case lane.Source:
			want = before[base(c.Names[l.Src])+l.Index]
		case lane.Old:
			want = before[base(c.To)+l.Index]
		case lane.Constant:
			v, _ := l.Const.Uint64()
			want = byte(v)
		default:
			ok = false
		}
		if got := after[base(c.To)+b]; ok && got != want {
			t.Fatalf("%s\nof %d bytes a register: byte %d of %s is %#x, and by %s %s it is %#x", text, grf, b, c.To, got, c.Names, c.Map, want)
		}
	}
	written := map[int]bool{} // what is neither in the result nor beside it stays, unless it was read behind that
	for _, name := range c.Aside {
		written[base(name)/grf] = true
	}
	for b := base(c.To) + len(m.Lane); b < len(after) && b/grf == (base(c.To)+len(m.Lane)-1)/grf; b++ {
		if after[b] != before[b] && !written[b/grf] {
			t.Fatalf("%s\nbyte %d behind the result %s changes", text, b, c.Map)
		}
	}
}

// In rows of four, each lane reads the element of its row that a letter names, or writes it where its own letter is there: every order of letters, over every set.
func TestRowsOfFour(t *testing.T) {
	const letters = "xyzw"
	for order := range 256 {
		from, row := "", [4]int{}
		for k := range row {
			row[k] = order >> (2 * k) & 3
			from += letters[row[k] : row[k]+1]
		}
		for set := 1; set < 16; set++ {
			to, want := "", make([]string, 8)
			for e := range 4 {
				if set>>e&1 != 0 {
					to += letters[e : e+1]
				}
			}
			for k := range want {
				want[k] = "."
				if set>>(k%4)&1 != 0 {
					want[k] = fmt.Sprintf("a%d", k/4*4+row[k%4])
				}
			}
			text := fmt.Sprintf("mov(8) g4<1>.%sF g9<4>.%sF { align16 1Q };", to, from)
			c, err := texts(t, text).Copy(32)
			if got := c.Map.String(); err != nil || !strings.HasPrefix(strings.Join(want, " "), strings.SplitN(got, "-> ", 2)[1]) {
				t.Fatalf("%s: %s, %v, want %s", text, got, err, want)
			}
		}
	}
}

// The lanes of a predicate are counted from the first one of the instruction's mask; each decides over the element that it writes.
func TestPredicateBits(t *testing.T) {
	for text, want := range map[string]string{
		"(f0.0) mov (8|M0) r4.0<1>:d r6.0<8;8,1>:d":         "[0 1 2 3 4 5 6 7]",
		"(f0.0) mov (8|M16) r4.0<1>:d r6.0<8;8,1>:d":        "[16 17 18 19 20 21 22 23]",
		"(~f1.0) mov (4|M4) r4.1<2>:w r6.0<4;4,1>:w":        "[-1 4 -1 5 -1 6 -1 7]",
		"(+f0.0) mov(4) g4.1<2>W g6<4,4,1>W { align1 2N };": "[-1 4 -1 5 -1 6 -1 7]",
		"mov (4|M4) r4.1<2>:w r6.0<4;4,1>:w":                "[]",
		"(W) mov (4|M4) r4.1<2>:w r6.0<4;4,1>:w":            "[]",
		"(-f0.1) mov(8) g4<1>.xzF g6<4>F { align16 1Q };":   "[0 -1 2 -1 4 -1 6 -1]",
	} {
		c, err := texts(t, text).Copy(32)
		if got := strings.ReplaceAll(fmt.Sprint(c.Bits), fmt.Sprint(lane.Always), "-1"); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
}

// What is refused, with the place between marks, in the middle of other lines too.
func TestTextRefused(t *testing.T) {
	for _, row := range [][2]string{
		{"mov («7»|M0) r1.0<1>:d r2.0<8;8,1>:d", `expected an execution size of 1, 2, 4, 8, 16 or 32, found "7"`},
		{"mov («64»|M0) r1.0<1>:d r2.0<8;8,1>:d", `expected an execution size of 1, 2, 4, 8, 16 or 32, found "64"`},
		{"mov («0»|M0) r1.0<1>:d r2.0<8;8,1>:d", `expected an execution size of 1, 2, 4, 8, 16 or 32, found "0"`},
		{"mov («x») r1.0<1>:d r2.0<8;8,1>:d", `expected an execution size of 1, 2, 4, 8, 16 or 32, found "x"`},
		{"mov (8|«N»0) r1.0<1>:d r2.0<8;8,1>:d", ""},
		{"mov (8|M«3») r1.0<1>:d r2.0<8;8,1>:d", `expected the first lane of the mask, a multiple of 4 below 32, found "3"`},
		{"mov (8|M«32») r1.0<1>:d r2.0<8;8,1>:d", `expected the first lane of the mask, a multiple of 4 below 32, found "32"`},
		{"mov (8|M0 «r1.0»<1>:d r2.0<8;8,1>:d", `expected ")" behind the execution size, found "r1.0"`},
		{"mov (8|M0) «r256»<1>:d r2.0<8;8,1>:d", ""},
		{"mov (8|M0) r1.«64»<1>:d r2.0<8;8,1>:d", `expected the element, 0 to 63, at which it begins, found "64"`},
		{"mov (8|M0) r1.0<«33»>:d r2.0<8;8,1>:d", `expected the destination's stride, 1, 2 or 4, found "33"`},
		{"mov (8|M0) r1.0<1«:»:d r2.0<8;8,1>:d", `expected ">" behind the stride, found ":"`},
		{"mov (8|M0) r1.0<1>:«x» r2.0<8;8,1>:d", `expected a type of elements: ud, d, uw, w, ub, b, uq, q, f, df, hf or bf, found "x"`},
		{"mov (8|M0) r1.0<1>«d» r2.0<8;8,1>:d", `expected a colon and the type of the elements, found "d"`},
		{"mov (8|M0) r1.0<1>:d r2.0<8«,»8,1>:d", `expected ";" and the width, found ","`},
		{"mov (8|M0) r1.0<1>:d r2.0<«x»;8,1>:d", `expected the vertical stride, 0 or a power of two to 32, found "x"`},
		{"mov (8|M0) r1.0<1>:d r2.0<8;8«>»:d", `expected "," and the horizontal stride, found ">"`},
		{"mov (8|M0) r1.0<1>:d r2.0<8;8,«»", "expected the horizontal stride, 0, 1, 2 or 4, found the end"},
		{"mov (8|M0) r1.0<1>:d r2.0<8;«x»,1>:d", `expected the width, 1, 2, 4, 8 or 16, found "x"`},
		{"mov (8|M0) r1.0<1>:d r2.0<8;8,1«:»d", `expected ">" behind the region, found ":"`},
		{"mov (8|M0) r1.0<1>:d «»", "expected a register, as r12.0, found the end"},
		{"mov (8|M0) r4.0<1>:d «r»<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "r"`},
		{"mov (8|M0) r4.0<1>:d «rx»<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "rx"`},
		{"mov (8|M0) r4.0<1>:d «acc0.0»<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "acc0.0"`},
		{"mov (8|M0) r4.0<1>:d «null»:d", `expected a general register, as r12.0, since others hold no lanes that move, found "null"`},
		{"mov (8|M0) r4.0<1>:d «g»", `expected a general register, as r12.0, since others hold no lanes that move, found "g"`},
		{"mov (8|M0) r4.0<1>:d «r»", `expected a general register, as r12.0, since others hold no lanes that move, found "r"`},
		{"mov (8|M0) r4.0<1>:d «R4.0»<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "R4.0"`},
		{"mov (8|M0) «r»<1>:d r8.0<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "r"`},
		{"mov (8|M0) «rx»<1>:d r8.0<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "rx"`},
		{"mov (8|M0) «f0.0»<1>:ud r8.0<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "f0.0"`},
		{"mov (8|M0) «acc2.0»<1>:d r8.0<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "acc2.0"`},
		{"mov (8|M0) r1.0<1>:d «acc0.0»<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "acc0.0"`},
		{"mov (8|M0) «null»<1>:d r1.0<8;8,1>:d", `expected a general register, as r12.0, since others hold no lanes that move, found "null"`},
		{"mov (4|M0) r1.0<1>:d r«[»a0.0]<1,0>:d", `expected a register's number: which elements an indirect operand means is known at run time only, found "["`},
		{"mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d «r3.0»<8;8,1>:d", `expected the end of the instruction, or options between braces, found "r3.0"`},
		{"mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d «{@1»", "the options have no end"},
		{"mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d {@1} «x»", `expected the end of the instruction, found "x"`},
		{"(«p0») mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d", `expected a predicate, as f0.0, found "p0"`},
		{"(W&«») mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d", ""},
		{"(f0.0 «mov» (8|M0) r1.0<1>:d r2.0<8;8,1>:d", `expected ")" behind the predicate, found "mov"`},
		{"mov(8) g1<1>«d» g2<8,8,1>D", `expected a type of elements: ud, d, uw, w, ub, b, uq, q, f, df, hf or bf, in capitals, found "d"`},
		{"mov(8) g1<1>D g2<8«;»8,1>D", `expected "," and the width, found ";"`},
		{"mov(8) g1<1>«.yx»D g2<4>D", "a destination names elements of a row in their order, each once: .xyz"},
		{"mov(8) g1<1>«.xx»D g2<4>D", "a destination names elements of a row in their order, each once: .xyz"},
		{"mov(8) g1<1>D g2<4>.«xyz»D", "a source names one element of a row, or four: .x, .yyxw"},
		{"«this» is none", `"this" is no instruction with lanes: expected one as mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d`},
		{"mov «r1.0»<1>:d r2.0<8;8,1>:d", `expected an execution size, as (8|M0), found "r1.0"`},
	} {
		bare := strings.NewReplacer("«", "", "»", "").Replace(row[0])
		off := strings.Index(row[0], "«")
		end := strings.Index(row[0], "»") - len("«")
		for _, before := range []string{"", "mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d {@1} // $0\n", "L0:\nnop;", "/* [00000010] */ "} {
			_, err := gen.ParseText(before + bare)
			e, ok := err.(*syntax.Error)
			if !ok || e.Text != before+bare || row[1] != "" && (e.What != row[1] || e.Off-len(before) != off || e.End-len(before) != end) {
				t.Errorf("%s%s: %v; want %s", before, row[0], err, row[1])
			}
		}
	}
}

// Comments, labels and what waits are passed over; a platform is named in a comment.
func TestPassedOver(t *testing.T) {
	text := texts(t, "//.kernel k\n//.platform PVC\nL0:\n  nop\n  sync.nop null {A@1}\n/* a\n comment */ mov (8|M0) r1.0<1>:d r2.0<8;8,1>:d; mov(8) g3<1>D g4<8,8,1>D { align1 1Q F@1 $3.dst compacted };\n")
	if text.Platform != visa.PVC || text.GRF() != 64 || len(text.Insts) != 2 || text.Insts[0].Line != 7 {
		t.Errorf("%+v", text)
	}
	if _, err := gen.ParseText("//.platform what\n"); err == nil || !strings.Contains(err.Error(), `there is no platform "what"`) {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"":                                                  "there is no instruction that moves lanes",
		"add (8|M0) r1.0<1>:d r2.0:d r3.0:d":                "add is no movement of lanes: only mov is",
		"mov (8|M0) (sat)r1.0<1>:f r2.0:f":                  "sat changes values",
		"mov.sat(8) g1<1>F g2<8,8,1>F":                      "sat changes values",
		"mov (8|M0) r1.0<1>:f (abs)r2.0:f":                  "the modifier of (abs)r2.0:f changes values",
		"mov (8|M0) r1.0<1>:f r2.0:d":                       "a move from d to f converts values",
		"mov (8|M0) r1.0<1>:d r2.0:b":                       "a move from b to d extends signs",
		"mov (8|M0) r1.0<1>:f 1:d":                          "a move from d to f converts values",
		"mov (8|M0) r255.0<4>:d r2.0:d":                     "it writes behind the last register",
		"mov (8|M0) r1.0<1>:d r255.0<4;1,0>:d":              "it reads behind the last register",
		"mov (8|M0) r1:d r2:d\n(f0.0) mov (8|M0) r1:d r3:d": "a run-time predicate decides which lanes are written",
	} {
		if _, err := texts(t, text).Copy(32); err == nil || !strings.HasSuffix(strings.SplitN(err.Error(), "\n", 2)[0], want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzText: any text is instructions that can be checked and copied, or refused with a place.
func FuzzText(f *testing.F) {
	f.Add("(W&~f0.1) mov (8|M8) r1.4<2>:w r3.0<8;4,1>:w {@1}")
	chance.Fuzz(f, func(t *testing.T, text string) {
		all, err := gen.ParseText(text)
		if err == nil {
			for k := range all.Insts {
				all.Broken(k)
			}
			var c gen.Copy
			if c, err = all.Copy(all.GRF()); err == nil {
				if err := c.Map.Check(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, ok := err.(*syntax.Error); err != nil && !ok {
			t.Fatalf("%v is not an error with a place", err)
		}
	})
}
