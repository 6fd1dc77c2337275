package draw

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// A Network is the picture of a program that makes several vectors of several others, stage by stage. A column holds what is ready behind so many instructions. What one of them reads comes to it
// from the left as a ribbon, in which each line is lanes of one source.
//
//	inputs          stage 1                 stage 2
//	                t0 = zip1 a, b          r0 = zip1 t0, t1
//	a ▢▢▢▢ ══╤════╴ ▢▢▢▢ ════════════╤════╴ ▢▢▢▢
//	b ▢▢▢▢ ══╯╌╌╌╌╴ …                ╎
type Network struct {
	Title   string
	Desc    string   // the picture in words; if empty, what the results hold
	Sources []string // names; those that are missing or empty are lane notation's
	Values  []Value
	Block   int // bits between the boundaries whose crossing is marked; 0 chooses 64 for vectors of up to 128 bits and 128 above, negative marks none
	Notes   []string
	Width   int // of the page on paper, in pixels: 0 is 1200. More is taken where cells could not be read
}

// A Value is a vector of a network: one that the program begins with, or what an instruction makes.
type Value struct {
	Name   string   // t3, or of a result r0
	Op     string   // the instruction with its operands, "punpckldq a, b"; empty of what the program begins with
	Args   []int    // the values that it reads, all of them earlier ones
	Map    lane.Map // what it holds, of the sources
	Own    lane.Map // what the instruction does, of all values; of no lanes where that is not known, and is seen by what it holds
	Result int      // which result it is, the first being 1; 0 of a value that is none
	Access Access   // of an instruction between registers and memory
}

// An Access says what an instruction does between registers and memory. Loads have columns of their own before the stages, and stores one behind them; of a store the value is
// what it writes, and nobody reads it.
type Access uint8

// The accesses.
const (
	NoAccess Access = iota
	Load
	Store
)

// mostNetworkCells bounds a picture; 64 registers of 64 bytes in six stages have 28,672.
const mostNetworkCells = 1 << 15

// A netPlan is a network as a scene, whose rows are the values and whose wires are the lanes that instructions move, and what stands in which column.
type netPlan struct {
	n      *Network
	scene  Scene
	block  int // lanes between two boundaries, or 0
	maps   []lane.Map
	column []int    // of each value: how many instructions stand before it, one behind another
	loads  int      // columns of loads
	carry  [][]flow // of each value, by argument
}

// A flow is what an instruction takes of one argument.
type flow struct {
	arg   int
	lines []netLine
}

// A netLine is lanes of one source in a ribbon.
type netLine struct {
	source, lanes int
	crossing      bool // one of them crosses a boundary
}

// plan is the network as far as it is one. What reads values that are not there reads nothing.
func (n *Network) plan() *netPlan {
	p := &netPlan{n: n, scene: Scene{Title: n.Title, Notes: slices.Clone(n.Notes), Width: n.Width}}
	if why := p.common(); why != "" {
		p.scene.Notes, p.maps = append(p.scene.Notes, why), nil
	}
	p.boundary()
	p.loads = p.loading()
	for v := range p.maps {
		p.value(v)
	}
	p.storing()
	p.unread()
	if p.scene.Desc = n.Desc; n.Desc == "" {
		p.scene.Desc = p.describe()
	}
	return p
}

// common brings all maps to lanes of one width, or says why it does not.
func (p *netPlan) common() (why string) {
	bits, cells := 0, 0
	for _, v := range p.n.Values {
		if err := v.Map.Check(); err != nil {
			return "not a map: " + err.Error()
		}
		bits = lane.GCD(bits, v.Map.Bits)
	}
	for _, v := range p.n.Values {
		if cells += len(v.Map.Lane) * (v.Map.Bits / bits); cells > mostNetworkCells {
			return fmt.Sprintf("more than %d lanes of %d bits: too many to draw", mostNetworkCells, bits)
		}
		m, err := v.Map.Regroup(bits)
		if err != nil {
			return "not a map: " + err.Error()
		}
		p.maps = append(p.maps, m)
	}
	return ""
}

