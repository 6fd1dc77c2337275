package api

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/syntax"
)

// An Endpoint is a question that programs and pages ask in JSON: the fields of a command's arguments and flags in, the command's JSON out.
//
//	POST /api/lower   {"form":"<4 x i32> 0 4 1 5","target":"neon"}
//	     Endpoint ────┘ each key a Field, which reads its value into a LowerRequest
//	              ──▶ {"schema":"lanescope.lower/1","target":"neon",…}
//
// What a field is called, what it may be and where it goes stands once, in Endpoints: readers, the description of OpenAPI and the page's choices are made of that.
type Endpoint struct {
	Name   string // the words of the command, with / between
	Says   string // what it answers, in words
	Schema string // of the answer
	Other  string // of the answer where what is asked about is of another kind, as a program is; or nothing

	begin func() asked
}

// An asked is one request: where its fields go, and what answers it then.
type asked struct {
	fields []Field
	answer func(ctx context.Context, d *Desk) (Result, error)
}

// endpoint makes an Endpoint of a command's request. fields are bound to a request that says what is meant where a field is left out.
func endpoint[Request any](name, schema, says string, fields func(r *Request) []Field, answer func(ctx context.Context, d *Desk, r *Request) (Result, error)) Endpoint {
	return Endpoint{Name: name, Says: says, Schema: schema, begin: func() asked {
		r := new(Request)
		return asked{fields(r), func(ctx context.Context, d *Desk) (Result, error) { return answer(ctx, d, r) }}
	}}
}

// or gives an endpoint the schema of another kind of answer.
func (e Endpoint) or(schema string) Endpoint {
	e.Other = schema
	return e
}

// Fields are what a request may say.
func (e *Endpoint) Fields() []Field { return e.begin().fields }

// A Desk answers requests one after another, and keeps the tables that it builds.
type Desk struct {
	explainer Explainer
	debugging *g13Debugger  // the dispatch that was debugged last
	stepping  *svp64Stepper // the program of SVP64 that was stepped through last
}

// An Outcome is how an answer is to be taken.
type Outcome int

// The outcomes.
const (
	Answered  Outcome = iota // the result
	Refused                  // what the request says has no result: a bad form, or none that a target can do
	Malformed                // no request: not JSON, a field that does not exist, one that is missing or has another type
	Broken                   // a bug in Lanescope
)

// Answer answers a request, with an object in any case: the result, or the schema and an error. Time that the context sets is kept by what searches; everything else is bounded by how long texts may be.
func (d *Desk) Answer(ctx context.Context, e *Endpoint, request string) ([]byte, Outcome) {
	a := e.begin()
	if err := readFields(request, a.fields); err != nil {
		return AppendError(nil, e.Schema, err, 0), Malformed
	}
	result, err := a.answer(ctx, d)
	var several severalErrors
	switch {
	case errors.As(err, &several):
		return AppendErrors(nil, e.Schema, several), Refused
	case err != nil:
		return AppendError(nil, e.Schema, err, 0), Refused
	}
	return result.AppendJSON(nil), Answered
}

// readFields reads an object into fields. Errors are about the object: what is no JSON, what is not asked for, what is missing.
func readFields(request string, fields []Field) error {
	v, err := parseJSON(request)
	if err != nil {
		return err
	}
	given := map[string]bool{}
	var keys []jsonKey
	for _, f := range fields {
		keys = append(keys, jsonKey{f.Name, func(v jsonValue) error {
			given[f.Name] = true
			if err := f.check(v); err != nil {
				return err
			}
			return f.read(v)
		}})
	}
	if err := v.keys(keys); err != nil {
		return err
	}
	for _, f := range fields {
		if f.Required && !given[f.Name] {
			return syntax.Errorf(request, v.at, v.at+1, "%s is missing: %s", f.Name, f.Says)
		}
	}
	return nil
}

// severalErrors are all that is wrong with a text.
type severalErrors []error

func (all severalErrors) Error() string { return errors.Join(all...).Error() }

// EndpointNamed is the endpoint with a name.
func EndpointNamed(name string) (*Endpoint, bool) {
	all := Endpoints()
	for k := range all {
		if all[k].Name == name {
			return &all[k], true
		}
	}
	return nil, false
}

// AppendNoEndpoint appends what is answered where there is no such endpoint.
func AppendNoEndpoint(b []byte, name string) []byte {
	var names []string
	for _, e := range Endpoints() {
		names = append(names, e.Name)
	}
	return AppendError(b, "lanescope.api/1", fmt.Errorf("there is no %s: expected %s", syntax.Quote(name), strings.Join(names, ", ")), 0)
}
