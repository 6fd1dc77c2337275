package llvmir_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/llvmir"
)

// foldable are functions of constants, which LLVM's optimizer evaluates; %A and %B become vectors of sixteen bytes, %K one of indices, %I a lane.
var foldable = []string{
	"%r = call <16 x i8> @llvm.vector.reverse.v16i8(<16 x i8> %A)",
	"%r = call <16 x i8> @llvm.vector.splice.v16i8(<16 x i8> %A, <16 x i8> %B, i32 %I)",
	"%e = extractelement <16 x i8> %A, i64 %I\n  %r = insertelement <16 x i8> %B, i8 %e, i64 %J",
	"%r = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> %A, <16 x i8> %K)",
	"%r = call <16 x i8> @llvm.aarch64.neon.tbl1.v16i8(<16 x i8> %A, <16 x i8> %K)",
	"%e = call <4 x i8> @llvm.vector.extract.v4i8.v16i8(<16 x i8> %A, i64 12)\n  %r = call <16 x i8> @llvm.vector.insert.v16i8.v4i8(<16 x i8> %B, <4 x i8> %e, i64 4)",
	"%d = call { <8 x i8>, <8 x i8> } @llvm.vector.deinterleave2.v16i8(<16 x i8> %A)\n  %x = extractvalue { <8 x i8>, <8 x i8> } %d, 1\n  %y = extractvalue { <8 x i8>, <8 x i8> } %d, 0\n  %r = call <16 x i8> @llvm.vector.interleave2.v16i8(<8 x i8> %x, <8 x i8> %y)",
}

// dealtFunctions take bytes apart as so many vectors, and put them together in another order, and declared are what they call.
func dealtFunctions() (functions []string, declared string) {
	for k := 2; k <= 8; k++ {
		part, whole := "<2 x i8>", fmt.Sprintf("<%d x i8>", 2*k)
		types := "{ " + strings.Join(slices.Repeat([]string{part}, k), ", ") + " }"
		body := fmt.Sprintf("%%a = shufflevector <16 x i8> %%A, <16 x i8> %%B, <%d x i32> <%s>\n  %%d = call %s @llvm.vector.deinterleave%d.v%di8(%s %%a)", 2*k, counted(2*k, 16), types, k, 2*k, whole)
		var parts []string
		for i := range k {
			body += fmt.Sprintf("\n  %%p%d = extractvalue %s %%d, %d", i, types, i)
			parts = append(parts, fmt.Sprintf("%s %%p%d", part, (i+1)%k))
		}
		body += fmt.Sprintf("\n  %%i = call %s @llvm.vector.interleave%d.v%di8(%s)", whole, k, 2*k, strings.Join(parts, ", "))
		functions = append(functions, body+fmt.Sprintf("\n  %%r = shufflevector %s %%i, %s %%i, <16 x i32> <%s>", whole, whole, counted(16, 2*k)))
		declared += fmt.Sprintf("declare %s @llvm.vector.deinterleave%d.v%di8(%s)\ndeclare %s @llvm.vector.interleave%d.v%di8(%s)\n", types, k, 2*k, whole, whole, k, 2*k, strings.Join(slices.Repeat([]string{part}, k), ", "))
	}
	return functions, declared
}

// counted are selectors of n lanes, which begin again behind so many.
func counted(n, again int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("i32 %d", i%again))
	}
	return strings.Join(all, ", ")
}

// declared are the intrinsics, as a module has to say them.
const declared = `declare <16 x i8> @llvm.vector.reverse.v16i8(<16 x i8>)
declare <16 x i8> @llvm.vector.splice.v16i8(<16 x i8>, <16 x i8>, i32)
declare <4 x i8> @llvm.vector.extract.v4i8.v16i8(<16 x i8>, i64)
declare <16 x i8> @llvm.vector.insert.v16i8.v4i8(<16 x i8>, <4 x i8>, i64)
declare <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8>, <16 x i8>)
declare <16 x i8> @llvm.aarch64.neon.tbl1.v16i8(<16 x i8>, <16 x i8>)
declare { <8 x i8>, <8 x i8> } @llvm.vector.deinterleave2.v16i8(<16 x i8>)
declare <16 x i8> @llvm.vector.interleave2.v16i8(<8 x i8>, <8 x i8>)
`

func byteVector(r *rand.Rand, below int) string {
	var all []string
	for range 16 {
		all = append(all, fmt.Sprintf("i8 %d", r.IntN(below)))
	}
	return "<" + strings.Join(all, ", ") + ">"
}

// What a function of constants returns here is what LLVM's optimizer makes of it, where that folds it.
func TestFoldsAsOpt(t *testing.T) {
	path := oracle.Need(t, "opt")
	r := chance.Random(t, 1)
	folded := 0
	dealt, declaredToo := dealtFunctions()
	for _, body := range slices.Concat(foldable, dealt) {
		for range 3 {
			body := strings.NewReplacer("%A", byteVector(r, 128), "%B", byteVector(r, 128), "%K", byteVector(r, 16), "%I", fmt.Sprint(r.IntN(16)), "%J", fmt.Sprint(r.IntN(16))).Replace(body)
			function := "define <16 x i8> @f() {\n  " + body + "\n  ret <16 x i8> %r\n}\n"
			triple := "x86_64-linux-gnu"
			if strings.Contains(body, "aarch64") {
				triple = "aarch64-linux-gnu"
			}
			opt := exec.Command(path, "-S", "-passes=instcombine", "-mtriple="+triple)
			opt.Stdin = strings.NewReader(declared + declaredToo + function)
			out, err := oracle.Usual.Output(opt)
			if err != nil {
				t.Fatalf("opt-22: %v\n%s", err, function)
			}
			_, rest, _ := strings.Cut(string(out), "ret ")
			line, _, _ := strings.Cut(rest, "\n")
			if strings.Contains(line, "%") {
				continue // which it leaves as it is
			}
			folded++
			ours, err := llvmir.Dialect().Read(function, dialect.Options{})
			theirs, errOpt := llvmir.Dialect().Read("define <16 x i8> @f() {\n  ret "+line+"\n}", dialect.Options{})
			if err != nil || errOpt != nil {
				t.Errorf("%v, %v\n%s", err, errOpt, function)
				continue
			}
			if v, err := lane.Compare(ours.Map, theirs.Map); err != nil || v.Relation != lane.Equal {
				t.Errorf("%s is %s, and opt-22 has %s", body, ours.Map, theirs.Map)
			}
		}
	}
	t.Logf("%d functions folded", folded)
	if folded < 12+3*len(dealt) {
		t.Errorf("opt-22 folds %d functions only", folded)
	}
}
