package listing_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/listing"
)

// arithmetic is LLVM's IR of functions that compute: each operation on vectors of so many bits with lanes of each size, on floats alone, and from and to memory, general registers and other lanes.
func arithmetic(bits int) string {
	var ir strings.Builder
	functions := 0
	function := func(result, args, body string) {
		fmt.Fprintf(&ir, "define %s @f%d(%s) {\n%s  ret %s %%r\n}\n", result, functions, args, strings.ReplaceAll(body, "; ", "\n"), result)
		functions++
	}
	for _, lanes := range []string{"i8", "i16", "i32", "i64", "float", "double"} {
		size, _ := strconv.Atoi(strings.TrimPrefix(lanes, "i"))
		integers := size > 0
		if !integers {
			size = map[string]int{"float": 32, "double": 64}[lanes]
		}
		n := bits / size
		v := fmt.Sprintf("<%d x %s>", n, lanes)
		two, three := v+" %a, "+v+" %b", v+" %a, "+v+" %b, "+v+" %c"
		operations := strings.Fields("fadd fsub fmul fdiv")
		if integers {
			operations = strings.Fields("add sub mul and or xor shl lshr ashr udiv")
		}
		for _, op := range operations {
			function(v, two, fmt.Sprintf("  %%r = %s %s %%a, %%b\n", op, v))
			function(lanes, lanes+" %a, "+lanes+" %b", fmt.Sprintf("  %%r = %s %s %%a, %%b\n", op, lanes))
		}
		compare := "fcmp olt"
		calls := strings.Fields("minnum maxnum copysign")
		if integers {
			compare = "icmp slt"
			calls = strings.Fields("smin smax umin umax sadd.sat usub.sat uadd.sat ssub.sat")
		}
		function(v, three, fmt.Sprintf("  %%q = %s %s %%a, %%b; %%r = select <%d x i1> %%q, %s %%c, %s %%a\n", compare, v, n, v, v))
		for _, call := range calls {
			function(v, two, fmt.Sprintf("  %%r = call %s @llvm.%s.v%d%s(%s %%a, %s %%b)\n", v, call, n, mangled(lanes, size), v, v))
		}
		if !integers {
			function(v, three, fmt.Sprintf("  %%r = call %s @llvm.fma.v%d%s(%s %%a, %s %%b, %s %%c)\n", v, n, mangled(lanes, size), v, v, v))
			function(lanes, lanes+" %a, "+lanes+" %b, "+lanes+" %c", fmt.Sprintf("  %%r = call %s @llvm.fma.%s(%s %%a, %s %%b, %s %%c)\n", lanes, mangled(lanes, size), lanes, lanes, lanes))
			function(fmt.Sprintf("<%d x i%d>", n, size), v+" %a", fmt.Sprintf("  %%r = fptosi %s %%a to <%d x i%d>\n", v, n, size))
		} else if size < 64 {
			wide := fmt.Sprintf("<%d x i%d>", n/2, 2*size)
			for _, how := range []string{"sext", "zext"} {
				function(wide, fmt.Sprintf("<%d x %s> %%a", n/2, lanes), fmt.Sprintf("  %%r = %s <%d x %s> %%a to %s\n", how, n/2, lanes, wide))
			}
		}
		function(v, v+" %a, "+lanes+" %b", fmt.Sprintf("  %%r = insertelement %s %%a, %s %%b, i32 %d\n", v, lanes, n-1))
		function(lanes, v+" %a", fmt.Sprintf("  %%r = extractelement %s %%a, i32 1\n", v))
		function(v, "ptr %p, "+v+" %a", fmt.Sprintf("  %%x = load %s, ptr %%p; store %s %%a, ptr %%p; %%r = %s %s %%x, %%a\n", v, v, operations[0], v))
		function(lanes, "ptr %p, "+lanes+" %a", fmt.Sprintf("  %%x = load %s, ptr %%p; store %s %%a, ptr %%p; %%r = %s %s %%x, %%a\n", lanes, lanes, operations[0], lanes))
	}
	return ir.String()
}

// mangled is how a function of LLVM's says the type of a lane.
func mangled(lanes string, size int) string {
	if strings.HasPrefix(lanes, "i") {
		return lanes
	}
	return fmt.Sprint("f", size)
}

// compiledLines are the instructions that LLVM makes of it, each once, in the order in which they are met.
func compiledLines(t *testing.T, llc, ir string, options ...string) (all []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "f.ll")
	if err := os.WriteFile(file, []byte(ir), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Usual.Output(exec.Command(llc, append(options, "-O2", "-o", "-", file)...))
	if err != nil {
		t.Fatalf("llc %q: %v", options, err)
	}
	for line := range strings.SplitSeq(string(out), "\n") {
		instruction, ok := strings.CutPrefix(line, "\t")
		instruction, _, _ = strings.Cut(instruction, "//")
		instruction, _, _ = strings.Cut(instruction, " #")
		if instruction = strings.TrimSpace(instruction); ok && !strings.HasPrefix(instruction, ".") && instruction != "" {
			all = append(all, instruction)
		}
	}
	return all
}

