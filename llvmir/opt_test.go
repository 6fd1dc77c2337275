package llvmir_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
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
	"%d = call { <8 x i8>, <8 x i8> } @llvm.vector.deinterleave2.v16i8(<16 x i8> %A)\n  %x = extractvalue { <8 x i8>, <8 x i8> } %d, 1\n  %y = extractvalue { <8 x i8>, <8 x i8> } %d, 0\n  %r = call <16 x i8> @llvm.vector.interleave2.v16i8(<8 x i8> %x, <8 x i8> %y)",
}

// declared are the intrinsics, as a module has to say them.
const declared = `declare <16 x i8> @llvm.vector.reverse.v16i8(<16 x i8>)
declare <16 x i8> @llvm.vector.splice.v16i8(<16 x i8>, <16 x i8>, i32)
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
	for _, body := range foldable {
		for range 3 {
			body := strings.NewReplacer("%A", byteVector(r, 128), "%B", byteVector(r, 128), "%K", byteVector(r, 16), "%I", fmt.Sprint(r.IntN(16)), "%J", fmt.Sprint(r.IntN(16))).Replace(body)
			function := "define <16 x i8> @f() {\n  " + body + "\n  ret <16 x i8> %r\n}\n"
			triple := "x86_64-linux-gnu"
			if strings.Contains(body, "aarch64") {
				triple = "aarch64-linux-gnu"
			}
			opt := exec.Command(path, "-S", "-passes=instcombine", "-mtriple="+triple)
			opt.Stdin = strings.NewReader(declared + function)
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
	if folded < 12 {
		t.Errorf("opt-22 folds %d functions only", folded)
	}
}
