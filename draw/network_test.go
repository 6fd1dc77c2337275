package draw

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// A weaver makes networks for tests: it composes what instructions do.
type weaver struct {
	n Network
}

// weave begins with so many sources of so many lanes.
func weave(t testing.TB, title string, sources, bits, lanes int) *weaver {
	w := &weaver{Network{Title: title}}
	src := slices.Repeat([]int{lanes}, sources)
	for k := range sources {
		m := lane.Map{Bits: bits, Src: src}
		for i := range lanes {
			m.Lane = append(m.Lane, lane.From(k, i))
		}
		w.n.Values = append(w.n.Values, Value{Name: lane.SourceName(k), Map: m})
	}
	return w
}

// op adds an instruction whose lanes are lanes of its arguments, one behind another; fewer than 0 is anything.
func (w *weaver) op(name string, result int, args []int, lanes []int) int {
	first := w.n.Values[0].Map
	n := len(first.Lane)
	v := Value{Name: "t" + strconv.Itoa(len(w.n.Values)), Args: args, Result: result, Map: lane.Map{Bits: first.Bits, Src: first.Src}}
	if result > 0 {
		v.Name = "r" + strconv.Itoa(result-1)
	}
	v.Own = lane.Map{Bits: first.Bits, Src: slices.Repeat([]int{n}, len(w.n.Values))}
	var names []string
	for _, a := range args {
		names = append(names, w.n.Values[a].Name)
	}
	v.Op = name + " " + strings.Join(names, ", ")
	for _, x := range lanes {
		if x < 0 {
			v.Map.Lane, v.Own.Lane = append(v.Map.Lane, lane.Lane{}), append(v.Own.Lane, lane.Lane{})
			continue
		}
		a := args[x/n]
		v.Map.Lane, v.Own.Lane = append(v.Map.Lane, w.n.Values[a].Map.Lane[x%n]), append(v.Own.Lane, lane.From(a, x%n))
	}
	w.n.Values = append(w.n.Values, v)
	return len(w.n.Values) - 1
}

// transposed is the transpose of 2^k registers of as many lanes by zips.
func transposed(t testing.TB, k, bits int) Network {
	n := 1 << k
	w := weave(t, fmt.Sprintf("transpose %d×%d of i%d", n, n, bits), n, bits, n)
	var low, high []int
	for i := range n {
		low, high = append(low, i/2+i%2*n), append(high, n/2+i/2+i%2*n)
	}
	at := slices.Collect(func(yield func(int) bool) {
		for i := range n {
			_ = yield(i)
		}
	})
	for s := range k {
		next := make([]int, n)
		for i := range n / 2 {
			result := [2]int{}
			if s == k-1 {
				result = [2]int{2*i + 1, 2*i + 2}
			}
			args := []int{at[i], at[i+n/2]}
			next[2*i] = w.op("ziplow", result[0], args, low)
			next[2*i+1] = w.op("ziphigh", result[1], args, high)
		}
		at = next
	}
	return w.n
}

// thirds takes every third lane of three registers of four apart, in five instructions.
func thirds(t testing.TB) Network {
	w := weave(t, "every third lane", 3, 32, 4)
	x := w.op("shufps", 0, []int{1, 2}, []int{2, 3, 5, 6})
	y := w.op("shufps", 0, []int{0, 1}, []int{1, 2, 4, 5})
	w.op("shufps", 1, []int{0, x}, []int{0, 3, 4, 6})
	w.op("shufps", 2, []int{y, x}, []int{0, 2, 5, 7})
	w.op("shufps", 3, []int{y, 2}, []int{1, 3, 4, 7})
	return w.n
}

// networks are those that are held still.
func networks(t testing.TB) map[string]Network {
	return map[string]Network{"network4": transposed(t, 2, 32), "network8": transposed(t, 3, 16), "network16": transposed(t, 4, 16), "network3": thirds(t), "networkmemory": loaded(t)}
}