// effectOf is which vectors a line writes, alone or as a movement, and reads.
func effectOf(line string) (writes, reads []string) {
	f := listing.NewFollower(nil)
	d, err := f.Line(line, "")
	if err == nil {
		return []string{d.To}, d.Reads
	}
	e := f.Other(line, d)
	return e.Writes, e.Reads
}

// What LLVM computes with, on each machine, writes the vector that its text begins with, or on x86 ends with: a line that is passed over would leave in a register what was in it. Stores write none.
func TestComputedIsWritten(t *testing.T) {
	llc := oracle.Need(t, "llc")
	numbered := func(word string, files map[string][2]int) string { // the register of such a name, counted from a number on
		name := strings.TrimRight(word, "0123456789")
		at, ok := files[name]
		n, err := strconv.Atoi(word[len(name):])
		if !ok || err != nil {
			return ""
		}
		return fmt.Sprint(n + at[0])
	}
	loong := map[string][2]int{"$vr": {}, "$xr": {}, "$fa": {0}, "$ft": {8}, "$fs": {24}, "$f": {}}
	for _, machine := range []struct {
		name    string
		bits    int
		options []string
		files   map[string][2]int
		prefix  string // of the register's name here
		last    bool   // the destination is the last operand
		least   int
	}{
		{"sse4.1", 128, []string{"-mtriple=x86_64", "-mattr=+sse4.1"}, map[string][2]int{"%xmm": {}, "%ymm": {}}, "mm", true, 200},
		{"avx2", 256, []string{"-mtriple=x86_64", "-mattr=+avx2,+fma"}, map[string][2]int{"%xmm": {}, "%ymm": {}}, "mm", true, 200},
		{"avx512", 512, []string{"-mtriple=x86_64", "-mattr=+avx512vl,+avx512bw,+avx512dq"}, map[string][2]int{"%xmm": {}, "%ymm": {}, "%zmm": {}}, "mm", true, 200},
		{"neon", 128, []string{"-mtriple=aarch64"}, map[string][2]int{"v": {}, "q": {}, "d": {}, "s": {}, "h": {}, "b": {}}, "v", false, 150},
		{"sve", 256, []string{"-mtriple=aarch64", "-mattr=+sve2", "-aarch64-sve-vector-bits-min=256"}, map[string][2]int{"v": {}, "q": {}, "d": {}, "s": {}, "h": {}, "b": {}, "z": {}}, "v", false, 200},
		{"lsx", 128, []string{"-mtriple=loongarch64", "-mattr=+lsx"}, loong, "$vr", false, 150},
		{"lasx", 256, []string{"-mtriple=loongarch64", "-mattr=+lasx"}, loong, "$vr", false, 200},
		{"rvv", 128, []string{"-mtriple=riscv64", "-mattr=+v,+zvl128b"}, map[string][2]int{"v": {}}, "v", false, 120},
	} {
		seen := 0
		for _, line := range compiledLines(t, llc, arithmetic(machine.bits), machine.options...) {
			name, operands, _ := strings.Cut(line, "\t")
			words := strings.Split(operands, ", ")
			if machine.last {
				slices.Reverse(words)
			}
			first, _, _ := strings.Cut(strings.Trim(words[0], "{} "), ".")
			first, _, _ = strings.Cut(first, " {")
			destination := numbered(first, machine.files)
			writes, _ := effectOf(line)
			stores := strings.HasPrefix(strings.TrimLeft(name, "xf"), "st") || strings.HasPrefix(strings.TrimLeft(name, "xf"), "vst") || strings.HasPrefix(name, "vse") && name[3] <= '9' || strings.HasPrefix(name, "vs1r") || strings.HasPrefix(name, "prf")
			compares := machine.last && (strings.Contains(name, "comis") || strings.HasPrefix(name, "ptest") || strings.HasPrefix(name, "vptest"))
			compares = compares || machine.prefix == "v" && (strings.HasPrefix(name, "fcmp") || strings.HasPrefix(name, "fccmp"))
			switch has := slices.Contains(writes, machine.prefix+destination); {
			case destination == "" || compares:
			case stores && has:
				t.Errorf("%s: %q is a store, and writes %q", machine.name, line, writes)
			case !stores && !has:
				t.Errorf("%s: %q writes %q, and not %s%s", machine.name, line, writes, machine.prefix, destination)
			case !stores:
				seen++
			}
		}
		if t.Logf("%s: %d lines", machine.name, seen); seen < machine.least {
			t.Errorf("%s: only %d lines", machine.name, seen)
		}
	}
}

