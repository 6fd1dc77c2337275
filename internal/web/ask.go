package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/lanescope/lanescope/internal/api"
)

// ask answers a question of an endpoint.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	e, ok := api.EndpointNamed(name)
	if !ok {
		writeJSON(w, http.StatusNotFound, api.AppendNoEndpoint(nil, name))
		return
	}
	noted(w).endpoint = e.Name
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		writeJSON(w, http.StatusMethodNotAllowed, api.AppendError(nil, e.Schema, errors.New("a question is sent with POST"), 0))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		writeJSON(w, http.StatusRequestEntityTooLarge, api.AppendError(nil, e.Schema, fmt.Errorf("the request is longer than %d bytes", mostBody), 0))
		return
	case err != nil:
		writeJSON(w, http.StatusBadRequest, api.AppendError(nil, e.Schema, errors.New("the request ended before all of it was there"), 0))
		return
	}
	a := s.answer(r.Context(), e, string(body), clientOf(r))
	if a.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	writeJSON(w, a.status, a.body)
}

// An answer is what is sent back.
type answer struct {
	status int
	body   []byte
}

// answer answers a question within the deadline. What takes longer keeps its desk until it is done, so that no more is worked on at a time than there are desks.
func (s *Server) answer(ctx context.Context, e *api.Endpoint, request, client string) answer {
	ctx, cancel := context.WithTimeout(ctx, s.Deadline)
	defer cancel()
	late := func(err error) answer {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("there is no answer within %v", s.Deadline)
		}
		return answer{http.StatusServiceUnavailable, api.AppendError(nil, e.Schema, err, 0)}
	}
	desk, err := s.desks.take(ctx, client)
	if err != nil {
		return late(err)
	}
	done := make(chan answer, 1)
	go func() {
		turn, cancel := context.WithTimeout(ctx, s.turn())
		defer cancel()
		a, desk := s.work(turn, desk, e, request)
		s.desks.give(desk)
		done <- a
	}()
	select {
	case a := <-done:
		if ctx.Err() == nil {
			return a
		} // it may be that of a search which was cut short, and says so in other words
	case <-ctx.Done():
	}
	return late(ctx.Err())
}

// shortTurn is the shortest time that a search gets, however many wait.
const shortTurn = 50 * time.Millisecond

// turn is how long a search may take. The more wait the shorter it is: all then get the best that was found in so long, instead of few the best and others nothing.
func (s *Server) turn() time.Duration {
	return max(s.Deadline/time.Duration(1+s.desks.standing()/s.AtOnce), shortTurn)
}

// statuses are those of outcomes: what has no result is an answer too.
var statuses = [...]int{api.Answered: http.StatusOK, api.Refused: http.StatusOK, api.Malformed: http.StatusBadRequest, api.Broken: http.StatusInternalServerError}

// work answers at a desk, and says which desk to go on with.
func (s *Server) work(ctx context.Context, desk *api.Desk, e *api.Endpoint, request string) (answer, *api.Desk) {
	b, outcome, next := desk.Work(ctx, e, request, func(p any, stack []byte) string { return s.bug(e.Name, p, stack) })
	return answer{statuses[outcome], b}, next
}

// clientOf is who asks, as far as that matters for whose turn it is. Of a proxy on this machine it is whom the proxy names last; of IPv6 it is the network.
func clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	at, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if at.IsLoopback() {
		all := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
		if by, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])); err == nil {
			at = by
		}
	}
	if at.Is6() && !at.Is4In6() {
		if network, err := at.Prefix(64); err == nil {
			return network.String()
		}
	}
	return at.Unmap().String()
}
