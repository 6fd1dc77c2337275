package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax"
)

// TableSchema is the schema of a Table.
const TableSchema = "lanescope.table/1"

// AnyImmediate stands for an immediate in the pattern of a table.
const AnyImmediate = "*"

// immediates is how many values of an immediate are tried: it is a byte on all machines that have one.
const immediates = 256

// A TableRequest asks what an instruction is on another machine, for each value of its immediate.
type TableRequest struct {
	LowerRequest // its form is the pattern: a form with one AnyImmediate in it
}

// A Table is what an instruction is on another machine.
//
//	pshufd xmm0, xmm1, *     ──▶   0   dup v0.4s, v0.s[0]
//	                         neon  1   dup v1.4s, v0.s[0]
//	                                   mov v1.s[0], v0.s[1]
//	                               …
type Table struct {
	Pattern, Dialect string
	Target, CPU      string
	Names            []string // what the pattern calls source a, b, …
	Entries          []TableEntry
	Code             string
}

// A TableEntry is one value of the immediate. Values that do the same share their sequence.
type TableEntry struct {
	Immediate int
	Map       lane.Map
	Sequence
}

// Table answers a request. An immediate that the instruction does not have is no entry; at least one is. When the context ends, sequences are the best that was found.
func (l *Lowerer) Table(ctx context.Context, r TableRequest) (Table, error) {
	o, err := r.settleTable()
	if err != nil {
		return Table{}, err
	}
	ctx, cancel := endsIn(ctx, r.Deadline)
	defer cancel()
	t := Table{Pattern: r.Form, Target: r.Target}
	r.Options.Context = ctx
	forms, err := everyImmediate(r.Form, r.Options)
	if err != nil {
		return Table{}, err
	}
	found := map[string]Sequence{}
	for _, f := range forms {
		t.Dialect, t.Names = f.form.Dialect, f.form.Names
		key := f.form.Map.String()
		if g := f.form.Guard; g != nil {
			key += fmt.Sprint(*g)
		}
		s, ok := found[key]
		if !ok {
			if s, err = l.onTarget(ctx, f.form, r.LowerRequest, o); err != nil {
				return Table{}, fmt.Errorf("immediate %d: %w", f.immediate, err)
			}
			found[key] = s
		}
		t.Entries = append(t.Entries, TableEntry{f.immediate, f.form.Map, s})
	}
	t.CPU = t.Entries[0].CPU
	if r.Emit != "" {
		t.Code, err = switches[r.Emit](&t, cmp.Or(r.Name, "F"))
	}
	return t, err
}

// An immediateForm is the form of one value.
type immediateForm struct {
	immediate int
	form      form.Form
}

// everyImmediate reads the pattern with each value in it. Where none can be read the error is that of the first, whose places are the pattern's.
func everyImmediate(pattern string, o form.Options) (forms []immediateForm, err error) {
	at := strings.Index(pattern, AnyImmediate)
	if n := strings.Count(pattern, AnyImmediate); n != 1 {
		at = max(strings.LastIndex(pattern, AnyImmediate), 0)
		return nil, syntax.Errorf(pattern, at, at+1, "%d asterisks: expected one, in the place of the immediate, as in pshufd xmm0, xmm1, *", n)
	}
	for i := range immediates {
		f, bad := form.Parse(pattern[:at]+strconv.Itoa(i)+pattern[at+1:], o)
		switch {
		case bad == nil:
			forms = append(forms, immediateForm{i, f})
		case err == nil:
			err = bad
		}
	}
	if len(forms) == 0 {
		return nil, err
	}
	most := slices.MaxFunc(forms, func(f, g immediateForm) int { return len(f.form.Map.Src) - len(g.form.Map.Src) })
	for i := range forms { // a selector may not reach the second operand
		if m := &forms[i].form.Map; len(m.Src) < len(most.form.Map.Src) {
			m.Src = append(slices.Clip(m.Src), most.form.Map.Src[len(m.Src):]...)
			forms[i].form.Names = most.form.Names
		}
	}
	if !sameOperands(forms) {
		return nil, errors.New("its sources or its result have other sizes for other immediates")
	}
	return forms, nil
}

// sameOperands says whether all maps are from the same sources to results of one size.
func sameOperands(forms []immediateForm) bool {
	sizes := func(m *lane.Map) (bits []int) {
		bits = append(bits, m.Bits*len(m.Lane))
		for _, n := range m.Src {
			bits = append(bits, n*m.Bits)
		}
		return bits
	}
	want := sizes(&forms[0].form.Map)
	return !slices.ContainsFunc(forms, func(f immediateForm) bool { return !slices.Equal(sizes(&f.form.Map), want) })
}

// A TableCase is all values that do the same.
type TableCase struct {
	Values []int
	First  *TableEntry
}

// Cases are the entries by what they do, in the order of the first of each.
func (t *Table) Cases() (all []TableCase) {
	at := map[string]int{}
	for i := range t.Entries {
		e := &t.Entries[i]
		key := e.Map.String() + "\n" + e.listing() // under several predicates one map has several
		k, ok := at[key]
		if !ok {
			k, at[key] = len(all), len(all)
			all = append(all, TableCase{First: e})
		}
		all[k].Values = append(all[k].Values, e.Immediate)
	}
	return all
}

// Usual is the first entry that reads every source that any does.
func (t *Table) Usual() TableEntry {
	most := func(a, b TableEntry) int { return len(a.Operands) - len(b.Operands) }
	return slices.MaxFunc(t.Entries, most)
}

// Mean is how many ops and constants an entry has in the mean, and most how many both the longest has.
func (t *Table) Mean() (ops, constants float64, most int) {
	for _, e := range t.Entries {
		ops, constants, most = ops+float64(e.Ops), constants+float64(e.Constants), max(most, e.Ops+e.Constants)
	}
	n := float64(len(t.Entries))
	return ops / n, constants / n, most
}

// AppendJSON appends the table as one JSON object.
func (t Table) AppendJSON(b []byte) []byte {
	o := newObject(b, TableSchema)
	o.string("from", t.Dialect)
	o.string("to", t.Target)
	o.string("pattern", t.Pattern)
	o.string("cpu", t.CPU)
	objects(o, "entries", t.Entries, func(e *object, x TableEntry) {
		e.int("imm", x.Immediate)
		e.notation("map", x.Map)
		e.counts(x.Sequence)
		e.proof(x.Sequence)
		e.operands(x.Sequence)
		e.head(x.Sequence)
	})
	if t.Code != "" {
		o.string("code", t.Code)
	}
	return o.end()
}

// CheckTable says whether the request names what exists, whatever its pattern is.
func CheckTable(r TableRequest) error {
	_, err := r.settleTable()
	return err
}

// settleTable finds what the request names.
func (r *TableRequest) settleTable() (o lower.Options, err error) {
	if _, ok := switches[r.Emit]; r.Emit != "" && !ok {
		return o, fmt.Errorf("there is no table in %s: there are %s", r.Emit, strings.Join(TableEmitters(), ", "))
	}
	return r.settle()
}
