package inspect

import "github.com/lanescope/lanescope/g13"

// A PartKind is what a part of a program is.
type PartKind uint8

// The kinds of parts.
const (
	Code  PartKind = iota // instructions, one behind the other
	If                    // from an if to its pop_exec, perhaps with an else
	Scope                 // the same for all threads: a push_exec to its pop_exec, mostly around a loop
	Loop                  // from where a jmp_exec_any leads to that jump
)

// String is the kind in one word.
func (k PartKind) String() string { return [...]string{"code", "if", "scope", "loop"}[k] }

// A Part is a piece of the program as it was written before it was made of masks:
//
//	if_icmp …, 1            If  Open
//	  jmp_exec_none else      ├ Body
//	  …                       │
//	else: else_icmp …, 1      │ Else
//	  …                       ├ Other
//	pop_exec 1                  Close
//
// Numbers are those of Report.Instructions.
type Part struct {
	Kind        PartKind
	From, To    int // Code: its instructions, from the first one up to and without the last
	Open, Close int // If, Scope: the if, and the pop_exec. Loop: its first instruction, and the jump back
	Else        int // If: the else, or -1
	Body, Other []Part
}

// A frame is a part that is open.
type frame struct {
	Part
	n     uint32 // levels that it takes
	began int    // Body, Other: where the Code that is being read began
	other bool   // behind its else
	outer side   // where it stands itself
	looks Halves // what its instructions read of threads that may be asleep
}

// A side is where an instruction stands: in which part, and on which side of its else.
type side struct {
	frame int
	other bool
}

// maxNesting is how deep parts may stand in one another.
const maxNesting = 64

// looksAround are the forms that read registers of other threads, active or not.
var looksAround = [g13.NumForms]bool{g13.SIMD_SHUF_OP: true, g13.DFDX: true, g13.DFDY: true}

// A structurer reads a program from its first instruction to its last one.
type structurer struct {
	inst   []Instruction
	at     map[int]int // the instruction at an offset
	frames []frame     // all that there were
	open   []int       // those that are open, the outermost first
	sides  []side      // of each instruction
	opens  []int32     // of each if and else, its frame
	loops  map[int]int // where loops begin: the last jump back to there
	why    string      // it has no structure
}

// structure finds the parts of a program. Where there are none, for jumps that lead into one or out of it, why says so.
func structure(g *graph) (s *structurer, parts []Part, why string) {
	s = &structurer{inst: g.inst, at: map[int]int{}, loops: map[int]int{}}
	s.sides, s.opens = make([]side, len(g.inst)), make([]int32, len(g.inst))
	for k := range g.inst {
		i := &g.inst[k]
		if i.over || k > 0 && i.Offset < g.inst[k-1].end() {
			return s, nil, "instructions lie across each other"
		}
		s.at[i.Offset] = k
	}
	for k := range g.inst {
		if to, ok := s.at[g.inst[k].Target]; ok && to <= k && g.inst[k].goes == jumps && g.inst[k].Inst.Form == g13.JMP_EXEC_ANY {
			s.loops[to] = k
		}
	}
	s.frames, s.open = append(s.frames, frame{outer: side{frame: -1}}), append(s.open, 0)
	for k := range g.inst {
		if s.read(k); s.why != "" {
			return s, nil, s.why
		}
	}
	if len(s.open) > 1 {
		top := s.top()
		return s, nil, s.say(top.Open, "is never closed")
	}
	s.flush(len(g.inst))
	if s.jumps(); s.why != "" {
		return s, nil, s.why
	}
	return s, s.frames[0].Body, ""
}

func (s *structurer) say(k int, what string) string {
	name, _ := s.inst[k].Inst.Name()
	return name + " at " + signedHex(s.inst[k].Offset) + " " + what
}

func (s *structurer) side() side { return side{s.open[len(s.open)-1], s.top().other} }

func (s *structurer) top() *frame { return &s.frames[s.open[len(s.open)-1]] }

// flush ends the Code that is being read before an instruction.
func (s *structurer) flush(before int) {
	top := s.top()
	if top.began < before {
		s.add(Part{Kind: Code, From: top.began, To: before})
	}
}

