package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/target"
)

// NetworkSchema is the schema of a Network.
const NetworkSchema = "lanescope.network/1"

// NetworkRequest asks for the cheapest sequence that makes several results: those of a kind, or of forms.
type NetworkRequest struct {
	Kind    string // one of NetworkKinds, or empty: Forms
	Size    string // "4", "8x8"
	Type    string // "i16", or "i16x8" of registers of so many lanes
	Vectors int    // of each channel; 0: 1

	Forms   []string // each one result, or lane notation of several
	Options form.Options

	Memory    bool // sources and results are in memory
	Registers int  // that may be in use at once; 0: all of the target

	Target       string
	CPU          string
	Cost         string
	MaxConstants lower.Limit
	Effort       string
	Deadline     time.Duration
	Emit         string
	Name         string
	Text         bool // in JSON is a picture, as text
	SVG          bool // and one as SVG
	Width        int  // of a picture: pixels of an SVG, columns of a text; 0 is 1200 and 80
}

// A Network is the cheapest sequence that was found for several results.
type Network struct {
	Sequence
	Maps   []lane.Map
	Memory bool // it begins with memory and ends there
	Code   string

	asked NetworkRequest
	names []string // of the sources, where the forms have some
}

// NetworkKinds are the names of networks that have one.
func NetworkKinds() (names []string) {
	for _, k := range network.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// ParseNetwork is the request of arguments: a kind and its size, or forms.
func ParseNetwork(args []string) (r NetworkRequest, err error) {
	if len(args) == 0 {
		return r, fmt.Errorf("expected %s, or forms", strings.Join(NetworkKinds(), ", "))
	}
	if !slices.Contains(NetworkKinds(), args[0]) {
		return NetworkRequest{Forms: args}, nil
	}
	r.Kind = args[0]
	if len(args) != 2 {
		return r, fmt.Errorf("%s wants one size: expected %s 4, or 8x8", args[0], args[0])
	}
	r.Size = args[1]
	return r, nil
}

// ParseNetworkLine is the request of a line of a batch, an object; what it does not say is as in the request that is given.
func ParseNetworkLine(line string, r NetworkRequest) (NetworkRequest, error) {
	var x struct {
		Kind, Type string
		Size       json.RawMessage // "8x8", "4" or 4
		Vectors    *int
		Forms      []string
	}
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&x); err != nil {
		return r, fmt.Errorf("expected {\"kind\":…,\"size\":…,\"type\":…} or {\"forms\":[…]}: %w", err)
	}
	if (x.Kind == "") == (x.Forms == nil) {
		return r, fmt.Errorf("expected either a kind or forms")
	}
	r.Kind, r.Size, r.Type, r.Forms = x.Kind, cmp.Or(strings.Trim(string(x.Size), `"`), r.Size), cmp.Or(x.Type, r.Type), x.Forms
	if x.Vectors != nil {
		r.Vectors = *x.Vectors
	}
	return r, nil
}

// lowering is the request as one of a single form, as far as it goes.
func (r *NetworkRequest) lowering() LowerRequest {
	return LowerRequest{Target: r.Target, CPU: r.CPU, Cost: r.Cost, MaxConstants: r.MaxConstants, Effort: r.Effort, Deadline: r.Deadline, Emit: r.Emit, Name: r.Name}
}

// CheckNetwork says whether the request names what exists, whatever its results are.
func CheckNetwork(r NetworkRequest) error {
	if _, own := ownTargetNamed(r.Target); own {
		return fmt.Errorf("%s has no registers that a network could share: expected %s", r.Target, strings.Join(TargetNames(), ", "))
	}
	if r.Registers < 0 {
		return fmt.Errorf("%d registers: expected 1 or more", r.Registers)
	}
	if e, ok := emitterNamed(r.Emit); r.Memory && ok && !e.memory {
		return fmt.Errorf("--emit %s has no loads and stores that do a part of the work: with --memory there are %s", r.Emit, strings.Join(memoryEmitters(), ", "))
	}
	return CheckLower(r.lowering())
}

// maps are the results that are asked for.
func (r *NetworkRequest) maps(t *target.Target) (maps []lane.Map, names []string, err error) {
	if r.Kind == "" {
		return r.formed()
	}
	i := slices.Index(NetworkKinds(), r.Kind)
	if i < 0 {
		return nil, nil, fmt.Errorf("there is no network %s: there are %s", syntax.Quote(r.Kind), strings.Join(NetworkKinds(), ", "))
	}
	n, m, err := size(r.Size)
	if err != nil {
		return nil, nil, err
	}
	width, lanes, err := r.lanes(t)
	if err != nil {
		return nil, nil, err
	}
	if r.Vectors < 0 {
		return nil, nil, fmt.Errorf("%d vectors of each channel: expected 1 or more", r.Vectors)
	}
	kind := network.Kinds()[i]
	if maps, err = kind.Maps(n, m, max(r.Vectors, 1), lanes, width); err == nil && r.Memory && kind.Whole {
		maps = network.Joined(maps)
	}
	return maps, nil, err
}

// formed are the results of forms.
func (r *NetworkRequest) formed() (maps []lane.Map, names []string, err error) {
	if len(r.Forms) == 1 && strings.Contains(r.Forms[0], "->") && strings.ContainsAny(r.Forms[0], ":;") {
		maps, err = lane.ParseResults(r.Forms[0])
		return maps, nil, err
	}
	var forms []form.Form
	for k, text := range r.Forms {
		f, err := form.Parse(text, r.Options)
		if err != nil {
			return nil, nil, &FormError{k, err}
		}
		if f.Guard != nil {
			return nil, nil, &FormError{k, fmt.Errorf("the form is %s; its map alone is %s", f.Guard, f.Map)}
		}
		forms = append(forms, f)
	}
	return form.Results(forms)
}

