package corpus_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// LLVM compiles functions of one shuffle each: of nearly all it is found in the listing, and then nothing else is. Of the others, in which bits are mixed that a mask then clears, parts are found.
func TestEmittedByLLVM(t *testing.T) {
	llc := oracle.Need(t, "llc")
	rng := chance.Random(t, 4)
	for _, on := range []struct{ target, triple, attributes string }{
		{"sse2", "x86_64-linux", ""}, {"ssse3", "x86_64-linux", "+ssse3"}, {"avx2", "x86_64-linux", "+avx2"},
		{"avx512vbmi", "x86_64-linux", "+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi"}, {"neon", "aarch64-linux", "+neon"}, {"wasm", "wasm32", "+simd128"},
	} {
		const functions = 60
		ir, want := randomShuffles(t, rng, functions, on.target != "wasm")
		cmd := exec.Command(llc, "-mtriple="+on.triple, "-mattr="+on.attributes, "-o", "-")
		cmd.Stdin = strings.NewReader(ir)
		out, err := oracle.Usual.Output(cmd)
		if err != nil {
			t.Fatalf("%s: %v", on.target, err)
		}
		names := functionOfLine(string(out))
		found, other := map[string]bool{}, map[string]string{}
		var report corpus.Report
		err = corpus.Scan(strings.NewReader(string(out)), "out.s", corpus.Sink{Emitted: func(e corpus.Emission) {
			var one corpus.Report
			one.AddEmitted(e)
			report.AddEmitted(e)
			name := names[e.Line]
			if got := one.Emitted()[0].Canonical; got == want[name] {
				found[name] = true
			} else {
				other[name] = got
			}
			if e.Cost.Ops == 0 || on.target == "neon" != (e.Target == "neon") || on.target == "wasm" != (e.Target == "wasm") {
				t.Errorf("%s: %s costs %+v on %s", on.target, name, e.Cost, e.Target)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		for name, got := range other {
			if found[name] {
				t.Errorf("%s: %s is %s, and the listing is said to make %s too", on.target, name, want[name], got)
			}
		}
		report.Price(nil, corpus.Pricing{})
		dear := 0
		for _, e := range report.Emitted() {
			if known, _ := e.Known(); known.Balanced() > e.Least.Balanced() {
				t.Errorf("%s: %s: the best known, %+v, costs more than what was emitted, %+v", on.target, e.Canonical, known, e.Least)
			}
			if e.Excess() > 0 {
				dear++
			}
		}
		if len(found) < functions*5/6 {
			t.Errorf("%s: of %d functions only %d are followed", on.target, functions, len(found))
		}
		t.Logf("%s: %d of %d functions are followed, %d have a cheaper sequence", on.target, len(found), functions, dear)
	}
}

// randomShuffles are functions with one shuffle each that moves something, and what they are counted as.
func randomShuffles(t *testing.T, rng *rand.Rand, n int, zeros bool) (ir string, want map[string]string) {
	var b strings.Builder
	want = map[string]string{}
	for k := range n {
		bits := 8 << rng.IntN(4)
		lanes := 128 / bits
		typ := fmt.Sprintf("<%d x i%d>", lanes, bits)
		second := "%b"
		if zeros && rng.IntN(3) == 0 { // wasm's are on its stack, which is not followed
			second = "zeroinitializer"
		}
		sel := make([]string, lanes)
		for i := range sel {
			sel[i] = fmt.Sprint("i32 ", rng.IntN(2*lanes))
		}
		sel[0], sel[lanes-1] = "i32 1", fmt.Sprint("i32 ", lanes) // so that it is no copy, and reads both
		line := fmt.Sprintf("%%r = shufflevector %s %%a, %s %s, <%d x i32> <%s>", typ, typ, second, lanes, strings.Join(sel, ", "))
		name := fmt.Sprintf("f%d", k)
		fmt.Fprintf(&b, "define %s @%s(%s %%a, %s %%b) {\n  %s\n  ret %s %%r\n}\n", typ, name, typ, typ, line, typ)
		var r corpus.Report
		if err := corpus.Scan(strings.NewReader(line), "", r.Sink()); err != nil || len(r.Masks()) != 1 {
			t.Fatalf("%s: %v", line, err)
		}
		want[name] = r.Masks()[0].Canonical
	}
	return b.String(), want
}

// functionOfLine is the function in which each line of a listing is, from 1.
func functionOfLine(text string) map[int]string {
	all := map[int]string{}
	name := ""
	for n, line := range strings.Split(text, "\n") {
		if label, _, ok := strings.Cut(line, ":"); ok && strings.HasPrefix(label, "f") {
			name = label
		}
		all[n+1] = name
	}
	return all
}
