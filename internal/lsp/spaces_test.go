package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/creachadair/jrpc2"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64/program"
	"github.com/lanescope/lanescope/visa"
)

// analysed is a text of a language.
func analysed(language, text string) *analysis {
	return newAnalysis(newText(text), languageNamed(language), new(facts))
}

// Of a text that is too long nothing is said, wherever one asks; of one that is just short enough all is.
func TestTooLong(t *testing.T) {
	s := &server{}
	for _, l := range languages {
		for _, over := range []int{0, 1} {
			text := "\tpshufd $27, %xmm0, %xmm0\n"
			text += strings.Repeat(" ", mostAnalysed+over-len(text))
			a := analysed(l.name, text)
			if (len(a.line) == 0) != (over == 1) {
				t.Errorf("a text of %d bytes has %d lines", len(text), len(a.line))
			}
			for line := range 3 {
				_, ok := s.hovered(context.Background(), a, view{target: usualTarget}, position{line, 3})
				if ok && over == 1 || !ok && over == 0 && line == 0 && l.name == "listing" {
					t.Errorf("%s, %d bytes too many, line %d: hovered %v", l.name, over, line, ok)
				}
				if _, ok := a.definition(a.offset(position{line, 3})); ok {
					t.Errorf("%s: a definition in line %d", l.name, line)
				}
			}
			if all, err := a.between(context.Background(), 0, 9); over == 1 && (len(all) > 0 || err != nil) {
				t.Errorf("%s: %d shuffles, %v", l.name, len(all), err)
			}
		}
	}
}

// Who looks at all lines stops when nobody waits any more, and says so, in each language.
func TestDiagnosesStop(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, l := range languages {
		for _, line := range []string{"", "x", "\tpshufd $27, %xmm0, %xmm0", "a => b"} {
			a := analysed(l.name, strings.Repeat(line+"\n", 3*stopEvery))
			m := memory{prices: new(prices)}
			if d, err := m.diagnose(over, a); !errors.Is(err, context.Canceled) || d != nil {
				t.Errorf("%s, %q: %v, %v", l.name, line, d, err)
			}
			if all, err := a.between(over, 0, 3*stopEvery); !errors.Is(err, context.Canceled) || all != nil {
				t.Errorf("%s, %q: %d shuffles, %v", l.name, line, len(all), err)
			}
		}
	}
}

// A statement is looked at where its line has up to 4096 bytes.
func TestLongestStatements(t *testing.T) {
	statements := 0
	for _, row := range [][2]string{{"rust", "simd_swizzle!(a, [3, 2, 1, 0])"}, {"svp64", "sv.mv.swiz/vec4 *32,*64,WZYX"}, {"go", "r := a.Permute(b)"}} {
		for _, long := range []int{len(row[1]), 2000, 4095, 4096, 4097, 8192} {
			at := strings.IndexAny(row[1], " ")
			a := analysed(row[0], row[1][:at]+strings.Repeat(" ", long-len(row[1]))+row[1][at:])
			short := analysed(row[0], row[1])
			_, want := short.at(0)
			if want && long == len(row[1]) {
				statements++
			}
			if s, ok := a.at(0); ok != (want && long <= 4096) || ok && s.span != (span{0, long}) {
				t.Errorf("%s of %d bytes: %v at %v", row[1], long, ok, s.span)
			}
		}
	}
	if statements < 2 {
		t.Errorf("%d statements are shuffles", statements)
	}
}

// A text that is none, or another movement, or over other registers, is not the same form.
func TestSameForm(t *testing.T) {
	before, err := form.Parse("pshufd $27, %xmm1, %xmm0", form.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"pshufd $27, %xmm1, %xmm0": true, "vpshufd $27, %xmm1, %xmm0": true, "vpermilps $27, %xmm1, %xmm0": true, "pshufd $27, %xmm1, %xmm2": true,
		"pshufd $28, %xmm1, %xmm0": false, "pshufd $27, %xmm2, %xmm0": false, "nonsense": false, "": false, "pshufd $27, %xmm1": false,
	} {
		if got := sameForm(before, text); got != want {
			t.Errorf("%q is the same: %v", text, got)
		}
	}
}

