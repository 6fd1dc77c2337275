package svp64_test

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/svp64"
)

// rows are the lines of a corpus file that are no comments, cut at tabs.
func rows(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(oracle.Corpus(t, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all [][]string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !strings.HasPrefix(lines.Text(), "#") {
			all = append(all, strings.Split(lines.Text(), "\t"))
		}
	}
	if err := lines.Err(); err != nil || len(all) < 2 {
		t.Fatalf("%s: %d rows: %v", file, len(all), err)
	}
	return all
}

func hex(t *testing.T, s string) uint64 {
	t.Helper()
	v, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Swizzle text, its immediate, its length and both words.
func TestCorpusImmediates(t *testing.T) {
	all := rows(t, "svp64/imm.tsv")
	for _, row := range all {
		s, err := svp64.ParseSwizzle(row[0])
		if err != nil || uint64(s) != hex(t, row[1]) || fmt.Sprint(s.Len()) != row[2] || s.String() != row[0] {
			t.Errorf("%v: %03x, length %d, %s: %v", row, uint16(s), s.Len(), s, err)
		}
		for k, name := range []string{"mv.swiz", "fmv.swiz"} {
			text := fmt.Sprintf("%s r4,r8,%s", name, row[0])
			i, err := svp64.Parse(text)
			words, err2 := svp64.DefaultEncoding.Encode(i)
			if err != nil || err2 != nil || words.String() != row[3+k] {
				t.Errorf("%s: %v, want %s: %v %v", text, words, row[3+k], err, err2)
			}
			roundTrip(t, words, i)
		}
	}
	t.Logf("%d rows", len(all))
}

// roundTrip wants words to be i and to come back.
func roundTrip(t *testing.T, words svp64.Words, i svp64.Inst) {
	t.Helper()
	e := svp64.DefaultEncoding
	got, n, prefix, err := e.Decode(words.Word[:words.N])
	if err != nil || n != words.N || got != i {
		t.Errorf("%v is %v (%+v) of %d words, want %v (%+v): %v", words, got, got, n, i, i, err)
		return
	}
	e.Prefix = prefix
	if again, err := e.Encode(got); err != nil || again != words {
		t.Errorf("%v comes back as %v: %v", words, again, err)
	}
	if back, err := svp64.Parse(got.String()); err != nil || back != i {
		t.Errorf("%v reads back as %v: %v", got, back, err)
	}
}

// Prefix words of the upstream assembler, and the later form of the same.
func TestCorpusPrefixes(t *testing.T) {
	all := rows(t, "svp64/enc_prefix.tsv")[1:]
	for _, row := range all {
		text := row[7]
		if want := strings.TrimSuffix("sv.mv.swiz/"+row[0], "/") + " " + row[1] + "," + row[2] + ",XYZW"; text != want {
			t.Fatalf("%q is not the equivalent of its row, %q", text, want)
		}
		i, err := svp64.Parse(text)
		if err != nil {
			t.Error(err)
			continue
		}
		for prefix, column := range map[svp64.Prefixing]int{svp64.PO1: 3, svp64.PO9: 5} {
			words, err := svp64.Encoding{PO: 22, Prefix: prefix}.Encode(i)
			if want := row[column] + " " + row[6]; err != nil || words.String() != want {
				t.Errorf("%s: %v, want %s: %v", text, words, want, err)
			}
			roundTrip(t, words, i)
		}
	}
	t.Logf("%d rows", len(all))
}
