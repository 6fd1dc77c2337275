package network

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// ofKind is a network of a kind in registers of so many bits.
func ofKind(t testing.TB, kind string, n, vectors, bits, elem int) Problem {
	t.Helper()
	k := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == kind })
	maps, err := kinds[k].Maps(n, 0, vectors, bits/elem, elem)
	if err != nil {
		t.Fatal(err)
	}
	p := Problem{Bits: bits, Elem: elem, Inputs: len(maps[0].Src)}
	for _, m := range maps {
		row := slices.Repeat([]int{Free}, bits/elem)
		for i, l := range m.Lane {
			row[i] = l.Src*(bits/elem) + l.Index
		}
		p.Results = append(p.Results, row)
	}
	return p
}

// anyProblem is a network by chance, as it is or with lanes that are free or others, or results by chance of few lanes.
func anyProblem(t testing.TB, r *rand.Rand) Problem {
	t.Helper()
	bits, elem := 128<<r.IntN(3), 16<<r.IntN(3)
	n := bits / elem
	var p Problem
	switch kind := kinds[r.IntN(len(kinds))].Name; {
	case r.IntN(5) == 0:
		p = Problem{Bits: bits, Elem: elem, Inputs: 1 + r.IntN(4)}
		for range 1 + r.IntN(4) {
			row := make([]int, n)
			for i := range row {
				row[i] = r.IntN(p.Inputs * n)
			}
			p.Results = append(p.Results, row)
		}
	case kind == "bitreverse":
		p = ofKind(t, kind, n<<r.IntN(3), 1, bits, elem)
	case kind == "interleave" || kind == "deinterleave":
		p = ofKind(t, kind, 2+r.IntN(7), 1+r.IntN(2), bits, elem)
	default:
		p = ofKind(t, kind, 2+r.IntN(min(n, 8)-1), 1, bits, elem)
	}
	for range r.IntN(3) * r.IntN(4) {
		row := p.Results[r.IntN(len(p.Results))]
		row[r.IntN(n)] = []int{Free, Free, r.IntN(p.Inputs * n)}[r.IntN(3)]
	}
	if r.IntN(8) == 0 { // of all results the lower halves alone, or of all inputs
		for _, row := range p.Results {
			copy(row[n/2:], slices.Repeat([]int{Free}, n/2))
		}
	}
	return p
}

// narrow is a problem in lanes of another width, which divides its own.
func (p *Problem) narrow(elem int) Problem {
	q := Problem{Bits: p.Bits, Elem: elem, Inputs: p.Inputs}
	for _, r := range p.Results {
		q.Results = append(q.Results, widened(r, p.Elem/elem))
	}
	return q
}

// inTurn makes of each problem's results the next one's: what the lanes of the last one's results hold. Wanted lanes of what is nobody's fail.
func inTurn(t *testing.T, parts ...Problem) [][]int {
	t.Helper()
	elem := parts[0].Elem
	for _, p := range parts {
		elem = min(elem, p.Elem)
	}
	var values [][]int
	for k, p := range parts {
		p = p.narrow(elem)
		n := p.Lanes()
		if k > 0 && p.Inputs != len(values) {
			t.Fatalf("part %d has %d inputs, of %d results before", k, p.Inputs, len(values))
		}
		next := make([][]int, len(p.Results))
		for r, row := range p.Results {
			if next[r] = slices.Clone(row); len(row) != n {
				t.Fatalf("part %d has %d lanes, and %d are in a register", k, len(row), n)
			}
			for i, x := range row {
				if k > 0 && x != Free {
					next[r][i] = values[x/n][x%n]
				}
			}
		}
		values = next
	}
	return values
}

// agrees fails where parts, one behind another, do not make what a problem wants.
func (p *Problem) agrees(t *testing.T, way string, parts ...Problem) {
	t.Helper()
	got := inTurn(t, parts...)
	elem := p.Bits / len(got[0])
	want := p.narrow(elem)
	if len(got) != len(want.Results) || parts[0].Inputs != p.Inputs {
		t.Fatalf("%s: %d results of %d inputs, want %d of %d", way, len(got), parts[0].Inputs, len(want.Results), p.Inputs)
	}
	for r, row := range want.Results {
		for i, x := range row {
			if x != Free && got[r][i] != x {
				t.Fatalf("%s: lane %d of result %d is %d, want %d\n%v\n%v", way, i, r, got[r][i], x, *p, parts)
			}
		}
	}
}

