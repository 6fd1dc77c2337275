package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/fuzz"
	"github.com/lanescope/lanescope/lane"
)

// FuzzKind is the kind fuzz: programs of shuffles by chance, and what a compiler that is installed makes of them. An item is a batch that the compiler is given at once; its answers are a line for each program:
//
//	agrees	3.17	i8x16 i8x16 -> a0 b0 …
//	unread	3.18	i8x16 -> a3 z …	12:2: what vpshufb does depends on the contents of xmm2 …
//	differs	3.19	i8x16 i8x16 -> …	i8x16 -> a1 a0 …	i8x16 -> a0 a1 …	"define <16 x i8> @f(…"
//
// What differs, or what the compiler dies of, has behind its map the smallest program that does so too: what that does, what came of it, and its text.
const FuzzKind = "fuzz"

const (
	programsPerItem = 32   // which a compiler is given at once
	itemsOfShard    = 16   // some seconds
	programsOfPlan  = 2048 // where nobody says how many
	mostShrunk      = 4    // of an item and a verdict: a compiler that is wrong everywhere says little more with each
)

// settleFuzz finds the compiler, whose version is the plan's.
func settleFuzz(p *Plan) error {
	o := &p.Options
	o.Compiler, o.Sample = cmp.Or(o.Compiler, "llc"), cmp.Or(o.Sample, programsOfPlan)
	c, err := fuzz.Find(context.Background(), o.Compiler)
	if err != nil {
		return err
	}
	o.Target = cmp.Or(o.Target, c.Usual())
	if !slices.Contains(c.Machines(), o.Target) {
		return fmt.Errorf("%s is not asked about %q: expected one of %s", o.Compiler, o.Target, strings.Join(c.Machines(), ", "))
	}
	if o.Sample < 1 || o.Sample > MaxItems {
		return fmt.Errorf("%d programs: expected 1 to %d", o.Sample, MaxItems)
	}
	o.CompilerVersion = c.Version
	p.Items = (o.Sample + programsPerItem - 1) / programsPerItem
	if p.Shards == 0 {
		p.Shards = shardsOf(p.Items, itemsOfShard)
	}
	return nil
}

// programs are those of an item: of one size, so that a compiler of C has the types once.
func programs(p *Plan, item int) ([]*fuzz.Program, error) {
	sizes, err := fuzz.Sizes(p.Options.Target)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(p.Seed, uint64(item)))
	n := min(programsPerItem, p.Options.Sample-item*programsPerItem)
	if n < 1 {
		return nil, fmt.Errorf("there is no batch %d of %d programs", item, p.Options.Sample)
	}
	all := make([]*fuzz.Program, 0, n)
	for range n {
		all = append(all, fuzz.New(rng, sizes[item%len(sizes)]))
	}
	return all, nil
}

func doFuzz(ctx context.Context, d *Doer, p *Plan, item int, _ string) (string, error) {
	o := &p.Options
	c, err := d.compiler(ctx, o.Compiler)
	if err != nil {
		return "", err
	}
	if c.Version != o.CompilerVersion {
		return "", fmt.Errorf("this machine has %s, and the campaign is about %s", c.Version, o.CompilerVersion)
	}
	all, err := programs(p, item)
	if err != nil {
		return "", err
	}
	verdicts, err := c.Judge(ctx, o.Target, all)
	if err != nil {
		return "", err
	}
	lines := make([]string, 0, len(all))
	shrunk := map[fuzz.Kind]int{}
	for n, v := range verdicts {
		line := fmt.Sprintf("%s\t%d.%d\t%s", v.Kind, item, n, all[n].Map())
		switch {
		case v.Kind == fuzz.Unread:
			line += "\t" + strings.ReplaceAll(v.Why, "\t", " ")
		case v.Bad():
			small := all[n]
			if shrunk[v.Kind]++; shrunk[v.Kind] <= mostShrunk {
				if small, v, err = c.Shrink(ctx, o.Target, small, v.Kind); err != nil {
					return "", err
				}
			}
			line += fmt.Sprintf("\t%s\t%s\t%s", small.Map(), said(v), strconv.Quote(c.Text(small, o.Target)))
		}
		lines = append(lines, oneLine(line))
	}
	return strings.Join(lines, "\n"), nil
}

// compiler finds a compiler, once a Doer: to ask for a version takes longer than some programs do.
func (d *Doer) compiler(ctx context.Context, name string) (*fuzz.Compiler, error) {
	if c, ok := d.compilers.Load(name); ok {
		return c.(*fuzz.Compiler), nil
	}
	c, err := fuzz.Find(ctx, name)
	if err == nil {
		d.compilers.Store(name, c)
	}
	return c, err
}

