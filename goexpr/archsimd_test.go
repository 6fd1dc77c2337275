package goexpr_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/goexpr"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// The texts that people write, with what they are.
func TestArchsimd(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"a.SelectFromPair(0, 4, 1, 5, b)", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"x.SelectFromPair(1, 2, y)", "i64x2 i64x2 -> a1 b0"},
		{"x.PermuteScalars(3, 2, 1, 0)", "i32x4 -> a3 a2 a1 a0"},
		{"x.PermuteScalarsLo(3, 2, 1, 0)", "i16x8 -> a3 a2 a1 a0 a4 a5 a6 a7"},
		{"x.PermuteScalarsHi(3, 2, 1, 0)", "i16x8 -> a0 a1 a2 a3 a7 a6 a5 a4"},
		{"a.InterleaveLo(b)", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"b.InterleaveLo(a)", "i32x4 i32x4 -> b0 a0 b1 a1"},
		{"archsimd.Uint64x2.InterleaveHi(a, b)", "i64x2 i64x2 -> a1 b1"},
		{"a.AsInt16x8().InterleaveHi(b.AsInt16x8())", "i16x8 i16x8 -> a4 b4 a5 b5 a6 b6 a7 b7"},
		{"func(v, w archsimd.Int64x4) archsimd.Int64x4 { return v.InterleaveLoGrouped(w) }", "i64x4 i64x4 -> a0 b0 a2 b2"},
		{"func f(v archsimd.Int32x4) archsimd.Int32x4 {\n\treturn v.PermuteScalars(1, 0, 3, 2)\n}", "i32x4 -> a1 a0 a3 a2"},
		{"package p\nimport \"simd/archsimd\"\nfunc f(v archsimd.Int32x4) archsimd.Int32x4 {\n\treturn v.PermuteScalars(1, 0, 3, 2)\n}", "i32x4 -> a1 a0 a3 a2"},
		{"a.Select128FromPair(3, 0, b)", "i128x2 i128x2 -> b1 a0"},
		{"a.ConcatShiftBytesRight(4, b)", "i32x4 i32x4 -> b1 b2 b3 a0"},
		{"a.ConcatShiftBytesRight(20, b)", "i32x4 -> a1 a2 a3 z"},
		{"a.Permute(archsimd.LoadUint32x8(&[8]uint32{7, 6, 5, 4, 3, 2, 1, 0}))", "i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"idx := [4]uint64{3, 3, 2}; a.Permute(archsimd.LoadUint64x4(&idx))", "i64x4 -> a3 a3 a2 a0"},
		{"a.ConcatPermute(b, archsimd.LoadUint32x4Slice([]uint32{7, 0, 1<<1, 12}))", "i32x4 i32x4 -> b3 a0 a2 b0"},
		{"a.PermuteOrZero(archsimd.LoadInt8x16(&[16]int8{0, -1, 1, -1, 2, -1, 3, -1, 4, -1, 5, -1, 6, -1, 7, -1}))", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z"},
		{"archsimd.LoadUint8x16(&x).ExtendLo8ToUint16()", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z"},
		{"archsimd.LoadUint32x4Slice(x[0:]).TruncateToUint16()", "i16x8 -> a0 a2 a4 a6 z z z z"},
		{"a.RotateAllLeft(16)", "i16x8 -> a1 a0 a3 a2 a5 a4 a7 a6"},
		{"a.ShiftAllLeft(16)", "i16x8 -> z a0 z a2 z a4 z a6"},
		{"archsimd.LoadUint64x2(&a).ShiftAllRight(70)", "-> i64x2: z z"},
		{"a.GetHi()", "i64x4 -> a2 a3"},
		{"archsimd.Int64x4{}.SetLo(a).SetHi(b)", "i64x2 i64x2 -> i64x4: a0 a1 b0 b1"},
		{"a.SetElem(1, b.GetElem(3))", "i32x4 i32x4 -> a0 b3 a2 a3"},
		{"a.SetElem(1, 7)", "i32x4 -> a0 #7 a2 a3"},
		{"archsimd.BroadcastInt32x4(a.GetElem(2))", "i32x4 -> a2 a2 a2 a2"},
		{"a.Broadcast1To4()", "i32x4 -> a0 a0 a0 a0"},
		{"a.Masked(archsimd.Mask32x4FromBits(0b0101))", "i32x4 -> a0 z a2 z"},
		{"a.Merge(b, archsimd.Mask64x2FromBits(1))", "i64x2 i64x2 -> a0 b1"},
		{"a.Merge(b, archsimd.LoadInt32x4(&[4]int32{-1, 0, 0, -1}).ToMask())", "i32x4 i32x4 -> a0 b1 b2 a3"},
		{"a.Compress(archsimd.Mask32x4FromBits(0xa))", "i32x4 -> a1 a3 z z"},
		{"a.Expand(archsimd.Mask32x4FromBits(0xa))", "i32x4 -> z a0 z a1"},
		{"a.And(archsimd.LoadUint32x4Slice([]uint32{0xffff, 0, 0xffffffff, 0xff00}))", "i8x16 -> a0 a1 z z z z z z a8 a9 a10 a11 z a13 z z"},
		{"t := a.InterleaveLo(b); t.PermuteScalars(3, 2, 1, 0)", "i32x4 i32x4 -> b1 a1 b0 a0"},
		{"var z archsimd.Int32x4\na.InterleaveLo(z).Store(&out)", "i32x4 -> a0 z a1 z"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil || f.Dialect != "archsimd" {
			t.Errorf("%s: %s, %v", row.text, f.Dialect, err)
			continue
		}
		want, err := lane.Parse(row.want)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := form.Compare(f, form.Form{Map: want}); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is %s, want %s: %v", row.text, f.Map, row.want, err)
		}
	}
}

func TestArchsimdErrors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"a.AddPairs(b)", "1:1: AddPairs is no method that moves lanes"},
		{"a.Permute(b)", "1:1: no vector has this method with these arguments"},
		{"archsimd.LoadUint8x16(&a).Permute(b)", "1:35: what Permute does depends on the contents of b"},
		{"x.PermuteScalars(3,2,1,4)", "1:1: argument 4 of PermuteScalars is 4, and has to be below 4"},
		{"x.PermuteScalars(3,2,1)", "1:1: PermuteScalars does not take 3 arguments"},
		{"a.GetHi().SetLo(", "1:17: this is not Go"},
		{"archsimd.LoadInt32x4(&a).ShiftAllRight(1)", "1:1: ShiftAllRight of Int32x4 is no movement of lanes"},
		{"archsimd.LoadInt8x16(&a).ExtendLo8ToUint16()", "1:1: ExtendLo8ToUint16 of Int8x16 is no movement"},
		{"a.Masked(m)", "1:1: no vector has this method"},
		{"a.GetElem(1)", "1:1: this makes no vector"},
		{"a.Or(b)", "1:1: Or computes bit 0 from bits that are both live"},
		{"archsimd.LoadUint32x4(&[2]uint32{1, 2})", "1:23: expected an array of 4 numbers"},
		{"archsimd.LoadInt32x4(&a).InterleaveLo(archsimd.LoadInt16x8(&b))", "1:1: argument 1 of InterleaveLo on Int32x4 is an Int32x4"},
		{"a.AsInt32x4().InterleaveLo(b); for {}", "1:32: this statement is not followed"},
		{"a.InterleaveLo(b.GetLo())", ""},
		{strings.Repeat("a.InterleaveLo(", 100) + "b" + strings.Repeat(")", 100), "1:"},
	} {
		_, err := form.Parse(row.text, form.Options{})
		if err == nil && row.want != "" || err != nil && !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
	if _, err := form.Parse("a.InterleaveLo(b)", form.Options{Type: "Int33x4"}); err == nil {
		t.Error("--type Int33x4 is taken")
	}
	f, err := form.Parse("a.InterleaveLo(b)", form.Options{Type: "Uint16x8"})
	if err != nil || f.Map.String() != "i16x8 i16x8 -> a0 b0 a1 b1 a2 b2 a3 b3" || len(f.Warnings) > 0 {
		t.Errorf("--type Uint16x8: %v, %q, %v", f.Map, f.Warnings, err)
	}
}

