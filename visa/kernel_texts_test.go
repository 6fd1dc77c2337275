package visa

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/visa/object"
)

// kernelFiles are the kernels of testdata: those that run by themselves, those of groups, and those that are read and checked only.
func kernelFiles(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, folder := range []string{"kernels", "groups", "texts"} {
		files, err := filepath.Glob("testdata/" + folder + "/*.visaasm")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all[folder+"/"+strings.TrimSuffix(filepath.Base(file), ".visaasm")] = string(text)
		}
	}
	return all
}

// inNoKernel are the instructions of the table that no kernel has, and why.
var inNoKernel = map[Op]string{
	opUnknown:              "is no instruction, but what nobody knows",
	opTgmAtomicFadd:        "a rule refuses it: typed surfaces have none",
	opTgmAtomicFsub:        "a rule refuses it: typed surfaces have none",
	opCacheFlush:           "Intel's tool has no text for it",
	opTgmLoadStatus:        "Intel's tool has no text for it",
	opTgmStoreUncompressed: "Intel's tool has no text for it",
	opVmeIdm:               "Intel's tool has no text for it",
	opInvm:                 "the tool of the document's release does not know it",
	opRsqtm:                "the tool of the document's release does not know it",
	opAdd3o:                "the tool dies of it",
}

// Every instruction of the table is in a kernel, but those that are named; and there are 60 kernels at least.
func TestKernelsHaveAll(t *testing.T) {
	seen := map[Op]bool{}
	all := kernelFiles(t)
	for _, text := range all {
		g, errs := ParseProgram(text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Fatal(errs)
		}
		for n := range g.Lines {
			seen[g.Lines[n].Inst.Op] = true
		}
	}
	for _, op := range Ops() {
		if _, named := inNoKernel[op]; named == seen[op] {
			t.Errorf("%s: in a kernel %v, named %v", op, seen[op], named)
		}
	}
	if len(all) < 60 {
		t.Errorf("%d kernels", len(all))
	}
}

// Each kernel's text prints as what reads as the same, and so do its bytes, which come back as they are. It breaks no rule.
func TestKernelTexts(t *testing.T) {
	for name, text := range kernelFiles(t) {
		g, errs := ParseProgram(text, NewDecls(32, D), Spec)
		if errs != nil {
			t.Errorf("%s: %v", name, errs)
			continue
		}
		checker := Checker{Decls: g.Decls}
		for _, f := range checker.CheckProgram(g) {
			t.Errorf("%s: %s: %s: %s", name, g.Lines[f.Line].Inst.Text(g.Decls), f.Rule, f.Message)
		}
		printed := string(g.AppendText(nil))
		again, errs := ParseProgram(printed, NewDecls(32, D), Spec)
		if errs != nil || !sameInsts(g.Insts(), again.Insts()) {
			t.Errorf("%s: what is printed reads as something else: %v\n%s", name, errs, printed)
			continue
		}
		if got := string(again.AppendText(nil)); got != printed {
			t.Errorf("%s: %s", name, firstOther(got, printed))
		}
		b := packedKernel(t, name, g)
		o, err := object.Read(b)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		back, lost, err := Unpack(o, 0, 32)
		if err != nil || lost != nil {
			t.Fatalf("%s: %v, lost %q", name, err, lost)
		}
		if got := string(back.AppendText(nil)); got != strings.Replace(printed, ".version 3.6", fmt.Sprintf(".version %d.%d", Current.Major, Current.Minor), 1) {
			t.Errorf("%s: bytes read as something else: %s", name, firstOther(got, printed))
			continue
		}
		if c := packedKernel(t, name, back); !bytes.Equal(b, c) {
			t.Errorf("%s: bytes come back as others", name)
		}
	}
}

