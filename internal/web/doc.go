// Package web is the page, and the server that answers its questions and those of programs.
//
//	browser ── GET /             ──▶ page/         embedded files: plain modules, no build step
//	        ── POST /api/explain ──▶ queue ──▶ desk ──▶ api.Desk.Answer ──▶ the command's JSON
//	                                  │
//	                                  └ one line for each client, lines take turns
//
// The page asks a server where there is one, and else the same library, compiled to WebAssembly: both answer with [github.com/lanescope/lanescope/internal/api.Desk].
package web