// said is what came of a program: what it does instead, or what the compiler died of.
func said(v fuzz.Verdict) string {
	if v.Kind == fuzz.Dies {
		return strings.ReplaceAll(v.Why, "\t", " ")
	}
	return v.Got.String()
}

// A fuzzLine is an answer taken apart.
type fuzzLine struct {
	kind          fuzz.Kind
	item, program int
	does          lane.Map
	small         lane.Map // of what went wrong, and so the next ones
	came, text    string
	isBad         bool
}

func readFuzzLine(line string) (l fuzzLine, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) < 3 {
		return l, fmt.Errorf("%d fields: expected those of a program", len(fields))
	}
	var ok bool
	if l.kind, ok = fuzz.ParseKind(fields[0]); !ok {
		return l, fmt.Errorf("%q is no verdict", fields[0])
	}
	if n, err := fmt.Sscanf(fields[1], "%d.%d", &l.item, &l.program); n != 2 || err != nil {
		return l, fmt.Errorf("%q is the number of no program", fields[1])
	}
	if l.does, err = lane.Parse(fields[2]); err != nil {
		return l, err
	}
	l.isBad = l.kind == fuzz.Differs || l.kind == fuzz.Dies
	if !l.isBad {
		return l, nil
	}
	if len(fields) != 6 {
		return l, fmt.Errorf("%d fields: expected those of a program that went wrong", len(fields))
	}
	if l.small, err = lane.Parse(fields[3]); err != nil {
		return l, err
	}
	l.came = fields[4]
	l.text, err = strconv.Unquote(fields[5])
	return l, err
}

// verifyFuzz makes the program again and has it compute with numbers, where its map had said where bytes come from; a small program is read by those who read anybody's.
func verifyFuzz(p *Plan, line string) error {
	l, err := readFuzzLine(line)
	if err != nil {
		return err
	}
	if l.item < 0 || l.item >= p.Items {
		return fmt.Errorf("there is no batch %d", l.item)
	}
	all, err := programs(p, l.item)
	if err != nil {
		return err
	}
	if l.program < 0 || l.program >= len(all) {
		return fmt.Errorf("there is no program %d.%d", l.item, l.program)
	}
	if err := all[l.program].Does(l.does, rand.New(rand.NewPCG(p.Seed, uint64(l.program)))); err != nil || !l.isBad {
		return err
	}
	if f, err := form.Parse(l.text, form.Options{Sources: []string{"v0", "v1", "v2"}}); err == nil && f.Part == "" {
		if v, err := form.Compare(f, form.Form{Map: l.small}); err == nil && v.Relation != lane.Equal && v.Relation != lane.Refines { // C that does not matter is read as what it says
			return fmt.Errorf("the small program is read as %s", f.Map)
		}
	}
	if l.kind == fuzz.Dies {
		return nil
	}
	came, err := lane.Parse(l.came)
	if err != nil {
		return err
	}
	if v, err := lane.Compare(came, l.small); err != nil || v.Relation == lane.Equal || v.Relation == lane.Refines {
		return errors.Join(err, errors.New("what came of it is what was to come"))
	}
	return nil
}

// classOfFuzz is the verdict.
func classOfFuzz(line string) string {
	word, _, _ := strings.Cut(line, "\t")
	return word
}

// A Reproducer is the smallest program of some that went wrong alike.
type Reproducer struct {
	Verdict string
	Count   int    // of programs that came down to it
	First   string // of these, by number
	Text    string
	Does    string
	Came    string // what came of it instead, or of what the compiler died
}

// Reproducers are the programs that a compiler got wrong, each once, those first that come most often.
func (u *Union) Reproducers() ([]Reproducer, error) {
	var all []Reproducer
	at := map[string]int{}
	var bad error
	err := u.lines(func(line string) {
		if isBug(line) || bad != nil {
			return
		}
		l, err := readFuzzLine(line)
		if err != nil || !l.isBad {
			bad = err
			return
		}
		n, ok := at[l.text]
		if !ok {
			n = len(all)
			at[l.text] = n
			all = append(all, Reproducer{Verdict: l.kind.String(), First: fmt.Sprintf("%d.%d", l.item, l.program), Text: l.text, Does: l.small.String(), Came: l.came})
		}
		all[n].Count++
	})
	slices.SortStableFunc(all, func(a, b Reproducer) int { return b.Count - a.Count })
	return all, cmp.Or(err, bad)
}
