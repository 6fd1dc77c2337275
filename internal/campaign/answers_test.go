package campaign

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/ending"
	"github.com/lanescope/lanescope/internal/fuzz"
	"github.com/lanescope/lanescope/lane"
)

// Of a union as many answers are verified as are asked for, each by chance as often as another, and what is wrong is told with its shard and its line. A seed chooses the same ones each time.
func TestVerifiesAsManyAsAsked(t *testing.T) {
	f, err := Create(t.TempDir(), &Plan{Tool: "test", Kind: tableKind, Items: 10, Shards: 4}) // of 3, 3, 2 and 2 items
	if err != nil {
		t.Fatal(err)
	}
	for n, body := range map[int]string{0: "a\nb\nc\n", 2: "d\ne\n", 3: "f\ng\n"} {
		if err := f.Put(n, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	u := unionOf(t, f)
	shards := map[string]int{"a": 0, "b": 0, "c": 0, "d": 2, "e": 2, "f": 3, "g": 3}
	times := map[string]int{}
	var chosen []string
	for seed := range uint64(300) {
		for most := range 9 {
			checked, faults, err := u.Verify(t.Context(), most, seed)
			if err != nil || checked != min(most, 7) || len(faults) != checked { // none of which is a map
				t.Fatalf("%d of 7 with the seed %d: %d, %+v, %v", most, seed, checked, faults, err)
			}
			lines := ""
			for _, fault := range faults {
				if n, ok := shards[fault.Line]; !ok || n != fault.Shard || fault.Why == "" || strings.Contains(lines, fault.Line) {
					t.Errorf("%+v", fault)
				}
				if lines += fault.Line; most == 3 {
					times[fault.Line]++
				}
			}
			if most == 3 {
				chosen = append(chosen, lines)
			}
		}
	}
	for line := range shards {
		if n := times[line]; n < 90 || n > 170 {
			t.Errorf("%q is chosen %d times of 300, want some 129", line, n)
		}
	}
	if got, want := chosen[:6], []string{"abd", "cef", "abg", "adg", "efg", "cfg"}; !slices.Equal(got, want) {
		t.Errorf("with the first seeds are chosen %q, want %q", got, want)
	}
	u.Plan.Kind = "none"
	if checked, faults, err := u.Verify(t.Context(), 1, 1); err == nil || checked != 0 || faults != nil {
		t.Errorf("%d, %+v, %v", checked, faults, err)
	}
	if all, err := u.Report(); err == nil || all != nil {
		t.Errorf("%+v, %v", all, err)
	}
}

// A part is taken only whole: a number of items that a shard has, as many answers, and their checksum.
func TestParts(t *testing.T) {
	one, many := &kind{}, &kind{many: true}
	for items := -1; items < 7; items++ {
		for lines := range 8 {
			body := bytes.Repeat([]byte("x\n"), lines)
			part := appendPart(nil, items, body)
			for _, k := range []*kind{one, many} {
				got, rest := readPart(part, k, 5)
				want, left := 0, []byte(nil)
				if items >= 1 && items <= 5 && (lines == items || k.many && lines > items) {
					want, left = items, body
				}
				if got != want || !bytes.Equal(rest, left) {
					t.Errorf("%d items, %d answers, many %v: %d %q, want %d %q", items, lines, k.many, got, rest, want, left)
				}
			}
		}
	}
	good := appendPart([]byte("before "), 2, []byte("x\ny\n"))
	if !bytes.HasPrefix(good, []byte("before 2 ")) {
		t.Errorf("%q", good)
	}
	good = good[len("before "):]
	for n := range good {
		if items, body := readPart(good[:n], one, 5); items != 0 || body != nil {
			t.Errorf("%q is %d items, %q", good[:n], items, body)
		}
	}
	for _, text := range []string{"+" + string(good), "0" + string(good), strings.Replace(string(good), " ", "  ", 1), string(good) + "\n"} {
		if items, body := readPart([]byte(text), one, 5); items != 0 || body != nil {
			t.Errorf("%q is %d items, %q", text, items, body)
		}
	}
	if got := new(Doer).saveEvery(); got != 20*time.Second {
		t.Errorf("parts are saved every %v", got)
	}
	if got := (&Doer{Every: time.Hour}).saveEvery(); got != time.Hour {
		t.Errorf("parts are saved every %v", got)
	}
}

// A shard has so many bytes of answers, and not one more.
func TestMostOfAShard(t *testing.T) {
	texts := []string{"x", "x"}
	p := &Plan{Tool: "test", Kind: "prove", Items: 2, Shards: 1, Texts: texts, Digest: digest(texts)}
	body, err := new(Doer).Do(t.Context(), p.Task(0))
	if err != nil {
		t.Fatal(err)
	}
	last := body[bytes.IndexByte(body, '\n')+1:]
	for _, more := range []int{0, 1} {
		first := append(bytes.Repeat([]byte("x"), MaxBody-len(last)-1+more), '\n')
		body, err := new(Doer).Continue(t.Context(), p.Task(0), appendPart(nil, 1, first), nil)
		if more == 0 && (err != nil || len(body) != MaxBody) || more == 1 && (err == nil || body != nil || err.Error() != "shard 0 has more than 67108864 bytes of answers: expected more shards than 1") {
			t.Errorf("%d bytes more: %d, %v", more, len(body), err)
		}
	}
	p.Kind = "none"
	if body, err := new(Doer).Do(t.Context(), p.Task(0)); body != nil || err == nil {
		t.Errorf("%q, %v", body, err)
	}
}

// A result is read whole or not at all: its first lines, sections in order, as many bytes, and its end.
func TestIndex(t *testing.T) {
	p := &Plan{Tool: "test", Kind: tableKind, Items: 3, Shards: 3}
	result := func(head string, shards ...int) string {
		lines := head
		text := head
		for _, n := range shards {
			body := fmt.Sprintf("answer %d\n", n)
			s := sectionOf(n, []byte(body)).line() + "\n"
			lines, text = lines+s, text+s+body
		}
		return text + endOf([]byte(lines))
	}
	head := magic + "\n" + p.header() + "\n"
	for some := range 8 {
		var shards []int
		for n := range 3 {
			if some>>n&1 != 0 {
				shards = append(shards, n)
			}
		}
		text := result(head, shards...)
		x, err := readIndex(strings.NewReader(text))
		if err != nil || x.plan.header() != p.header() || len(x.sections) != len(shards) {
			t.Fatalf("%s: %+v, %v", text, x, err)
		}
		for k, s := range x.sections {
			body := fmt.Sprintf("answer %d\n", shards[k])
			if s.shard != shards[k] || s.lines != 1 || text[s.offset:s.offset+s.size] != body || s.holds([]byte(body)) != nil || s.holds([]byte("other")) == nil {
				t.Errorf("%s: %+v", text, s)
			}
		}
	}
	whole := result(head, 0, 2)
	second := strings.Index(whole, "shard 2")
	for _, row := range []struct{ text, wrong string }{
		{"", `this is no result of a campaign: expected "lanescope campaign 1" in its first line`}, {"lanescope campaign 2\n", `this is no result of a campaign: expected "lanescope campaign 1" in its first line`}, {magic, `this is no result of a campaign: expected "lanescope campaign 1" in its first line`},
		{magic + "\n", "it is cut off, or a line is too long"}, {magic + "\n{}\n", "0 items: expected 1 to 1099511627776"}, {magic + "\n" + p.header() + " \n", "its plan is written otherwise than campaigns write it"}, {head, "it is cut off, or a line is too long"},
		{magic + "\n{\n", "its second line is no plan: unexpected end of JSON input"},
		{result(head, 2, 0), "shard 0 stands behind shard 2"}, {result(head, 1, 1), "shard 1 stands behind shard 1"}, {result(head, 0, 3), "shard 3 with 9 bytes: the plan has 3 shards, and a shard 67108864 bytes at most"},
		{strings.Replace(whole, "answer 2", "answer 1", 1), "shard 2: its checksum is that of other answers, or it is cut off"}, {whole[:second+80], "shard 2: its checksum is that of other answers, or it is cut off"}, {whole[:second], "it is cut off, or a line is too long"},
		{whole + "x", "something stands behind its end"}, {whole + whole, "something stands behind its end"}, {whole[:len(whole)-3] + "zz\n", "its last line is the checksum of others"}, {strings.TrimSuffix(whole, "\n"), "it is cut off, or a line is too long"},
	} {
		if x, err := readIndex(strings.NewReader(row.text)); err == nil || err.Error() != row.wrong {
			t.Errorf("%q: %+v, %v; want %s", row.text, x, err, row.wrong)
		}
	}
	for _, length := range []int{maxHeader, maxHeader + 1} { // with its end
		long := *p
		long.Tool = strings.Repeat("x", length-1-len(p.header())+len(p.Tool))
		if _, err := readIndex(strings.NewReader(result(magic+"\n"+long.header()+"\n", 1))); (err == nil) != (length == 1<<16) {
			t.Errorf("a plan of %d bytes: %v", length, err)
		}
	}
	if none, err := Join(); none != nil || err == nil || err.Error() != "there is nothing to merge" {
		t.Errorf("%+v, %v", none, err)
	}
	name := filepath.Join(t.TempDir(), "result")
	if u, err := Join(name); u != nil || !os.IsNotExist(err) {
		t.Errorf("%+v, %v", u, err)
	}
	if err := os.WriteFile(name, []byte("text\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if u, err := Join(name); u != nil || err == nil || !strings.HasPrefix(err.Error(), name+": this is no result") {
		t.Errorf("%+v, %v", u, err)
	}
}

// A batch has 32 programs, but for the last one, of one size of vectors that the machine has, one size after another.
func TestBatches(t *testing.T) {
	for on, sizes := range map[string][]int{"sse2": {16}, "avx2": {16, 32}, "skl": {16, 32, 64}} {
		for _, programsOf := range []int{1, 31, 32, 33, 64, 70} {
			p := &Plan{Kind: FuzzKind, Options: Options{Target: on, Sample: programsOf}, Seed: 3}
			n := 0
			for item := range (programsOf + 31) / 32 {
				all, err := programs(p, item)
				if err != nil || len(all) != min(32, programsOf-n) {
					t.Fatalf("%s, batch %d of %d: %d, %v", on, item, programsOf, len(all), err)
				}
				again := fuzz.New(rand.New(rand.NewPCG(3, uint64(item))), sizes[item%len(sizes)])
				if !reflect.DeepEqual(again, all[0]) {
					t.Errorf("%s, batch %d: %+v, want %+v", on, item, all[0], again)
				}
				for _, q := range all {
					if q.Bytes != sizes[item%len(sizes)] {
						t.Errorf("%s, batch %d: %d bytes", on, item, q.Bytes)
					}
				}
				n += len(all)
			}
			if all, err := programs(p, (programsOf+31)/32); all != nil || err == nil || n != programsOf {
				t.Errorf("a batch behind %d programs: %d, %v", n, len(all), err)
			}
		}
	}
	if all, err := programs(&Plan{Options: Options{Target: "none", Sample: 1}}, 0); all != nil || err == nil {
		t.Errorf("%d, %v", len(all), err)
	}
}

// A program's answer is what the program does, and of a small one that went wrong the text is what is said of it, and what came is something else.
func TestAnswersOfPrograms(t *testing.T) {
	p := &Plan{Tool: "test", Kind: FuzzKind, Options: Options{Target: "avx2", Sample: 40}, Seed: 7, Items: 2, Shards: 1}
	llvm := func(lanes string) string {
		return "define <2 x i8> @f(<2 x i8> %v0) {\n  %v1 = shufflevector <2 x i8> %v0, <2 x i8> zeroinitializer, <2 x i32> <" + lanes + ">\n  ret <2 x i8> %v1\n}\n"
	}
	turned, same, less := llvm("i32 1, i32 0"), llvm("i32 0, i32 1"), llvm("i32 1, i32 poison")
	wrong := func(line string) string {
		if err := verifyFuzz(p, line); err != nil {
			return err.Error()
		}
		return ""
	}
	for item, n := range []int{32, 8} {
		all, err := programs(p, item)
		if err != nil || len(all) != n {
			t.Fatal(len(all), err)
		}
		for k, q := range all {
			does := q.Map()
			for _, verdict := range []string{"agrees", "unread"} {
				line := fmt.Sprintf("%s\t%d.%d\t%s", verdict, item, k, does)
				if why := wrong(line); why != "" || classOfFuzz(line) != verdict {
					t.Errorf("%s: %s", line, why)
				}
			}
			bad := fmt.Sprintf("differs\t%d.%d\t%s\ti8x2 -> a1 a0\t%%s\t%%q", item, k, does)
			for _, row := range []struct{ came, text, why string }{
				{"i8x2 -> a0 a1", turned, ""}, {"i8x2 -> a0 a1", same, "the small program is read as i8x2 -> a0 a1"}, {"i8x2 -> a1 a0", turned, "\nwhat came of it is what was to come"},
				{"i8x2 -> a1 _", turned, ""}, {"i8x2 -> a0 a1", less, "the small program is read as i8x2 -> a1 _"}, {"i8x2 -> a0 a1", "what nobody reads", ""}, {"none", turned, "?"},
			} {
				why := wrong(fmt.Sprintf(bad, row.came, row.text))
				if strings.TrimPrefix(why, "\n") != strings.TrimPrefix(row.why, "\n") && (row.why != "?" || why == "") {
					t.Errorf("%+v: %q", row, why)
				}
			}
			if why := wrong(strings.Replace(fmt.Sprintf(bad, "a signal", "i8x2 -> a1 a0"), "differs", "dies", 1)); why != "" {
				t.Error(why)
			}
			if at := slices.IndexFunc(does.Lane, func(l lane.Lane) bool { return l.Kind == lane.Source }); at >= 0 {
				other := does.Clone()
				other.Lane[at].Index ^= 1
				for _, verdict := range []string{"agrees", "unread"} {
					if why := wrong(fmt.Sprintf("%s\t%d.%d\t%s", verdict, item, k, other)); !strings.HasPrefix(why, fmt.Sprintf("byte %d is ", at)) && why != "" {
						t.Error(why)
					}
				}
			}
		}
	}
	for number, why := range map[string]string{"0.32": "there is no program 0.32", "1.8": "there is no program 1.8", "0.-1": "there is no program 0.-1", "2.0": "there is no batch 2", "-1.0": "there is no batch -1", "0": `"0" is the number of no program`} {
		if got := wrong("agrees\t" + number + "\ti8x16 -> a0"); got != why {
			t.Errorf("%s: %q, want %q", number, got, why)
		}
	}
}

// An answer about a movement is what its listing does, and no use of it takes less than the least.
func TestAnswersOfMovements(t *testing.T) {
	line := func(uses, emitted, least int, sequence string) string {
		return fmt.Sprintf("move\ti32x4 -> a3 a2 a1 a0\tsse2\t%d uses\t%d emitted\t%d least\t1 ops\t0 constants\t0 copies\tminimal\t1\ta=xmm0 result=xmm0\t%s\ta.s:3 in f", uses, emitted, least, sequence)
	}
	const right = "pshufd xmm0, xmm0, 27"
	for uses := range 4 {
		for least := range 4 {
			for emitted := range 12 {
				err := verifyMine(nil, line(uses, emitted, least, right))
				if ok := uses >= 1 && emitted >= uses*least; ok != (err == nil) {
					t.Errorf("%d uses, %d emitted, %d least: %v", uses, emitted, least, err)
				}
			}
		}
	}
	for text, ok := range map[string]bool{line(1, 1, 1, "pshufd xmm0, xmm0, 26"): false, line(1, 1, 1, right+"; "+right): false, "move\tx": false, "mask\tx": true, "file\tx": true, "moves\tx": true, "move": true, strings.Replace(line(1, 1, 1, right), "i32x4", "i32", 1): false} {
		if err := verifyMine(nil, text); ok != (err == nil) {
			t.Errorf("%q: %v", text, err)
		}
	}
	l, err := readMoveLine(line(7, 40, 3, right))
	if want := (moveLine{"i32x4 -> a3 a2 a1 a0", "sse2", 7, 40, 3, "1 ops\t0 constants\t0 copies\tminimal\t1\ta=xmm0 result=xmm0\t" + right, "a.s:3 in f"}); err != nil || l != want {
		t.Errorf("%+v, %v; want %+v", l, err, want)
	}
	if l, err := readMoveLine("move\tm\tsse2\t1 uses\t2 emitted\t3 least\trefused\tno\tplace"); err != nil || l.known != "refused\tno" || l.place != "place" {
		t.Errorf("%+v, %v", l, err)
	}
	if l, err := readMoveLine("move\tm\tsse2\t1 uses\t2 emitted\t3 least\trefused\tplace"); err == nil {
		t.Errorf("%+v", l)
	}
	for class, f := range map[string]func(string) string{"word": classOfMine, "verdict": classOfProve} {
		for _, text := range []string{"word\tverdict", "word\tverdict\tmore\tthan\tthat"} {
			if got := f(text); got != class {
				t.Errorf("%q is counted under %q, want %q", text, got, class)
			}
		}
	}
	if classOfMine("word") != "word" || classOfProve("word") != "error" || classOfFuzz("word") != "word" {
		t.Error("one word is counted as something else")
	}
}

// What is known of a movement is searched for once, with the plan's effort and on the machine that makes it.
func TestKnown(t *testing.T) {
	d := new(Doer)
	p := &Plan{Options: Options{Target: "none", Effort: "quick", Budget: 8}}
	const m = "i32x4 -> a3 a2 a1 a0"
	for on, sequence := range map[string]string{"sse2": "pshufd", "wasm": "i8x16.shuffle"} {
		for range 2 {
			text, err := d.known(t.Context(), m, on, p)
			if err != nil || !strings.HasPrefix(text, "1 ops\t0 constants\t0 copies\tminimal\t1\t") || !strings.Contains(text, sequence) {
				t.Errorf("%s: %q, %v", on, text, err)
			}
		}
	}
	if text, err := d.known(t.Context(), m, "none", p); err != nil || text != "refused\tthere is no such target" {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := d.known(t.Context(), "none", "sse2", p); err == nil || text != "" {
		t.Errorf("%q, %v", text, err)
	}
	count := 0
	d.priced.Range(func(key, value any) bool {
		count++
		d.priced.Store(key, "what was found")
		return true
	})
	if text, err := d.known(t.Context(), m, "sse2", p); count != 2 || err != nil || text != "what was found" {
		t.Errorf("%d are kept; %q, %v", count, text, err)
	}
	for _, o := range []Options{{Effort: "best", Budget: 8}, {Effort: "quick", Budget: 9}} {
		if text, err := d.known(t.Context(), m, "sse2", &Plan{Options: o}); err != nil || text == "what was found" {
			t.Errorf("%+v: %q, %v", o, text, err)
		}
	}
	if text, err := d.known(t.Context(), m, "sse2", &Plan{Options: Options{Effort: "none"}}); err == nil || text != "" {
		t.Errorf("%q, %v", text, err)
	}
	whole, err := lane.Parse(m)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := d.lowered(t.Context(), whole, nil, &Options{Effort: "quick"}); err != nil || !strings.HasPrefix(text, "refused\t") || strings.Contains(text, "\n") {
		t.Errorf("%q, %v", text, err)
	}
}

// A harvest is the sum of its lines, whoever read them, and the movements that would save most come first.
func TestHarvestOfLines(t *testing.T) {
	r := chance.Random(t, 350)
	for range 60 {
		want := &Harvest{}
		files, names := map[string]bool{}, map[string]string{}
		movements := map[string]*Movement{}
		var bodies []string
		for range 1 + r.IntN(3) {
			body := ""
			for range 1 + r.IntN(14) {
				canonical := fmt.Sprintf("i32x4 -> a%d a0 a1 a1", r.IntN(4))
				switch r.IntN(4) {
				case 0:
					name := fmt.Sprintf("%d.s", r.IntN(4))
					n := [4]int{r.IntN(9), r.IntN(9), r.IntN(9), r.IntN(9)}
					files[name] = true
					want.Shuffles, want.Copies, want.Followed, want.Lost = want.Shuffles+n[0], want.Copies+n[1], want.Followed+n[2], want.Lost+n[3]
					body += fmt.Sprintf("file\t%s\t0\t0\t%d shuffles\t%d copies\t%d followed\t%d lost", name, n[0], n[1], n[2], n[3])
					if r.IntN(3) == 0 {
						body += "\tit is cut off"
						want.Skipped++
					}
				case 1:
					names[canonical] = "name of " + canonical[9:11]
					body += fmt.Sprintf("mask\t%s\t%d uses\t%s\tx.s:1", canonical, 1+r.IntN(9), names[canonical])
				case 2:
					on := []string{"sse2", "avx2"}[r.IntN(2)]
					uses, dear := 1+r.IntN(3), 3+r.IntN(9)
					m := movements[on+canonical]
					if m == nil {
						m = &Movement{Canonical: canonical, Target: on, Known: 2, Sequence: "one; two", Proof: "bounded", Place: "x.s:1"}
						movements[on+canonical] = m
					}
					m.Uses, m.Emitted = m.Uses+uses, m.Emitted+dear
					body += fmt.Sprintf("move\t%s\t%s\t%d uses\t%d emitted\t3 least\t1 ops\t0 constants\t1 copies\tbounded\t1\ta=xmm0\tone; two\tx.s:1", canonical, on, uses, dear)
				case 3:
					body += "item 7\tbug\tit broke"
					want.Skipped++
				}
				body += "\n"
			}
			bodies = append(bodies, body)
		}
		want.Files, want.Masks = len(files), len(names)
		for _, m := range movements {
			m.Name = names[m.Canonical]
			want.Uses, want.Emitted, want.Saved = want.Uses+m.Uses, want.Emitted+m.Emitted, want.Saved+m.Emitted-2*m.Uses
			want.Movements = append(want.Movements, *m)
		}
		slices.SortFunc(want.Movements, func(a, b Movement) int {
			return cmp.Or(cmp.Compare(b.Emitted-2*b.Uses, a.Emitted-2*a.Uses), cmp.Compare(b.Uses, a.Uses), strings.Compare(a.Canonical, b.Canonical), strings.Compare(a.Target, b.Target))
		})
		got, err := unionOf(t, kept(t, mineKind, bodies...)).Harvest()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q\n%+v, %v; want\n%+v", bodies, got, err, want)
		}
	}
	for _, body := range []string{"file\tx\n", "file\tx\t0\t0\tx shuffles\t1 copies\t1 followed\t1 lost\n", "move\tx\n"} {
		if h, err := unionOf(t, kept(t, mineKind, body+"file\ta\t0\t0\t1 shuffles\t1 copies\t1 followed\t1 lost\n")).Harvest(); err == nil || h != nil {
			t.Errorf("%q: %+v", body, h)
		}
	}
	if h, err := unionOf(t, kept(t, "prove", "a\tequal\n")).Harvest(); h != nil || err == nil || err.Error() != "this is a campaign of the kind prove, and what was mined is of the kind mine" {
		t.Errorf("%+v, %v", h, err)
	}
	u := unionOf(t, kept(t, mineKind, "item 1\tbug\tx\n"))
	if err := os.Remove(u.shards[0].file); err != nil {
		t.Fatal(err)
	}
	_, err1 := u.Harvest()
	_, err2 := u.Reproducers()
	_, err3 := u.Report()
	if err := errors.Join(err1, err2, err3); !os.IsNotExist(err1) || !os.IsNotExist(err2) || !os.IsNotExist(err3) {
		t.Error(err)
	}
}

// Bytes that are moved agree with a verdict, or say what it should be; under a predicate, and of what is not read, none are moved.
func TestAnswersOfPairs(t *testing.T) {
	p := &Plan{Seed: 1}
	for _, row := range []struct{ pair, verdict string }{
		{"i8x2 -> a0 a1 == i8x2 -> a0 a1", "equal"}, {"i8x2 -> a0 a1 == i8x2 -> a0 _", "A refines B"}, {"i8x2 -> a0 _ == i8x2 -> a0 a1", "B refines A"}, {"i8x2 -> _ a1 == i8x2 -> a0 _", "differ"}, {"i8x2 -> a0 a1 == i8x2 -> a1 a0", "differ"},
		{"i8x4 -> a0 a1 a2 a3 == i16x2 -> a0 a1", "equal"}, {"i8x2 -> z m == i8x2 -> z m", "equal"}, {"i8x2 -> z m == i8x2 -> m z", "differ"}, {"i8x2 -> d0 d1 == i8x2 -> d0 a1", "differ"},
	} {
		line, err := doProve(t.Context(), nil, p, 0, row.pair)
		if fields := strings.Split(line, "\t"); err != nil || len(fields) < 2 || fields[0] != row.pair && len(fields) != 3 || strings.TrimSuffix(fields[1], "s") != row.verdict && fields[1] != row.verdict {
			t.Errorf("%q, %v; want %s", line, err, row.verdict)
		}
		for _, verdict := range relations {
			err := verifyProve(p, row.pair+"\t"+verdict)
			if ok := verdict == row.verdict; ok != (err == nil) || !ok && err.Error() != fmt.Sprintf("bytes that were moved say %q", row.verdict) {
				t.Errorf("%s is %s: %v", row.pair, verdict, err)
			}
		}
	}
	for _, row := range []struct {
		line string
		ok   bool
	}{{"i8x2 -> a0 a1 == i8x2 -> a0 a1", false}, {"none == i8x2 -> a0 a1\terror\tx", true}, {"none == i8x2 -> a0 a1\tequal", false}, {"i8x2 -> a0 a1 == none\tequal", false}, {"i8x2 -> a0 a1 == i8x2 -> a0 a1\terror", true}} {
		if err := verifyProve(p, row.line); row.ok != (err == nil) {
			t.Errorf("%q: %v", row.line, err)
		}
	}
	for text, side := range map[string]int{"none == i8x2 -> a0": 0, "i8x2 -> a0 == none": 1, "i8x2 -> a0": 1} {
		line, err := doProve(t.Context(), nil, p, 0, text)
		if err != nil || !strings.HasPrefix(line, text+"\terror\t") || strings.Contains(line, "\n") {
			t.Errorf("side %d: %q, %v", side, line, err)
		}
	}
	if line, err := doProve(t.Context(), nil, p, 0, "i8x4 -> a0 a1 a2 a3 == i8x4 -> a0 a1 a3 a3"); err != nil || line != "i8x4 -> a0 a1 a2 a3 == i8x4 -> a0 a1 a3 a3\tdiffer\tat lane 2 of 8 bits" {
		t.Errorf("%q, %v", line, err)
	}
}

// A table's answer is counted as its listing has it: ops, constants and copies are all of its instructions, and no fewer ops than can be proved.
func TestAnswersOfTables(t *testing.T) {
	for ops := range 3 {
		for constants := range 2 {
			for copies := range 2 {
				for bound := range 3 {
					line := fmt.Sprintf("i64x2 i64x2 -> a0 b0\t%d ops\t%d constants\t%d copies\tminimal\t%d\ta=xmm0 b=xmm1 result=xmm0\tpunpcklqdq xmm0, xmm1", ops, constants, copies, bound)
					err := verifyTable(nil, line)
					if ok := ops+constants+copies == 1 && ops >= bound; ok != (err == nil) {
						t.Errorf("%s: %v", line, err)
					}
				}
			}
		}
	}
	const nothing = "%s\t0 ops\t0 constants\t0 copies\tminimal\t0\ta=xmm0 b=xmm1 result=xmm0\t"
	for m, ok := range map[string]bool{"i64x2 i64x2 -> a0 a1": true, "i64x2 i64x2 -> b0 b1": true, "i64x2 i64x2 -> a1 a0": false, "i64x2 i64x2 -> a0 b1": false, "i64x2 i64x2 -> b0 b0": false} {
		if err := verifyTable(nil, fmt.Sprintf(nothing, m)); ok != (err == nil) {
			t.Errorf("%s is a source: %v", m, err)
		}
	}
	for _, line := range []string{"none", "i64x2 -> a0 a1\tx"} {
		if err := verifyTable(nil, line); err == nil {
			t.Errorf("%q holds", line)
		}
	}
	if err := verifyTable(nil, "i64x2 -> a1 a0\trefused\tno way"); err != nil {
		t.Error(err)
	}
	if err := verifyTable(nil, "i64x2 -> a1 a0\t1 ops\t0 constants\t0 copies\tminimal\t0\ta=xmm0 result=xmm0\twhat nobody reads"); err == nil {
		t.Error("what nobody reads does something")
	}
	bad := &Plan{Options: Options{Shape: "none"}}
	if m, err := mask(bad, 0); err == nil {
		t.Errorf("%v", m)
	}
	if text, err := doTable(t.Context(), new(Doer), bad, 0, ""); err == nil || text != "" {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := doTable(t.Context(), new(Doer), &Plan{Options: Options{Shape: "2xi64", Target: "none", Sources: 1}}, 0, ""); text != "" || err == nil || err.Error() != `there is no target "none"` {
		t.Errorf("%q, %v", text, err)
	}
}

// Names of kinds are those of the help, and no other is one.
func TestNamesOfKinds(t *testing.T) {
	if got := Kinds(); !slices.Equal(got, []string{"table", "prove", "fuzz", "mine"}) {
		t.Errorf("%q", got)
	}
	for n, name := range Kinds() {
		if k, err := kindNamed(name); err != nil || k != &kinds[n] || k.many != (n >= 2) {
			t.Errorf("%q: %+v, %v", name, k, err)
		}
	}
	if k, err := kindNamed(""); k != nil || err == nil || err.Error() != `there is no kind `+strconv.Quote("")+`: expected table, prove, fuzz, mine` {
		t.Errorf("%+v, %v", k, err)
	}
}

// A context that ends while a file is read ends its reading, and is told as what was not read of it; so is a file that is gone, or another one.
func TestMineEnds(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.s")
	if err := os.WriteFile(name, []byte("f:\n pshufd $27, %xmm0, %xmm0\n ret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	items, err := itemsOf(name, true)
	if err != nil || len(items) != 1 {
		t.Fatal(items, err)
	}
	s, err := readPiece(items[0])
	if err != nil {
		t.Fatal(err)
	}
	for most := range 4 {
		m := mining{Report: new(corpus.Report), emitted: map[string]*corpus.Emission{}}
		err := new(Doer).mine(ending.After(t.Context(), most), s, &m)
		if most < 2 && (!errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(err.Error(), name+": ")) || most > 2 && (err != nil || m.Shuffles != 1) {
			t.Errorf("its context ended after %d questions: %d shuffles, %v", most, m.Shuffles, err)
		}
	}
	r := &interruptible{ending.After(t.Context(), 1), strings.NewReader("text")}
	b := make([]byte, 3)
	if n, err := r.Read(b); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := r.Read(b); n != 0 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%d, %v", n, err)
	}
	p, err := NewPlan("tool", mineKind, Options{Paths: []string{name}}, 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	if line, err := doMine(ending.After(t.Context(), 0), &Doer{Own: p}, p, 0, p.Texts[0]); line != "" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%q, %v", line, err)
	}
	for _, own := range []*Plan{nil, {}, p} {
		for item, text := range map[int]string{0: p.Texts[0] + "x", 1: p.Texts[0]} {
			if line, err := doMine(t.Context(), &Doer{Own: own}, p, item, text); line != "" || !errors.Is(err, errNotOurs) {
				t.Errorf("item %d is %q, %v", item, line, err)
			}
		}
	}
	for what, change := range map[string]func() error{
		"the file is another one than the plan's": func() error { return os.WriteFile(name, []byte("f:\n"), 0o600) },
		"?": func() error { return os.Remove(name) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		line, err := doMine(t.Context(), &Doer{Own: p}, p, 0, p.Texts[0])
		if !strings.HasPrefix(line, "file\t"+name+"\t0\t0\t0 shuffles\t0 copies\t0 followed\t0 lost\t") || err != nil || strings.Count(line, "\t") != 8 || what != "?" && !strings.HasSuffix(line, "\t"+what) && !strings.HasSuffix(line, "no such file or directory") {
			t.Errorf("%q, %v", line, err)
		}
	}
}

// What a file is mined for is a line for it, one for each shuffle, and one for each movement with where it is made: in a function, or in none.
func TestMinedLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.s")
	const twice = " pshufd $78, %xmm0, %xmm0\n pshufd $78, %xmm0, %xmm1\n paddd %xmm1, %xmm2\n"
	if err := os.WriteFile(name, []byte(" pshufd $27, %xmm0, %xmm0\n pshufd $177, %xmm0, %xmm0\n paddd %xmm0, %xmm3\n ret\nf:\n pshufd $147, %xmm4, %xmm4\n paddd %xmm4, %xmm5\n ret\n"+twice), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan("tool", mineKind, Options{Paths: []string{name}, Effort: "quick"}, 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	text, err := doMine(t.Context(), &Doer{Own: p}, p, 0, p.Texts[0])
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(text, name, "a.s")
	const want = "file\ta.s\t0\t0\t5 shuffles\t0 copies\t8 followed\t0 lost\n" +
		"mask\ti64x2 -> a1 a0\t2 uses\treverse width=64\ta.s:9\n" +
		"mask\ti32x4 -> a1 a0 a3 a2\t1 uses\treverse lanes=2\ta.s:2\n" +
		"mask\ti32x4 -> a3 a0 a1 a2\t1 uses\trotate amount=1 direction=left\ta.s:6\n" +
		"mask\ti32x4 -> a3 a2 a1 a0\t1 uses\treverse\ta.s:1\n" +
		"move\ti32x4 -> a3 a0 a1 a2\tsse2\t1 uses\t1 emitted\t1 least\t1 ops\t0 constants\t0 copies\tminimal\t1\ta=xmm0 result=xmm0\tpshufd xmm0, xmm0, 147\ta.s:6 in f\n" +
		"move\ti64x2 -> a1 a0\tsse2\t1 uses\t2 emitted\t2 least\t1 ops\t0 constants\t0 copies\tminimal\t1\ta=xmm0 result=xmm0\tpshufd xmm0, xmm0, 78\ta.s:2"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A pair that is not read is answered with why, as its reader says it.
func TestErrorsOfPairs(t *testing.T) {
	for _, text := range []string{"none == i8x2 -> a0", "i8x2 -> a0 == none", "i8x2 -> a9 == i8x2 -> a0"} {
		left, right, _ := strings.Cut(text, betweenForms)
		_, err1 := form.Parse(left, form.Options{})
		_, err2 := form.Parse(right, form.Options{})
		want := text + "\terror\t" + oneLine(cmp.Or(err1, err2).Error())
		if line, err := doProve(t.Context(), nil, nil, 0, text); err != nil || line != want {
			t.Errorf("%q, %v; want %q", line, err, want)
		}
	}
}
