package api

import (
	"context"
	"fmt"

	"github.com/lanescope/lanescope/form"
)

// TranslateSchema is the schema of a Translation.
const TranslateSchema = "lanescope.translate/1"

// TranslateRequest asks for a form in another dialect.
type TranslateRequest struct {
	Form    string
	Options form.Options
	To      string // a dialect by name
}

// A Translation is a form in another dialect: in one line, or in several that follow one another.
type Translation struct {
	Form  form.Form
	To    string
	Lines []string // none where the dialect cannot say it
	Why   string   // why it cannot
}

// Translate answers a TranslateRequest. The error is one of the form; what a dialect cannot say is no error. When the context ends, it is said by the best that was found.
func Translate(ctx context.Context, r TranslateRequest) (Translation, error) {
	d, ok := form.ByName(r.To)
	if !ok {
		return Translation{}, fmt.Errorf("there is no dialect %q", r.To)
	}
	r.Options.Context = ctx
	f, err := form.Parse(r.Form, r.Options)
	if err != nil {
		return Translation{}, err
	}
	t := Translation{Form: f, To: d.Name}
	if f.Guard != nil {
		t.Why = "the form is " + f.Guard.String()
		return t, nil
	}
	if t.Lines, err = d.Translate(ctx, f.Map); err != nil {
		t.Why = err.Error()
	}
	return t, nil
}

// AppendJSON appends the result as one JSON object.
func (t Translation) AppendJSON(b []byte) []byte {
	o := newObject(b, TranslateSchema)
	o.string("dialect", t.Form.Dialect)
	o.string("to", t.To)
	o.notation("map", t.Form.Map)
	o.int("count", len(t.Lines))
	o.strings("lines", t.Lines)
	if t.Why != "" {
		o.string("reason", t.Why)
	}
	return o.end()
}
