package spirv_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/spirv"
	"github.com/lanescope/lanescope/syntax"
)

// Lines with the types that they declare, and what they mean.
func TestModule(t *testing.T) {
	for _, row := range []struct{ text, want, names string }{
		{"%half = OpTypeFloat 16\n%h4 = OpTypeVector %half 4\n%a = OpLoad %h4 %p\n%r = OpVectorShuffle %h4 %a %a 3 2 1 0\nOpStore %q %r", "i16x4 -> a3 a2 a1 a0", "%a"},
		{"%f = OpTypeFloat 32\n%2 = OpTypeVector %f 2\n%4 = OpTypeVector %f 4\n%a = OpFunctionParameter %2\n%b = OpFunctionParameter %4\n%r = OpVectorShuffle %4 %a %b 0 2 1 5", "i32x2 i32x4 -> a0 b0 a1 b3", "%a %b"},
		{"%x = OpCompositeExtract %float %v 3\n%y = OpCompositeExtract %float %v 0\n%r = OpCompositeConstruct %v2float %x %y", "i32x4 -> a3 a0", "%v"},
		{"%lo = OpVectorShuffle %v2uint %a %a 0 1 ; the low half\n%r = OpCompositeConstruct %v4uint %lo %lo", "i32x2 -> a0 a1 a0 a1", "%a"},
		{"OpCapability Shader\n%t = OpVectorShuffle %v4float %a %b 0 4 1 5\n%r = OpVectorShuffle %v4float %t %t 3 2 1 0\nOpReturnValue %r", "i32x4 i32x4 -> b1 a1 b0 a0", "%a %b"},
		{"%r = OpVectorShuffle %v2float %a %b 4294967295 3\n", "i32x2 i32x2 -> _ b1", "%a %b"},
		{"%c = OpCompositeExtract %half %v 1", "i16x4 -> a1", "%v"},
	} {
		d := spirv.Dialect()
		r, err := d.Read(row.text, dialect.Options{})
		if err != nil || r.Map.String() != row.want || strings.Join(r.Names, " ") != row.names || !d.Looks(row.text) {
			t.Errorf("%s is %s of %q, %v; want %s of %s", row.text, r.Map, r.Names, err, row.want, row.names)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"%s = OpFAdd %v4float %a %b\n%r = OpVectorShuffle %v4float %s %s 3 2 1 0", "1:1: \"OpFAdd\" moves no lanes, or is not known"},
		{"%v = OpLoad %v2float %p\n%r = OpVectorShuffle %v2float %v %v 0 4", "2:1: number 4 is out of range: the two vectors have 0 to 3"},
		{"%x = OpCompositeExtract %float %v 9", "1:1: %v has lanes 0 to 3"},
		{"%r = OpVectorShuffle %v4float %v %v 0 1\n", "%v4float has 4 lanes, and there are 2"},
		{"OpCompositeConstruct \n", "expected OpVectorShuffle, or another instruction that moves lanes"},
	} {
		_, err := spirv.Dialect().Read(row.text, dialect.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// A shuffle is the lanes that it would be if each were extracted and all put together.
func TestShuffleIsExtractsAndConstruct(t *testing.T) {
	rng := chance.Random(t, 71)
	for range 300 {
		n, m := 2+rng.IntN(3), 2+rng.IntN(3)
		head := fmt.Sprintf("%%a = OpFunctionParameter %%v%dfloat\n%%b = OpFunctionParameter %%v%dfloat\n", n, m)
		k := 2 + rng.IntN(3)
		shuffle, parts, all := fmt.Sprintf("%%r = OpVectorShuffle %%v%dfloat %%a %%b", k), "", fmt.Sprintf("%%r = OpCompositeConstruct %%v%dfloat", k)
		for i := range k {
			source, at := "%a", rng.IntN(n)
			if number := at; rng.IntN(2) == 0 {
				shuffle += fmt.Sprint(" ", number)
			} else {
				source, at = "%b", rng.IntN(m)
				shuffle += fmt.Sprint(" ", n+at)
			}
			parts += fmt.Sprintf("%%t%d = OpCompositeExtract %%float %s %d\n", i, source, at)
			all += fmt.Sprintf(" %%t%d", i)
		}
		one, err := spirv.Dialect().Read(head+shuffle, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", head+shuffle, err)
		}
		other, err := spirv.Dialect().Read(head+parts+all, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", head+parts+all, err)
		}
		if len(other.Map.Lane) != len(one.Map.Lane) {
			t.Fatalf("%d lanes, want %d", len(other.Map.Lane), len(one.Map.Lane))
		}
		for i, l := range one.Map.Lane {
			o := other.Map.Lane[i]
			if one.Names[l.Src] != other.Names[o.Src] || l.Index != o.Index {
				t.Fatalf("%s: lane %d is %s, %d; by parts it is %s, %d", shuffle, i, one.Names[l.Src], l.Index, other.Names[o.Src], o.Index)
			}
		}
	}
}

// Names that are made of each other, as no module has them, end.
func TestCircles(t *testing.T) {
	for _, text := range []string{
		"%m = OpTypeMatrix %v2float 2\n%a = OpCompositeInsert %m %x %b 1 0\n%b = OpCompositeInsert %m %x %a 1 0\n%r = OpCompositeExtract %v2float %a 0\n%s = OpVectorShuffle %v2float %r %r 1 0",
		"%a = OpCopyObject %v2float %b\n%b = OpCopyObject %v2float %a\n%r = OpVectorShuffle %v2float %a %b 0 1",
		"%a = OpLoad %v2float %p\nOpStore %p %a\n%a = OpLoad %v2float %p\n%r = OpVectorShuffle %v2float %a %a 0 1",
		"%m = OpTypeMatrix %v2float 2\n%t = OpCompositeInsert %m %x %t 0\n%r = OpCompositeExtract %v2float %t 1\n%s = OpVectorShuffle %v2float %r %r 1 0",
	} {
		if r, err := spirv.Dialect().Read(text, dialect.Options{}); err == nil && r.Map.Check() != nil {
			t.Errorf("%s is %s", text, r.Map)
		}
	}
}
