package lsp

import (
	"context"
	"sync"
)

// A document is a text that an editor has open.
type document struct {
	uri string
	id  string // of the language, as the editor says it

	mu       sync.Mutex // guards what follows
	analysis *analysis  // of the text as it is
	version  int
	outdated context.CancelFunc // ends work on the text as it was
	current  context.Context    // is over when the text is another

	work sync.Mutex // one diagnosis at a time; guards what follows
	memory
	last *diagnosis
}

func newDocument(item documentItem, p *prices) *document {
	d := &document{uri: item.URI, id: item.LanguageID, memory: memory{prices: p}}
	d.set(newText(item.Text), item.Version)
	return d
}

// set gives the document another text, and ends work on the one before. What is known of lines is kept, unless they are of another language now.
func (d *document) set(t *text, version int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.outdated != nil {
		d.outdated()
	}
	l, known := languageOf(d.id, d.uri, t), new(facts)
	if d.analysis != nil && d.analysis.language == l {
		known = d.analysis.facts
	}
	d.analysis, d.version = newAnalysis(t, l, known), version
	d.current, d.outdated = context.WithCancel(context.Background())
}

// change edits the text.
func (d *document) change(changes []change, version int) error {
	t, err := d.analysis.edited(changes) // nobody else sets it
	if err != nil {
		return err
	}
	d.set(t, version)
	return nil
}

// close ends all work on the document.
func (d *document) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.outdated()
}

// lines calls f with the analysis of the text as it is, which looks at the lines that f asks for and waits for no others. The context that f is given is over when the text is another; that is the error then.
func (d *document) lines(ctx context.Context, f func(ctx context.Context, a *analysis) error) error {
	d.mu.Lock()
	a, current := d.analysis, d.current
	d.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(current, cancel)()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return outdated(current, f(ctx, a))
}

// outdated is an error, which is the text's that is another by now if that is why.
func outdated(current context.Context, err error) error {
	if err != nil && current.Err() != nil {
		return errModified
	}
	return err
}

// whole calls f with the diagnosis of the text as it is, whose version is given too, once all of its lines were looked at. Nothing else diagnoses the document meanwhile. When the context is over or the text becomes another, that is the error.
func (d *document) whole(ctx context.Context, f func(*diagnosis, int) error) error {
	d.work.Lock()
	defer d.work.Unlock()
	d.mu.Lock()
	a, version, current := d.analysis, d.version, d.current
	d.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(current, cancel)()
	if d.last == nil || d.last.analysis != a {
		found, err := d.diagnose(ctx, a)
		if err != nil {
			return outdated(current, err)
		}
		d.last = found
	}
	return f(d.last, version)
}
