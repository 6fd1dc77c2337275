package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"testing"

	"github.com/creachadair/jrpc2"
)

// requested is a request as it comes.
func requested(t *testing.T, method string, params any) *jrpc2.Request {
	t.Helper()
	b, err := json.Marshal(object{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	all, err := jrpc2.ParseRequests(b)
	if err != nil || len(all) != 1 {
		t.Fatalf("%v, %v", all, err)
	}
	return all[0].ToRequest()
}

// Who does not want an answer any more is told so and has none that looks like one, whatever was asked; so is who asks about a document that is not open, and whose text is another.
func TestAnswersNobodyWants(t *testing.T) {
	const uri = "file:///a.s"
	s := &server{documents: map[string]*document{uri: newDocument(documentItem{uri, "asm", 1, "f:\n\tpshufd $27, %xmm0, %xmm0\n"}, new(prices))}, view: view{target: usualTarget}}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	whole := textRange{End: position{Line: 2}}
	for method, params := range map[string]func(uri string) any{
		"textDocument/hover":      func(uri string) any { return positionParams{documentName{uri}, position{1, 3}} },
		"textDocument/definition": func(uri string) any { return positionParams{documentName{uri}, position{0, 0}} },
		"textDocument/completion": func(uri string) any { return positionParams{documentName{uri}, position{1, 3}} },
		"textDocument/codeAction": func(uri string) any { return rangeParams{documentName{uri}, whole} },
		"textDocument/inlayHint":  func(uri string) any { return rangeParams{documentName{uri}, whole} },
	} {
		if _, err := methods[method](s, over, requested(t, method, params(uri))); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, which nobody wants: %v", method, err)
		}
		var wrong *jrpc2.Error
		if _, err := methods[method](s, context.Background(), requested(t, method, params("file:///b.s"))); !errors.As(err, &wrong) || wrong.Code != jrpc2.InvalidParams || wrong.Message != `"file:///b.s" is not open` {
			t.Errorf("%s of a document that is not open: %v", method, err)
		}
		if _, err := methods[method](s, context.Background(), requested(t, method, object{"textDocument": 7})); !errors.As(err, &wrong) || wrong.Code != jrpc2.InvalidParams {
			t.Errorf("%s of no document: %v", method, err)
		}
		if answer, err := methods[method](s, context.Background(), requested(t, method, params(uri))); err != nil || answer == nil || reflect.ValueOf(answer).IsZero() {
			t.Errorf("%s: %+v, %v", method, answer, err)
		}
	}
	for k, row := range []struct {
		err, of error
		want    error
	}{{nil, nil, nil}, {context.Canceled, nil, context.Canceled}, {context.Canceled, context.Canceled, errModified}, {nil, context.Canceled, nil}} {
		current, end := context.WithCancel(context.Background())
		if row.of != nil {
			end()
		}
		if err := outdated(current, row.err); !errors.Is(err, row.want) || (err == nil) != (row.want == nil) {
			t.Errorf("row %d: %v, want %v", k, err, row.want)
		}
		end()
	}
}

// Only so many documents are open at once; one that is opened again takes the place of the one before, whose work ends, and one that is closed makes room.
func TestMostDocuments(t *testing.T) {
	s := &server{documents: map[string]*document{}, Options: Options{Log: slog.New(slog.DiscardHandler)}}
	for n := range mostDocuments - 1 {
		uri := fmt.Sprint("file:///", n)
		s.documents[uri] = newDocument(documentItem{uri, "c", 1, ""}, &s.prices)
	}
	open := func(uri string) error {
		_, err := s.didOpen(context.Background(), requested(t, "textDocument/didOpen", didOpenParams{documentItem{uri, "c", 1, ""}}))
		if now := s.documents[uri]; now != nil {
			now.close() // there is nobody to be told of it
		}
		return err
	}
	if err := open("file:///last"); err != nil || len(s.documents) != mostDocuments {
		t.Errorf("the last: %v, %d are open", err, len(s.documents))
	}
	if err := open("file:///more"); err == nil || s.documents["file:///more"] != nil {
		t.Error("one more than can be is open")
	}
	was := s.documents["file:///7"]
	if err := open("file:///7"); err != nil || s.documents["file:///7"] == was || was.current.Err() == nil {
		t.Errorf("one again: %v", err)
	}
	s.forget(was)
	if s.documents["file:///7"] == nil {
		t.Error("the one before took the one behind it along")
	}
	s.forget(s.documents["file:///7"])
	if err := open("file:///more"); err != nil {
		t.Error(err)
	}
	s.waiting.Wait()
}
