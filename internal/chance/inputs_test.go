package chance

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/oracle"
)

// A value is read where its literal is one of the type that is wanted, and from its least number to its greatest.
func TestValues(t *testing.T) {
	for _, row := range []struct {
		line string
		want any // of the type that is wanted; nil: what is no such value
		kind reflect.Type
	}{
		{`string("a\x00\n")`, "a\x00\n", reflect.TypeFor[string]()}, {"string(`a\\`)", `a\`, reflect.TypeFor[string]()}, {`string("")`, "", reflect.TypeFor[string]()}, {`[]byte("ab")`, []byte("ab"), reflect.TypeFor[[]byte]()}, {`[]byte("")`, []byte{}, reflect.TypeFor[[]byte]()},
		{"bool(true)", true, reflect.TypeFor[bool]()}, {"bool(false)", false, reflect.TypeFor[bool]()}, {"byte('\\x01')", byte(1), reflect.TypeFor[byte]()}, {"byte('a')", byte('a'), reflect.TypeFor[byte]()}, {`byte('\'')`, byte('\''), reflect.TypeFor[byte]()}, {"rune('界')", '界', reflect.TypeFor[rune]()},
		{"int8(-128)", int8(-128), reflect.TypeFor[int8]()}, {"int8(127)", int8(127), reflect.TypeFor[int8]()}, {"int8(128)", nil, reflect.TypeFor[int8]()}, {"int8(-129)", nil, reflect.TypeFor[int8]()}, {"int(0x10)", 16, reflect.TypeFor[int]()}, {"int(1_000)", 1000, reflect.TypeFor[int]()},
		{"int64(-9223372036854775808)", int64(math.MinInt64), reflect.TypeFor[int64]()}, {"int64(9223372036854775808)", nil, reflect.TypeFor[int64]()}, {"uint8(255)", uint8(255), reflect.TypeFor[uint8]()}, {"uint8(256)", nil, reflect.TypeFor[uint8]()}, {"uint8(-1)", nil, reflect.TypeFor[uint8]()},
		{"uint64(18446744073709551615)", uint64(math.MaxUint64), reflect.TypeFor[uint64]()}, {"uint(7)", uint(7), reflect.TypeFor[uint]()}, {"uint16(65535)", uint16(65535), reflect.TypeFor[uint16]()}, {"int16(-32768)", int16(-32768), reflect.TypeFor[int16]()},
		{"int(true)", nil, reflect.TypeFor[int]()}, {"bool(1)", nil, reflect.TypeFor[bool]()}, {"bool(maybe)", nil, reflect.TypeFor[bool]()}, {"string(1)", nil, reflect.TypeFor[string]()}, {`int("1")`, nil, reflect.TypeFor[int]()}, {`[]byte(1)`, nil, reflect.TypeFor[[]byte]()}, {`string(true)`, nil, reflect.TypeFor[string]()},
		{"int(+1)", nil, reflect.TypeFor[int]()}, {"int(- -1)", nil, reflect.TypeFor[int]()}, {"int(^1)", nil, reflect.TypeFor[int]()}, {"bool(-true)", nil, reflect.TypeFor[bool]()}, {`string(-"a")`, nil, reflect.TypeFor[string]()}, {"bool(!true)", nil, reflect.TypeFor[bool]()},
		{"int(1, 2)", nil, reflect.TypeFor[int]()}, {"int()", nil, reflect.TypeFor[int]()}, {"1", nil, reflect.TypeFor[int]()}, {"", nil, reflect.TypeFor[int]()}, {"int(1", nil, reflect.TypeFor[int]()}, {"float64(1)", nil, reflect.TypeFor[float64]()}, {"int(1.5)", nil, reflect.TypeFor[int]()}, {"[]int(1)", nil, reflect.TypeFor[[]int]()}, {`string("a" + "b")`, nil, reflect.TypeFor[string]()},
	} {
		got, ok := parseValue(row.line, row.kind)
		if ok != (row.want != nil) || !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s as %v: %#v, %v; want %#v", row.line, row.kind, got, ok, row.want)
		}
	}
}

// A file with an input has its head and a line for each value, as many as the target has arguments.
func TestFilesOfInputs(t *testing.T) {
	in := input{"a\n", []byte("b\xff"), true, int16(-7), uint64(8)}
	const want = "go test fuzz v1\nstring(\"a\\n\")\n[]byte(\"b\\xff\")\nbool(true)\nint16(-7)\nuint64(8)\n"
	if got := in.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	target := reflect.TypeFor[func(*testing.T, string, []byte, bool, int16, uint64)]()
	for _, text := range []string{want, strings.TrimSuffix(want, "\n")} {
		if got, ok := parseInput(text, target); !ok || !reflect.DeepEqual(got, in) {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	if in, ok := parseInput(inputHead, reflect.TypeFor[func(*testing.T)]()); !ok || len(in) != 0 {
		t.Errorf("no values: %v, %v", in, ok)
	}
	lines := strings.SplitAfter(want, "\n")
	for n := range lines[:len(lines)-1] {
		without := strings.Join(slices.Delete(slices.Clone(lines), n, n+1), "")
		twice := strings.Join(slices.Insert(slices.Clone(lines), n, lines[n]), "")
		for _, text := range []string{without, twice} {
			if got, ok := parseInput(text, target); ok {
				t.Errorf("%q is %v", text, got)
			}
		}
	}
	if got := in.size(); got != 4 {
		t.Errorf("its texts have %d bytes, want 4", got)
	}
}

// An input is written beside a target's seeds, under a name of its content, where it is found again; whoever may write here may write there.
func TestWrittenInput(t *testing.T) {
	t.Chdir(t.TempDir())
	in := input{"a", []byte("b")}
	want := filepath.Join("testdata", "fuzz", "FuzzIt", fmt.Sprintf("%x", sha256.Sum256([]byte(in.String())))[:16])
	for range 2 {
		path, err := in.write("FuzzIt")
		if err != nil || path != want {
			t.Errorf("%s, %v; want %s", path, err, want)
		}
	}
	if got, err := keptInputs(filepath.Dir(want), reflect.TypeFor[func(*testing.T, string, []byte)]()); err != nil || !reflect.DeepEqual(got, []input{in}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("file", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, like := range map[string]string{filepath.Dir(want): "folder", want: "file"} {
		is, err1 := os.Stat(path)
		other, err2 := os.Stat(like)
		if err := errors.Join(err1, err2); err != nil || is.Mode() != other.Mode() {
			t.Errorf("%s: %v, as any other one would be %v, %v", path, is.Mode(), other.Mode(), err)
		}
	}
	if none, err := keptInputs("", reflect.TypeFor[func(*testing.T)]()); none != nil || err != nil {
		t.Errorf("%v, %v", none, err)
	}
	if _, err := keptInputs("testdata", reflect.TypeFor[func(*testing.T)]()); err == nil || errors.Is(err, fs.ErrNotExist) { // a folder is no input
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("testdata", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if path, err := in.write("FuzzIt"); path != "" || err == nil {
		t.Errorf("%s, %v", path, err)
	}
}

// What a target is given is its own: it may write to bytes, and the input stays.
func TestOwnBytes(t *testing.T) {
	b := []byte("abc")
	in := inputOf([]reflect.Value{reflect.ValueOf(b), reflect.ValueOf("text"), reflect.ValueOf(7)})
	own := bytesOwn(in)
	b[0] = 'x'
	own[0].([]byte)[1] = 'y'
	if want := (input{[]byte("abc"), "text", 7}); !reflect.DeepEqual(in, want) || !reflect.DeepEqual(own, input{[]byte("ayc"), "text", 7}) {
		t.Errorf("%v, %v", in, own)
	}
	values := in.values()
	if len(values) != 3 || values[1].String() != "text" || values[2].Int() != 7 || !bytes.Equal(values[0].Bytes(), []byte("abc")) {
		t.Errorf("%v", values)
	}
}

// Words of all texts are exchanged, each once: as many as there are in the texts of the first four thousand, and one where there is none.
func TestWordsOfASpoiler(t *testing.T) {
	r := Random(t, 350)
	if s := newSpoiler(r, []input{{"b a1", []byte("c"), 7}, {"a1 12 b"}}); !slices.Equal(s.words, []string{"b", "a1", "12"}) {
		t.Errorf("%q", s.words)
	}
	if s := newSpoiler(r, []input{{[]byte("c")}, {"()"}}); !slices.Equal(s.words, []string{"a"}) {
		t.Errorf("%q", s.words)
	}
	var many strings.Builder
	for n := range 4095 {
		fmt.Fprintf(&many, "w%d ", n)
	}
	for first, want := range map[string]int{many.String(): 4096, many.String() + "x": 4096, many.String() + "x z": 4097} {
		if s := newSpoiler(r, []input{{first}, {"y"}, {"yy"}}); len(s.words) != want || s.words[4094] != "w4094" {
			t.Errorf("%d words, want %d", len(s.words), want)
		}
	}
}

// shares are how often each of what f gives comes, in 1/1000.
func shares[K comparable](f func() K) map[K]int {
	const turns = 20000
	times := map[K]int{}
	for range turns {
		times[f()]++
	}
	for k := range times {
		times[k] = times[k] * 1000 / turns
	}
	return times
}

// near says whether shares are those that are wanted, and no others.
func near[K comparable](got, want map[K]int) bool {
	if len(got) != len(want) {
		return false
	}
	for k, n := range want {
		if is, ok := got[k]; !ok || is < n-25 || is > n+25 {
			return false
		}
	}
	return true
}

// Mistakes are few mostly, small inputs come more often than large ones, and what of another input is put into one is short.
func TestSharesOfASpoiler(t *testing.T) {
	r := Random(t, 351)
	s := newSpoiler(r, []input{{"a"}, {"bb"}, {"ccc"}})
	if got, want := shares(s.few), map[int]int{0: 500, 1: 250, 2: 125, 3: 125}; !near(got, want) {
		t.Errorf("mistakes beside one: %v of 1000, want %v", got, want)
	}
	if got, want := shares(func() string { return s.smaller()[0].(string) }), map[string]int{"a": 556, "bb": 333, "ccc": 111}; !near(got, want) {
		t.Errorf("inputs: %v of 1000, want %v", got, want)
	}
	for k, in := range []input{{strings.Repeat("x", 1000)}, {[]byte(strings.Repeat("x", 1000))}} {
		s := newSpoiler(r, []input{in})
		least, most := 1000, 0
		for range 10000 {
			n := len(s.span(0))
			least, most = min(least, n), max(most, n)
		}
		if least != 0 || most != 64 {
			t.Errorf("value %d: from %d to %d bytes are another's, want 0 to 64", k, least, most)
		}
	}
	if got := newSpoiler(r, []input{{7}}).span(0); len(got) != 0 {
		t.Errorf("%q of a number", got)
	}
	pieces := shares(func() string { return string(newSpoiler(r, []input{{"abc"}}).span(0)) })
	for _, want := range []string{"", "a", "b", "c", "ab", "bc", "abc"} {
		if pieces[want] == 0 {
			t.Errorf("%q never comes of abc: %v", want, pieces)
		}
	}
	if len(pieces) != 7 {
		t.Errorf("of abc come %v", pieces)
	}
}

// Of bytes one place changes: what stands before it and behind it is what it was, and no mistake is longer than 64 bytes but for a rest that is another's.
func TestMistakesInBytes(t *testing.T) {
	r := Random(t, 352)
	whole := make([]byte, 600)
	for k := range whole {
		whole[k] = byte(r.Uint32())
	}
	other := bytes.Repeat([]byte{1, 2, 3}, 100)
	s := newSpoiler(r, []input{{other}})
	shorter, longer, bitsOf, places := 0, 0, map[byte]int{}, map[int]bool{}
	removed, rests, words, over, none, doubled, another, ways := 0, 0, map[int]int{}, 0, 0, 0, 0, [2]int{} // of bits that change, how many are set
	for range 40000 {
		got := s.bytes(bytes.Clone(whole), 0)
		same := 0
		for same < min(len(got), len(whole)) && got[same] == whole[same] {
			same++
		}
		end := 0
		for end < min(len(got), len(whole))-same && got[len(got)-1-end] == whole[len(whole)-1-end] {
			end++
		}
		lost, came := len(whole)-same-end, len(got)-same-end
		shorter, longer = max(shorter, len(whole)-len(got)), max(longer, len(got)-len(whole))
		if lost == 1 && came == 1 {
			if diff := got[same] ^ whole[same]; diff&(diff-1) == 0 {
				bitsOf[diff]++
				if ways[0]++; got[same] > whole[same] {
					ways[1]++
				}
			} else {
				another++
			}
			places[same] = true
		}
		if len(got) == 0 {
			none++
		}
		if n := len(got) - len(whole); n > 0 && n <= same && bytes.Equal(got[same-n:same], got[same:same+n]) {
			doubled++
		}
		if lost > 0 && came == 0 && lost <= mostSpan {
			removed++
		}
		if len(whole)-len(got) > 2*mostSpan && end < 3 {
			rests++
		}
		if lost > 8 && lost == came {
			over++
		}
		if lost == 4 && came == 4 {
			words[same]++
		}
		if came > 64+4 && lost != came { // some may be as they were by chance
			t.Fatalf("%d bytes come for %d at %d", came, lost, same)
		}
	}
	if shorter > 600 || longer != 64 || len(places) < 590 {
		t.Errorf("at most %d bytes shorter and %d longer; %d places", shorter, longer, len(places))
	}
	for at := range whole { // words are where words are; what is another's is anywhere, and rarely as long
		if n := words[at]; at%4 == 0 && n < 10 || at%4 != 0 && n > 9 {
			t.Errorf("at %d four bytes are others %d times", at, n)
		}
	}
	if none > 100 || doubled < 2500 || another < 4000 || ways[0] < 4000 || ways[1] < ways[0]/3 || ways[1] > ways[0]*2/3 {
		t.Errorf("of 40000 %d have no bytes, and %d are doubled, and %d have another byte; of %d bits that change %d are set", none, doubled, another, ways[0], ways[1])
	}
	if removed < 4000 || rests < 3000 {
		t.Errorf("of 40000 %d have a span less, and %d another's rest", removed, rests)
	}
	for k := range 8 {
		if n := bitsOf[1<<k]; n < 400 || n > 900 {
			t.Errorf("bit %d changes %d times of 40000", k, n)
		}
	}
	if over < 3000 { // another's in their place
		t.Errorf("%d of 40000 have many other bytes, and as many", over)
	}
	if same := shares(func() bool { return string(s.bytes([]byte("ab"), 0)) == "ab" }); same[true] < 130 { // which has no word
		t.Errorf("two bytes stay as they are %d times of 1000", same[true])
	}
	empty := shares(func() int { return len(s.bytes(nil, 0)) })
	for n := range empty {
		if n > 64 {
			t.Errorf("of nothing come %d bytes", n)
		}
	}
	if empty[0] == 0 || empty[1] < 125 || empty[64] == 0 {
		t.Errorf("of nothing come so many bytes: %v", empty)
	}
}

// A number becomes one at which something ends, one beside it, or any, in its own type.
func TestNumbersOfASpoiler(t *testing.T) {
	s := newSpoiler(Random(t, 353), []input{{7}})
	number := func(old any) func() any { return func() any { return s.number(reflect.ValueOf(old)) } }
	for _, old := range []any{int8(5), int16(5), int32(5), int64(5), 5, uint8(5), uint16(5), uint32(5), uint64(5), uint(5)} {
		got := shares(number(old))
		typ := reflect.TypeOf(old)
		beside := func(n int64) int {
			v := reflect.New(typ).Elem()
			if v.CanInt() {
				v.SetInt(n)
			} else {
				v.SetUint(uint64(n))
			}
			return got[v.Interface()]
		}
		for n, want := range map[int64]int{4: 166, 6: 166, 0: 9, 127: 9, 64: 9, 16: 9} {
			if is := beside(n); is < want*2/3 || n != 4 && is > want+60 {
				t.Errorf("%T: %d comes %d times of 1000, want some %d", old, n, is, want)
			}
		}
		for n := range got {
			if reflect.TypeOf(n) != typ {
				t.Errorf("%T becomes %T", old, n)
			}
		}
	}
	for _, old := range []any{int8(-128), uint8(255), int64(math.MaxInt64), uint64(0)} { // beside which is the other end
		got := shares(number(old))
		want := map[any]any{int8(-128): int8(127), uint8(255): uint8(0), int64(math.MaxInt64): int64(math.MinInt64), uint64(0): uint64(math.MaxUint64)}[old]
		if got[want] < 100 {
			t.Errorf("%T(%v) becomes %v %d times of 1000", old, old, want, got[want])
		}
	}
	some := shares(number(1.5))
	for n := range some {
		if _, ok := n.(float64); !ok {
			t.Errorf("1.5 becomes %T", n)
		}
	}
	if wide := shares(func() bool { return math.Abs(s.number(reflect.ValueOf(1.5)).(float64)) > 1e10 }); wide[true] < 100 {
		t.Errorf("any number with a point: %v", wide)
	}
}

// An input of several values has each spoilt as often as another, and a text is reworded in a third of all cases.
func TestNextOfASpoiler(t *testing.T) {
	s := newSpoiler(Random(t, 354), []input{{true, false}})
	if got, want := shares(func() [2]bool { in := s.next(); return [2]bool{in[0].(bool), in[1].(bool)} }), map[[2]bool]int{{false, false}: 313, {true, true}: 313, {true, false}: 188, {false, true}: 188}; !near(got, want) {
		t.Errorf("%v of 1000, want %v", got, want)
	}
	s = newSpoiler(Random(t, 355), []input{{"7 "}})
	if last := shares(func() bool { return strings.HasSuffix(s.text("7 ", 0), "?") }); last[true] > 20 {
		t.Errorf("a question comes %d times of 1000", last[true])
	}
	reworded := shares(func() bool { // into a number of six digits and more: bytes never have so many
		text := s.text("7 ", 0)
		return len(text) > 8 && strings.Trim(text, "0123456789") == " "
	})
	if n := reworded[true]; n < 60 || n > 160 {
		t.Errorf("numbers come %d times of 1000", n)
	}
}

// A batch is so many executions, fewer where the target fails, or its time is over; what fails is kept, and what skips is not.
func TestBatch(t *testing.T) {
	t.Chdir(t.TempDir())
	calls := 0
	s := &spoiling{name: "FuzzIt", target: reflect.ValueOf(func(*testing.T, string) { calls++ }), spoiler: newSpoiler(Random(t, 356), []input{{"a"}})}
	s.batch(t, time.Now().Add(time.Hour))
	if calls != 4096 || s.executions.Load() != 4096 || s.current.Load() == nil {
		t.Errorf("%d calls, %d executions", calls, s.executions.Load())
	}
	s.batch(t, time.Now())
	if calls != 4097 {
		t.Errorf("%d calls when its time is over", calls-4096)
	}
	t.Run("skips", func(t *testing.T) {
		s.target = reflect.ValueOf(func(t *testing.T, _ string) { calls++; t.Skip() })
		s.batch(t, time.Now().Add(time.Hour))
	})
	if _, err := os.Stat("testdata"); calls != 4098 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%d calls that skip, %v", calls-4097, err)
	}
	s.target = reflect.ValueOf(func(*testing.T, string) { panic("wrong") })
	func() {
		defer func() {
			if r := recover(); r != "wrong" {
				t.Errorf("%v", r)
			}
		}()
		s.batch(t, time.Now().Add(time.Hour))
	}()
	kept, err := keptInputs(filepath.Join("testdata", "fuzz", "FuzzIt"), reflect.TypeFor[func(*testing.T, string)]())
	if err != nil || len(kept) != 1 || !reflect.DeepEqual(kept[0], *s.current.Load()) {
		t.Errorf("%v, %v", kept, err)
	}
	new(spoiling).save() // before there is one
}

// counting is a test that is told of errors.
type counting struct {
	testing.TB
	errors, fatal, helpers int
	said                   string
}

func (c *counting) Helper() { c.helpers++ }

func (c *counting) Logf(format string, args ...any) { c.said = fmt.Sprintf(format, args...) }

func (c *counting) Errorf(string, ...any) { c.errors++ }
func (c *counting) Fatalf(string, ...any) { c.fatal++ }

// A sample fails where too few are answered of those that were tried, or too few are tried of those that there are.
func TestEndsOfASample(t *testing.T) {
	for _, row := range []struct {
		of, all, tried, answered, least int
		ok                              bool
	}{
		{10, 1000, 100, 50, 2, true}, {10, 1000, 100, 49, 2, false}, {10, 1000, 100, 51, 2, true}, {10, 1000, 50, 50, 2, true}, {10, 1000, 49, 49, 2, false}, {1, 100, 50, 50, 1, true}, {1, 100, 49, 49, 1, false}, {1, 100, 100, 99, 1, false}, {1, 0, 0, 0, 1, true},
	} {
		c := &counting{TB: t}
		s := Sample{Of: row.of, All: row.all, Tried: row.tried, Answered: row.answered}
		if s.Ends(c, row.least); (c.errors == 0) != row.ok || c.helpers != 1 {
			t.Errorf("%+v: %d errors", row, c.errors)
		}
		if want := fmt.Sprintf("%d of %d answered, of %d that there are", row.answered, row.tried, row.all); c.said != want {
			t.Errorf("%q, want %q", c.said, want)
		}
	}
	taken := shares((&Sample{R: rand.New(rand.NewPCG(Seed(t), 357)), Of: 4}).Takes)
	if !near(taken, map[bool]int{true: 250, false: 750}) {
		t.Errorf("%v of 1000 are taken", taken)
	}
}

// A seed that is no number is told, and one from the environment may be the greatest that there is.
func TestSeedOfTheEnvironment(t *testing.T) {
	before := *given
	defer func() { *given = before }()
	*given = 0
	for text, fails := range map[string]int{"18446744073709551615": 0, "18446744073709551616": 1, "x": 1, "-1": 1, "0x10": 1, "0": 0} {
		t.Setenv(variable, text)
		c := &counting{TB: t}
		if seed := Seed(c); c.fatal != fails || text == "18446744073709551615" && seed != math.MaxUint64 || fails == 0 && seed == 0 {
			t.Errorf("%q: %d, %d failures", text, seed, c.fatal)
		}
	}
}

// Inputs that cannot be read are told, and nothing is run on others.
func TestKeptNowhere(t *testing.T) {
	bin, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "-test.run=^FuzzSeeds$", "-seed=7", "-spoil=50ms", "-kept="+bin)
	cmd.Dir = t.TempDir()
	out, err := oracle.Usual.CombinedOutput(cmd)
	if err == nil || bytes.Contains(out, []byte(executed)) || !bytes.Contains(out, []byte("not a directory")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// Words are what begins with a letter or an underscore and goes on with these and digits, and numbers are digits alone.
func TestWords(t *testing.T) {
	var all strings.Builder
	for c := range byte(128) {
		for d := range byte(128) {
			all.Write([]byte{' ', c, d})
		}
	}
	is := func(c byte, of string) bool { return strings.IndexByte(of, c) >= 0 }
	const letters, numbers = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	var want []string
	for c := range byte(128) {
		for d := range byte(128) {
			switch {
			case is(c, letters) && is(d, letters+numbers), is(c, numbers) && is(d, numbers):
				want = append(want, string([]byte{c, d}))
			default:
				for _, one := range []byte{c, d} {
					if is(one, letters+numbers) {
						want = append(want, string([]byte{one}))
					}
				}
			}
		}
	}
	if got := Words(all.String()); !slices.Equal(got, want) {
		t.Errorf("%d words, want %d", len(got), len(want))
	}
}

// Numbers at which something ends are those of every width, and one beside.
func TestEdges(t *testing.T) {
	for _, want := range []uint64{0, 1, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 1<<8 - 1, 1 << 8, 1<<15 - 1, 1 << 15, 1<<16 - 1, 1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1<<64 - 1} {
		if !slices.Contains(edges, fmt.Sprint(want)) {
			t.Errorf("%d is none", want)
		}
	}
	for k, times := range []uint64{8, 16, 32, 64} {
		if got := edges[len(edges)-4+k]; fmt.Sprint(got) != fmt.Sprint((1<<63/times*2)+128/times) {
			t.Errorf("%s times %d is not 128 of 64 bits", got, times)
		}
	}
}

// A text has up to three words exchanged, of a number one in so many is any below 300.
func TestSharesOfReworded(t *testing.T) {
	r := Random(t, 358)
	got := shares(func() int { return strings.Count(Reworded(r, strings.Repeat("a ", 60), []string{"x"}), "x") })
	if !near(got, map[int]int{1: 345, 2: 336, 3: 319}) {
		t.Errorf("so many words are exchanged: %v of 1000", got)
	}
	other, most, least := 0, 0, 300
	for range 20000 {
		text := strings.TrimSpace(strings.ReplaceAll(Reworded(r, "7", []string{"x"}), "-", ""))
		var n int
		if _, err := fmt.Sscan(text, &n); err == nil && !slices.Contains(edges, text) {
			other, most, least = other+1, max(most, n), min(least, n)
		}
	}
	if other < 200 || other > 1000 || most < 290 || most > 299 || least > 10 {
		t.Errorf("%d of 20000 numbers are others, from %d to %d", other, least, most)
	}
}

// Each number of a text, in a name too, becomes each at which something ends, and all else stays.
func TestAllAtEnds(t *testing.T) {
	var want []string
	for _, edge := range edges {
		want = append(want, "x"+edge+" 90 (7")
	}
	for _, edge := range edges {
		want = append(want, "x105 "+edge+" (7")
	}
	for _, edge := range edges {
		want = append(want, "x105 90 ("+edge)
	}
	if got := slices.Collect(AtEnds("x105 90 (7")); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A process whose target does not come back says for how long it has waited, and where it is.
func TestHang(t *testing.T) {
	bin, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "-test.run=^FuzzInput$", "-seed=7", "-spoil=1m", "-hangs=400ms")
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), failing+"=hang")
	out, err := oracle.Usual.CombinedOutput(cmd)
	exit := new(exec.ExitError)
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || !regexp.MustCompile(`(?m)^one input takes longer than 400ms\ngoroutine \d+ \[`).Match(out) || !bytes.Contains(out, []byte("time.Sleep")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// FuzzSeeds fails on one of its own inputs where it is run to do so.
func FuzzSeeds(f *testing.F) {
	f.Add(uint64(1))
	Fuzz(f, func(t *testing.T, n uint64) {
		if n == 1 && os.Getenv(failing) == "first" {
			t.Errorf("of %d", n)
		}
	})
}

// A target that fails on its own inputs is not run on others.
func TestFailsOnItsOwn(t *testing.T) {
	bin, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	for fails, ok := range map[string]bool{"first": false, "": true} {
		cmd := exec.Command(bin, "-test.run=^FuzzSeeds$", "-seed=7", "-spoil=50ms")
		cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), failing+"="+fails)
		out, err := oracle.Usual.CombinedOutput(cmd)
		if kept := flag.Lookup("kept"); kept.DefValue != "" || !strings.HasPrefix(kept.Usage, "with -spoil: ") {
			t.Errorf("%+v", kept)
		}
		if ok != (err == nil) || bytes.Contains(out, []byte(executed)) != ok || bytes.Contains(out, []byte("of 1\n")) == ok {
			t.Errorf("%q: %v\n%s", fails, err, out)
		}
	}
}
