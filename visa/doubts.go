package visa

import (
	"fmt"
	"slices"
)

// What nobody has verified on hardware or in a second source is said once, where it happens.

const (
	doubtNaN      = "unverified: the bits of a NaN that is computed; here it is quiet, without sign and payload: erratum 231"
	doubtMad      = "unverified: mad.sat of integers, which its page does not have; here the exact sum is clamped: erratum 233"
	doubtQuotient = "unverified: the last bits of div and inv of floating-point numbers, which the hardware approximates; here they are the nearest: erratum 270"
	doubtMath     = "unverified: the last bits of sqrt, rsqrt, log, exp, pow, sin and cos, which the hardware approximates; here they are at most a thousandth of a unit further off than the nearest: erratum 275"
	doubtPlane    = "unverified: the last bits of line and plane; here each product is added and rounded once, the last coefficient first: erratum 277"
	doubtUpper    = "unverified: the lower halves of dwords that are loaded as d16c32h; here they are 0: erratum 280"
	doubtSign     = "unverified: the sign of a source without one, as wide as the instruction's precision, in a wider or saturating destination; here it wraps: erratum 227"
	doubtMeeting  = "unverified: the order of lanes of an atomic operation that meet in one place; here the lowest is the first: erratum 273"
	doubtScope    = "unverified: any and all of a predicate of %d elements in the dialect intel, where 16 and 32 are known; here they combine all of them: erratum 236"
)

// doubt notes what of an instruction nobody has verified.
func (p *preparer) doubt() {
	s, i := p.step, p.step.inst
	if i.Op == opMad && s.sat && !s.floating {
		p.note(doubtMad)
	}
	if s.floating && (i.Op == opDiv || i.Op == opInv) {
		p.note(doubtQuotient)
	}
	if i.Op.isLSC() && s.message.reads && datums[i.LSC.Datum].from > 0 {
		p.note(doubtUpper)
	}
	if s.meaning.form == interpolates {
		p.note(doubtPlane)
	}
	if s.floating && i.Op.isMath() {
		p.note(doubtMath)
	}
	if i.Guard.Combine() != Each && s.scope != ScopeExec && s.scope != 16 && s.scope != 32 {
		p.note(fmt.Sprintf(doubtScope, s.scope))
	}
	for k := range s.sources {
		changed := s.src[k].mod == Neg || s.src[k].mod == NegAbs
		if changed && s.src[k].unsigned && !s.floating && (s.sat || precision(8*s.dst.size) > s.precision) {
			p.note(doubtSign)
		}
	}
}

func (p *preparer) note(doubt string) {
	if !slices.Contains(p.doubts, doubt) {
		p.doubts = append(p.doubts, doubt)
	}
}

// Unverified is what nobody has verified of the code, and of what the machine came upon when it ran: a sentence each, which begins with "unverified: ".
func (m *Machine) Unverified() []string {
	all := slices.Clone(m.code.doubts)
	if m.computedNaN {
		all = append(all, doubtNaN)
	}
	if m.metLanes {
		all = append(all, doubtMeeting)
	}
	return all
}
