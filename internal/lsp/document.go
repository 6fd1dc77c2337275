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
	text     *text
	version  int
	language *language
	outdated context.CancelFunc // ends work on the text as it was
	current  context.Context    // is over when the text is another

	work sync.Mutex // one analysis at a time; guards what follows
	memory
	last *analysis
}

func newDocument(item documentItem, p *prices) *document {
	d := &document{uri: item.URI, id: item.LanguageID, memory: memory{prices: p}}
	d.set(newText(item.Text), item.Version)
	return d
}

// set gives the document another text, and ends work on the one before.
func (d *document) set(t *text, version int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.outdated != nil {
		d.outdated()
	}
	d.text, d.version, d.language = t, version, languageOf(d.id, d.uri, t)
	d.current, d.outdated = context.WithCancel(context.Background())
}

// change edits the text.
func (d *document) change(changes []change, version int) error {
	t, err := d.text.edited(changes) // nobody else sets it
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

// with calls f with the analysis of the text as it is, whose version is given too. Nothing else looks at the document meanwhile. When the context is over or the text becomes another, that is the error.
func (d *document) with(ctx context.Context, f func(a *analysis, version int) error) error {
	d.work.Lock()
	defer d.work.Unlock()
	d.mu.Lock()
	t, version, l, current := d.text, d.version, d.language, d.current
	d.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(current, cancel)()
	if d.last == nil || d.last.text != t || d.last.language != l {
		a, err := d.analyse(ctx, t, l)
		if err != nil {
			if current.Err() != nil {
				return errModified
			}
			return err
		}
		d.last = a
	}
	return f(d.last, version)
}