// Power's registers are their numbers alone, or have names: LLVM writes either. The names say which file a number is of, and both do the same.
func TestPowerNumbers(t *testing.T) {
	llc := oracle.Need(t, "llc")
	for _, cpu := range []string{"pwr8", "pwr9", "pwr10"} {
		ir, seen := arithmetic(128), 0
		numbers := compiledLines(t, llc, ir, "-mtriple=powerpc64le", "-mcpu="+cpu)
		names := compiledLines(t, llc, ir, "-mtriple=powerpc64le", "-mcpu="+cpu, "-ppc-asm-full-reg-names")
		if len(numbers) != len(names) {
			t.Fatalf("%s: %d lines and %d", cpu, len(numbers), len(names))
		}
		for k, line := range names {
			_, operands, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
			first, _, _ := strings.Cut(operands, ",")
			want := ""
			switch n, err := strconv.Atoi(strings.TrimLeft(first, "vsf")); {
			case err != nil || first == "":
			case strings.HasPrefix(first, "vs") && n >= 32:
				want = fmt.Sprint("v", n-32)
			case strings.HasPrefix(first, "vs"), first[0] == 'f':
				want = fmt.Sprint("vs", n)
			case first[0] == 'v':
				want = first
			}
			stores := strings.HasPrefix(line, "st") || strings.HasPrefix(line, "pst")
			vectors := func(all []string) []string {
				all = slices.DeleteFunc(slices.Clone(all), func(r string) bool { return !strings.HasPrefix(r, "v") })
				slices.Sort(all)
				return slices.Compact(all)
			}
			writes, reads := effectOf(line)
			numberWrites, numberReads := effectOf(numbers[k])
			if got := vectors(writes); want != "" && !stores && !slices.Equal(got, []string{want}) || (want == "" || stores) && len(got) > 0 {
				t.Errorf("%s: %q writes %q, want %s", cpu, line, got, want)
			}
			if got, want := vectors(numberWrites), vectors(writes); !slices.Equal(got, want) {
				t.Errorf("%s: %q writes %q, and %q %q", cpu, numbers[k], got, line, want)
			}
			for _, r := range vectors(reads) { // a number that is no register may be read too
				if !slices.Contains(numberReads, r) {
					t.Errorf("%s: %q reads %q, and %q %q", cpu, numbers[k], numberReads, line, reads)
				}
			}
			if want != "" {
				seen++
			}
		}
		if t.Logf("%s: %d lines", cpu, seen); seen < 200 {
			t.Errorf("%s: only %d lines", cpu, seen)
		}
	}
}

