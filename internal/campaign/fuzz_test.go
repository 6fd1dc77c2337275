package campaign_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// fuzzPlan is a plan of programs for a compiler.
func fuzzPlan(t *testing.T, compiler, target string, programs int, seed uint64) *campaign.Plan {
	t.Helper()
	p, err := campaign.NewPlan("test", campaign.FuzzKind, campaign.Options{Compiler: compiler, Target: target, Sample: programs}, seed, 2)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The same plan has the same answers, each program has one, and other code agrees; of compilers that are right nothing is reported.
func TestFuzz(t *testing.T) {
	seed := chance.Seed(t)
	for compiler, target := range map[string]string{"llc": "sse2", "gcc": "sse2", "GenX_IR": "skl"} {
		oracle.Need(t, compiler)
		p := fuzzPlan(t, compiler, target, 70, seed)
		name := merge(t, do(t, p, 0, 1))
		if text(t, name) != text(t, merge(t, do(t, p, 1, 0))) {
			t.Errorf("%s: twice is not alike", compiler)
		}
		verified(t, name, 70)
		u, err := campaign.Join(name)
		if err != nil {
			t.Fatal(err)
		}
		if all, err := u.Reproducers(); err != nil || len(all) > 0 {
			t.Errorf("%s: %+v: %v", compiler, all, err)
		}
	}
}

// A compiler that is wrong is found out: the report has the smallest programs that show it, and other code agrees that they do.
func TestFuzzFindsAFault(t *testing.T) {
	seed := chance.Seed(t)
	real, err := filepath.Abs(oracle.Need(t, "llc"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\n'%s' \"$@\" | sed 's/#.*//; s/punpcklwd/punpckhwd/'\n", real)
	for n := 19; n < 25; n++ {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint("llc-", n)), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	p := fuzzPlan(t, "llc", "ssse3", 320, seed)
	u, err := campaign.Join(do(t, p, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	all, err := u.Reproducers()
	if err != nil || len(all) == 0 {
		t.Fatalf("nothing is found: %v", err)
	}
	smallest := len(all[0].Text)
	for _, r := range all {
		smallest = min(smallest, strings.Count(r.Text, "shufflevector"))
		if r.Verdict != "differs" || r.Does == r.Came || r.First == "" {
			t.Errorf("%+v", r)
		}
	}
	if smallest > 1 {
		t.Errorf("none of %d is one shuffle", len(all))
	}
	checked, faults, err := u.Verify(t.Context(), 1<<30, 1)
	if err != nil || checked != 320 || len(faults) > 0 {
		t.Errorf("%d are verified, %+v: %v", checked, faults, err)
	}
}

// What is changed in an answer other code does not agree with.
func TestFuzzVerifies(t *testing.T) {
	p := &campaign.Plan{Tool: "test", Kind: campaign.FuzzKind, Options: campaign.Options{Compiler: "llc", Target: "sse2", Sample: 1}, Seed: 1, Items: 1, Shards: 1}
	does := "i8x16 -> " + strings.Repeat("_ ", 15) + "_" // of the one program of this seed
	for _, row := range []struct {
		line, why string
	}{
		{"agrees\t0.1\t" + does, "no program 0.1"},
		{"agrees\t1.0\t" + does, "no batch 1"},
		{"agrees\t0.-1\t" + does, "no program 0.-1"},
		{"wrong\t0.0\t" + does, "no verdict"},
		{"agrees\t0\t" + does, "the number of no program"},
		{"agrees\t0.0\ti8x16 -> a0", "no such program"},
		{"differs\t0.0\t" + does, "3 fields"},
	} {
		u := shardOf(t, p, row.line+"\n")
		_, faults, err := u.Verify(t.Context(), 1, 1)
		if err != nil || len(faults) != 1 || !strings.Contains(faults[0].Why, row.why) {
			t.Errorf("%s: %+v: %v", row.line, faults, err)
		}
	}
}