// A FormError is an error in one of several forms.
type FormError struct {
	Form int // which
	Err  error
}

func (e *FormError) Error() string { return fmt.Sprintf("result %d: %v", e.Form, e.Err) }

// Unwrap is the error without its place.
func (e *FormError) Unwrap() error { return e.Err }

// size reads "8" and "8x4"; m is 0 where there is one number.
func size(text string) (n, m int, err error) {
	first, second, two := strings.Cut(text, "x")
	if n, err = strconv.Atoi(first); err == nil && two {
		m, err = strconv.Atoi(second)
	}
	if err != nil || n < 1 || two && m < 1 {
		return 0, 0, fmt.Errorf("%s is no size: expected one such as 4 or 8x8", syntax.Quote(text))
	}
	return n, m, nil
}

// lanes are the bits of a lane, and how many a register has: as many as fit where the type does not say.
func (r *NetworkRequest) lanes(t *target.Target) (width, lanes int, err error) {
	digits, count, two := strings.Cut(strings.TrimPrefix(r.Type, "i"), "x")
	width, err = strconv.Atoi(digits)
	if err == nil && two {
		lanes, err = strconv.Atoi(count)
	}
	most := slices.Max(t.Bits)
	if err != nil || !strings.HasPrefix(r.Type, "i") || width < 1 || width > most || two && (lanes < 1 || lanes > lower.MostNetworkBits) {
		return 0, 0, fmt.Errorf("%s is no type of lanes: expected one such as i16, or i16x8 for vectors of eight", syntax.Quote(r.Type))
	}
	if !two {
		lanes = most / width
	}
	return width, lanes, nil
}

// Network answers a request. When the context ends, the best that was found is the answer.
func (l *Lowerer) Network(ctx context.Context, r NetworkRequest) (Network, error) {
	if err := CheckNetwork(r); err != nil {
		return Network{}, err
	}
	asked := r.lowering()
	o, err := asked.settle()
	if err != nil {
		return Network{}, err
	}
	r.Options.Context = ctx
	maps, names, err := r.maps(o.Target)
	if err != nil {
		return Network{}, err
	}
	o.Memory, o.Registers = r.Memory, r.Registers
	out := Network{Maps: maps, Memory: r.Memory, asked: r, names: names}
	ctx, cancel := endsIn(ctx, r.Deadline)
	defer cancel()
	found, err := l.tables.Network(ctx, out.Maps, o)
	if err != nil {
		return Network{}, err
	}
	out.Sequence = sequence(o.Target, found)
	out.Effort = o.Effort
	for k := range out.Operands { // of sources that are not read there are none
		if at, ok := lane.SourceIndex(out.Operands[k].Name); ok && at < len(names) {
			out.Operands[k].Name = names[at]
		}
	}
	if e, ok := emitterNamed(r.Emit); ok && r.Emit != "" {
		if out.Code, err = e.code(out.Sequence, cmp.Or(r.Name, "F")); err != nil {
			return Network{}, err
		}
	}
	return out, nil
}

// Registers are how many are in use at once.
func (n *Network) Registers() int { return n.result.InUse() }

// Cycles are in how many cycles the CPU can begin all of it again, and the ports that are never idle then; ok is false where they are not known: no table has those of loads and stores. See lower.Sequence.Cycles.
func (n *Network) Cycles() (cycles float64, busiest []string, ok bool) {
	if n.Memory {
		return 0, nil, false
	}
	return n.result.Cycles(n.CPU)
}

// Stages are how many ops stand one behind another at most.
func (n *Network) Stages() int { return n.result.Depth() }

// Loads are how many instructions read memory, those of what found no register among them.
func (n *Network) Loads() int { return n.result.Loads() }

// Stores are how many write memory, likewise.
func (n *Network) Stores() int { return n.result.Stores() }

// Spills are the ways between registers and memory.
func (n *Network) Spills() (loads, stores int) { return n.result.Spills() }

// AppendJSON appends the result as one JSON object.
func (n Network) AppendJSON(b []byte) []byte {
	o := newObject(b, NetworkSchema)
	o.string("target", n.Target)
	o.string("cpu", n.CPU)
	o.int("ops", n.Ops)
	o.int("constants", n.Constants)
	o.int("copies", n.Copies)
	o.int("loads", n.Loads())
	o.int("stores", n.Stores())
	o.int("registers", n.Registers())
	o.int("stages", n.Stages())
	o.float("latency", n.Latency, -1)
	if cycles, busiest, ok := n.Cycles(); ok {
		o.float("throughput", math.Round(cycles*100)/100, -1)
		o.strings("busiest", busiest)
	}
	o.int("lower_bound", n.LowerBound)
	o.string("proof", n.Proof.String())
	o.string("strategy", n.Strategy)
	o.string("ended", n.Ended.String())
	o.strings("sequence", n.Lines)
	list(o, "results", n.Maps, func(b []byte, m lane.Map) []byte { return appendString(b, m.String()) })
	o.within("operands", func(e *object) {
		for _, x := range n.Operands {
			e.strings(x.Name, x.Registers)
		}
	})
	if n.Code != "" {
		o.string("code", n.Code)
	}
	if n.asked.Text {
		o.string("text", string(n.Picture().Text(draw.Terminal{ASCII: true, Width: n.asked.Width})))
	}
	if n.asked.SVG {
		o.string("svg", string(n.Picture().SVG()))
	}
	return o.end()
}