// loaded is the transpose of 2×2 between loads, one of which brings a half into what another has loaded, and stores.
func loaded(t testing.TB) Network {
	w := weave(t, "transpose 2×2 of i64 in memory", 2, 64, 2)
	for k, name := range []string{"[a]", "[b]"} {
		w.n.Values[k].Name, w.n.Values[k].Op, w.n.Values[k].Access = "t"+strconv.Itoa(k), "load "+name, Load
	}
	half := w.op("load high", 0, []int{0}, []int{0, 1})
	w.n.Values[half].Access, w.n.Values[half].Map.Lane[1], w.n.Values[half].Own.Lane[1] = Load, lane.From(1, 0), lane.Lane{} // which is memory's
	high := w.op("punpckh", 0, []int{0, 1}, []int{1, 3})
	for k, v := range []int{half, high} {
		w.n.Values[w.op("store", k+1, []int{v}, []int{0, 1})].Access = Store
	}
	return w.n
}

// Loads stand in columns before the stages, and all stores in one behind them, whatever they wait for.
func TestNetworkInMemory(t *testing.T) {
	n := loaded(t)
	text := string(n.Text(Terminal{ASCII: true}))
	at := -1
	for _, head := range []string{"loads\nt0", "loads of parts\nt2", "stage 1\nt3", "stores\nr0"} {
		i := strings.Index(text, head)
		if i <= at {
			t.Errorf("%q stands at %d, behind %d\n%s", head, i, at, text)
		}
		at = i
	}
	if strings.Contains(text, "inputs") || strings.Contains(text, "stage 2") {
		t.Errorf("columns of nothing\n%s", text)
	}
	if desc := string(n.SVG()); !strings.Contains(desc, "1 instructions, 1 stages, between 5 loads and stores.") {
		t.Errorf("%.600s", desc)
	}
}

func TestNetworkGolden(t *testing.T) {
	for name, n := range networks(t) {
		if name == "network16" {
			continue // is a third of a megabyte
		}
		golden(t, name+".svg", n.SVG())
		golden(t, name+".txt", n.Text(Terminal{}))
		golden(t, name+".ascii.txt", n.Text(Terminal{ASCII: true, Width: 120}))
	}
	golden(t, "network3.color.txt", thirds(t).Text(Terminal{Color: true}))
}

// randomNetwork has instructions that move lanes at random, of up to three of all values before.
func randomNetwork(t testing.TB, r *rand.Rand) Network {
	lanes := []int{1, 2, 4, 8, 16, 32}[r.IntN(6)]
	w := weave(t, "a network", 1+r.IntN(9), []int{8, 16, 32, 64}[r.IntN(4)], lanes)
	result := 0
	for range r.IntN(24) {
		var args, take []int
		for range 1 + r.IntN(3) {
			args = append(args, r.IntN(len(w.n.Values)))
		}
		for range lanes {
			take = append(take, r.IntN(len(args)*lanes+1)-1)
		}
		if r.IntN(3) > 0 {
			w.op("op", 0, args, take)
			continue
		}
		result++
		w.op("op", result, args, take)
	}
	for v := range w.n.Values {
		if w.n.Values[v].Op != "" {
			w.n.Values[v].Access = Access(max(0, r.IntN(8)-5)) // a load or a store now and then, which others may read
		}
	}
	return w.n
}

var (
	ribbonGroup = regexp.MustCompile(`(?s)<g class="ribbon" data-arg="(\d+)" data-value="(\d+)">(?:<title>([^<]*)</title>)?(.*?)</g>`)
	ribbonPath  = regexp.MustCompile(`<path stroke="(#[0-9a-f]+)" stroke-width="[0-9.]+"( stroke-dasharray="5 3")? d="([^"]*)"/>`)
)

