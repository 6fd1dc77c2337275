package form_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// mutated is a paste with some bytes, words or lines of it lost, doubled, exchanged, or replaced by those of another paste.
func mutated(r *rand.Rand, text, other string) string {
	b := []byte(text)
	for range 1 + r.IntN(4) {
		if len(b) == 0 || len(other) == 0 {
			return string(b)
		}
		at := r.IntN(len(b))
		n := min(1+r.IntN(8), len(b)-at)
		switch r.IntN(6) {
		case 0:
			b = append(b[:at:at], b[at+n:]...)
		case 1:
			b = append(b[:at+n:at+n], b[at:]...)
		case 2:
			b[at] = byte(r.IntN(256))
		case 3:
			b[at] = ` ()[]{}<>,;:.%#"'0123456789abxyz-+*/=`[r.IntN(37)]
		case 4:
			from := r.IntN(len(other))
			b = append(b[:at:at], append([]byte(other[from:min(from+1+r.IntN(20), len(other))]), b[at:]...)...)
		default:
			from := r.IntN(len(other))
			b = append(b[:at:at], other[from:]...)
		}
	}
	return string(b)
}

// What an answer to a broken paste may take at most. The most of four million was a tenth of the first and a thirtieth of the second.
const (
	mostSteps  = 1 << 23 // bytes that readers look at
	mostMemory = 1 << 28 // bytes that are allocated
	mostTime   = time.Second
)

// What people paste, broken in every way, is answered or refused: with a place in the text, and never with a panic. No answer takes over a second: here what it looks at and allocates is
// counted, which no busy machine changes; -full tries a million, and holds the time besides that their thread has spent.
func TestMutatedPastes(t *testing.T) {
	var texts []string
	for _, name := range pasteFiles(t) {
		for _, p := range dialecttest.ReadPastes(t, name) {
			texts = append(texts, p.Text)
		}
	}
	r, n := chance.Random(t, 7), 3000
	if *full {
		n = 1_000_000
	}
	runtime.LockOSThread() // whose time it is
	defer runtime.UnlockOSThread()
	var most effort
	read := 0
	for range n {
		text := mutated(r, texts[r.IntN(len(texts))], texts[r.IntN(len(texts))])
		ok := false
		took := effortOf(func() { ok = parsed(t, text) })
		if why := took.tooMuch(*full); why != "" {
			t.Errorf("%q %s", text, why)
		}
		if most = most.max(took); ok {
			read++
		}
	}
	t.Logf("%d of %d read; the most was %+v", read, n, most)
	if read < n/50 || read > n*49/50 {
		t.Errorf("%d of %d are read: these are no broken pastes", read, n)
	}
}

// An effort is what an answer takes.
type effort struct {
	Steps  int64
	Memory uint64
	Time   time.Duration // of the thread; 0 where the system does not tell
}

// effortOf is what f takes.
func effortOf(f func()) (e effort) {
	begun, allocated := threadTime(), allocations()
	e.Steps = syntax.Steps(f)
	e.Memory, e.Time = allocations()-allocated, threadTime()-begun
	return e
}

// tooMuch says which bound is broken, or nothing. A thread's time counts only where that is said: it is not quite free of what else a machine does.
func (e effort) tooMuch(timed bool) string {
	switch {
	case e.Steps > mostSteps:
		return fmt.Sprintf("takes %d looks at bytes, and %d are enough", e.Steps, mostSteps)
	case e.Memory > mostMemory:
		return fmt.Sprintf("allocates %d bytes, and %d are enough", e.Memory, mostMemory)
	case timed && e.Time > mostTime:
		return fmt.Sprintf("takes %v", e.Time)
	}
	return ""
}

func (e effort) max(o effort) effort {
	return effort{max(e.Steps, o.Steps), max(e.Memory, o.Memory), max(e.Time, o.Time)}
}

// allocations are the bytes that the process has allocated so far.
func allocations() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// An effort beyond a bound is found, whichever it is.
func TestEffort(t *testing.T) {
	var keep [][]byte
	e := effortOf(func() {
		syntax.Look(mostSteps + 1)
		keep = append(keep, make([]byte, 1<<20))
	})
	if e.Steps != mostSteps+1 || e.Memory < 1<<20 || len(keep) != 1 {
		t.Errorf("%+v: a mebibyte and %d looks are more", e, mostSteps+1)
	}
	if threadTime() > 0 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for begun := threadTime(); threadTime() < begun+2*time.Millisecond; {
			_ = effortOf(func() {})
		}
	}
	for _, row := range []struct {
		e     effort
		timed bool
		want  string
	}{
		{effort{mostSteps, mostMemory, 2 * mostTime}, false, ""}, {effort{mostSteps, mostMemory, mostTime}, true, ""},
		{effort{mostSteps + 1, 0, 0}, false, "looks"}, {effort{0, mostMemory + 1, 0}, false, "allocates"}, {effort{0, 0, mostTime + 1}, true, "takes 1"},
	} {
		if got := row.e.tooMuch(row.timed); (got == "") != (row.want == "") || !strings.Contains(got, row.want) {
			t.Errorf("%+v: %q, want %q", row.e, got, row.want)
		}
	}
}

// parsed says whether a text is read.
func parsed(t *testing.T, text string) bool {
	defer chance.Watched(text)()
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%q: %v\n%s", text, v, debug.Stack())
		}
	}()
	f, err := form.Parse(text, form.Options{})
	if err != nil {
		if err.Error() == "" {
			t.Errorf("%q is refused without a reason", text)
		}
		return false
	}
	if err := f.Map.Check(); err != nil {
		t.Errorf("%q is a map that is none: %v", text, err)
	}
	return true
}
