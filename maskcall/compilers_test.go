package maskcall_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// compiling bounds what a compiler takes.
var compiling = oracle.Limit{CPU: 2 * time.Minute, Clock: 10 * time.Minute}

// rustCalls are random calls over a and b, of four lanes each.
func rustCalls(rng *rand.Rand) string {
	switch rng.IntN(8) {
	case 0:
		return "a.reverse()"
	case 1:
		return fmt.Sprintf("b.rotate_elements_left::<%d>()", rng.IntN(4))
	case 2:
		return fmt.Sprintf("a.rotate_elements_right::<%d>()", rng.IntN(4))
	case 3:
		return fmt.Sprintf("a.interleave(b).%d", rng.IntN(2))
	case 4:
		return fmt.Sprintf("b.deinterleave(a).%d", rng.IntN(2))
	case 5:
		return fmt.Sprintf("simd_swizzle!(a, [%d, %d, %d, %d])", rng.IntN(4), rng.IntN(4), rng.IntN(4), rng.IntN(4))
	case 6:
		return fmt.Sprintf("simd_swizzle!(a.reverse(), b, [%d, %d, %d, %d])", rng.IntN(8), rng.IntN(8), rng.IntN(8), rng.IntN(8))
	}
	return fmt.Sprintf("simd_swizzle!(a, b, [%d, %d, %d, %d])", rng.IntN(8), rng.IntN(8), rng.IntN(8), rng.IntN(8))
}

// javaCalls are random calls over a and b, of four lanes each.
func javaCalls(rng *rand.Rand) string {
	numbers := fmt.Sprintf("%d, %d, %d, %d", rng.IntN(8)-4, rng.IntN(8), rng.IntN(8)-4, rng.IntN(8))
	switch rng.IntN(6) {
	case 0:
		return fmt.Sprintf("a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, %d, %d, %d, %d))", rng.IntN(4), rng.IntN(4), rng.IntN(4), rng.IntN(4))
	case 1:
		return fmt.Sprintf("a.rearrange(VectorShuffle.makeZip(IntVector.SPECIES_128, %d), b)", rng.IntN(2))
	case 2:
		return fmt.Sprintf("a.rearrange(VectorShuffle.makeUnzip(IntVector.SPECIES_128, %d), b)", rng.IntN(2))
	case 3:
		return fmt.Sprintf("b.slice(%d, a)", rng.IntN(4))
	case 4:
		return fmt.Sprintf("a.slice(%d)", rng.IntN(4))
	}
	return "a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, " + numbers + "), b)"
}

// lanesOf is a map's lanes as the numbers that a program prints whose a holds 10 to 13 and b 14 to 17.
func lanesOf(t *testing.T, name, text string) string {
	t.Helper()
	r, err := language(t, name).Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var all []string
	for _, l := range r.Map.Lane {
		number := "0"
		if l.Kind != lane.Constant {
			number = fmt.Sprint(map[string]int{"a": 10, "b": 14}[r.Names[l.Src]] + l.Index)
		}
		all = append(all, number)
	}
	return strings.Join(all, " ")
}

// agree compares what a program prints, a line a call, with what the calls are read as.
func agree(t *testing.T, name string, texts []string, printed string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	if len(lines) != len(texts) {
		t.Fatalf("%d lines for %d calls: %s", len(lines), len(texts), printed)
	}
	for i, text := range texts {
		if want := strings.Trim(strings.ReplaceAll(lines[i], ",", ""), "[]"); lanesOf(t, name, text) != want {
			t.Errorf("%s is read as %s, and gives %s", text, lanesOf(t, name, text), want)
		}
	}
}

// What the compiler of Rust makes of random calls is what they are read as.
func TestRustAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program; TestDefinitions is the definition alone")
	}
	rustc := oracle.IfThere(t, "rustc", "TestDefinitions holds masks by the document")
	rng := chance.Random(t, 32)
	var texts []string
	source := "#![feature(portable_simd)]\nuse std::simd::*;\nfn main() {\n    let a = u32x4::from_array([10, 11, 12, 13]);\n    let b = u32x4::from_array([14, 15, 16, 17]);\n"
	for range 200 {
		text := rustCalls(rng)
		texts = append(texts, text)
		source += "    println!(\"{:?}\", (" + text + ").to_array());\n"
	}
	dir := t.TempDir()
	file, program := filepath.Join(dir, "main.rs"), filepath.Join(dir, "main")
	if err := os.WriteFile(file, []byte(source+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	compile := exec.Command(rustc, "-o", program, file)
	compile.Env = append(os.Environ(), "RUSTC_BOOTSTRAP=1")
	if out, err := compiling.CombinedOutput(compile); err != nil {
		t.Skipf("this rustc has no portable_simd: %v\n%.300s", err, out)
	}
	out, err := compiling.Output(exec.Command(program))
	if err != nil {
		t.Fatal(err)
	}
	agree(t, "rust", texts, string(out))
}

// What Java's Vector API makes of random calls is what they are read as.
func TestJavaAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program; TestDefinitions is the definition alone")
	}
	java := oracle.IfThere(t, "java", "TestDefinitions holds masks by the document")
	rng := chance.Random(t, 33)
	var texts []string
	source := "import jdk.incubator.vector.*;\npublic class Main { public static void main(String[] args) {\n" +
		"IntVector a = IntVector.fromArray(IntVector.SPECIES_128, new int[]{10, 11, 12, 13}, 0);\nIntVector b = IntVector.fromArray(IntVector.SPECIES_128, new int[]{14, 15, 16, 17}, 0);\nIntVector r;\n"
	for range 200 {
		text := javaCalls(rng)
		texts = append(texts, text)
		source += "System.out.println(" + text + ");\n"
	}
	file := filepath.Join(t.TempDir(), "Main.java")
	if err := os.WriteFile(file, []byte(source+"} }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(java, "--add-modules", "jdk.incubator.vector", file)
	out, err := compiling.Output(run)
	if err != nil {
		t.Skipf("this java has no jdk.incubator.vector: %v\n%.300s", err, out)
	}
	agree(t, "java", texts, string(out))
}