// Ribbons are read out of the picture: they lead from the right of one value to the left of another, over no cell, and say what the instructions take.
func TestNetworkRibbons(t *testing.T) {
	r := chance.Random(t, 0)
	for range 80 {
		checkNetwork(t, randomNetwork(t, r))
	}
	for _, n := range networks(t) {
		checkNetwork(t, n)
	}
}

func checkNetwork(t *testing.T, n Network) {
	t.Helper()
	svg := n.SVG()
	s := readSheet(t, svg)
	s.check(t)
	said := map[[2]int]string{}
	for _, g := range ribbonGroup.FindAllSubmatch(svg, -1) {
		arg, _ := strconv.Atoi(string(g[1]))
		value, _ := strconv.Atoi(string(g[2]))
		for _, path := range ribbonPath.FindAllSubmatch(g[4], -1) {
			points := pathPoints(t, string(path[3]))
			s.checkRibbon(t, &n, arg, value, len(g[3]) > 0, points)
		}
		if len(g[3]) > 0 {
			said[[2]int{arg, value}] = string(g[3])
		}
	}
	if got, want := fmt.Sprint(said), fmt.Sprint(n.taken()); got != want {
		t.Errorf("the ribbons say\n%s, and the instructions\n%s", got, want)
	}
	if t.Failed() {
		t.Fatalf("%s", n.Text(Terminal{}))
	}
}

// checkRibbon checks the ends of a line; lands says that it comes to cells, and does not pass a column.
func (s *sheet) checkRibbon(t *testing.T, n *Network, arg, value int, lands bool, points [][2]float64) {
	t.Helper()
	first, last := points[0], points[len(points)-1]
	if lands {
		to := s.cells[fmt.Sprintf("%d.0", value)].border
		if d := last[0] - to.x1; d > 0 || d < -2 || last[1] < to.y1 || last[1] > to.y2 {
			t.Errorf("a ribbon to %s ends at %v, not at %v", n.Values[value].Name, last, to)
		}
	}
	hull := area{first[0], min(first[1], last[1]), last[0], max(first[1], last[1])}
	if !s.area.holds(hull) || hull.x1 > hull.x2 {
		t.Errorf("a ribbon from %s lies outside of the picture, or leads back: %v", n.Values[arg].Name, points)
	}
	for _, b := range s.boxes {
		if hull.overlaps(b) {
			t.Errorf("a ribbon from %s to %s runs over the border %v", n.Values[arg].Name, n.Values[value].Name, b)
		}
	}
}

// taken is what the ribbons are to say, by what each instruction does alone.
func (n *Network) taken() map[[2]int]string {
	said := map[[2]int]string{}
	bits, lanes := n.Values[0].Map.Bits, len(n.Values[0].Map.Lane)
	block := 128
	if bits*lanes <= 128 {
		block = 64
	}
	for v := range n.Values {
		value := &n.Values[v]
		for k, a := range value.Args {
			if slices.Contains(value.Args[:k], a) || n.Values[a].Access == Store {
				continue
			}
			var parts []string
			for src := range n.Values[0].Map.Src {
				count, crosses := 0, false
				for i, l := range value.Own.Lane {
					if l.Kind == lane.Source && l.Src == a && n.Values[a].Map.Lane[l.Index].Kind == lane.Source && n.Values[a].Map.Lane[l.Index].Src == src {
						count++
						crosses = crosses || bits*lanes > block && l.Index*bits/block != i*bits/block
					}
				}
				if count > 0 {
					parts = append(parts, fmt.Sprintf("%d of %s", count, lane.SourceName(src)))
					if crosses {
						parts[len(parts)-1] += fmt.Sprintf(" (crosses a %d-bit boundary)", block)
					}
				}
			}
			said[[2]int{a, v}] = n.Values[a].Name + " -&gt; " + value.Name + ": " + strings.Join(parts, ", ")
		}
	}
	return said
}

