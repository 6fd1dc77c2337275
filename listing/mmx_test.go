package listing_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/listing"
)

// The shuffle of MMX is of four words, in either order of its operands; its registers are others than those of SSE, and no other instruction has them here.
func TestMMX(t *testing.T) {
	for text, want := range map[string]string{
		"pshufw mm0, mm1, 27":                        "i16x4 -> a3 a2 a1 a0",
		"pshufw $0x1b, %mm1, %mm0":                   "i16x4 -> a3 a2 a1 a0",
		"PSHUFW mm7, mm7, 1":                         "i16x4 -> a1 a0 a0 a0",
		"pshufw mm0, mm1, 27; pshufw mm2, mm0, 0x93": "i16x4 -> a0 a3 a2 a1",
	} {
		r, err := listing.X86().Read(text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		m, err := lane.Parse(want)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := lane.Compare(r.Map, m); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s is %v, want %s", text, r.Map, want)
		}
	}
	for _, text := range []string{"pshufw mm0, xmm1, 27", "pshufw xmm0, xmm1, 27", "pshufw mm0, mm8, 27", "pshufw mm0, mm1, 256", "pshufw mm0, mm1, -1", "pshufw mm0, mm1", "pshufw mm0, [rax], 27", "pshufw mm0, mm1, mm2", "pshufw"} {
		if r, err := listing.X86().Read(text, dialect.Options{}); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%s is %v, %v", text, r.Map, err)
		}
	}
	for _, text := range []string{"pshufd mm0, mm1, 27", "movdqa mm0, mm1", "punpcklbw mm0, mm1"} {
		if r, err := listing.X86().Read(text, dialect.Options{}); err == nil {
			t.Errorf("%s is %v", text, r.Map)
		}
	}
}
