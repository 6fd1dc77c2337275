package campaign

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// The kind table is every mask of a shape, those that differ in the names of their sources once, with the cheapest sequence known on a target:
//
//	i32x4 i32x4 -> a0 b0 a1 b1	1 ops	0 constants	0 copies	minimal	1	a=xmm0 b=xmm1	punpckldq xmm0, xmm1
//
// Masks are numbers: lane 0 is the last digit, and a digit says which lane of all sources it takes. Lane 0 takes one of the first source: a mask that begins with the second one is another's, with the registers exchanged, and whoever looks it up finds it there.

// settleTable reads the shape.
func settleTable(p *Plan) error {
	o := &p.Options
	lanes, bits, err := shape(o.Shape)
	if err != nil {
		return err
	}
	t, ok := target.Find(o.Target)
	if !ok || !t.Holds(target.Vectors) {
		return fmt.Errorf("there is no target %q with vectors", o.Target)
	}
	if widest := t.Bits[len(t.Bits)-1]; lanes*bits > widest {
		return fmt.Errorf("%s has %d bits, and a register of %s %d at most", o.Shape, lanes*bits, t.Name, widest)
	}
	if o.Sources == 0 {
		o.Sources = 2
	}
	if o.Sources < 1 || o.Sources > 2 {
		return fmt.Errorf("%d sources: expected 1 or 2", o.Sources)
	}
	effort, err := lower.ParseEffort(o.Effort)
	if err != nil {
		return err
	}
	if o.Effort = effort.String(); o.Budget < 0 {
		return errors.New("a budget is not negative")
	}
	if o.Sample < 0 || o.Sample > MaxItems {
		return fmt.Errorf("a sample of %d: expected 1 to %d, or 0 for every mask", o.Sample, MaxItems)
	}
	if p.Items = o.Sample; p.Items == 0 {
		p.Items = lanes
		for range lanes - 1 {
			if p.Items *= lanes * o.Sources; p.Items > MaxItems {
				return fmt.Errorf("%s has more masks than %d: expected a sample", o.Shape, MaxItems)
			}
		}
	}
	if p.Shards == 0 && effort == lower.Best && lanes > exhaustiveLanes {
		p.Shards = shardsOf(p.Items, searchesPerShard)
	}
	return nil
}

// shape reads 4xi32: four lanes of 32 bits.
func shape(text string) (lanes, bits int, err error) {
	n, of, ok := strings.Cut(text, "xi")
	lanes, err = strconv.Atoi(n)
	if ok && err == nil {
		bits, err = strconv.Atoi(of)
	}
	if !ok || err != nil || lanes < 1 || lanes > 64 || !slices.Contains([]int{8, 16, 32, 64}, bits) {
		return 0, 0, fmt.Errorf("shape %q: expected lanes and their type, as in 4xi32 and 16xi8", text)
	}
	return lanes, bits, nil
}

// mask is the map of an item: its number written in digits, or digits by chance where the plan is a sample.
func mask(p *Plan, item int) (lane.Map, error) {
	lanes, bits, err := shape(p.Options.Shape)
	if err != nil {
		return lane.Map{}, err
	}
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, lanes)}
	for range p.Options.Sources {
		m.Src = append(m.Src, lanes)
	}
	rng := rand.New(rand.NewPCG(p.Seed, uint64(item)))
	for k := range m.Lane {
		all := lanes * p.Options.Sources
		if k == 0 {
			all = lanes
		}
		digit := item % all
		if item /= all; p.Options.Sample > 0 {
			digit = rng.IntN(all)
		}
		m.Lane[k] = lane.From(digit/lanes, digit%lanes)
	}
	return m, nil
}

func doTable(ctx context.Context, d *Doer, p *Plan, item int, _ string) (string, error) {
	m, err := mask(p, item)
	if err != nil {
		return "", err
	}
	t, _ := target.Find(p.Options.Target)
	if t == nil {
		return "", fmt.Errorf("there is no target %q", p.Options.Target)
	}
	text, err := d.lowered(ctx, m, t, &p.Options)
	return m.String() + "\t" + text, err
}

// lowered is what is known to do a map, as a line of a table has it behind the map.
func (d *Doer) lowered(ctx context.Context, m lane.Map, t *target.Target, o *Options) (string, error) {
	effort, err := lower.ParseEffort(o.Effort)
	if err != nil {
		return "", err
	}
	r, err := d.lowerer.Lower(ctx, m, lower.Options{Target: t, Effort: effort, Budget: o.Budget})
	switch {
	case ctx.Err() != nil: // what was found until now depends on when that was
		return "", ctx.Err()
	case err != nil:
		return oneLine(fmt.Sprintf("refused\t%v", err)), nil
	}
	return fmt.Sprintf("%d ops\t%d constants\t%d copies\t%s\t%d\t%s\t%s",
		r.Ops, r.Constants, r.Copies, r.Proof, r.LowerBound, places(t, r), strings.Join(r.Listing(t), "; ")), nil
}

// places says in which registers a listing wants its sources, and has its result, and where in memory those for which there is none: "a=xmm0 b=[rsp_+_0] result=xmm0".
func places(t *target.Target, r *lower.Result) string {
	inputs, results := r.Locations()
	place := func(l lower.Location, bits int) string {
		if l.Register < 0 {
			return strings.ReplaceAll(t.Slot(l.Slot), " ", inPlace)
		}
		return t.Register(r.File, l.Register, bits)
	}
	var all []string
	for k, in := range r.Inputs {
		all = append(all, lane.SourceName(in.Source)+"="+place(inputs[k], r.Wide[k]))
	}
	for k, at := range results {
		all = append(all, resultName+"="+place(at, r.ResultBits(k)))
	}
	return strings.Join(all, " ")
}

