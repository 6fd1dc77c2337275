package corpus_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/syntax"
)

// What a listing is read with does not grow with its length, neither where all lines make one value of another nor where each is wanted: the heap that is alive when the
// last movement is told of is small.
func TestListingMemory(t *testing.T) {
	const most = 32 << 20
	for _, row := range []struct{ name, text string }{
		{"one value of another", strings.Repeat("rol rax, 3\nbswap rax\nrol rax, 9\n", 4000)},
		{"each is wanted", strings.Repeat("rol rax, 3\nmov [rdi], rax\n", 4000)},
		{"each has bits of its own", strings.Repeat("vpsllq zmm1, zmm0, 3\nvmovdqa64 [rdi], zmm1\n", 1500)},
		{"ever new memory", strings.Repeat("pshufb xmm0, [rip + .LC0]\nmov rax, [rbx]\n", 4000)},
	} {
		n, last := 0, uint64(0)
		var before, now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		err := corpus.Scan(strings.NewReader(row.text), "", corpus.Sink{Emitted: func(e corpus.Emission) {
			if n++; n%2000 == 1 || e.Line >= strings.Count(row.text, "\n")-1 {
				runtime.GC()
				runtime.ReadMemStats(&now)
				last = max(last, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
			}
		}})
		if err != nil || row.name != "ever new memory" && n == 0 || last > most {
			t.Errorf("%s: %d movements, %d MB alive, %v", row.name, n, last>>20, err)
		}
		t.Logf("%s: %d movements, %d MB alive", row.name, n, last>>20)
	}
}

// A straight run of movements of one another is cut, and each part is told of with its own lines.
func TestLongRunsAreCut(t *testing.T) {
	next := 1
	err := corpus.Scan(strings.NewReader(strings.Repeat("rol rax, 3\nbswap rax\nrol rax, 9\n", 1667)), "", corpus.Sink{Emitted: func(e corpus.Emission) {
		if e.First != next || e.Cost.Ops != e.Line-e.First+1 || e.Cost.Ops > 1024 {
			t.Errorf("lines %d to %d cost %v, and the next one was %d", e.First, e.Line, e.Cost, next)
		}
		next = e.Line + 1
	}})
	if err != nil || next != 5002 {
		t.Errorf("told of up to line %d, %v", next-1, err)
	}
}

// What a listing costs grows with its length: of three times as many lines it is less than five times as much, also of those that all need all before them.
func TestScanIsLinear(t *testing.T) {
	const small, times, most = 1400, 3, 5
	for _, text := range []string{
		"rol rax, 3\n", "rol rax, 3\nmov [rdi], rax\n", "pshufd xmm0, xmm0, 27\n", "pshufd xmm0, xmm0, 57\nmovdqa [rdi], xmm0\n", "por xmm0, xmm1\n", "punpckldq xmm0, xmm1\nmovdqa [rax], xmm0\n",
		"vpblendvb %ymm0, %ymm1, %ymm2, %ymm0 # ymm0 = ymm1[0],ymm2[1],ymm1[2,3]\n", "pshufb .LC0(%rip), %xmm0\n", ".LC0:\n.quad 1\n.quad 2\n", "f:\n", ".L1:\nret\n", "mov eax, 5\nkmovw k1, eax\n", "vpshufd zmm0{k1}{z}, zmm0, 27\n",
		"zip1 v0.4s, v0.4s, v1.4s\n", "zip1 v0.4s, v0.4s, v1.4s\nstr q0, [x0]\n", "mov rax, [rbx]\nbswap rax\nmov [rbx], rax\n", "shufflevector\n", "i8x16.shuffle 0 16 1 17\n", "xchg rax, rcx\ncall f\n", "a.\n", "\n", "# xmm0 = xmm1[0]\n",
	} {
		count := func(n int) int64 {
			return syntax.Steps(func() {
				var r corpus.Report
				if err := corpus.Scan(strings.NewReader(strings.Repeat(text, n/strings.Count(text, "\n"))), "", r.Sink()); err != nil {
					t.Fatal(err)
				}
			})
		}
		if few, many := count(small), count(times*small); many > most*max(few, small) {
			t.Errorf("%q: %d steps for %d lines, %d for %d", text, few, small, many, times*small)
		}
	}
}

// A shuffle begins where it stands, and not where a bracket around it was opened.
func TestWhereShufflesBegin(t *testing.T) {
	for _, row := range []struct{ text, line string }{
		{"if (x) {\n  y = (\n  _mm_shuffle_epi32(a, 27)\n);\n}\n", "3"}, {"f(\n\n\n_mm_shuffle_epi32(\na, 27)\n);\n", "4"},
	} {
		got := shufflesIn(t, row.text, "a.c")
		if len(got) != 1 || !strings.HasPrefix(got[0], row.line+" ") {
			t.Errorf("%q: %q, want one in line %s", row.text, got, row.line)
		}
	}
}
