// Package api answers requests: it turns a form and some options into a result, and is the only place that writes the JSON of
// the command line and of the page.
//
//	{"form": "<4 x i32> 0 4 1 5"}  ──▶  Explain  ──▶  Explanation  ──▶  {"schema":"lanescope.explain/1", …}
//
// Results write themselves with AppendJSON, in a fixed order of keys and without reflection, since a batch is mostly JSON.
package api