// packedKernel are the bytes of a file with the kernel.
func packedKernel(t *testing.T, name string, g *Program) []byte {
	t.Helper()
	o := &object.Object{Version: Current}
	if err := g.Pack(o); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	b, err := o.Append(nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return b
}

// On each platform, GenX_IR and we agree on the verdict, sentence and text of each line of each kernel; and each kernel is legal on one at least.
func TestKernelsGenXAgrees(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	platforms := []Platform{SKL, TGL, DG2, PVC, PVCXT}
	if *full {
		platforms = Platforms()
	}
	accepted := map[string]int{}
	all := kernelFiles(t)
	for _, platform := range platforms {
		g := &genx{path: path, platform: platform.Tool(), dir: t.TempDir()}
		for name, text := range all {
			if compareKernel(t, g, platform, name, text) {
				accepted[name]++
			}
		}
		g.answersMost(t)
	}
	total := 0
	for name := range all {
		total += accepted[name]
		if dies := name == "groups/blend" || name == "texts/indirect_calls"; (accepted[name] == 0) != dies { // it multiplies addresses, or calls
			t.Errorf("%s: %d platforms take it", name, accepted[name])
		}
	}
	t.Logf("%d kernels on %d platforms: the tool takes %d, and refuses what we refuse of the others", len(all), len(platforms), total)
}

// compareKernel asks the tool what it says of a kernel, and compares each line; legal is whether it takes all.
func compareKernel(t *testing.T, g *genx, platform Platform, name, text string) (legal bool) {
	t.Helper()
	d := NewDecls(platform.GRF(), D)
	d.Platform = platform
	k, errs := ParseProgram(text, d, Intel)
	if errs != nil {
		t.Fatalf("%s: %v", name, errs)
	}
	for _, kind := range []Kind{SurfaceKind, AddressKind, PredicateKind} { // of which the tool prints the numbers
		for n := range d.table[kind] {
			d.table[kind][n].Name = fmt.Sprintf("%c%d", kind.nameLetter(), kinds[kind].first+uint32(n))
		}
	}
	k.Attrs = []Attr{{Name: "Target", Kind: TextAttr, Text: "cm"}}
	k.Lines = append(k.Lines, refusedLine) // so that the tool does not go on to compile
	file := filepath.Join(g.dir, "in.visaasm")
	if err := os.WriteFile(file, k.AppendText(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	answers, _, err := g.answers(len(k.Lines))
	if oracle.Failed(err) {
		return false
	} else if err != nil {
		t.Errorf("%s on %s: %v", name, platform, err)
		return false
	}
	legal = true
	c := Checker{Decls: d, Dialect: Intel}
	for n := range len(k.Lines) - 1 {
		i, want := &k.Lines[n].Inst, answers[n]
		verdict, message := verdict(c.Check(i))
		legal = legal && want.verdict != "error"
		if verdict != want.verdict || message != want.message {
			t.Errorf("%s on %s: %s:\n  ours %s: %.250s\n  tool %s: %.250s", name, platform, i.Text(d), verdict, message, want.verdict, want.message)
		}
		if text := toolText(i, d); !samePrint(i, text, strings.TrimSuffix(want.reprint, ".")) && want.reprint != "" && !i.Op.jumps() {
			t.Errorf("%s on %s:\n  ours %s\n  tool %s", name, platform, text, want.reprint)
		}
	}
	return legal
}

// poChannel is the channel of a sample4_po.
var poChannel = regexp.MustCompile(`(sample4_po(?:_c)?)\.\w+`)

// samePrint says whether the tool prints what we do. It sets some operands apart by two blanks, or by none from the mnemonic; it prints the unit of every raw_sendsc, which it does not read, and the
// end of a thread in another place; and of sample4_po it takes one of the operation's bits for the channel's.
func samePrint(i *Inst, ours, tools string) bool {
	if !i.Op.isShaped() {
		return ours == tools
	}
	ours = strings.ReplaceAll(ours, "(", " (")
	tools = strings.ReplaceAll(strings.ReplaceAll(tools, "(", " ("), "( ", "(")
	for _, flag := range samplerFlags { // which it sees, and does not print
		ours = strings.Replace(ours, "."+flag, "", 1)
	}
	if opcodes[i.Op].code >= opcodes[opVmeIme].code && opcodes[i.Op].code <= opcodes[opVmeIdm].code {
		ours = strings.NewReplacer("%slm", "T0", "%bss", "T4").Replace(ours)
	}
	switch {
	case i.Op == opVmeFbr:
		tools, ours = strings.ReplaceAll(tools, ", ", ","), strings.ReplaceAll(ours, ", ", ",")
	case opcodes[i.Op].code == opcodes[opRawSends].code:
		tools = strings.Replace(strings.Replace(tools, "raw_sendsc.0.eot", "raw_sendsc_eot", 1), "raw_sendsc.0.", "raw_sendsc.", 1)
		if unit, rest, ok := strings.Cut(tools, ".eot."); ok {
			tools = strings.Replace(unit, "raw_sends", "raw_sends_eot", 1) + "." + rest
		}
	case i.Op == opSample4Po || i.Op == opSample4PoC:
		ours, tools = poChannel.ReplaceAllString(ours, "$1"), poChannel.ReplaceAllString(tools, "$1")
	}
	return slices.Equal(strings.Fields(ours), strings.Fields(tools))
}
