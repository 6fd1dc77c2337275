package gen_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

var full = flag.Bool("full", false, "2,400 movs for GenX_IR instead of 240: see docs/visa.md")

// toolTime is far more than Intel's tools need.
var toolTime = oracle.Limit{CPU: 10 * time.Second, Clock: 10 * time.Minute}

// assembler is iga64's word for a platform.
var assembler = map[visa.Platform]string{
	visa.BDW: "8", visa.CHV: "8", visa.SKL: "9", visa.BXT: "9", visa.ICL: "11", visa.TGL: "12p1", visa.XeHP: "xehp", visa.DG2: "xehpg", visa.MTL: "xehpg", visa.PVC: "xehpc", visa.PVCXT: "xehpc",
}

// What movs become is assembled by iga64 without a word, and disassembled to what it was. The restrictions that iga64 knows are those that we find in what breaks them.
func TestAssembles(t *testing.T) {
	path := oracle.Need(t, "iga64")
	rng := chance.Random(t, 64)
	dir := t.TempDir()
	iga := func(args ...string) string {
		run := exec.Command(path, args...)
		run.Dir = dir
		out, err := toolTime.CombinedOutput(run)
		if err != nil {
			t.Fatalf("%v: %v\n%.2000s", args, err, out)
		}
		return string(out)
	}
	insts := 0
	for _, p := range visa.Platforms() {
		var want []string
		for range 150 {
			text, _, _ := randomMov(rng, "")
			l, err := gen.Legalise(program(t, text, p.GRF()), p)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range l.Insts {
				want = append(want, i.Text)
			}
		}
		write(t, filepath.Join(dir, "k.asm"), strings.Join(want, "\n")+"\n")
		if said := iga("k.asm", "-p="+assembler[p], "-a", "-Wregions", "-o", "k.bin"); said != "" {
			t.Errorf("%s: %.2000s", p, said)
		}
		var got []string
		for line := range strings.Lines(iga("k.bin", "-p="+assembler[p], "-d")) {
			if code, _, _ := strings.Cut(line, "{"); strings.Contains(code, "|M") {
				got = append(got, strings.Join(strings.Fields(code), " "))
			}
		}
		for k := range want {
			want[k] = strings.Replace(want[k], "0x0:ud", "0x0:ud", 1)
		}
		if !slices.EqualFunc(got, want, func(a, b string) bool {
			return a == b || strings.Contains(a, "asr") && strings.HasPrefix(a, b[:len(b)-len("31:w")])
		}) {
			for k := range min(len(got), len(want)) {
				if got[k] != want[k] && !strings.Contains(got[k], "asr") {
					t.Errorf("%s: %s is read back as %s", p, want[k], got[k])
					break
				}
			}
			t.Errorf("%s: %d are %d", p, len(want), len(got))
		}
		insts += len(want)
	}
	t.Logf("%d instructions", insts)
	if insts < 1000 {
		t.Errorf("%d instructions: hardly anything was assembled", insts)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// finalised is the listing of GenX_IR; where it makes none, why.
func finalised(t *testing.T, path string, p visa.Platform, text string) (l *gen.Listing, why string) {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "k.visaasm"), ".version 3.6\n.kernel \"k\"\n"+strings.Replace(text, "mov", ".kernel_attr Target=\"cm\"\nmov", 1)+"ret (M1, 1)\n")
	run := exec.Command(path, "k.visaasm", "-platform", p.Tool(), "-output", "-noschedule", "-nocompaction", "-nocopyprop")
	run.Dir = dir
	_, _ = toolTime.CombinedOutput(run)
	listing, err := os.ReadFile(filepath.Join(dir, "k.asm"))
	if err != nil {
		return nil, "the tool makes nothing"
	}
	if strings.Contains(string(listing), "failed to re-decode") {
		return nil, "the tool cannot read what it made"
	}
	l, err = gen.Parse(string(listing))
	if err != nil {
		t.Fatalf("%s\n%v", listing, err)
	}
	l.Insts = slices.DeleteFunc(l.Insts, func(i gen.Inst) bool { return i.Of < 0 || i.Op == "ret" || strings.HasPrefix(i.Op, "sync") })
	for k := range l.Insts {
		l.Insts[k].Of = 0 // there is one, and of the last instruction the tool has the next number
	}
	return l, ""
}

// Movs become no more instructions here than Intel's finaliser makes of them, where what it makes does the same.
func TestFinaliserNeedsAsMany(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	rng := chance.Random(t, 65)
	n := 240
	if *full {
		n = 2400
	}
	ours, theirs, compared, more, less := 0, 0, 0, 0, 0
	kinds := map[string]int{}
	for range n {
		p := visa.Platforms()[rng.IntN(len(visa.Platforms()))]
		text, _, _ := randomMov(rng, "")
		g := program(t, text, p.GRF())
		l, err := gen.Legalise(g, p)
		if err != nil {
			t.Fatal(err)
		}
		f, why := finalised(t, path, p, text)
		if f == nil {
			kinds[why]++
			continue
		}
		a := gen.Audit(g, f, rng)[0]
		switch {
		case l.Unmade[0] != "":
			kinds["ours: "+l.Unmade[0]]++
			continue
		case a.Verdict != gen.Same:
			kinds["the tool's: "+string(a.Verdict)]++
			continue
		case len(a.Broken) > 0:
			kinds["the tool's breaks "+a.Broken[0].Rule]++
			continue
		}
		compared++
		ours, theirs = ours+len(l.Insts), theirs+len(f.Insts)
		switch {
		case len(l.Insts) > len(f.Insts):
			more++
			t.Logf("%d, the tool %d: %s%s\n%s\n%s", len(l.Insts), len(f.Insts), text, p, lines(l.Insts), lines(f.Insts))
		case len(l.Insts) < len(f.Insts):
			less++
		}
	}
	t.Logf("%d compared: %d instructions, the tool's %d; %d more, %d less; not compared: %v", compared, ours, theirs, more, less, kinds)
	if compared*2 < n {
		t.Errorf("%d of %d were compared", compared, n)
	}
	if ours > theirs || more*50 > compared {
		t.Errorf("%d are longer than the tool's, and all have %d instructions, the tool's %d", more, ours, theirs)
	}
}