// boundary chooses which boundaries are marked.
func (p *netPlan) boundary() {
	longest, bits := 0, 1
	for _, m := range p.maps {
		longest, bits = max(longest, len(m.Lane)), m.Bits
	}
	block := p.n.Block
	if block == 0 {
		if block = 128; longest*bits <= 128 {
			block = 64
		}
		block = max(block, bits)
	}
	if block > 0 && block%bits == 0 && longest*bits > block {
		p.block = block / bits
		p.scene.Boundary = "a " + strconv.Itoa(block) + "-bit boundary"
	}
}

// loading is how many columns the loads have: one, or more where one brings a part into what another has loaded.
func (p *netPlan) loading() (most int) {
	deep := make([]int, len(p.maps))
	for v := range p.maps {
		value := &p.n.Values[v]
		if value.Access != Load {
			continue
		}
		for _, a := range value.Args {
			if a >= 0 && a < v {
				deep[v] = max(deep[v], deep[a])
			}
		}
		deep[v]++
		most = max(most, deep[v])
	}
	return most
}

// storing puts all stores into the last column.
func (p *netPlan) storing() {
	last := 0
	for v, c := range p.column {
		if p.n.Values[v].Access != Store {
			last = max(last, c+1)
		}
	}
	for v := range p.column {
		if p.n.Values[v].Access == Store {
			p.column[v] = last
		}
	}
}

// value makes the row of a value, and the wires to it.
func (p *netPlan) value(v int) {
	value, m := &p.n.Values[v], &p.maps[v]
	row := Row{Label: value.Name, Block: p.block, Cells: make([]Cell, len(m.Lane))}
	for i, l := range m.Lane {
		row.Cells[i] = p.cell(l, i, m.Bits)
		row.Cells[i].Title = value.Name + " lane " + strconv.Itoa(i) + " = " + row.Cells[i].Text
	}
	p.scene.Rows = append(p.scene.Rows, row)
	column, list := 0, []flow(nil)
	if value.Access == NoAccess && value.Op != "" {
		column = p.loads
	}
	taken := make([]bool, len(m.Lane))
	for k, a := range value.Args {
		if a >= 0 && a < v && p.n.Values[a].Access != Store && !slices.Contains(value.Args[:k], a) {
			column = max(column, p.column[a]+1)
			list = append(list, flow{a, p.lines(a, v, taken)})
		}
	}
	p.column, p.carry = append(p.column, column), append(p.carry, list)
}

// cell is a lane of a value.
func (p *netPlan) cell(l lane.Lane, at, bits int) Cell {
	c := Cell{Text: token(l, at, bits)}
	switch l.Kind {
	case lane.Source:
		c.Ink = l.Src + 1
		c.Text = p.name(l.Src) + strconv.Itoa(l.Index)
	case lane.Constant:
		c.Style = Const
	case lane.Undefined:
		c.Style = Undef
	case lane.Old:
		c.Style = Old
	}
	return c
}

// name is what a source is called in cells.
func (p *netPlan) name(source int) string {
	letter := lane.SourceName(source)
	if source < len(p.n.Sources) {
		return cmp.Or(called(p.n.Sources[source], letter).cell, letter)
	}
	return letter
}

// lines are the lanes that value v takes of value a, source by source, which become wires of the scene too. Where the instruction does not say which, a lane that several arguments hold is
// the first one's.
func (p *netPlan) lines(a, v int, taken []bool) (list []netLine) {
	from := p.takes(a, v)
	for i, l := range p.maps[v].Lane {
		if taken[i] || len(from[i]) == 0 {
			continue
		}
		taken[i] = true
		w := Wire{From: Port{a, nearest(from[i], i, p.block)}, To: Port{v, i}}
		w.Crossing = p.block > 0 && w.From.Cell/p.block != i/p.block
		p.scene.Wires = append(p.scene.Wires, w)
		k := slices.IndexFunc(list, func(x netLine) bool { return x.source == l.Src })
		if k < 0 {
			k = len(list)
			list = append(list, netLine{source: l.Src})
		}
		list[k].lanes++
		list[k].crossing = list[k].crossing || w.Crossing
	}
	slices.SortFunc(list, func(x, y netLine) int { return cmp.Compare(x.source, y.source) })
	return list
}

