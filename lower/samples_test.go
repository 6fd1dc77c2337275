package lower_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// samples are files of masks of two sources, and what LLVM's compiler made of them.
var samples = []struct {
	file, target string
	bits         int
}{
	{"llc22_8xi16_r2_sse41_sample.tsv", "sse4.1", 16},
	{"llc22_16xi8_r2_ssse3_sample.tsv", "ssse3", 8},
	{"llc22_8xi32_r2_avx2_sample.tsv", "avx2", 32},
	{"llc22_16xi16_r2_avx2_sample.tsv", "avx2", 16},
}

// A sample is a mask, and the count of what LLVM made of it.
type sample struct {
	m    lane.Map
	llvm lower.Count
}

// readSamples reads a file: mask, instructions, loads of constants, copies, sequence.
func readSamples(t testing.TB, file string, bits int) []sample {
	t.Helper()
	text, err := os.ReadFile(oracle.Corpus(t, "shuffle/"+file))
	if err != nil {
		t.Fatal(err)
	}
	var list []sample
	for line := range strings.Lines(string(text)) {
		field := strings.Split(strings.TrimSpace(line), "\t")
		if field[0] == "mask" {
			continue
		}
		entries := strings.Split(field[0], ",")
		n := len(entries)
		s := sample{m: lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, n)}}
		for i, e := range entries {
			if e != "u" {
				k, err := strconv.Atoi(e)
				if err != nil {
					t.Fatalf("%s: %v", file, err)
				}
				s.m.Lane[i] = lane.From(k/n, k%n)
			}
		}
		if _, err := fmt.Sscan(strings.Join(field[1:4], " "), &s.llvm.Ops, &s.llvm.Constants, &s.llvm.Copies); err != nil {
			t.Fatalf("%s: %q: %v", file, line, err)
		}
		list = append(list, s)
	}
	return list
}

// Random masks that LLVM's compiler was asked for: with as many constants as it loads, not one in a hundred takes more ops.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, f := range samples {
		t.Run(f.file, func(t *testing.T) {
			tg, l := targetNamed(t, f.target), new(lower.Lowerer)
			rows := readSamples(t, f.file, f.bits)
			switch {
			case testing.Short():
				rows = rows[:1]
			case !*full:
				rows = rows[:6]
			}
			ours, theirs, worse := 0, 0, 0
			var proofs [3]int
			for _, s := range rows {
				r, err := l.Lower(t.Context(), s.m, lower.Options{Target: tg, Cost: lower.Instructions, MaxConstants: lower.AtMost(s.llvm.Constants)})
				if err != nil {
					t.Errorf("%v: %v", s.m, err)
					continue
				}
				ours, theirs = ours+r.Ops, theirs+s.llvm.Ops
				proofs[r.Proof]++
				if r.Ops > s.llvm.Ops || r.Constants > s.llvm.Constants {
					worse++
					t.Logf("%v: %+v, llc %+v", s.m, r.Count, s.llvm)
				}
			}
			if worse*100 > len(rows) {
				t.Errorf("%d of %d masks take more ops", worse, len(rows))
			}
			t.Logf("%d masks: %.3f ops, llc %.3f; %d with more ops; %d minimal, %d bounded, %d best known",
				len(rows), float64(ours)/float64(len(rows)), float64(theirs)/float64(len(rows)), worse, proofs[lower.Minimal], proofs[lower.Bounded], proofs[lower.BestKnown])
		})
	}
}

// Masks a second of the samples, at the default cost.
func BenchmarkSamples(b *testing.B) {
	for _, f := range samples {
		b.Run(f.file, func(b *testing.B) {
			tg, l := targetNamed(b, f.target), new(lower.Lowerer)
			rows := readSamples(b, f.file, f.bits)
			i := 0
			for b.Loop() {
				if _, err := l.Lower(b.Context(), rows[i%len(rows)].m, lower.Options{Target: tg}); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