// pairwise says whether something holds of any two lanes of a result.
func pairwise(row []int, holds func(i, j int) bool) bool {
	for i := range row {
		for j := range row {
			if !holds(i, j) {
				return false
			}
		}
	}
	return true
}

// every says whether something holds of all results.
func (p *Problem) every(holds func(row []int) bool) bool {
	return !slices.ContainsFunc(p.Results, func(r []int) bool { return !holds(r) })
}

// Each way to take a problem into two has them, one behind the other, make what the whole makes; and it is gone wherever it leads somewhere.
func TestTakenApart(t *testing.T) {
	r := chance.Random(t, 80)
	taken := map[string][2]int{}
	note := func(p *Problem, way string, ok, want bool, parts ...Problem) {
		t.Helper()
		if ok != want {
			t.Fatalf("%s is a way: %t, want %t\n%v", way, ok, want, *p)
		}
		k := taken[way]
		if k[0]++; ok {
			k[1]++
			p.agrees(t, way, parts...)
		}
		taken[way] = k
	}
	for range 6000 {
		p := anyProblem(t, r)
		n := p.Lanes()
		bits := p.Elem << r.IntN(1+digitsIn(shape{p.Bits, p.Elem}))
		m := bits / p.Elem
		blocks, rest, ok := p.before(bits)
		note(&p, "blocks before", ok, p.every(func(row []int) bool {
			return pairwise(row, func(i, j int) bool { // lanes of the first block and of another
				x, y, u, v := row[i], row[j], row[i%m], row[j%m]
				if i/m != j/m || x == Free || u == Free || y == Free || v == Free {
					return (x == Free) == (u == Free)
				}
				return x%m == u%m && (x/m == y/m) == (u/m == v/m)
			})
		}), blocks, rest)
		first, last, ok := p.behind(bits)
		note(&p, "blocks behind", ok, p.every(func(row []int) bool {
			return pairwise(row, func(i, j int) bool {
				return i/m != j/m || row[i] == Free || row[j] == Free || row[i]%n/m == row[j]%n/m
			})
		}), first, last)
		first, last, ok = p.blendedFirst()
		note(&p, "blends first", ok, p.every(func(row []int) bool {
			return pairwise(row, func(i, j int) bool {
				return row[i] == Free || row[j] == Free || row[i] == row[j] || row[i]%n != row[j]%n
			})
		}), first, last)
		first, last, ok = p.shuffledFirst()
		note(&p, "shuffles first", ok, p.every(func(a []int) bool {
			return p.every(func(b []int) bool {
				for i := range n {
					if a[i] != Free && b[i] != Free && a[i] != b[i] && a[i]/n == b[i]/n {
						return false
					}
				}
				return true
			})
		}), first, last)
	}
	for way, k := range taken {
		if t.Logf("%s: %d of %d", way, k[1], k[0]); k[1] < 200 || k[0]-k[1] < 200 {
			t.Errorf("%s: %d of %d", way, k[1], k[0])
		}
	}
}

// Results are windows of a stream, or structures of channels, exactly where they are: with one lane changed they are none.
func TestWindows(t *testing.T) {
	r := chance.Random(t, 81)
	for _, bits := range []int{128, 256, 512} {
		for _, elem := range []int{8, 16, 32, 64} {
			n := bits / elem
			for count := 1; count <= n+1 && count <= 20; count++ {
				shifts, at := Problem{Bits: bits, Elem: elem, Inputs: 8}, inputs(6*n)
				r.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
				for c := range count {
					row := slices.Clone(at[:n])
					for i := range row {
						row[i] += c
					}
					shifts.Results = append(shifts.Results, row)
				}
				for _, row := range []struct {
					name string
					p    Problem
					take func(p *Problem) (Problem, Problem, bool)
				}{{"windows first", shifts, (*Problem).windowsFirst}, {"windows last", ofKind(t, "interleave", max(count, 2), 1, bits, elem), (*Problem).windowsLast}} {
					count := len(row.p.Results)
					way := fmt.Sprintf("%s, %d registers of %d lanes", row.name, count, n)
					first, last, ok := row.take(&row.p)
					if ok != (count >= 3 && count <= n) {
						t.Fatalf("%s: %t", way, ok)
					}
					if !ok {
						continue
					}
					row.p.agrees(t, way, first, last)
					lane := &row.p.Results[r.IntN(count)][r.IntN(n)]
					for _, other := range []int{Free, *lane + 1, *lane ^ n} {
						was := *lane
						*lane = other
						if _, _, ok := row.take(&row.p); ok {
							t.Fatalf("%s with a lane that is %d and not %d", way, other, was)
						}
						*lane = was
					}
				}
			}
		}
	}
}

