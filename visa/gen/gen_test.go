package gen_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/visa"
	"github.com/lanescope/lanescope/visa/gen"
)

const quads = `.decl D v_type=G type=q num_elts=32 align=GRF
.decl S v_type=G type=q num_elts=32 align=GRF
`

// wrong is what release 12504 makes of a mov of quadwords with stride 4 on Tiger Lake: a stride of 8 dwords, which no region has, and which it writes as 0.
const wrong = `//.kernel k
//.platform TGLLP
//.declare D (38)  rf=r size=256 type=q align=16 words (r1.0)
//.declare S (39)  rf=r size=256 type=q align=16 words (r9.0)

_k_k0_0_:
        mov (2|M0)               r1.0<0>:f     r9.0<2;1,0>:f                    {@1}                 // $0
        mov (2|M0)               r1.1<0>:f     r9.1<2;1,0>:f                                         // $0
        mov (2|M0)               r3.0<2>:f     r9.0<2;1,0>:f                                         // $1
        mov (2|M0)               r3.1<2>:f     r9.1<2;1,0>:f                                         // $1
        add (2|M0)               r3.0<1>:d     r9.0<2;2,1>:d  0x3:d                                  // $2
`

// on64 is a listing for registers of 64 bytes.
func on64(t *testing.T) *gen.Listing {
	t.Helper()
	l, err := gen.Parse("//.platform PVC\n//.declare D (38) rf=r size=256 type=q (r1.0)\n//.declare S (39) rf=r size=256 type=q (r5.0)\nmov (2|M0) r1.1<4>:q r6.2<2;2,1>:q // $0\n")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func program(t *testing.T, text string, grf int) *visa.Program {
	t.Helper()
	g, errs := visa.ParseProgram(text, visa.NewDecls(grf, visa.D), visa.Spec)
	if errs != nil {
		t.Fatal(errs)
	}
	return g
}

// The mistake of stride 4 is found by what it does and by the restriction that it breaks; what is right is the same, and what is not executed says so.
func TestAudit(t *testing.T) {
	l, err := gen.Parse(wrong)
	if err != nil {
		t.Fatal(err)
	}
	g := program(t, quads+"mov (M1, 2) D(0,0)<4> S(0,0)<2;2,1>\nmov (M1, 2) D(2,0)<1> S(0,0)<2;2,1>\nmov (M1, 2) D(0,0)<1> S(0,0)<2;2,1>\nmov (M1, 2) D(0,0)<1> 3:q\n", 32)
	all := gen.Audit(g, l, rand.New(rand.NewPCG(1, 2)))
	want := []gen.Verdict{gen.Differs, gen.Same, gen.NotExecuted, gen.NotExecuted}
	if len(all) != len(want) {
		t.Fatalf("%d instructions", len(all))
	}
	for k, a := range all {
		if a.Verdict != want[k] || (a.Why == "") != (a.Verdict == gen.Same) || (len(a.Broken) > 0) != (k == 0) {
			t.Errorf("%s: %s, %s, %v; want %s", a.Text, a.Verdict, a.Why, a.Broken, want[k])
		}
	}
	g = program(t, quads+".decl P1 v_type=P num_elts=8\ncmp.eq (M1, 2) P1 S(0,0)<2;2,1> 3:q\n", 32)
	if l, err = gen.Parse(strings.ReplaceAll(wrong, "mov (2|M0)               r1", "cmp (2|M0)               r1")); err != nil {
		t.Fatal(err)
	}
	if a := gen.Audit(g, l, rand.New(rand.NewPCG(1, 2)))[0]; a.Verdict != gen.NotExecuted || a.Why != "its destination is no general variable" {
		t.Errorf("a predicate as the destination: %s, %s", a.Verdict, a.Why)
	}
	if b := all[0].Broken; len(b) != 2 || b[0].Rule != "destination-stride" || b[0].Operand != "r1.0<0>:f" {
		t.Errorf("broken: %v", b)
	}
	l, g = on64(t), program(t, quads+"mov (M1, 2) D(0,1)<4> S(1,2)<2;2,1>\n", 64)
	if a := gen.Audit(g, l, rand.New(rand.NewPCG(1, 2)))[0]; a.Verdict != gen.Same {
		t.Errorf("on registers of 64 bytes: %s, %s", a.Verdict, a.Why)
	}
	l, _ = gen.Parse(wrong)
	g = program(t, quads+strings.Repeat("mov (M1, 2) D(2,0)<1> S(0,0)<2;2,1>\n", 2), 32)
	if a := gen.Beside(g, l)[1]; len(a.Gen) != 2 || a.Gen[1].Line != 10 || a.Gen[1].Exec != 2 || a.Gen[1].Text != "mov (2|M0) r3.1<2>:f r9.1<2;1,0>:f" {
		t.Errorf("%+v", a.Gen)
	}
}

// Each restriction is broken by one operand and kept by another, as Intel's manual words it.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range []struct{ inst, rule string }{ // of Skylake, or of the platform in front
		{"mov (4|M0) r1.0<1>:d r9.0<8;8,1>:d", "width"},
		{"mov (8|M0) r1.0<1>:d r9.0<16;8,1>:d", "one-row"},
		{"mov (8|M0) r1.0<1>:d r9.0<4;1,2>:d", "width-one"},
		{"mov (1|M0) r1.0<1>:d r9.0<1;1,0>:d", "scalar"},
		{"mov (8|M0) r1.0<1>:d r9.0<0;4,0>:d", "broadcast"},
		{"mov (8|M0) r1.0<0>:d r9.0<8;8,1>:d", "destination-stride"},
		{"PVC mov (8|M0) r1.0<0>:b r9.0<1;1,0>:b", "destination-stride"},
		{"mov (8|M0) r1.0<1>:d r9.4<4;8,1>:d", "row-in-register"},
		{"mov (8|M0) r1.0<1>:d r9.0<16;2,1>:d", "two-registers"},
		{"mov (16|M0) r1.4<1>:d r9.0<8;8,1>:d", "two-registers"},
		{"mov (8|M0) r1.0<1>:d r9.0<8;8,1>:d", ""},
		{"mov (8|M0) r1.0<2>:d r9.4<8;4,1>:w", ""},
		{"mov (1|M0) r1.0<1>:d r9.0<0;1,0>:d", ""},
		{"mov (8|M0) r1.0<1>:d r9.0<4;1,0>:w", ""},
		{"mov (8|M0) acc0.0<1>:d r[a0.0]<1;1,0>:d", ""},
		{"mov (32|M0) r1.0<1>:d r9.0<0;1,0>:d", "execution-size"},
		{"mov (32|M0) r1.0<1>:uw r9.0<1;1,0>:ub", ""},
		{"mov (2|M0) r1.0<8>:d r9.0<1;1,0>:d", "encoding"},
		{"mov (2|M0) r1.0<2>:d r9.0<12;1,0>:d", "encoding"},
		{"mov (2|M0) r1.8<1>:d r9.0<1;1,0>:d", "aligned"},
		{"mov (8|M0) r1.0<1>:ub r9.0<8;8,1>:w", "packed-bytes"},
		{"mov (8|M0) r1.0<1>:ub -r9.0<8;8,1>:ub", "packed-bytes"},
		{"mov (8|M0) r1.1<1>:ub r9.3<4;1,0>:ub", ""},
		{"mov (8|M0) r1.0<1>:w r9.0<8;8,1>:d", "execution-stride"},
		{"mov (8|M0) r1.1<2>:w r9.0<8;8,1>:d", "execution-stride"},
		{"mov (8|M0) r1.1<4>:ub r9.0<8;8,1>:d", ""},
		{"mov (8|M0) r1.0<4>:w r9.0<8;8,1>:d", ""},
		{"mov (1|M0) r1.1<1>:w r9.0<0;1,0>:d", ""},
		{"mov (8|M0) r1.0<1>:hf r9.0<8;8,1>:f", ""},
		{"mov (8|M0) r1.4<1>:hf r9.0<8;8,1>:f", "execution-stride"},
		{"BDW mov (8|M0) r1.0<1>:hf r9.0<8;8,1>:f", "execution-stride"},
		{"DG2 mov (8|M0) r1.0<1>:hf r9.0<1;1,0>:f", ""},
		{"DG2 mov (8|M0) r1.0<1>:hf r9.0<0;1,0>:f", "execution-stride"},
		{"mov (8|M0) r1.0<1>:hf r9.0<8;8,1>:w", "half-stride"},
		{"mov (8|M0) r1.1<2>:hf r9.0<8;8,1>:w", "half-stride"},
		{"mov (8|M0) r1.0<2>:uw r9.0<8;8,1>:hf", ""},
		{"mov (4|M0) r1.0<1>:q r9.0<4;4,1>:b", "conversion"},
		{"mov (4|M0) r1.0<4>:hf r9.0<4;4,1>:df", "conversion"},
		{"mov (4|M0) r1.0<1>:q r9.0<4;4,1>:w", ""},
		{"TGLLP mov (4|M0) r1.0<1>:q r9.0<4;4,1>:q", "quadwords"},
		{"PVC mov (4|M0) r1.0<1>:q r9.0<1;1,0>:q", ""},
		{"BXT mov (4|M0) r1.0<1>:q r9.0<4;4,1>:q", ""},
		{"BXT mov (4|M0) r1.0<1>:q r9.0<1;1,0>:q", "quadword-regions"},
		{"BXT mov (2|M0) r1.1<1>:q r9.0<2;2,1>:q", "quadword-regions"},
		{"BXT mov (4|M0) r1.0<1>:q r9.0<4;4,1>:d", "quadword-regions"},
		{"BXT mov (4|M0) r1.0<1>:q r9.1<0;1,0>:q", ""},
		{"XeHP_SDV mov (8|M0) r1.0<1>:f r9.0<1;1,0>:f", ""},
		{"XeHP_SDV mov (4|M0) r1.0<1>:f r9.4<1;1,0>:f", "float-regions"},
		{"XeHP_SDV mov (4|M0) r1.0<1>:f r9.0<2;1,0>:f", "float-regions"},
		{"XeHP_SDV mov (4|M0) r1.0<1>:d r9.4<1;1,0>:f", "float-regions"},
		{"XeHP_SDV mov (4|M0) r1.0<1>:f r9.0<0;2,1>:f", "float-regions"},
		{"XeHP_SDV mov (8|M0) r1.0<1>:f r9.3<0;1,0>:f", ""},
		{"XeHP_SDV mov (8|M0) r1.0<1>:f r9.3<0;1,0>:ub", "float-regions"},
		{"XeHP_SDV mov (8|M0) r1.0<1>:f r9.8<1;1,0>:hf", ""},
		{"XeHP_SDV mov (8|M0) r1.0<1>:f r9.4<1;1,0>:hf", "float-regions"},
		{"XeHP_SDV mov (4|M0) r1.0<1>:ud r9.5<2;1,0>:ud", ""},
		{"PVC mov (8|M0) r1.3<1>:ub r9.12<4;1,0>:ub", ""},
		{"PVC mov (8|M0) r1.3<1>:ub r9.11<4;1,0>:ub", "sub-dword"},
		{"PVC mov (8|M0) r1.35<1>:ub r9.12<4;1,0>:ub", ""},
		{"PVC mov (8|M0) r1.2<1>:uw r9.4<2;1,0>:uw", ""},
		{"PVC mov (8|M0) r1.2<1>:uw r9.5<2;1,0>:uw", "sub-dword"},
		{"PVC mov (8|M0) r1.0<1>:uw r9.0<4;1,0>:uw", "sub-dword"},
		{"PVC mov (8|M0) r1.0<1>:uw r9.0<8;1,0>:ub", ""},
		{"PVC mov (4|M0) r1.0<1>:ub r9.0<8;1,0>:ub", "sub-dword"},
		{"PVC mov (8|M0) r1.1<1>:uw r9.5<1;1,0>:uw", ""},
		{"PVC mov (8|M0) r1.2<1>:uw r9.5<4;4,1>:uw", ""},
		{"PVC mov (8|M0) r1.1<1>:uw r9.5<8;4,1>:uw", "sub-dword"},
		{"PVC mov (8|M0) r1.0<2>:uw r9.5<4;1,0>:uw", ""},
	} {
		name, inst, ok := strings.Cut(row.inst, " mov")
		if ok {
			row.inst = "mov" + inst
		} else {
			name = "SKL"
		}
		l, err := gen.Parse("//.platform " + name + "\n" + row.inst + "\n")
		if err != nil || len(l.Insts) != 1 {
			t.Fatalf("%s: %v", row.inst, err)
		}
		var rules []string
		for _, b := range l.Insts[0].Check(l.Platform) {
			rules = append(rules, b.Rule)
			seen[b.Rule] = true
		}
		if got := strings.Join(rules, " "); got != row.rule && (row.rule == "" || !strings.Contains(" "+got+" ", " "+row.rule+" ")) {
			t.Errorf("%s breaks %q, want %q", row.inst, got, row.rule)
		}
	}
	if len(seen) != len(gen.Rules) {
		t.Errorf("%d of %d rules were broken", len(seen), len(gen.Rules))
	}
}

