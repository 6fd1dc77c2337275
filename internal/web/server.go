package web

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/lanescope/lanescope/internal/api"
)

// Options are what a server is told.
type Options struct {
	Version  string
	Log      *slog.Logger  // nil: nothing is logged
	AtOnce   int           // how many requests are answered at a time; 0: as many as there are processors
	Deadline time.Duration // in which a request is answered, waiting and all; 0: ten seconds
}

// A Server answers requests of the page and of programs.
type Server struct {
	Options
	desks   *queue
	counts  *counters
	handler http.Handler
}

const usualDeadline = 10 * time.Second

// Times and sizes that bound what a connection may take, whatever it sends.
const (
	headerTime     = 5 * time.Second  // for the header,
	readTime       = 20 * time.Second // for all of a request
	writeTime      = 20 * time.Second // for the answer, behind the deadline
	idleTime       = 60 * time.Second // between two requests
	mostHeader     = 16 << 10
	mostBody       = 1 << 20
	mostConnection = 1024
	shutdownTime   = 10 * time.Second
)

// New is a server.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.AtOnce = cmp.Or(o.AtOnce, runtime.GOMAXPROCS(0))
	o.Deadline = cmp.Or(o.Deadline, usualDeadline)
	s := &Server{Options: o, desks: newQueue(o.AtOnce), counts: newCounters()}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/{name...}", s.ask)
	mux.HandleFunc("GET /api/openapi.json", s.openAPI)
	mux.HandleFunc("GET /healthz", s.health)
	mux.HandleFunc("GET /metrics", s.tellMetrics)
	mux.Handle("/", pages())
	s.handler = s.watched(http.NewCrossOriginProtection().Handler(protected(mux)))
	return s
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests at an address until the context ends, and then those that are under way. It tells ready the page's address once it listens.
func (s *Server) Serve(ctx context.Context, addr string, ready func(url string)) error {
	var listening net.ListenConfig
	l, err := listening.Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: readTime + s.Deadline + writeTime, IdleTimeout: idleTime, MaxHeaderBytes: mostHeader,
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		late, cancel := context.WithTimeout(context.Background(), shutdownTime)
		defer cancel()
		err := server.Shutdown(late)
		if errors.Is(err, context.DeadlineExceeded) {
			err = errors.Join(err, server.Close())
		}
		ended <- err
	}()
	ready("http://" + l.Addr().String() + "/")
	if err := server.Serve(&limited{l, make(chan struct{}, mostConnection)}); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-ended
}

// A limited listener accepts no more connections than there is room for. Further ones wait in the system's queue.
type limited struct {
	net.Listener
	room chan struct{}
}

// Accept is the next connection, when there is room for it.
func (l *limited) Accept() (net.Conn, error) {
	l.room <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &roomy{Conn: c, room: l.room}, nil
}

// A roomy connection gives its room back once.
type roomy struct {
	net.Conn
	room chan struct{}
	once sync.Once
}

// Close ends the connection.
func (c *roomy) Close() error {
	c.once.Do(func() { <-c.room })
	return c.Conn.Close()
}

// contentPolicy lets the page load what this server has, and nothing else: no script or style inside of it, no other host, no frame around it. WebAssembly is compiled where there is no server.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// protected says to browsers what they may do with answers.
func protected(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", contentPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.ServeHTTP(w, r)
	})
}

func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, api.AppendOpenAPI(nil, s.Version))
}

// health says that there is a server, to those who watch over it and to the page.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, api.AppendHealth(nil, s.Version))
}

func writeJSON(w http.ResponseWriter, status int, b []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n')) // who asked may be gone
}