// An assembly whose lines cannot be looked at.
type faulty struct {
	claims
	err error
}

func (f faulty) check(context.Context, *diagnosis) error {
	if f.err != nil {
		return f.err
	}
	panic("a line too many")
}

// What goes wrong while lines are looked at is in the log with its document: a bug with where it is, an error with what it is.
func TestLogOfDiagnoses(t *testing.T) {
	for _, wrong := range []error{nil, errors.New("no more paper")} {
		var log bytes.Buffer
		s := &server{Options: Options{Log: slog.New(slog.NewJSONHandler(&log, nil))}}
		d := newDocument(documentItem{"file:///a.x", "asm", 1, "x\n"}, new(prices))
		d.analysis.language = &language{name: "faulty", assembly: faulty{err: wrong}}
		s.publishSoon(d, 0)
		s.waiting.Wait()
		var entry map[string]string
		if err := json.Unmarshal(log.Bytes(), &entry); err != nil {
			t.Fatalf("%v: %s", err, log.String())
		}
		if wrong == nil && (entry["msg"] != "bug" || entry["panic"] != "a line too many" || !strings.Contains(entry["stack"], "faulty.check")) {
			t.Errorf("a bug: %v", entry)
		}
		if wrong != nil && (entry["msg"] != "diagnostics" || entry["error"] != "no more paper") {
			t.Errorf("an error: %v", entry)
		}
		if entry["uri"] != d.uri || entry["level"] != "ERROR" {
			t.Errorf("%v", entry)
		}
	}
}

// A bug in an answer is in the log by its method.
func TestLogOfAnswers(t *testing.T) {
	var log bytes.Buffer
	s := &server{Options: Options{Log: slog.New(slog.NewJSONHandler(&log, nil))}, began: true, over: context.Background(), editor: newChannel(strings.NewReader(""), io.Discard)}
	methods["test/fault"] = func(*server, context.Context, *jrpc2.Request) (any, error) { panic("an answer too many") }
	defer delete(methods, "test/fault")
	result, err := s.Assign(context.Background(), "test/fault")(context.Background(), requested(t, "test/fault", nil))
	var wrong *jrpc2.Error
	if result != nil || !errors.As(err, &wrong) || wrong.Code != jrpc2.InternalError || !strings.HasSuffix(wrong.Message, ": an answer too many") {
		t.Errorf("%v, %v", result, err)
	}
	var entry map[string]string
	if err := json.Unmarshal(log.Bytes(), &entry); err != nil || entry["msg"] != "bug" || entry["method"] != "test/fault" || entry["panic"] != "an answer too many" || !strings.Contains(entry["stack"], "TestLogOfAnswers") {
		t.Errorf("%v: %v", err, entry)
	}
}

// What may be asked when: before initialize that alone, behind it all others, behind shutdown nothing; exit always.
func TestReady(t *testing.T) {
	for method := range methods {
		for state, want := range []map[bool]jrpc2.Code{{true: 0, false: notInitialized}, {true: jrpc2.InvalidRequest, false: 0}, {true: jrpc2.InvalidRequest, false: jrpc2.InvalidRequest}} {
			s := &server{began: state > 0, ended: state > 1}
			code := want[method == "initialize"]
			if method == "exit" {
				code = 0
			}
			err := s.ready(method)
			var wrong *jrpc2.Error
			if code == 0 && err != nil || code != 0 && (!errors.As(err, &wrong) || wrong.Code != code) {
				t.Errorf("%s in state %d: %v, want %v", method, state, err, code)
			}
		}
	}
}