// The table has what the package has: every method on every type that it names, with as many arguments, and of those methods no other types that only move.
func TestArchsimdTable(t *testing.T) {
	has := goMethodsOfToolchain(t)
	seen := map[string]bool{}
	for _, c := range goexpr.GoTable() {
		key := c.Type + "." + c.Name
		seen[key] = true
		if got, ok := has[key]; !ok || got != c.Arguments+" "+c.Result {
			t.Errorf("%s takes and gives %q in the table, %q in the package", key, c.Arguments+" "+c.Result, got)
		}
	}
	for key := range has {
		typ, name, _ := strings.Cut(key, ".")
		if seen[key] || strings.HasPrefix(typ, "Mask") {
			continue
		}
		for _, c := range goexpr.GoTable() {
			if c.Name == name && !(name == "ShiftAllRight" && typ[0] == 'I') {
				t.Errorf("the package has %s, which moves as that of %s does, and the table has not", key, c.Type)
				break
			}
		}
	}
}

// goMethodsOfToolchain are the exported methods of the toolchain's package by type and name: how many arguments of which kind, and the result.
func goMethodsOfToolchain(t *testing.T) map[string]string {
	dir := filepath.Join(goRoot(t), "src", "simd", "archsimd")
	files, _ := filepath.Glob(filepath.Join(dir, "*_amd64.go"))
	if len(files) == 0 {
		t.Skip("this toolchain has no simd/archsimd")
	}
	all := map[string]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || !f.Name.IsExported() || f.Type.Results == nil {
				continue
			}
			receiver, ok := f.Recv.List[0].Type.(*ast.Ident)
			result, isName := f.Type.Results.List[0].Type.(*ast.Ident)
			if !ok || !isName {
				continue
			}
			var args []string
			for _, p := range f.Type.Params.List {
				typ, _ := p.Type.(*ast.Ident)
				for range max(len(p.Names), 1) {
					if typ != nil {
						args = append(args, typ.Name)
					}
				}
			}
			all[receiver.Name+"."+f.Name.Name] = strings.Join(args, ",") + " " + result.Name
		}
	}
	return all
}