// What lines of LoongArch, Power and SVE read and write, by the books of these machines: those that compute into what they write read it, pairs are two registers and accumulators four.
func TestVectorsOfLines(t *testing.T) {
	for _, row := range []struct{ text, writes, reads string }{
		{"vadd.w $vr0, $vr1, $vr2", "$vr0", "$vr1 $vr2"}, {"vmadd.w $vr0, $vr1, $vr2", "$vr0", "$vr0 $vr1 $vr2"}, {"xvmaddwev.h.bu xr0, xr1, xr2", "$vr0", "$vr0 $vr1 $vr2"}, {"vfnmsub.s $vr0, $vr1, $vr2, $vr3", "$vr0", "$vr0 $vr1 $vr2 $vr3"},
		{"vssrlrni.bu.h vr4, vr5, 6", "$vr4", "$vr4 $vr5"}, {"xvsrani.b.h $xr4, $xr5, 6", "$vr4", "$vr4 $vr5"}, {"vsrlr.h $vr4, $vr5, $vr6", "$vr4", "$vr5 $vr6"}, {"vbitsel.v $vr0, $vr1, $vr2, $vr3", "$vr0", "$vr1 $vr2 $vr3"}, {"vbitseli.b $vr0, $vr1, 3", "$vr0", "$vr0 $vr1"},
		{"vfrstp.b $vr0, $vr1, $vr2", "$vr0", "$vr0 $vr1 $vr2"}, {"vinsgr2vr.w $vr0, $a0, 3", "$vr0", "$vr0"}, {"vpickve2gr.w $a0, $vr3, 1", "", "$vr3"}, {"fadd.d $fa0, $ft1, $fs7", "$vr0", "$vr9 $vr31"}, {"fst.s $f30, $a0, 0", "", "$vr30"}, {"xvstelm.d $xr7, $a0, 8, 1", "", "$vr7"}, {"fcmp.clt.d $fcc0, $fa1, $fa2", "", "$vr1 $vr2"}, {"movgr2fr.d $fs0, $a1", "$vr24", ""},
		{"vadduwm 2, 3, 4", "v2", "v3 v4"}, {"vmsumubm 2, 3, 4, 5", "v2", "v3 v4 v5"}, {"xvmaddadp 34, 35, 1", "v2", "v2 v3 vs1"}, {"xvmaddadp vs34, vs35, vs1", "v2", "v2 v3 vs1"}, {"xsnmsubmdp 3, 4, 5", "vs3", "vs3 vs4 vs5"}, {"fmadd 1, 2, 3, 4", "vs1", "vs2 vs3 vs4"}, {"fadd f1, f2, f3", "vs1", "vs2 vs3"}, {"vrldmi 2, 3, 4", "v2", "v2 v3 v4"},
		{"lxvp 34, 0(3)", "v2 v3", ""}, {"lxvp 4, 32(3)", "vs4 vs5", ""}, {"stxvp 34, 0(3)", "", "v2 v3"}, {"xvf32gerpp 1, 34, 35", "vs4 vs5 vs6 vs7", "v2 v3 vs4 vs5 vs6 vs7"}, {"xvf32ger acc2, vs34, vs35", "vs10 vs11 vs8 vs9", "v2 v3"}, {"xxmfacc 7", "vs28 vs29 vs30 vs31", ""}, {"xxmfacc 8", "", ""}, {"xxmfacc acc0", "vs0 vs1 vs2 vs3", ""}, {"lxvp vsp34, 0(r3)", "v2 v3", ""},
		{"xsaddqp 2, 3, 4", "v2", "v3 v4"}, {"bcdadd. v2, v3, v4, 1", "v2", "v3 v4"}, {"mtvsrd 34, 5", "v2", ""}, {"mfvsrd 5, 34", "", "v2"}, {"mtvsrbm 5, 6", "v5", ""}, {"vextubrx 2, 3, 4", "", "v4"}, {"vcmpequb. 2, 3, 4", "v2", "v3 v4"}, {"xscmpudp 0, 1, 35", "", "v3 vs1"}, {"fcmpu 0, 1, 2", "", "vs1 vs2"}, {"stfd 1, 8(3)", "", "vs1"}, {"plxsd 3, 8(4)", "v3", ""}, {"lxsdx 3, 4, 5", "vs3", ""}, {"lfd 31, 8(3)", "vs31", ""}, {"lfd 32, 8(3)", "", ""},
		{"xor 3, 4, 5", "", ""}, {"add 3, 4, 5", "", ""}, {"divd 3, 4, 5", "", ""}, {"ld 3, 8(4)", "", ""}, {"std 3, 8(4)", "", ""}, {"mr 3, 4", "", ""},
		{"fadd z0.s, p0/m, z0.s, z1.s", "v0", "v0 v1"}, {"add z0.s, z1.s, z2.s", "v0", "v1 v2"}, {"ld3w {z30.s - z0.s}, p0/z, [x0]", "v0 v30 v31", ""}, {"ld2w {z1.s, z2.s}, p0/z, [x0]", "v1 v2", ""}, {"st1w {z1.s}, p0, [x0, z2.s, uxtw]", "", "v1 v2"}, {"prfw pldl1keep, p0, [z3.s]", "", "v3"}, {"st4d {z4.d - z7.d}, p0, [x0]", "", "v4 v5 v6 v7"}, {"mov z0.s, z32.s", "v0", ""},
	} {
		e := listing.NewFollower(nil).Other(row.text, listing.Deed{})
		has := func(all []string, want string, of string) {
			var got []string
			for _, r := range all {
				loong := r[0] == '$' && strings.HasPrefix(row.writes+row.reads, "$") // f1 is a register of it too
				if (r[0] == 'v' || loong) && !slices.Contains(got, r) {
					got = append(got, r)
				}
			}
			slices.Sort(got)
			for _, r := range strings.Fields(want) {
				if !slices.Contains(got, r) {
					t.Errorf("%s %s %q, want %s", row.text, of, got, want)
				}
			}
			numbers := strings.HasPrefix(row.text, "v") && !strings.Contains(row.text, "$") && of == "reads" // a number that is no register may be taken for one
			if len(got) > len(strings.Fields(want)) && !(numbers || strings.HasPrefix(row.text, "bcd")) && !(strings.Contains(row.text, " z") || strings.Contains(row.text, "{z")) {
				t.Errorf("%s %s %q, want %s", row.text, of, got, want)
			}
		}
		has(e.Writes, row.writes, "writes")
		has(e.Reads, row.reads, "reads")
	}
}
