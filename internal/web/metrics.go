package web

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/lanescope/lanescope/internal/api"
)

// counters are what Prometheus and others like it ask for at /metrics. Names of endpoints are labels, and nothing that a client chooses is.
type counters struct {
	mu       sync.Mutex
	requests map[labels]uint64
	seconds  map[string]*histogram // by endpoint
	panics   uint64
	inFlight int
}

type labels struct {
	endpoint string // "page" for all that is no question
	status   int
}

// seconds are the upper bounds of the buckets of a histogram.
var seconds = [...]float64{.001, .005, .02, .1, .5, 2, 10}

// A histogram counts how long requests took, those at most as long as each bound.
type histogram struct {
	counts [len(seconds)]uint64
	all    uint64
	sum    float64
}

func newCounters() *counters {
	return &counters{requests: map[labels]uint64{}, seconds: map[string]*histogram{}}
}

func (m *counters) begin() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inFlight++
}

func (m *counters) end(l labels, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inFlight--
	m.requests[l]++
	h := m.seconds[l.endpoint]
	if h == nil {
		h = new(histogram)
		m.seconds[l.endpoint] = h
	}
	for k, bound := range seconds {
		if took.Seconds() <= bound {
			h.counts[k]++
		}
	}
	h.all++
	h.sum += took.Seconds()
}

func (m *counters) panicked() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.panics++
}

// write writes them as text.
func (m *counters) write(w io.Writer, waiting int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	head := func(name, kind, says string) { fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, says, name, kind) }
	gauge := func(name, says string, value any) {
		head(name, "gauge", says)
		fmt.Fprintf(w, "%s %v\n", name, value)
	}
	head("lanescope_requests_total", "counter", "Requests answered.")
	all := slices.SortedFunc(maps.Keys(m.requests), func(a, b labels) int {
		if a.endpoint != b.endpoint {
			if a.endpoint < b.endpoint {
				return -1
			}
			return 1
		}
		return a.status - b.status
	})
	for _, l := range all {
		fmt.Fprintf(w, "lanescope_requests_total{endpoint=%q,code=\"%d\"} %d\n", l.endpoint, l.status, m.requests[l])
	}
	head("lanescope_request_seconds", "histogram", "How long requests took, waiting and all.")
	for _, name := range slices.Sorted(maps.Keys(m.seconds)) {
		h := m.seconds[name]
		for k, bound := range seconds {
			fmt.Fprintf(w, "lanescope_request_seconds_bucket{endpoint=%q,le=\"%s\"} %d\n", name, strconv.FormatFloat(bound, 'g', -1, 64), h.counts[k])
		}
		fmt.Fprintf(w, "lanescope_request_seconds_bucket{endpoint=%q,le=\"+Inf\"} %d\n", name, h.all)
		fmt.Fprintf(w, "lanescope_request_seconds_sum{endpoint=%q} %g\nlanescope_request_seconds_count{endpoint=%q} %d\n", name, h.sum, name, h.all)
	}
	head("lanescope_panics_total", "counter", "Bugs in Lanescope.")
	fmt.Fprintf(w, "lanescope_panics_total %d\n", m.panics)
	gauge("lanescope_requests_in_flight", "Requests under way.", m.inFlight)
	gauge("lanescope_requests_waiting", "Requests that wait for their turn.", waiting)
	gauge("lanescope_heap_bytes", "What the heap holds.", api.HeapBytes())
	gauge("lanescope_goroutines", "Goroutines.", runtime.NumGoroutine())
}

func (s *Server) tellMetrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	s.counts.write(w, s.desks.standing())
}