func goRoot(t *testing.T) string {
	out, err := oracle.Usual.Output(exec.Command("go", "env", "GOROOT"))
	if err != nil {
		t.Skip("the table is compared with the toolchain's package: ", err)
	}
	return strings.TrimSpace(string(out))
}

// Every method of the table on every type, with random numbers, and maps as they are said: Go compiles them, and this CPU does what the form says.
func TestArchsimdOnSilicon(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling calls of simd/archsimd takes seconds")
	}
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("simd/archsimd is of amd64")
	}
	goMethodsOfToolchain(t)
	rng := chance.Random(t, 3)
	var texts []string
	for range 2 {
		texts = append(texts, goexpr.GoCalls(rng.IntN)...)
	}
	d, _ := form.ByName("archsimd")
	several := 0
	for range 400 {
		m := goMap(rng)
		lines, err := d.Translate(t.Context(), m)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		if several += len(lines) - 1; len(lines) > 1 {
			several++
		}
		texts = append(texts, strings.Join(lines, "\n"))
	}
	if several < 100 {
		t.Errorf("hardly a map took several calls")
	}
	runGo(t, rng, texts)
}

// goMap is a map of vectors that Go has, with constants.
func goMap(rng *rand.Rand) lane.Map {
	bits := 8 << rng.IntN(4)
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, 128<<rng.IntN(3)/bits)}
	for range 1 + rng.IntN(3) {
		m.Src = append(m.Src, 128<<rng.IntN(3)/bits)
	}
	constants := rng.IntN(3) - 1
	for i := range m.Lane {
		k := rng.IntN(len(m.Src))
		m.Lane[i] = lane.From(k, rng.IntN(m.Src[k]))
		if constants >= 0 && rng.IntN(6) == 0 {
			m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(constants)*rng.Uint64()).Slice(0, bits))
		}
	}
	return m
}

