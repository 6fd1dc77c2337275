package api

import "github.com/lanescope/lanescope/internal/discoveries"

// DiscoveriesSchema is the schema of what was found out about the tools of others.
const DiscoveriesSchema = "lanescope.discoveries/1"

// AppendDiscovery appends a discovery as one JSON object.
func AppendDiscovery(b []byte, d discoveries.Discovery) []byte {
	o := newObject(b, DiscoveriesSchema)
	o.int("number", d.No)
	o.string("title", d.Title)
	o.string("tool", d.By.String())
	if d.IsWaste() {
		o.string("form", d.Form)
	}
	if d.IsWaste() || d.IsRead() {
		o.string("target", d.Target)
		o.int("emitted", d.Theirs)
		o.int("known", d.Ours)
	}
	if d.IsRead() {
		o.string("source", d.Where)
	}
	o.string("cause", d.Cause)
	o.string("command", d.Command())
	if d.Says != "" {
		o.string("says", d.Says)
	}
	return o.end()
}