// Lanes that stay in place and only change the register are turned in as few stages as the most that one moves has bits.
func TestRotations(t *testing.T) {
	r := chance.Random(t, 82)
	some := 0
	for range 3000 {
		count, n := 2+r.IntN(7), 4<<r.IntN(2)
		p := Problem{Bits: 128, Elem: 128 / n, Inputs: count}
		order := r.Perm(count) // a ring of all registers
		by, names, most := make([]int, n), r.Perm(count), 0
		limit := 1 + r.IntN(count)
		for i := range by {
			if by[i] = r.IntN(limit); i == 0 {
				by[i] = 0
			}
			most = max(most, by[i])
		}
		for k := range count {
			row := make([]int, n)
			for i := range row {
				row[i] = order[(names[k]+by[i])%count]*n + i
			}
			p.Results = append(p.Results, row)
		}
		for range r.IntN(3) * (n / 4) { // but for the first, whose place is known to all
			p.Results[r.IntN(count)][1+r.IntN(n-1)] = Free
		}
		if unused := 1 + r.IntN(n-1); r.IntN(4) == 0 {
			for _, row := range p.Results {
				row[unused] = Free
			}
		}
		free := slices.Contains(slices.Concat(p.Results...), Free)
		list, ok := p.rotations()
		if !ok {
			if most > 0 && count >= 3 && !free && slices.ContainsFunc(by, func(x int) bool { return x > 0 && gcd(x, count) == 1 }) {
				t.Fatalf("%v is turned by %v of %d, and no rotation is found", p, by, count)
			}
			continue
		}
		some++
		parts := make([]Problem, len(list))
		for k, q := range list {
			parts[k] = *q
			for i := range n { // each stage has each lane where it was, in all registers, if anybody wants it
				used := slices.ContainsFunc(p.Results, func(row []int) bool { return row[i] != Free })
				for _, row := range q.Results {
					if row[i] != Free && (row[i]%n != i || !used) {
						t.Fatalf("stage %d moves lane %d: %v", k, i, row)
					}
				}
			}
		}
		p.agrees(t, "rotations", parts...)
		if stages := len(fmt.Sprintf("%b", most)); most > 0 && len(list) > stages {
			t.Fatalf("%v is turned by %v of %d in %d stages, want %d", p, by, count, len(list), stages)
		}
	}
	if t.Logf("%d are turned", some); some < 1500 {
		t.Errorf("%d are turned", some)
	}
	for a := range 40 {
		for b := range 40 {
			most := max(a, b)
			for d := min(a, b); d > 0 && min(a, b) > 0; d-- {
				if a%d == 0 && b%d == 0 {
					most = d
					break
				}
			}
			if got := gcd(a, b); got != most {
				t.Errorf("what %d and %d have in common is %d, want %d", a, b, got, most)
			}
		}
	}
}

