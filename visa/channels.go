package visa

// A ChannelUse is what an instruction does with the set of enabled channels, ChEn.
type ChannelUse uint8

// The uses. Messages hand ChEn on to the unit that they are sent to, which honours or ignores it.
const (
	WritesEnabled  ChannelUse = iota // only enabled channels have their output written
	WritesExecuted                   // the guard chooses between sources, so that the execution mask alone decides what is written: sel
	Honoured                         // a scatter access reads and writes memory for enabled channels only
	Ignored                          // a block access is always performed, in full
)

var channelUses = [...]string{
	WritesEnabled:  "enabled channels are written",
	WritesExecuted: "channels of the execution mask are written; the guard chooses their source",
	Honoured:       "scatter access: enabled channels are accessed",
	Ignored:        "block access: performed in full, whatever channels are enabled",
}

// String is the use in a sentence.
func (u ChannelUse) String() string { return channelUses[u] }

// Channels is what the instruction does with ChEn.
func (o Op) Channels() ChannelUse {
	switch {
	case o.isBlock():
		return Ignored
	case opcodes[o].family == memory:
		return Honoured
	case o == opSel:
		return WritesExecuted
	}
	return WritesEnabled
}

// A Scope says which bits of a predicate the guards .any and .all combine: the first so many elements of it, or ScopeExec.
type Scope uint8

// ScopeExec is the document's scope: the bits of the instruction's channels. The finaliser of its release combines all elements that the predicate was declared with.
const ScopeExec Scope = 0

// A Flags is the value of a predicate: a bit for each element, of which Known says those that have been written.
type Flags struct{ Bits, Known uint32 }

// low is the mask of the n lowest of 32 bits.
func low(n int) uint32 { return uint32(1<<n - 1) }

// ExecMask is the channels that the execution mask em enables, bit n for the instruction's lane n:
//
//	em        ... x x x x x x x x . . . .        M2: channels from 4 on
//	(M2, 8)           7 6 5 4 3 2 1 0            and none above the execution size
func (e Exec) ExecMask(em uint32) uint32 {
	if e.NoMask() {
		return low(e.Size())
	}
	return em >> e.Offset() & low(e.Size())
}

// Guarded is the channels that the guard enables, the document's PMask, by the predicate's value. The combination comes first and the inverse after it. A channel
// whose bit nobody has written is in unknown, whatever it is in enabled.
func (c Control) Guarded(e Exec, p Flags, s Scope) (enabled, unknown uint32) {
	lanes := low(e.Size())
	if c == 0 {
		return lanes, 0
	}
	enabled, unknown = p.Bits>>e.Offset()&lanes, ^(p.Known>>e.Offset())&lanes
	if c.Combine() != Each {
		scope := lanes << e.Offset()
		if s != ScopeExec {
			scope = low(int(s))
		}
		enabled, unknown = combined(c.Combine(), p, scope, lanes)
	}
	if c.Inverse() {
		enabled = ^enabled & lanes
	}
	return enabled, unknown
}

// combined is any or all of the bits in scope, for every lane.
func combined(how Combine, p Flags, scope, lanes uint32) (enabled, unknown uint32) {
	ones, zeros := p.Bits&p.Known&scope, ^p.Bits&p.Known&scope
	missing := p.Known&scope != scope
	switch {
	case how == Any && ones != 0, how == All && zeros == 0 && !missing:
		return lanes, 0
	case how == Any && !missing, how == All && zeros != 0:
		return 0, 0
	}
	return 0, lanes
}

// Enabled is ChEn, the set of enabled channels: those of the execution mask that the guard enables too. It is the document's EvaluateChEn. A predicate of which all
// elements are known is {Bits, 0xffffffff}.
func Enabled(e Exec, guard Control, em uint32, p Flags, s Scope) uint32 {
	enabled, _ := guard.Guarded(e, p, s)
	return e.ExecMask(em) & enabled
}

// scope is the scope of a dialect for a predicate of so many declared elements.
func (d Dialect) scope(elems int) Scope {
	if d == Intel && elems > 0 {
		return Scope(elems)
	}
	return ScopeExec
}