// A mov of the machine moves what nested loops over elements move: all widths, strides, and pairs of types.
func TestRun(t *testing.T) {
	rng := chance.Random(t, 61)
	types := []string{"ub", "b", "uw", "w", "ud", "d", "uq", "q"}
	size := map[string]int{"ub": 1, "b": 1, "uw": 2, "w": 2, "ud": 4, "d": 4, "uq": 8, "q": 8}
	for range 3000 {
		w := 1 << rng.IntN(4)
		rows := 1 << rng.IntN(3)
		v, h, dh := []int{0, 1, 2, 4, 8, 16}[rng.IntN(6)], []int{0, 1, 2, 4}[rng.IntN(4)], 1<<rng.IntN(3)
		to, from := types[rng.IntN(8)], types[rng.IntN(8)]
		text := fmt.Sprintf("mov (%d|M0) r20.%d<%d>:%s r%d.%d<%d;%d,%d>:%s", w*rows, rng.IntN(4), dh, to, 90, rng.IntN(4), v, w, h, from)
		l, err := gen.Parse("//.platform SKL\n" + text)
		if err != nil {
			t.Fatal(err)
		}
		file := make([]byte, 256*32)
		for k := range file {
			file[k] = byte(rng.Uint32())
		}
		i := &l.Insts[0]
		want := append([]byte(nil), file...)
		for r := range rows {
			for c := range w {
				at := 90*32 + (i.Src[0].Element+r*v+c*h)*size[from]
				fill := byte(0)
				if from[0] != 'u' && file[at+size[from]-1] >= 0x80 {
					fill = 0xff
				}
				for b := range size[to] {
					x := fill
					if b < size[from] {
						x = file[at+b]
					}
					want[20*32+(i.Dst.Element+(r*w+c)*dh)*size[to]+b] = x
				}
			}
		}
		if err := i.Run(file, 32); err != nil || string(file) != string(want) {
			t.Fatalf("%s: %v", text, err)
		}
	}
	for text, why := range map[string]string{
		"add (8|M0) r1.0<1>:d r9.0<8;8,1>:d 3:d": "no mov", "(f0.0) mov (8|M0) r1.0<1>:d r9.0<8;8,1>:d": "no mov", "mov (8|M0) r255.4<4>:d r9.0<8;8,1>:d": "behind the last register",
		"mov (8|M0) r1.4<1>:d r255.0<16;8,2>:d": "behind the last register",
	} {
		l, err := gen.Parse("//.platform SKL\n" + text)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Insts[0].Run(make([]byte, 256*32), 32); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %s", text, err, why)
		}
	}
}

