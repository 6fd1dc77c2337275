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

// An editor begins a session, opens a file, and asks what the call on its first line does. It says no more before the first answer is there.
func ExampleServe() {
	in, editor := io.Pipe()
	answers := answers{make(chan json.RawMessage)}
	go func() {
		if err := lsp.Serve(context.Background(), in, answers, lsp.Options{}); err != nil {
			log.Print(err)
		}
	}()
	say := func(message string) { fmt.Fprintf(editor, "Content-Length: %d\r\n\r\n%s", len(message), message) }
	say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	<-answers.came
	say(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.c","languageId":"c","version":1,"text":"r = _mm_unpacklo_epi32(a, b);\n"}}}`)
	say(`{"jsonrpc":"2.0","id":2,"method":"textDocument/inlayHint","params":{"textDocument":{"uri":"file:///a.c"},"range":{"start":{"line":0,"character":0},"end":{"line":1,"character":0}}}}`)
	var hints []struct{ Label string }
	if err := json.Unmarshal(<-answers.came, &hints); err != nil {
		log.Print(err)
		return
	}
	fmt.Println(hints[0].Label)
	editor.Close()
	// Output:
	// → a0 b0 a1 b1
}

// answers are the results that come; what the server tells of itself has none.
type answers struct{ came chan json.RawMessage }

func (a answers) Write(b []byte) (int, error) {
	_, message, _ := strings.Cut(string(b), "\r\n\r\n")
	var m struct{ Result json.RawMessage }
	if json.Unmarshal([]byte(message), &m) == nil && m.Result != nil {
		a.came <- m.Result
	}
	return len(b), nil
}
