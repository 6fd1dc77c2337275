package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"

	"github.com/lanescope/lanescope/internal/api"
)

// Options are what a server is told.
type Options struct {
	Version string
	Target  string        // whose sequences a hover has, unless the editor says another; empty: avx2
	Quiet   time.Duration // for how long nobody writes before findings are sent; 0: a tenth of a second
	Log     *slog.Logger  // nil: nothing is logged
}

const (
	usualTarget   = "avx2"
	usualQuiet    = 100 * time.Millisecond
	mostDocuments = 4096
	atOnce        = 1 << 10 // requests that are worked on, or wait for their document
)

// Codes of errors that the protocol has beside those of JSON-RPC.
const (
	notInitialized  jrpc2.Code = -32002
	contentModified jrpc2.Code = -32801
)

var errModified = contentModified.Err()

// A server answers one editor.
type server struct {
	Options
	prices prices
	rpc    *jrpc2.Server
	editor *channel
	over   context.Context // ends all work
	leave  context.CancelFunc

	mu        sync.Mutex // guards what follows
	began     bool       // initialize came,
	ended     bool       // and shutdown
	left      bool       // and exit, before or after it
	view      view
	documents map[string]*document
	waiting   sync.WaitGroup // findings that are to be sent

	explaining sync.Mutex // guards what follows
	explainer  api.Explainer
}

// ErrNotShutDown is why a session ended that the editor did not shut down first.
var ErrNotShutDown = errors.New("the editor left without shutdown")

// Serve answers an editor until it leaves, its input ends, or the context does.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := &server{Options: o, documents: map[string]*document{}}
	s.Target, s.Quiet = cmp.Or(s.Target, usualTarget), cmp.Or(s.Quiet, usualQuiet)
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	s.view = view{target: s.Target, markdown: true}
	s.rpc = jrpc2.NewServer(s, &jrpc2.ServerOptions{AllowPush: true, DisableBuiltin: true, Concurrency: atOnce})
	s.over, s.leave = context.WithCancel(ctx)
	defer s.leave()
	s.editor = newChannel(in, out)
	defer context.AfterFunc(s.over, s.editor.leave)() // and not rpc.Stop, which answers into nothing what comes meanwhile
	s.rpc.Start(s.editor)
	err := s.rpc.Wait()
	s.closeAll()
	switch {
	case ctx.Err() != nil:
		return nil
	case s.left && !s.ended:
		return ErrNotShutDown
	case s.left || errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// closeAll ends all work.
func (s *server) closeAll() {
	s.mu.Lock()
	for _, d := range s.documents {
		d.close()
	}
	s.documents = map[string]*document{}
	s.mu.Unlock()
	s.waiting.Wait()
}

// methods are what an editor can ask and tell, by name. A new one is one entry.
var methods = map[string]func(s *server, ctx context.Context, r *jrpc2.Request) (any, error){
	"initialize":                       (*server).initialize,
	"initialized":                      nothing,
	"shutdown":                         (*server).shutdown,
	"exit":                             (*server).exit,
	"$/cancelRequest":                  (*server).cancel,
	"$/setTrace":                       nothing,
	"textDocument/didOpen":             (*server).didOpen,
	"textDocument/didChange":           (*server).didChange,
	"textDocument/didClose":            (*server).didClose,
	"textDocument/didSave":             nothing,
	"textDocument/hover":               (*server).hover,
	"textDocument/definition":          (*server).definition,
	"textDocument/completion":          (*server).completion,
	"textDocument/codeAction":          (*server).codeAction,
	"textDocument/inlayHint":           (*server).inlayHint,
	"workspace/didChangeConfiguration": nothing,
}

// Assign is what answers a method. A panic is a bug in Lanescope: it costs that answer, and the log has it.
func (s *server) Assign(_ context.Context, method string) jrpc2.Handler {
	if method == s.editor.last {
		return s.end
	}
	answer, ok := methods[method]
	if !ok {
		return nil // of which a request is told, and a notification is passed over
	}
	return func(ctx context.Context, r *jrpc2.Request) (result any, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.Log.Error("bug", "method", method, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				result, err = nil, jrpc2.Errorf(jrpc2.InternalError, "a bug in Lanescope, in the log: %v", p)
			}
		}()
		if err := s.ready(method); err != nil {
			return nil, err
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(s.over, cancel)()
		return answer(s, ctx, r)
	}
}

// ready says whether a method may be asked for now.
func (s *server) ready(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case method == "exit":
		return nil
	case s.ended:
		return jrpc2.Errorf(jrpc2.InvalidRequest, "the session was shut down")
	case !s.began && method != "initialize":
		return jrpc2.Errorf(notInitialized, "expected initialize first")
	case s.began && method == "initialize":
		return jrpc2.Errorf(jrpc2.InvalidRequest, "initialize came already")
	}
	return nil
}