// offered are the labels that are offered at the mark of a text.
func offered(t *testing.T, language, marked string) (labels []string) {
	t.Helper()
	p, all := at(t, marked)
	a := analysed(language, all)
	for _, item := range a.completions(a.offset(p)).Items {
		labels = append(labels, item.Label)
	}
	return labels
}

// Of SVP64 each instruction is offered by its name, and with its prefix where it has one; of each operand what can stand there.
func TestOffersOfSVP64(t *testing.T) {
	const before = "add 3,4,5\nagain: sv.add *6,*7,*8\n"
	all := offered(t, "svp64", before+"‸")
	for _, i := range program.Instructions() {
		names := []string{i.Name}
		if i.Name == "mv.swiz" {
			names = append(names, "fmv.swiz")
		}
		for _, name := range names {
			if !slices.Contains(all, name) || slices.Contains(all, "sv."+name) != i.Prefixed {
				t.Errorf("%s, which has a prefix: %v", name, i.Prefixed)
			}
			for _, asked := range []string{name, "sv." + name, name + ".", name + "/vec3", "sv." + name + "./x/y"} {
				if got, ok := svp64Named(asked); !ok || got.Name != i.Name {
					t.Errorf("%s is %q", asked, got.Name)
				}
			}
			for k, o := range strings.Split(i.Text, ",") {
				got := offered(t, "svp64", before+name+" "+strings.Repeat("1,", k)+"‸")
				var want []string
				switch o {
				case "XYZW":
					want = []string{"XYZW", "WZYX", "ZYX", "YXWZ", "ZWXY", "YZWX", "XXXX", "X.Z.", "XY01"}
				case "LI", "BD":
					want = []string{"again"}
				case "RT", "RA", "RB", "RS":
					want = []string{"*6", "*7", "*8"}
				case "SPR":
					want = []string{"8", "9", "704"}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, operand %d (%s): %q, want %q", name, k, o, got, want)
				}
			}
			if got := offered(t, "svp64", before+name+" "+strings.Repeat("1,", 1+strings.Count(i.Text, ","))+"‸"); got != nil {
				t.Errorf("behind the operands of %s are offered %q", name, got)
			}
		}
	}
	if got := offered(t, "svp64", before+"nonsense ‸"); got != nil {
		t.Errorf("of nonsense are offered %q", got)
	}
	if _, ok := svp64Named("nonsense"); ok {
		t.Error("nonsense is an instruction")
	}
}

// Of the G13 each operand of each instruction is offered as its example has it; where one can jump, labels too, and elsewhere the registers of the program.
func TestOffersOfG13(t *testing.T) {
	const before = "again: iadd r7, r1, 5\n"
	for f := range g13.NumForms {
		_, example, _ := strings.Cut(asm.Text(asm.Example(f)), " ")
		parts := strings.Split(example, ",")
		for k, o := range f.Operands() {
			got := offered(t, "g13", before+f.Name()+" "+strings.Repeat("r0,", k)+"‸")
			if k < len(parts) && strings.TrimSpace(parts[k]) != "" && !slices.Contains(got, strings.TrimSpace(parts[k])) {
				t.Errorf("%s, operand %d: no %q among %q", f.Name(), k, parts[k], got)
			}
			if jumps := o.Kind == g13.PCRel; jumps && (!slices.Contains(got, "again") || slices.Contains(got, "r7")) || !jumps && !slices.Contains(got, "r7") && !slices.Contains(got, "again") {
				t.Errorf("%s, operand %d, to which one can jump %v: %q", f.Name(), k, jumps, got)
			}
			if n := len(slices.Compact(slices.Sorted(slices.Values(got)))); n != len(got) {
				t.Errorf("%s, operand %d: %q has something twice", f.Name(), k, got)
			}
		}
	}
}

