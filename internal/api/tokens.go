package api

import (
	"github.com/lanescope/lanescope/form"
)

// TokensSchema is the schema of a Tokens.
const TokensSchema = "lanescope.tokens/1"

// TokensRequest asks for a form in pieces.
type TokensRequest struct {
	Form    string
	Options form.Options
}

// Tokens are a form in pieces, each with what it is: for those who show it in colours. A form that cannot be read has tokens too, and Err says what is wrong with it.
type Tokens struct {
	Form  form.Form
	Token []form.Token
	Err   error
}

// Tokenize answers a TokensRequest. What is wrong with the form is no error here.
func Tokenize(r TokensRequest) (t Tokens, err error) {
	t.Token, t.Form, t.Err = form.Tokens(r.Form, r.Options)
	return t, nil
}

// AppendJSON appends the result as one JSON object.
func (t Tokens) AppendJSON(b []byte) []byte {
	o := newObject(b, TokensSchema)
	if t.Err == nil {
		o.string("dialect", t.Form.Dialect)
	}
	objects(o, "tokens", t.Token, func(e *object, token form.Token) {
		e.string("text", token.Text)
		e.string("kind", token.Kind.String())
		if token.Kind == form.SourceName {
			e.int("source", token.Source)
		}
		if token.Wrong {
			e.bool("wrong", true)
		}
	})
	if t.Err != nil {
		o.within("wrong", func(e *object) { e.error(t.Err, 0) })
	}
	return o.end()
}