func nothing(*server, context.Context, *jrpc2.Request) (any, error) { return nil, nil }

// params reads a request's parameters.
func params[T any](r *jrpc2.Request) (p T, err error) {
	if err := json.Unmarshal([]byte(r.ParamString()), &p); err != nil {
		return p, jrpc2.Errorf(jrpc2.InvalidParams, "%s: %v", r.Method(), err)
	}
	return p, nil
}

func (s *server) initialize(_ context.Context, r *jrpc2.Request) (any, error) {
	p, err := params[initializeParams](r)
	if err != nil {
		return nil, err
	}
	var set settings
	if len(p.Options) > 0 && string(p.Options) != "[]" { // which is Lua's way to say {}
		if err := json.Unmarshal(p.Options, &set); err != nil {
			return nil, jrpc2.Errorf(jrpc2.InvalidParams, "initializationOptions: %v", err)
		}
	}
	if err := api.CheckList([]string{cmp.Or(set.Target, s.Target)}, "target", api.LowerTargets()); err != nil {
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "initializationOptions: %v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.began = true
	formats := p.Capabilities.TextDocument.Hover.ContentFormat
	s.view = view{target: cmp.Or(set.Target, s.Target), svg: set.SVG, markdown: len(formats) == 0 || formats[0] == "markdown"}
	return initializeResult{capabilities(), serverInfo{"lanescope", s.Version}}, nil
}

func (s *server) shutdown(context.Context, *jrpc2.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	return nil, nil
}

func (s *server) exit(context.Context, *jrpc2.Request) (any, error) {
	s.mu.Lock()
	s.left = true
	s.mu.Unlock()
	s.leave()
	return nil, nil
}

// end is the message behind the last one, which is not the editor's.
func (s *server) end(context.Context, *jrpc2.Request) (any, error) {
	s.editor.ended()
	return nil, nil
}

func (s *server) cancel(_ context.Context, r *jrpc2.Request) (any, error) {
	p, err := params[struct {
		ID json.RawMessage `json:"id"`
	}](r)
	if err == nil {
		s.rpc.CancelRequest(string(p.ID))
	}
	return nil, err
}

func (s *server) didOpen(_ context.Context, r *jrpc2.Request) (any, error) {
	p, err := params[didOpenParams](r)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if was := s.documents[p.TextDocument.URI]; was != nil {
		was.close()
	} else if len(s.documents) >= mostDocuments {
		return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "%d documents are open", len(s.documents))
	}
	d := newDocument(p.TextDocument, &s.prices)
	s.documents[d.uri] = d
	s.publishSoon(d, 0)
	return nil, nil
}

func (s *server) didChange(_ context.Context, r *jrpc2.Request) (any, error) {
	p, err := params[didChangeParams](r)
	if err != nil {
		return nil, err
	}
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if err := d.change(p.ContentChanges, p.TextDocument.Version); err != nil {
		s.forget(d)
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.publishSoon(d, s.Quiet)
	return nil, nil
}

func (s *server) didClose(_ context.Context, r *jrpc2.Request) (any, error) {
	p, err := params[didCloseParams](r)
	if err != nil {
		return nil, err
	}
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	s.forget(d)
	return nil, s.rpc.Notify(context.Background(), "textDocument/publishDiagnostics", publishParams{URI: d.uri, Diagnostics: []diagnostic{}})
}

// forget closes a document.
func (s *server) forget(d *document) {
	d.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.documents[d.uri] == d {
		delete(s.documents, d.uri)
	}
}

// document is one that is open.
func (s *server) document(uri string) (*document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[uri]; d != nil {
		return d, nil
	}
	return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%q is not open", uri)
}

// publishSoon sends a document's findings once nobody writes for a while. A text that is another by then has its own turn.
func (s *server) publishSoon(d *document, quiet time.Duration) {
	d.mu.Lock()
	current := d.current
	d.mu.Unlock()
	s.waiting.Go(func() {
		select {
		case <-current.Done():
			return
		case <-time.After(quiet):
		}
		defer func() {
			if p := recover(); p != nil {
				s.Log.Error("bug", "uri", d.uri, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			}
		}()
		err := d.whole(current, func(found *diagnosis, version int) error {
			if current.Err() != nil {
				return current.Err()
			}
			return s.rpc.Notify(current, "textDocument/publishDiagnostics", publishParams{d.uri, version, found.diagnostics()})
		})
		if err != nil && current.Err() == nil {
			s.Log.Error("diagnostics", "uri", d.uri, "error", err)
		}
	})
}
