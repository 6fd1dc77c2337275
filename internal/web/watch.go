package web

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/lanescope/lanescope/internal/api"
)

// A note is what is remembered of a request while it is answered.
type note struct {
	http.ResponseWriter
	endpoint string
	status   int
	bytes    int
}

// noted is the note of a request.
func noted(w http.ResponseWriter) *note {
	if n, ok := w.(*note); ok {
		return n
	}
	return new(note) // nobody watches
}

// WriteHeader notes the status.
func (n *note) WriteHeader(status int) {
	if n.status == 0 {
		n.status = status
	}
	n.ResponseWriter.WriteHeader(status)
}

// Write notes how much is sent.
func (n *note) Write(b []byte) (int, error) {
	if n.status == 0 {
		n.status = http.StatusOK
	}
	n.bytes += len(b)
	return n.ResponseWriter.Write(b)
}

// Unwrap is what the note stands before.
func (n *note) Unwrap() http.ResponseWriter { return n.ResponseWriter }

// watched counts and logs requests, and makes a panic an answer. What was typed is not in the log.
func (s *Server) watched(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		n := &note{ResponseWriter: w, endpoint: "page"}
		s.counts.begin()
		defer func() {
			if p := recover(); p != nil {
				id := s.bug(n.endpoint, p, debug.Stack())
				if n.status == 0 {
					writeJSON(n, http.StatusInternalServerError, api.AppendError(nil, "lanescope.api/1", fmt.Errorf("a bug in Lanescope, in the log as %s", id), 0))
				}
			}
			took := time.Since(begun)
			s.counts.end(labels{n.endpoint, n.status}, took)
			s.Log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", r.Method), slog.String("endpoint", n.endpoint), slog.Int("status", n.status),
				slog.Int("bytes", n.bytes), slog.Duration("took", took.Round(time.Microsecond)), slog.String("client", clientOf(r)))
		}()
		h.ServeHTTP(n, r)
	})
}

// bug logs a panic, and gives it an id by which it is found there.
func (s *Server) bug(endpoint string, p any, stack []byte) (id string) {
	var random [6]byte
	_, _ = rand.Read(random[:]) // it never fails
	id = hex.EncodeToString(random[:])
	s.counts.panicked()
	s.Log.Error("bug", "id", id, "endpoint", endpoint, "panic", fmt.Sprint(p), "stack", string(stack))
	return id
}
