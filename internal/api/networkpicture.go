package api

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// Picture is the network stage by stage: inputs are called by their sources, results r0, r1 and so on, all other values t0, t1 and so on. In memory there are loads before and stores behind, which are
// called by what they write.
func (n *Network) Picture() draw.Network {
	d := drawing{result: n.result, asked: n.Maps[0], sources: slices.Clone(n.names)}
	for k := len(n.names); k < len(n.Maps[0].Src); k++ {
		d.sources = append(d.sources, lane.SourceName(k))
	}
	d.nameValues()
	p := draw.Network{Title: n.heading(), Sources: d.sources, Width: n.asked.Width}
	held, err := n.result.Held(func(v lower.Arg) string { return d.names[v] })
	if err != nil {
		p.Notes = append(p.Notes, err.Error())
	}
	for v, h := range held {
		m, err := d.overSources(h.Map)
		if err != nil {
			p.Notes = append(p.Notes, d.names[v]+": "+err.Error())
		}
		value := draw.Value{Name: d.names[v], Op: h.Text, Map: m, Own: h.Own, Result: d.first[v], Access: d.access(v)}
		for _, a := range h.Args {
			value.Args = append(value.Args, int(a))
		}
		p.Values = append(p.Values, value)
	}
	return p
}

// heading is the title of the picture: what was asked, and what it takes.
func (n *Network) heading() string {
	asked := strings.Join(n.asked.Forms, "; ")
	if n.asked.Kind != "" {
		asked = n.asked.Kind + " " + n.asked.Size + " of " + n.asked.Type
	}
	how := ""
	if by := strings.TrimPrefix(n.Strategy, "by "); by != "" {
		how = ", by " + by
	}
	return fmt.Sprintf("%s on %s: %s, %s%s", asked, n.Target, several(n.Ops, "op"), several(n.Stages(), "stage"), how)
}

// A drawing is a result whose values have names.
type drawing struct {
	result  *lower.Result
	asked   lane.Map // the first result
	sources []string
	names   []string // of the values
	first   []int    // which result each value is, the first being 1; 0 of one that is none
}

// access says what value v is.
func (d *drawing) access(v int) draw.Access {
	k := v - len(d.result.Inputs)
	switch {
	case k < 0 || !d.result.Code[k].InMemory():
		return draw.NoAccess
	case d.result.Code[k].Row.Access.Store:
		return draw.Store
	}
	return draw.Load
}

// nameInMemory names what is loaded and made, and what is stored by its place in the result.
func (d *drawing) nameInMemory() {
	d.first = make([]int, len(d.result.Code))
	stores := 0
	for v := range d.result.Code {
		name := "t" + strconv.Itoa(v)
		if d.access(v) == draw.Store {
			stores++
			d.first[v], name = stores, "result"
			if at := d.result.Code[v].At.Offset; at > 0 {
				name += " + " + strconv.Itoa(at)
			}
		}
		d.names = append(d.names, name)
	}
}

// nameValues names the values.
func (d *drawing) nameValues() {
	r := d.result
	if r.Memory != nil {
		d.nameInMemory()
		return
	}
	results := make([]string, len(r.Inputs)+len(r.Code))
	d.first = make([]int, len(results))
	outputs := r.Results
	if outputs == nil {
		outputs = []lower.Output{{Value: r.Result}}
	}
	for k, x := range outputs {
		if !x.Any {
			results[x.Value] = strings.TrimSpace(results[x.Value] + " r" + strconv.Itoa(k))
			d.first[x.Value] = cmp.Or(d.first[x.Value], k+1)
		}
	}
	parts := map[int]int{}
	for _, in := range r.Inputs {
		parts[in.Source]++
	}
	for v, name := range results {
		if v >= len(r.Inputs) {
			if name == "" {
				name = "t" + strconv.Itoa(v-len(r.Inputs))
			}
			d.names = append(d.names, name)
			continue
		}
		in := r.Inputs[v]
		own := d.sources[in.Source]
		if parts[in.Source] > 1 {
			own += "." + strconv.Itoa(in.Part)
		}
		if name != "" {
			own += " = " + name
		}
		d.names = append(d.names, own)
	}
}

// overSources is a map of the inputs as one of the sources that were asked for, in lanes as they were asked for where it moves these whole.
func (d *drawing) overSources(m lane.Map) (lane.Map, error) {
	r := d.result
	if r.Memory != nil {
		return d.inAskedLanes(m)
	}
	first := make([]int, len(r.Inputs)) // bits of the source before each input
	bits := make([]int, len(d.sources))
	for k, in := range r.Inputs {
		first[k] = bits[in.Source]
		bits[in.Source] += r.Wide[k]
	}
	m = m.Clone()
	m.Src = make([]int, len(bits))
	for k, b := range bits {
		m.Src[k] = max(b/m.Bits, 1) // one that nobody reads has no register
	}
	for i, l := range m.Lane {
		if l.Kind != lane.Source {
			continue
		}
		in := r.Inputs[l.Src]
		if l = lane.From(in.Source, first[l.Src]/m.Bits+l.Index); l.Index*m.Bits >= d.asked.Src[in.Source]*d.asked.Bits {
			l = lane.Lane{} // what a register has above its source
		}
		m.Lane[i] = l
	}
	return d.inAskedLanes(m)
}

// inAskedLanes is a map in lanes as they were asked for where it moves these whole.
func (d *drawing) inAskedLanes(m lane.Map) (lane.Map, error) {
	if whole, err := m.Regroup(d.asked.Bits); err == nil {
		return whole, nil
	}
	return m.Regroup(lane.GCD(m.Bits, d.asked.Bits))
}
