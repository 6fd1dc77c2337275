package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/lanescope/lanescope/internal/lsp"
)

// An editor opens a file, and asks what the call on its first line does.
func ExampleServe() {
	var in strings.Builder
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.c","languageId":"c","version":1,"text":"r = _mm_unpacklo_epi32(a, b);\n"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/inlayHint","params":{"textDocument":{"uri":"file:///a.c"},"range":{"start":{"line":0,"character":0},"end":{"line":1,"character":0}}}}`,
	} {
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	editor, server := io.Pipe()
	go func() {
		// The input stays open until the answer is there.
		err := lsp.Serve(context.Background(), io.MultiReader(strings.NewReader(in.String()), editor), answers{server}, lsp.Options{})
		if err != nil {
			log.Print(err)
		}
	}()
	<-answered
	server.Close()
	// Output:
	// → a0 b0 a1 b1
}

// answers prints the hints that come.
type answers struct{ io.Writer }

var answered = make(chan bool, 1)

func (answers) Write(b []byte) (int, error) {
	_, message, _ := strings.Cut(string(b), "\r\n\r\n")
	var m struct {
		ID     int
		Result json.RawMessage
	}
	if json.Unmarshal([]byte(message), &m) == nil && m.ID == 2 {
		var hints []struct{ Label string }
		if err := json.Unmarshal(m.Result, &hints); err == nil {
			fmt.Println(hints[0].Label)
		}
		answered <- true
	}
	return len(b), nil
}