// Of vISA each instruction is offered; behind it how many lanes it has, then labels where it is a jump, and variables elsewhere: with the region of a destination first, of a source behind it.
func TestOffersOfVISA(t *testing.T) {
	const before = ".decl V32 v_type=G type=d num_elts=16 align=GRF\n.decl P1 v_type=P num_elts=16\nagain:\n"
	sizes := []string{"(M1, 1)", "(M1, 2)", "(M1, 4)", "(M1, 8)", "(M1, 16)", "(M1, 32)"}
	all := offered(t, "visa", before+"‸")
	for _, op := range visa.Ops() {
		if !slices.Contains(all, op.String()) {
			t.Errorf("%s is not offered", op)
		}
		if strings.HasPrefix(op.String(), ".") {
			continue // is a directive
		}
		for _, guard := range []string{"", "(P1) "} {
			if got := offered(t, "visa", before+guard+op.String()+" ‸"); !slices.Equal(got, sizes) {
				t.Errorf("behind %s%s: %q", guard, op, got)
			}
			for _, n := range []int{1, 2, 4, 8, 16, 32} {
				head := fmt.Sprintf("%s%s%s (M1, %d) ", before, guard, op, n)
				want := []string{"P1", "V32(0,0)<1>"}
				source := []string{"P1", fmt.Sprintf("V32(0,0)<%d;%d,1>", n, n)}
				if n == 1 {
					source[1] = "V32(0,0)<0;1,0>"
				}
				if op.IsFlow() {
					want, source = []string{"again"}, []string{"again"}
				}
				if got := offered(t, "visa", head+"‸"); !slices.Equal(got, want) {
					t.Errorf("%s %d, first operand: %q, want %q", op, n, got, want)
				}
				if got := offered(t, "visa", head+"V32(0,0)<1> ‸"); !slices.Equal(got, source) {
					t.Errorf("%s %d, second operand: %q, want %q", op, n, got, source)
				}
			}
		}
	}
	for _, directive := range []string{".decl", ".input", ".kernel", ".kernel_attr", ".version", ".function"} {
		if got := offered(t, "visa", before+directive+" ‸"); !slices.Contains(all, directive) || got != nil {
			t.Errorf("behind %s: %q", directive, got)
		}
	}
}

// The mnemonic ends at the first space, whatever it has in it; operands are counted behind it.
func TestOperandsBehindMnemonics(t *testing.T) {
	for _, name := range []string{"add", "a,b", "a,b,c", "(P1) add", "x: add", "x: (P1) add"} {
		for _, space := range []string{" ", "\t", "  ", " \t"} {
			for n := range 4 {
				p, all := at(t, name+space+strings.Repeat("r1, ", n)+"r‸")
				a := analysed("g13", all)
				if c, ok := a.cursorAt(a.offset(p)); !ok || c.operand != n {
					t.Errorf("%q: operand %d (%v), want %d", all, c.operand, ok, n)
				}
			}
			p, all := at(t, space+name+"‸")
			a := analysed("g13", all)
			if c, ok := a.cursorAt(a.offset(p)); !ok || c.operand != -1 {
				t.Errorf("%q: operand %d (%v)", all, c.operand, ok)
			}
		}
	}
}

// A hint has up to 48 characters: lanes where they fit, or else what people call it, cut where that is longer.
func TestHints(t *testing.T) {
	for n := 1; n <= 64; n++ {
		m := lane.Map{Bits: 8, Src: []int{64}}
		for i := range n {
			m.Lane = append(m.Lane, lane.From(0, (i*i+3*i)%64))
		}
		a := analysed("c", "x\nf(a)\nz")
		f := form.Form{Map: m, Names: []string{"v"}}
		h := a.hint(shuffle{span: span{2, 6}, line: 1, form: f})
		want := "→ " + tokens(f)
		if len(want) > 48 {
			want = "→ " + phrase(f)
		}
		if whole := []rune(want); len(whole) > 48 {
			want = string(whole[:47]) + "…"
		}
		if h.Label != want || utf8.RuneCountInString(h.Label) > 48 || h.Position != (position{1, 4}) || !h.PaddingLeft || h.Tooltip != phrase(f)+"\n"+m.String()+bound(f) {
			t.Errorf("%d lanes: %+v, want %q", n, h, want)
		}
	}
}