// runGo compiles functions and compares what they make of random data with what their forms say.
func runGo(t *testing.T, rng *rand.Rand, texts []string) {
	var program, calls bytes.Buffer
	program.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"simd/archsimd\"\n\t\"unsafe\"\n)\n\n" +
		"func at(n int) unsafe.Pointer { return unsafe.Pointer(&data[n]) }\n\n" +
		"var out [64]byte\n\n")
	data := make([]byte, 512)
	for i := range data {
		data[i] = byte(rng.IntN(256))
	}
	program.WriteString("var data = []byte{")
	for _, b := range data {
		fmt.Fprintf(&program, "%d, ", b)
	}
	program.WriteString("}\n\n")
	var want []string
	for n, text := range texts {
		f, err := form.Parse(text, form.Options{From: "archsimd"})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		src := make([][]byte, len(f.Map.Src))
		args := make([]string, len(src))
		head := text[strings.Index(text, "(")+1 : strings.Index(text, ")")]
		types := parameterTypes(head)
		for k := range src {
			src[k] = data[64*k : 64*k+f.Map.Bytes(f.Map.Src[k])]
			args[k] = fmt.Sprintf("archsimd.Load%s((*%s)(at(%d)))", types[k], arrayOf(types[k]), 64*k)
		}
		dst := make([]byte, f.Map.Bytes(len(f.Map.Lane)))
		if err := f.Map.Apply(dst, make([]byte, len(dst)), src...); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want = append(want, hex.EncodeToString(dst))
		fmt.Fprintf(&program, "func f%d%s\n\n", n, strings.TrimPrefix(text, "func"))
		result := strings.TrimPrefix(strings.Fields(text[strings.Index(text, ")")+1:])[0], "archsimd.")
		fmt.Fprintf(&calls, "\tfunc() int { f%d(%s).Store((*%s)(unsafe.Pointer(&out))); return %d },\n", n, strings.Join(args, ", "), arrayOf(result), len(dst))
	}
	// Each call is a function of its own: a compiler needs more than twice as long for one that is twice as long.
	fmt.Fprintf(&program, "var calls = []func() int{\n%s}\n\nfunc main() {\n\tif !archsimd.X86.AVX512VBMI() || !archsimd.X86.AVX512VBMI2() {\n\t\tfmt.Println(\"lacking\")\n\t\treturn\n\t}\n"+
		"\tfor _, call := range calls {\n\t\tn := call()\n\t\tfmt.Printf(\"%%x\\n\", out[:n])\n\t}\n}\n", calls.String())
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": program.String(), "go.mod": "module calls\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", "calls", ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOEXPERIMENT=simd", "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := oracle.Usual.CombinedOutput(build); err != nil {
		if strings.Contains(string(out), "unknown GOEXPERIMENT") {
			t.Skip("this toolchain has no GOEXPERIMENT=simd")
		}
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := oracle.Usual.Output(exec.Command(filepath.Join(dir, "calls")))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(string(out), "lacking") {
		t.Skip("the CPU lacks AVX512-VBMI or VBMI2, which some calls need")
	}
	lines := strings.Fields(string(out))
	if len(lines) != len(texts) {
		t.Fatalf("%d results for %d calls", len(lines), len(texts))
	}
	for n, text := range texts {
		if lines[n] != want[n] {
			t.Errorf("%s\nmakes %s, and the form says %s", text, lines[n], want[n])
		}
	}
	t.Logf("%d functions", len(texts))
}

// arrayOf is the array of a vector's elements: [4]int32 of Int32x4.
func arrayOf(vector string) string {
	element, lanes, _ := strings.Cut(vector, "x")
	return "[" + lanes + "]" + strings.ToLower(element)
}

// parameterTypes are the types of "a, b archsimd.Int32x4, c archsimd.Int32x8".
func parameterTypes(head string) (types []string) {
	fields := strings.Split(head, ",")
	typ := ""
	for _, f := range slices.Backward(fields) {
		if words := strings.Fields(f); len(words) == 2 {
			typ = strings.TrimPrefix(words[1], "archsimd.")
		}
		types = append(types, typ)
	}
	slices.Reverse(types)
	return types
}