// What is no listing says where.
func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"mov (8|M0) r1.0<1>:d r9.0<8;8,1>:d": "1:1: the listing names no platform: expected a line //.platform",
		"//.platform FOO":                    `1:1: there is no platform "FOO"`,
		"//.platform SKL\nmov":               `2:1: expected an instruction, found "mov"`,
		"//.platform SKL\n  mov 8 r1":        `2:3: expected a mnemonic and an execution size, as mov (8|M0), found "mov"`,
		"//.platform SKL\n//.declare V (1) rf=r size=32 words (r300000.0)": "1:1: a variable lies beyond 256 registers",
	} {
		if _, err := gen.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Of fresh listings of the tool, those of movs do what was written, but for quadwords where the hardware has none of 64 bits: the two families of that mistake are found, and no other.
func TestFinaliser(t *testing.T) {
	path := oracle.Need(t, "GenX_IR")
	rng := chance.Random(t, 62)
	limit := oracle.Limit{CPU: 10 * time.Second, Clock: 10 * time.Minute}
	same, differs := 0, 0
	for _, platform := range []visa.Platform{visa.SKL, visa.TGL, visa.DG2} {
		for range 40 {
			typ := []string{"d", "w", "q", "ud"}[rng.IntN(4)]
			text := fmt.Sprintf(".version 3.6\n.kernel \"k\"\n.decl D v_type=G type=%s num_elts=64 align=GRF\n.decl S v_type=G type=%s num_elts=64 align=GRF\n.kernel_attr Target=\"cm\"\n", typ, typ)
			h, w := 1<<rng.IntN(3), 1<<rng.IntN(4)
			text += fmt.Sprintf("mov (M1, 8) D(0,%d)<%d> S(0,%d)<%d;%d,%d>\n", rng.IntN(2), h, rng.IntN(2), []int{1, 2, 4, 8}[rng.IntN(4)], w, []int{0, 1, 2}[rng.IntN(3)])
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "k.visaasm"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			run := exec.Command(path, "k.visaasm", "-platform", platform.Tool(), "-output", "-noschedule", "-nocompaction", "-nocopyprop")
			run.Dir = dir
			_, _ = limit.CombinedOutput(run)
			listing, err := os.ReadFile(filepath.Join(dir, "k.asm"))
			if err != nil || strings.Contains(string(listing), "failed to re-decode") {
				continue // it died of an operand that it cannot make
			}
			l, err := gen.Parse(string(listing))
			if err != nil {
				t.Fatalf("%s\n%v", listing, err)
			}
			a := gen.Audit(program(t, text, platform.GRF()), l, rng)[0]
			switch family := typ == "q" && h > 1 && platform != visa.SKL; {
			case a.Verdict == gen.Same:
				same++
			case a.Verdict == gen.Differs && family:
				differs++
			default:
				t.Errorf("%s: %s on %s: %s, %s, %v\n%s", a.Text, typ, platform, a.Verdict, a.Why, a.Broken, listing)
			}
		}
	}
	t.Logf("%d are the same, %d quadwords are not", same, differs)
	if same < 60 || differs == 0 {
		t.Errorf("%d are the same and %d are not: hardly anything was compared", same, differs)
	}
}

// FuzzParse: any text is a listing, which can be checked and run, or refused with a place.
func FuzzParse(f *testing.F) {
	f.Add(wrong)
	chance.Fuzz(f, func(t *testing.T, text string) {
		l, err := gen.Parse(text)
		if err != nil {
			if _, ok := err.(*syntax.Error); !ok {
				t.Fatalf("%v is not an error with a place", err)
			}
			return
		}
		file := make([]byte, 256*l.Platform.GRF())
		for k := range l.Insts {
			l.Insts[k].Check(l.Platform)
			_ = l.Insts[k].Run(file, l.Platform.GRF())
		}
	})
}

func Example() {
	l, _ := gen.Parse("//.platform TGLLP\nmov (2|M0) r1.0<0>:f r9.0<2;1,0>:f // $0\n")
	fmt.Println(l.Insts[0].Check(l.Platform)[0].Message)
	// Output: r1.0<0>:f: a destination's stride is not 0 (2.7)
}