// What marks code is there for clients that read Markdown.
func TestMarks(t *testing.T) {
	for _, s := range []string{"x", "a0 b0", "line\nline"} {
		if got := (view{markdown: true}).code(s); got != "`"+s+"`" {
			t.Errorf("%q is %q", s, got)
		}
		if got := (view{}).code(s); got != s {
			t.Errorf("%q is %q", s, got)
		}
		for _, language := range []string{"", "asm"} {
			if got := (view{markdown: true}).block(language, s); got != "\n```"+language+"\n"+s+"\n```\n" {
				t.Errorf("%q is %q", s, got)
			}
			if got := (view{}).block(language, s); got != "\n"+s+"\n" {
				t.Errorf("%q is %q", s, got)
			}
		}
	}
	if (view{}).block("asm", "")+(view{markdown: true}).block("", "") != "" {
		t.Error("a block of nothing")
	}
	for n, want := range map[int]string{0: "0 ops, 0 copies", 1: "1 op, 1 copy", 2: "2 ops, 2 copies", 12: "12 ops, 12 copies"} {
		if got := counted(n, "op") + ", " + copies(n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A word is letters, digits, and what names of assembly have besides; it goes as far as those, in its line.
func TestWordsOfTexts(t *testing.T) {
	for b := range 256 {
		c := byte(b)
		want := c >= 0x80 || strings.IndexByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$@", c) >= 0
		if isWord(c) != want {
			t.Errorf("%q is in a word: %v", c, isWord(c))
		}
		for _, end := range ends {
			all := "x" + end + "a" + string([]byte{c}) + "b" + end + "y"
			if c == '\n' || c == '\r' {
				continue
			}
			text, from := newText(all), 1+len(end)
			for k := range 4 {
				w := span{from, from + 3}
				switch {
				case want:
				case k < 2:
					w = span{from, from + 1}
				default:
					w = span{from + 2, from + 3}
				}
				if got := text.word(from + k); got != w {
					t.Errorf("%q at %d: %v, want %v", all, from+k, got, w)
				}
			}
		}
	}
}

// A call that is none, or that moves nothing, leaves what the rest of its line says: it may stand in a comment.
func TestCallsBesideStatements(t *testing.T) {
	const statement = "let r: u32x4 = a.reverse();"
	for _, behind := range []string{"", " // was simd_swizzle!(a, IDX)", " // simd_swizzle!(a, [0, 1, 2, 3])", " // simd_swizzle!(", " // simd_swizzle!()"} {
		s, ok := analysed("rust", "  "+statement+behind).at(4)
		if !ok || s.form.Map.String() != "i32x4 -> a3 a2 a1 a0" || s.span != (span{2, 2 + len(statement)}) || s.text != statement {
			t.Errorf("%s: %v, %q at %v is %s", behind, ok, s.text, s.span, s.form.Map)
		}
	}
	const call = "simd_swizzle!(a, [3, 2, 1, 0])"
	for _, around := range [][2]string{{"", ""}, {"f(", ")"}, {"return ", ";"}, {"x // ", ""}} {
		s, ok := analysed("rust", around[0]+call+around[1]).at(0)
		if !ok || s.form.Map.String() != "i32x4 -> a3 a2 a1 a0" || s.span != (span{len(around[0]), len(around[0]) + len(call)}) {
			t.Errorf("%q: %v, %q at %v", around, ok, s.text, s.span)
		}
	}
	for _, nothing := range []string{"let r: u32x4 = a;", "simd_swizzle!(a, [0, 1, 2, 3])", "simd_swizzle!(a, IDX)", "x", ""} {
		if s, ok := analysed("rust", nothing).at(0); ok {
			t.Errorf("%q is %s", nothing, s.form.Map)
		}
	}
}
