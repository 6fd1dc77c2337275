// Package mcp lets coding agents ask what they would guess: where lanes go, whether two forms are equal, what is cheapest, and what comes out when it runs. It speaks the Model Context Protocol.
//
//	agent   ⇄  tools/call prove {"a": …, "b": …}  ⇄  server  →  api.Desk
//
//	text     differ at lane 3: A gives b1, B gives b2         a few lines, the answer first
//	object   {"schema":"lanescope.prove/1", …}                all of it, as the command's --json
//
// A tool is an endpoint of package api, and one entry of a table here: its name, and which parts of the answer are the short one.
package mcp
