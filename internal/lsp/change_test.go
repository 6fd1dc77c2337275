package lsp

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// What an editor is told after an edit is about the text as it then is.
func TestChange(t *testing.T) {
	b, err := os.ReadFile("testdata/files/wasted.s")
	if err != nil {
		t.Fatal(err)
	}
	c := begin(t, "")
	defer c.leave()
	const uri = "file:///wasted.s"
	c.open(uri, "asm", string(b))
	if n := len(c.findings(uri, 1)); n != 3 {
		t.Errorf("%d findings", n)
	}
	for v := 2; v < 30; v++ {
		line := fmt.Sprintf("\tpshufd\t$%d, %%xmm3, %%xmm4 # 😀\n", []int{27, 0}[v%2])
		c.tell("textDocument/didChange", didChangeParams{documentVersion{uri, v}, []change{{&textRange{position{2, 0}, position{2 + min(v-2, 1), 0}}, line}}})
		want := []string{"**reverse xmm3**", "**broadcast lane 0 of xmm3**"}[v%2]
		if said := c.hovered(uri, position{2, 3}); !strings.HasPrefix(said, want) {
			t.Fatalf("version %d: %s, want %s", v, said, want)
		}
	}
	found := c.findings(uri, 29)
	if len(found) != 3 || found[2].Range.Start.Line != 13 {
		t.Errorf("%+v", found)
	}
}