// takes are from which lanes of value a each lane of value v that is one of a source may come.
func (p *netPlan) takes(a, v int) [][]int {
	m := &p.maps[v]
	list := make([][]int, len(m.Lane))
	own := p.n.Values[v].Own
	if len(own.Lane) > 0 && own.Check() == nil {
		if o, err := own.Regroup(m.Bits); err == nil && len(o.Lane) >= len(m.Lane) {
			for i, l := range m.Lane {
				if x := o.Lane[i]; l.Kind == lane.Source && x.Kind == lane.Source && x.Src == a && x.Index < len(p.maps[a].Lane) {
					list[i] = []int{x.Index}
				}
			}
			return list
		}
	}
	held := map[lane.Lane][]int{}
	for i, l := range p.maps[a].Lane {
		held[l] = append(held[l], i)
	}
	for i, l := range m.Lane {
		if l.Kind == lane.Source {
			list[i] = held[l]
		}
	}
	return list
}

// unread marks the lanes of what the program begins with that nobody reads.
func (p *netPlan) unread() {
	read := map[Port]bool{}
	for _, w := range p.scene.Wires {
		read[w.From] = true
	}
	for v := range p.scene.Rows {
		for i := range p.scene.Rows[v].Cells {
			c := &p.scene.Rows[v].Cells[i]
			if value := &p.n.Values[v]; value.Op == "" && value.Result == 0 && c.Style == Lane && !read[Port{v, i}] {
				c.Style, c.Ink = Unread, 0
			}
		}
	}
}

// nearest is from which place of a list a lane comes: from one in its block, if there is one.
func nearest(list []int, to, block int) int {
	for _, i := range list {
		if block > 0 && i/block == to/block {
			return i
		}
	}
	return list[0]
}

// columns are how many there are.
func (p *netPlan) columns() int { return slices.Max(append([]int{-1}, p.column...)) + 1 }

// stageName is what stands above a column.
func (p *netPlan) stageName(column int) string {
	first := slices.Index(p.column, column)
	switch {
	case first >= 0 && p.n.Values[first].Access == Store:
		return "stores"
	case column == 0 && p.loads == 0:
		return "inputs"
	case column == 0:
		return "loads"
	case column < p.loads:
		return "loads of parts"
	}
	return "stage " + strconv.Itoa(column-max(p.loads, 1)+1)
}

// says is what stands above the cells of a value.
func (p *netPlan) says(v int) string {
	value := &p.n.Values[v]
	if value.Op == "" {
		return clean(value.Name)
	}
	return clean(value.Name + " = " + value.Op)
}

// describe says in words what the results hold.
func (p *netPlan) describe() string {
	ops, accesses := 0, 0
	var results []string
	for v := range p.maps {
		if value := &p.n.Values[v]; value.Access != NoAccess {
			accesses++
		} else if value.Op != "" {
			ops++
		}
		if p.n.Values[v].Result > 0 && len(results) < described {
			results = append(results, p.row(v))
		}
	}
	stages, beside := max(p.columns()-1, 0), ""
	if accesses > 0 {
		stages, beside = max(p.columns()-p.loads-1, 0), fmt.Sprintf(", between %d loads and stores", accesses)
	}
	return fmt.Sprintf("%d instructions, %d stages%s. The results, lane 0 first: %s.", ops, stages, beside, strings.Join(results, "; "))
}

// row is a value as a line of text.
func (p *netPlan) row(v int) string {
	var b strings.Builder
	b.WriteString(p.n.Values[v].Name)
	for _, c := range p.scene.Rows[v].Cells {
		b.WriteString(" " + c.Text)
	}
	return b.String()
}