// add puts a part behind the others of the innermost frame.
func (s *structurer) add(p Part) {
	if top := s.top(); top.other {
		top.Other = append(top.Other, p)
	} else {
		top.Body = append(top.Body, p)
	}
}

// begin opens a frame at an instruction; its own begin at the next one, or with a loop at the same.
func (s *structurer) begin(kind PartKind, k int, n uint32, own int) {
	s.flush(k)
	if len(s.open) > maxNesting {
		s.why = s.say(k, "is nested too deep")
		return
	}
	s.frames = append(s.frames, frame{Part: Part{Kind: kind, Open: k, Else: -1}, n: n, began: own, outer: s.side()})
	s.open = append(s.open, len(s.frames)-1)
	if kind != Loop {
		s.opens[k] = int32(len(s.frames) - 1)
	}
}

// end closes the innermost frame at an instruction, which is its last one.
func (s *structurer) end(k int) {
	part := s.top().Part
	part.Close = k
	s.open = s.open[:len(s.open)-1]
	s.add(part)
	s.top().began = k + 1
}

// read is the next instruction.
func (s *structurer) read(k int) {
	i := &s.inst[k]
	if _, ok := s.loops[k]; ok {
		s.begin(Loop, k, 0, k)
	}
	s.sides[k] = s.side()
	if looksAround[i.Inst.Form] {
		for _, f := range s.open {
			s.frames[f].looks = s.frames[f].looks.union(i.Effects.Reads)
		}
	}
	switch i.op {
	case enters:
		if i.n == 0 && i.cond == always {
			break // it only makes the mask anew
		}
		if i.n == 0 {
			s.why = s.say(k, "enters no level")
			return
		}
		kind := If
		if i.cond == always {
			kind = Scope
		}
		s.begin(kind, k, i.n, k+1)
	case exchanges:
		s.turn(k)
	case leaves:
		s.leave(k)
	}
	for s.why == "" && s.top().Kind == Loop && s.loops[s.top().Open] == k {
		s.flush(k + 1)
		s.end(k)
	}
}

// turn is an else.
func (s *structurer) turn(k int) {
	top := s.top()
	if top.Kind == Loop || top.other || len(s.open) == 1 {
		s.why = s.say(k, "belongs to no if")
		return
	}
	s.flush(k)
	top.Kind = If // though its condition may hold for all threads
	top.Else, top.other, top.began = k, true, k+1
	s.sides[k], s.opens[k] = top.outer, int32(s.open[len(s.open)-1])
}

// leave is a pop_exec: it closes as many frames as have its levels.
func (s *structurer) leave(k int) {
	for left := s.inst[k].n; left > 0; {
		top := s.top()
		if len(s.open) == 1 || top.Kind == Loop || top.n > left {
			s.why = s.say(k, "leaves other levels than were entered")
			return
		}
		left -= top.n
		s.flush(k)
		s.sides[k] = top.outer
		s.frames[s.open[len(s.open)-1]].Close = k
		s.end(k)
	}
}

// jumps looks whether every jump leads to where the parts let it: on in its own part, or in one around it.
func (s *structurer) jumps() {
	for k := range s.inst {
		i := &s.inst[k]
		if i.goes != jumps {
			continue
		}
		to, ok := s.at[i.Target]
		switch form := i.Inst.Form; {
		case !ok:
			s.why = s.say(k, "leads to where no instruction begins")
		case form == g13.JMP_EXEC_ANY && to <= k, form == g13.JMP_EXEC_NONE && to > k:
			if !s.around(s.sides[to], s.sides[k]) {
				s.why = s.say(k, "leads into another part of the program")
			}
		default:
			s.why = s.say(k, "leads the other way than loops and ifs do")
		}
		if s.why != "" {
			return
		}
	}
}

// around says whether a place is on the outer side of another one, or on the same.
func (s *structurer) around(outer, inner side) bool {
	for inner != outer {
		if inner.frame <= 0 {
			return false
		}
		inner = s.frames[inner.frame].outer
	}
	return true
}
