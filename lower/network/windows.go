package network

import "slices"

// byWindows takes results that are one another shifted by lanes through windows: a transpose of them, or by one.
//
//	every seventh lane of 7 registers of 8      window 0   lanes 0 … 6 _        result 0   lane 0 of every window
//	                                            window 1   lanes 7 … 13 _       result 1   lane 1
//	                                            …                               …
//	structures of 7 channels                    the same backwards: a transpose, whose results are then put together
func (e *Engine) byWindows(p *Problem, depth int, found func(*Program)) {
	if depth == 0 {
		return
	}
	if windows, rest, ok := p.windowsFirst(); ok {
		found(then(e.all(&windows), e.padded(&rest, depth-1)))
	}
	if first, windows, ok := p.windowsLast(); ok {
		found(then(e.padded(&first, depth-1), e.all(&windows)))
	}
}

// windowsFirst takes a problem into windows, one for each lane of the results, and a transpose; ok is false where the results are no shifts of the first.
func (p *Problem) windowsFirst() (windows, rest Problem, ok bool) {
	n, count := p.Lanes(), len(p.Results)
	if count < 3 || count > n {
		return windows, rest, false
	}
	for c, r := range p.Results {
		for i, x := range r {
			if x == Free || x != p.Results[0][i]+c {
				return windows, rest, false
			}
		}
	}
	windows = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs}
	rest = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: n}
	for _, x := range p.Results[0] {
		row := slices.Repeat([]int{Free}, n)
		for c := range count {
			row[c] = x + c
		}
		windows.Results = append(windows.Results, row)
	}
	for c := range count {
		rest.Results = append(rest.Results, column(n, c))
	}
	return windows, rest, true
}

// column is lane c of each of n registers of n lanes.
func column(n, c int) []int {
	row := make([]int, n)
	for i := range row {
		row[i] = i*n + c
	}
	return row
}

// windowsLast takes a problem into a transpose, whose result i is lane i of all inputs, and windows of these results; ok is false where the results are no such.
func (p *Problem) windowsLast() (first, windows Problem, ok bool) {
	n, count := p.Lanes(), p.Inputs
	if len(p.Results) != count || count < 3 || count > n {
		return first, windows, false
	}
	first = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: count}
	windows = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: n}
	for r, result := range p.Results {
		row := make([]int, n)
		for i, x := range result {
			at := r*n + i
			if x != at%count*n+at/count {
				return first, windows, false
			}
			row[i] = at/count*n + at%count
		}
		windows.Results = append(windows.Results, row)
	}
	for i := range n {
		row := slices.Repeat([]int{Free}, n)
		for c := range count {
			row[c] = c*n + i
		}
		first.Results = append(first.Results, row)
	}
	return first, windows, true
}

// padded is the program for a part of a transpose, which is that of the whole without what nobody asks for.
func (e *Engine) padded(p *Problem, depth int) *Program {
	n := p.Lanes()
	whole := Problem{Bits: p.Bits, Elem: p.Elem, Inputs: n}
	for c := range n {
		whole.Results = append(whole.Results, column(n, c))
	}
	all := e.solve(&whole, depth)
	if all == nil {
		return nil
	}
	part := newProgram(p.Inputs)
	at := inputs(n)
	for k := p.Inputs; k < n; k++ {
		at[k] = 0 // nobody asks what it holds
	}
	part.Results = part.embed(all, at)[:len(p.Results)]
	return part.needed()
}

// needed is the program without ops that make nothing of what is wanted.
func (n *Program) needed() *Program {
	need := make([]bool, n.Inputs+len(n.Code))
	for _, r := range n.Results {
		if r != Free {
			need[r] = true
		}
	}
	for i := len(n.Code) - 1; i >= 0; i-- {
		if o := &n.Code[i]; need[n.Inputs+i] {
			for _, a := range o.Args {
				need[a] = true
			}
			if o.Made {
				need[o.By] = true
			}
		}
	}
	r := newProgram(n.Inputs)
	at := inputs(n.Inputs)
	for i, o := range n.Code {
		if at = append(at, Free); !need[n.Inputs+i] {
			continue
		}
		at[n.Inputs+i] = r.add(o.at(at))
	}
	for _, v := range n.Results {
		if v != Free {
			v = at[v]
		}
		r.Results = append(r.Results, v)
	}
	return r
}
