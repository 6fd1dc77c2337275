package lower

import "github.com/lanescope/lanescope/target"

// Cycles is in how many cycles a CPU can begin the sequence again, as a loop does whose turns need nothing of one another: what its ops take of ports, or all that begins if that is more. Constants
// are loaded before; copies, and ways between registers and memory, only begin. Busiest are the ports that are never idle then, and none where no more can begin. ok is false where a CPU's ports are
// not known.
func (s *Sequence) Cycles(cpu string) (cycles float64, busiest []string, ok bool) {
	p, ok := target.PipelineOf(cpu)
	if !ok {
		return 0, nil, false
	}
	cycles, ports := s.cycles(p, cpu, s.registers().copies)
	return cycles, p.Names(ports), true
}

// cycles are those on a pipeline, beside so many copies.
func (s *Sequence) cycles(p *target.Pipeline, cpu string, copies int) (cycles float64, busiest target.PortSet) {
	var uses []target.Use
	uops := copies
	for i := range s.Code {
		if !s.Code[i].IsLoad() {
			list, n := usesOf(s.Code[i].Row, cpu)
			uses, uops = append(uses, list...), uops+n
		}
	}
	return p.Cycles(uses, uops)
}

// usesOf are what a row takes of ports, and how many micro-operations it is.
func usesOf(row *target.Row, cpu string) (uses []target.Use, uops int) {
	c, ok := row.On(cpu)
	if !ok {
		return nil, 1
	}
	return c.Uses, c.Uops
}
