package lsp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// A countdown is a context that is over once somebody has looked at it so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Deadline() (time.Time, bool) { return time.Time{}, false }

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Whenever nobody waits any more, who looks at all lines says so: what comes without an error is whole.
func TestStopsAnywhere(t *testing.T) {
	listing := ""
	for n := range 3 * stopEvery {
		listing += fmt.Sprintf("f%d:\n\tpshufd $27, %%xmm0, %%xmm0 # xmm0 = xmm0[0,1,2,3]\n\tpshufd $27, %%xmm0, %%xmm0\n\tret\n", n)
	}
	for language, text := range map[string]string{
		"listing": listing, "c": strings.Repeat("r = _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3));\n", 3*stopEvery),
		"svp64": strings.Repeat("nonsense 1,2,3\n", 3), "g13": "iadd r1, r2, r3\nnonsense\n", "claims": strings.Repeat("i8x2 -> a0 a1 => i8x2 -> a1 a0\n", 3), "visa": ".decl V1 v_type=G type=d num_elts=8\nadd (M1, 3) V1 V1 V1\n",
	} {
		m := memory{prices: new(prices)}
		whole, err := m.diagnose(context.Background(), analysed(language, text))
		if err != nil {
			t.Fatal(err)
		}
		stopped := 0
		for n := 0; ; n++ {
			m := memory{prices: m.prices}
			d, err := m.diagnose(&countdown{context.Background(), n}, analysed(language, text))
			if err == nil {
				if !reflect.DeepEqual(d.findings, whole.findings) {
					t.Errorf("%s, behind %d looks: %d findings of %d", language, n, len(d.findings), len(whole.findings))
				}
				break
			}
			if stopped++; !errors.Is(err, context.Canceled) || d != nil {
				t.Errorf("%s, behind %d looks: %v, %v", language, n, d, err)
			}
		}
		if stopped == 0 || len(whole.findings) == 0 {
			t.Errorf("%s: stopped %d times, %d findings", language, stopped, len(whole.findings))
		}
	}
}

// The methods are those of the protocol that documents of an editor need, by these names and no others.
func TestNamesOfMethods(t *testing.T) {
	want := strings.Fields("$/cancelRequest $/setTrace exit initialize initialized shutdown textDocument/codeAction textDocument/completion textDocument/definition textDocument/didChange textDocument/didClose textDocument/didOpen textDocument/didSave textDocument/hover textDocument/inlayHint workspace/didChangeConfiguration")
	if got := slices.Sorted(maps.Keys(methods)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whoever asks for what there is not is told so, whatever its name is; whoever only tells it is not answered.
func TestUnknownMethods(t *testing.T) {
	c := begin(t, "")
	for _, method := range []string{"$/x", "$/unheard/of", "$x", "textDocument/rename", "textDocument/didSav", "x", "textDocument/", "Hover"} {
		if wrong := c.try(method, object{}, nil); !strings.HasPrefix(wrong, "-32601 ") {
			t.Errorf("%s: %q", method, wrong)
		}
		c.tell(method, object{})
		c.id++
		c.send(object{"id": c.id, "method": "nothing"})
		if r := c.read(); string(r.ID) != fmt.Sprint(c.id) {
			t.Errorf("%s: told, it is answered %+v", method, r)
		}
	}
	c.leave()
}

// A header has up to 4096 bytes, its empty line included, in however many lines.
func TestLengthsOfHeaders(t *testing.T) {
	for lines := 1; lines <= 4; lines++ {
		for total := 4090; total <= 4100; total++ {
			header := "Content-Length: 2\r\n"
			for n := range lines {
				room := total - len(header) - len("\r\n")
				if n < lines-1 {
					room = 1000
				}
				header += "x: " + strings.Repeat("y", room-len("x: \r\n")) + "\r\n"
			}
			header += "\r\n"
			c := &channel{in: bufio.NewReaderSize(strings.NewReader(header+"{}"), mostHeader)}
			b, err := c.read()
			if fits := len(header) <= 4096; fits != (err == nil) || fits && string(b) != "{}" || !fits && err.Error() != "a header has more than 4096 bytes" {
				t.Errorf("a header of %d bytes in %d lines: %q, %v", len(header), lines, b, err)
			}
		}
	}
}

// A text of as many bytes as are looked at is looked at; one more is too many, and said to be.
func TestMostAnalysed(t *testing.T) {
	for over := -1; over <= 1; over++ {
		text := "r = _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3));\n" + strings.Repeat("\n", 1<<10)
		text += strings.Repeat(" ", mostAnalysed+over-len(text))
		m := memory{prices: new(prices)}
		d, err := m.diagnose(context.Background(), analysed("c", text))
		if err != nil || len(d.findings) != 1 {
			t.Fatalf("%d bytes: %v", len(text), err)
		}
		want := "doubtful"
		if over > 0 {
			want = "too-long"
		}
		if f := d.findings[0]; f.rule != want || want == "too-long" && (f.message != fmt.Sprintf("the text has %d bytes; up to %d are looked at", len(text), mostAnalysed) || f.severity != severityWarning) {
			t.Errorf("%d bytes: %+v", len(text), f)
		}
	}
}
