package corpus_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
)

// A comment that says another movement than its instruction is found, and no other.
func TestContradictions(t *testing.T) {
	for line, wrong := range map[string]bool{
		"\tvpshufd\t$27, %xmm1, %xmm0\t# xmm0 = xmm1[0,1,2,3]":                                                                                       true,
		"\tvpshufd\t$27, %xmm1, %xmm0\t# xmm0 = xmm1[3,2,1,0]":                                                                                       false,
		"\tvpunpckldq\t%xmm1, %xmm0, %xmm2\t# xmm2 = xmm0[0],xmm1[0],xmm0[1],xmm1[1]":                                                                false,
		"\tvpunpckldq\t%xmm1, %xmm0, %xmm2\t# xmm2 = xmm1[0],xmm0[0],xmm1[1],xmm0[1]":                                                                true,
		"\tvpunpckldq\t(%rdi), %xmm0, %xmm2\t# xmm2 = xmm0[0],mem[0],xmm0[1],mem[1]":                                                                 false,
		"\tpshufd\t$27, %xmm0, %xmm0\t# 16-byte Reload":                                                                                              false,
		"\tpaddd\t%xmm1, %xmm0\t# xmm0 = xmm1[0,1,2,3]":                                                                                              false,
		"\tpmovzxbw\t%xmm0, %xmm1\t# xmm1 = xmm0[0],zero,xmm0[1],zero,xmm0[2],zero,xmm0[3],zero,xmm0[4],zero,xmm0[5],zero,xmm0[6],zero,xmm0[7],zero": false,
		"\tpmovzxbw\t%xmm0, %xmm1\t# xmm1 = xmm0[0],zero,xmm0[1],zero,xmm0[2],zero,xmm0[3],zero,xmm0[4],zero,xmm0[5],zero,xmm0[7],zero,xmm0[6],zero": true,
	} {
		found := 0
		sink := corpus.Sink{Contradiction: func(c corpus.Contradiction) {
			if found++; c.Line != 2 || c.Function != "f" {
				t.Errorf("%s: at line %d of %s", line, c.Line, c.Function)
			}
		}}
		if err := corpus.Scan(strings.NewReader("f:\n"+line+"\n"), "x.s", sink); err != nil {
			t.Fatal(err)
		}
		if (found > 0) != wrong {
			t.Errorf("%s: %d contradictions", line, found)
		}
	}
}

// Every place has its function, whatever wrote the file, and what could not be followed is told of.
func TestFunctions(t *testing.T) {
	for text, want := range map[string]string{
		"swap:\n\tpshufd\t$27, %xmm0, %xmm0\n":                                                                                                  "swap",
		"swap:                # @swap\n.LBB0_1:\n\tpshufd\t$27, %xmm0, %xmm0\n":                                                                 "swap",
		"0000000000001129 <swap>:\n    1129:\t66 0f 70 c0 1b       \tpshufd $0x1b,%xmm0,%xmm0\n":                                                "swap",
		"define <4 x i32> @swap(<4 x i32> %a) {\n  %r = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>\n": "swap",
		"other:\n\tret\n_swap:\nL3:\n1:\n\tpshufd\t$27, %xmm0, %xmm0\n":                                                                         "_swap",
	} {
		var got []string
		r := new(corpus.Report)
		sink := r.Sink()
		sink.Shuffle = func(f corpus.Find) { got = append(got, f.Function) }
		if err := corpus.Scan(strings.NewReader(text), "x.s", sink); err != nil {
			t.Fatal(err)
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%q: functions %q, want %q", text, got, want)
		}
	}
	r := new(corpus.Report)
	text := "f:\n\tpshufd\t$27, %xmm0, %xmm0\n\tpshufb\t%xmm1, %xmm0\n\tpaddd\t%xmm1, %xmm0\n\tmovdqu\t(%rdi), %xmm0\n\tret\n"
	if err := corpus.Scan(strings.NewReader(text), "x.s", r.Sink()); err != nil {
		t.Fatal(err)
	}
	if r.Lost != 1 || len(r.Lines) != 1 || r.Lines[0].Line != 3 || r.Lines[0].Function != "f" || r.Followed != 3 {
		t.Errorf("%d lost: %+v, %d followed", r.Lost, r.Lines, r.Followed)
	}
}