// Problems fall into parts that share no input, and the parts are all there is.
func TestApart(t *testing.T) {
	r := chance.Random(t, 83)
	for range 3000 {
		p := Problem{Bits: 128, Elem: 32, Inputs: 1 + r.IntN(9)}
		for range 1 + r.IntN(9) {
			row, from := make([]int, 4), []int{r.IntN(p.Inputs), r.IntN(p.Inputs)}
			for i := range row {
				if row[i] = from[r.IntN(2)]*4 + r.IntN(4); r.IntN(3) == 0 {
					row[i] = Free
				}
			}
			p.Results = append(p.Results, row)
		}
		name := inputs(len(p.Results)) // of each result its part, by Warshall
		for range p.Results {
			for a := range name {
				for b := range name {
					if shares(p.Results[a], p.Results[b], 4) {
						name[a] = min(name[a], name[b])
					}
				}
			}
		}
		var want [][]int
		for first := range name {
			var list []int
			for k, x := range name {
				if x == first {
					list = append(list, k)
				}
			}
			if list != nil {
				want = append(want, list)
			}
		}
		got := p.apart()
		slices.SortFunc(got, slices.Compare)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%v falls into %v, want %v", p, got, want)
		}
		for _, list := range got {
			q, from := p.over(list)
			if q.Inputs != len(from) || !slices.IsSorted(from) || q.Bits != p.Bits || q.Elem != p.Elem {
				t.Fatalf("%v over %v is %v of %v", p, list, q, from)
			}
			read := map[int]bool{}
			for k, row := range q.Results {
				for i, x := range row {
					want := p.Results[list[k]][i]
					if (x == Free) != (want == Free) || x != Free && from[x/4]*4+x%4 != want {
						t.Fatalf("%v over %v is %v of %v", p, list, q, from)
					}
					if x != Free {
						read[x/4] = true
					}
				}
			}
			if len(read) != len(from) {
				t.Fatalf("%v over %v is %v of %v, and some of these are not read", p, list, q, from)
			}
		}
	}
}

// shares says whether two results read an input that is the same.
func shares(a, b []int, n int) bool {
	for _, x := range a {
		for _, y := range b {
			if x != Free && y != Free && x/n == y/n {
				return true
			}
		}
	}
	return false
}

// What moves as wholes of twice the width is found to, up to 64 bits, and nothing else.
func TestWider(t *testing.T) {
	r := chance.Random(t, 84)
	for range 3000 {
		p := Problem{Bits: 128 << r.IntN(3), Elem: 16 << r.IntN(4), Inputs: 1 + r.IntN(4)}
		n := p.Lanes()
		for range 1 + r.IntN(4) {
			row := slices.Repeat([]int{Free}, n)
			for i := range row {
				if r.IntN(4) > 0 {
					row[i] = r.IntN(p.Inputs * n)
				}
			}
			p.Results = append(p.Results, row)
		}
		half := p.narrow(p.Elem / 2)
		q, ok := half.wider()
		if ok != (half.Elem < 64) || ok && (q.Elem != p.Elem || q.Bits != p.Bits || q.Inputs != p.Inputs || fmt.Sprint(q.Results) != fmt.Sprint(p.Results)) {
			t.Fatalf("%v is in wider lanes %v, %t", half, q, ok)
		}
		row := half.Results[r.IntN(len(half.Results))]
		i := r.IntN(len(row))
		if row[i] == Free { // half of a whole
			row[i] = 2*r.IntN(p.Inputs*n) + i%2
		} else {
			row[i] = []int{Free, row[i] ^ 1}[r.IntN(2)]
		}
		if _, ok := half.wider(); ok {
			t.Fatalf("%v has wider lanes", half)
		}
	}
}

// What has met is counted pair by pair: adding a lane to c lanes that are together is worth (c+1)·log (c+1) − c·log c.
func TestMeetings(t *testing.T) {
	r := chance.Random(t, 85)
	for range 2000 {
		p := anyProblem(t, r)
		n := p.Lanes()
		seen, sum := map[int]bool{}, 0.0
		worth := func(c int) float64 { return float64(c) * math.Log2(max(1, float64(c))) }
		for _, row := range p.Results {
			together, of := 0, map[int]int{}
			for _, x := range row {
				if x == Free || seen[x] {
					continue
				}
				seen[x] = true
				sum += worth(together+1) - worth(together) - worth(of[x/n]+1) + worth(of[x/n])
				together++
				of[x/n]++
			}
		}
		if got := p.Meetings(); math.Abs(got-sum) > 1e-6 {
			t.Fatalf("%v: %v meet, want %v", p, got, sum)
		}
		for reads := 2; reads <= 4; reads++ {
			ops := p.Bound(reads) // the fewest of which each adds no more than all lanes by log reads
			if each := float64(n) * math.Log2(float64(reads)); float64(ops)*each < sum-1e-6 || ops > 0 && float64(ops-1)*each >= sum-1e-6 || ops < 0 {
				t.Fatalf("%v: %v meet by at least %d ops of %d", p, sum, ops, reads)
			}
		}
	}
}
