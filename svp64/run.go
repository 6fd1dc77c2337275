package svp64

// Run executes the instruction, with the fast engine. In Vertical-First mode that is one group of moves, and SVStep goes on to the next; otherwise it is all of the loop, from where SVSTATE stands.
func (s *State) Run(i Inst) error { return s.run(i, fastEngine) }

// RunPlain does the same with the plain engine.
func (s *State) RunPlain(i Inst) error { return s.run(i, plainEngine) }

// An engine is a way to execute: pairs, and loops from their beginning.
type engine struct {
	pair func(Inst, *File)
	loop func(*Loop, *File) error
}

var (
	plainEngine = engine{Inst.generatePair, (*Loop).Generate}
	fastEngine  = engine{Inst.movePair, (*Loop).run}
)

func (s *State) run(i Inst, e engine) error {
	if i.IsPair() {
		if err := i.Check(); err != nil {
			return err
		}
		if i.Form == Vector {
			if err := s.SV.check(); err != nil {
				return err
			}
		}
		s.runPair(i, e.pair)
		return nil
	}
	l, err := s.Loop(i)
	if err != nil {
		return err
	}
	src, dst := s.SV.Places()
	switch {
	case s.SV.Vertical():
		return s.issue(&l, s.file(i))
	case src != Place{} || dst != Place{}:
		return s.resume(i)
	}
	return e.loop(&l, s.file(i))
}

// resume does what is left of a loop.
func (s *State) resume(i Inst) error {
	for {
		if done, err := s.Step(i); done || err != nil {
			return err
		}
	}
}