// What instructions do not say is seen by what they hold, and what is no network is a picture too.
func TestNetworkOfHoldings(t *testing.T) {
	n := transposed(t, 2, 32)
	whole := n.SVG()
	for v := range n.Values {
		n.Values[v].Own = lane.Map{}
	}
	if string(n.SVG()) != string(whole) {
		t.Error("a transpose looks otherwise where its instructions do not say what they do")
	}
}

// hostileNetwork has names that nobody should use, and arguments and maps that are none.
func hostileNetwork(t testing.TB, r *rand.Rand) Network {
	n := randomNetwork(t, r)
	text := func() string { return hostile[r.IntN(len(hostile))] }
	n.Title, n.Sources, n.Notes, n.Block, n.Width = text(), []string{text(), text()}, []string{text()}, []int{0, -1, 1, 7, 64, 1 << 30}[r.IntN(6)], []int{0, -5, 100, 3000}[r.IntN(4)]
	for v := range n.Values {
		value := &n.Values[v]
		value.Name, value.Op = text(), text()
		switch r.IntN(12) {
		case 0:
			value.Args = append(value.Args, -1, v, v+1, 1<<40)
		case 1:
			value.Own = lane.Map{Bits: 3, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 1)}}
		case 2:
			value.Own.Lane = slices.Repeat([]lane.Lane{lane.From(v, 1<<20)}, len(value.Map.Lane))
		case 3:
			value.Result = r.IntN(5) - 2
		}
	}
	if r.IntN(8) == 0 {
		n.Values[r.IntN(len(n.Values))].Map = lane.Map{Bits: []int{-1, 0, 24, 512}[r.IntN(4)], Src: []int{1}, Lane: []lane.Lane{lane.From(0, 0)}}
	}
	return n
}

func TestHostileNetworks(t *testing.T) {
	r := chance.Random(t, 0)
	for range 150 {
		n := hostileNetwork(t, r)
		s := readSheet(t, n.SVG())
		for i, a := range s.texts {
			for _, b := range s.texts[i+1:] {
				if a.overlaps(b.area) {
					t.Fatalf("%q at %v and %q at %v overlap", a.s, a.area, b.s, b.area)
				}
			}
		}
		for _, ascii := range []bool{false, true} {
			term := Terminal{Width: r.IntN(140), ASCII: ascii}
			checkLines(t, n.Text(term), term)
		}
	}
	for _, n := range []Network{{}, {Values: make([]Value, 3)}, {Values: []Value{{Map: lane.Identity(8, lane.MaxLanes)}}}} {
		readSheet(t, n.SVG()).check(t)
		checkLines(t, n.Text(Terminal{}), Terminal{})
	}
}

// The lanes of a terminal's lines are those of the values, each with its asterisk.
func TestNetworkLines(t *testing.T) {
	r := chance.Random(t, 0)
	for range 100 {
		n := randomNetwork(t, r)
		term := Terminal{Width: 40 + r.IntN(120), ASCII: true}
		out := n.Text(term)
		checkLines(t, out, term)
		p := n.plan()
		for v := range n.Values {
			_, rest, ok := strings.Cut(string(out), "\n"+p.says(v)+"  ")
			if !ok {
				_, rest, ok = strings.Cut(string(out), "\n"+p.says(v)+"\n")
			}
			if !ok {
				t.Fatalf("no %q in\n%s", p.says(v), out)
			}
			var got []string
			for _, word := range strings.Fields(rest) {
				if len(got) == len(n.Values[v].Map.Lane) {
					break
				}
				if word != "#" && !strings.HasSuffix(word, ":") {
					got = append(got, word)
				}
			}
			for i, l := range n.Values[v].Map.Lane {
				want := l.Text(i, n.Values[v].Map.Bits)
				if l.Kind == lane.Undefined {
					want = "/?/"
				}
				if word := strings.TrimLeft(strings.TrimRight(got[i], "*"), "~"); word != want {
					t.Fatalf("lane %d of %s is %q, want %q in\n%s", i, p.says(v), got[i], want, out)
				}
			}
		}
	}
}