// inPlace stands for a blank in a place, as blanks stand between places.
const inPlace = "_"

// resultName is the result among places.
const resultName = "result"

// A tableLine is an answer taken apart.
type tableLine struct {
	want      lane.Map
	refused   string
	sources   []string // their registers
	result    string
	sequence  []string
	ops, all  int // all: with constants and copies
	constants int
	bound     int
	isMinimal bool
}

func readTableLine(line string) (l tableLine, err error) {
	fields := strings.Split(line, "\t")
	if l.want, err = lane.Parse(fields[0]); err != nil {
		return l, err
	}
	if len(fields) == 3 && fields[1] == "refused" {
		l.refused = fields[2]
		return l, nil
	}
	if len(fields) != 8 {
		return l, fmt.Errorf("%d fields: expected 8", len(fields))
	}
	for k, word := range []string{" ops", " constants", " copies"} {
		number, ok := strings.CutSuffix(fields[1+k], word)
		n, err := strconv.Atoi(number)
		if !ok || err != nil {
			return l, fmt.Errorf("%q: expected a number and%s", fields[1+k], word)
		}
		l.all += n
		switch k {
		case 0:
			l.ops = n
		case 1:
			l.constants = n
		}
	}
	l.isMinimal = fields[4] == lower.Minimal.String()
	if l.bound, err = strconv.Atoi(fields[5]); err != nil {
		return l, fmt.Errorf("%q: expected a lower bound", fields[5])
	}
	l.sources = make([]string, len(l.want.Src))
	for _, place := range strings.Fields(fields[6]) {
		name, register, _ := strings.Cut(strings.ReplaceAll(place, inPlace, " "), "=")
		if name == resultName {
			l.result = register
			continue
		}
		k, ok := lane.SourceIndex(name)
		if !ok || k >= len(l.sources) {
			return l, fmt.Errorf("%q: there is no such source", place)
		}
		l.sources[k] = register
	}
	if fields[7] != "" {
		l.sequence = strings.Split(fields[7], "; ")
	}
	return l, nil
}

// verifyTable reads the sequence as anybody's listing is read, and compares what it does with the mask.
func verifyTable(_ *Plan, line string) error {
	l, err := readTableLine(line)
	if err != nil || l.refused != "" {
		return err
	}
	if len(l.sequence) != l.all || l.ops < l.bound {
		return fmt.Errorf("%d instructions, of which %d are ops and %d are counted, and the lower bound is %d", len(l.sequence), l.ops, l.all, l.bound)
	}
	got := l.want
	if len(l.sequence) == 0 { // the result is a source as it is
		got = copied(l.want)
	} else {
		f, err := form.Parse(strings.Join(l.sequence, "\n"), form.Options{Sources: l.sources})
		if err != nil {
			return err
		}
		got = f.Map
		if wanted := len(l.want.Lane) * l.want.Bits; wanted%got.Bits == 0 && wanted < got.Bits*len(got.Lane) {
			got.Lane = got.Lane[:wanted/got.Bits] // a register may hold more, in lanes that are not joined
		}
		if got, err = got.Regroup(l.want.Bits); err != nil {
			return err
		}
		if last := strings.Fields(l.sequence[len(l.sequence)-1]); len(last) > 1 && l.result != "" && numberOf(last[1]) != numberOf(l.result) {
			return fmt.Errorf("the last instruction writes %s, and the result is in %s", last[1], l.result)
		}
	}
	for strings.Contains(l.result, "mm") && len(got.Lane) < len(l.want.Lane) {
		got.Lane = append(got.Lane, lane.Zero()) // what writes a part of such a register clears the rest
	}
	got.Lane = got.Lane[:min(len(got.Lane), len(l.want.Lane))]
	return sameMap(got, l.want)
}

// numberOf is which register a name means, of whatever part: 0 of xmm0 and ymm0{k1}{z}, ax of eax and rax.
func numberOf(register string) string {
	register = strings.TrimLeft(register, "$")
	if at := strings.IndexAny(register, ".,{[ "); at >= 0 {
		register = register[:at]
	}
	number := strings.Trim(register, "abcdefghijklmnopqrstuvwxyz")
	switch {
	case number == "":
		return register[max(0, len(register)-2):]
	case strings.HasPrefix(register, "vs"): // those from 32 on are v0 and further
		if n, err := strconv.Atoi(number); err == nil && n >= 32 {
			return strconv.Itoa(n - 32)
		}
	}
	return number
}

// copied is the map that copies the source that a map reads first.
func copied(m lane.Map) lane.Map {
	c := m.Clone()
	for k := range c.Lane {
		c.Lane[k] = lane.From(m.Lane[0].Src, k)
	}
	return c
}

// sameMap compares lane by lane, without the algebra of package lane.
func sameMap(got, want lane.Map) error {
	if len(got.Lane) != len(want.Lane) {
		return fmt.Errorf("%d lanes, and the mask has %d", len(got.Lane), len(want.Lane))
	}
	for k, l := range want.Lane {
		if got.Lane[k] != l {
			return fmt.Errorf("lane %d is %s, and the mask wants %s", k, got.Lane[k].Text(k, got.Bits), l.Text(k, want.Bits))
		}
	}
	return nil
}

// classOfTable is how many ops a mask takes.
func classOfTable(line string) string {
	fields := strings.SplitN(line, "\t", 6)
	if len(fields) < 6 {
		return "refused"
	}
	return fields[1] + ", " + fields[4]
}
