package lower

// Proof says how much is known of a sequence beside that it is right.
type Proof uint8

// The proofs. A sequence is called minimal only where every cheaper one over the target's rows was refuted.
const (
	BestKnown Proof = iota // nothing better was found
	Bounded                // no sequence as cheap has fewer ops, but there may be a cheaper one with as many
	Minimal                // every cheaper sequence was refuted
)

// Ended says why a search came to its end.
type Ended uint8

// The ends. One by the budget may have left cheaper sequences unseen; what is proved holds all the same, and the same budget ends it at the same place on every machine.
const (
	Done       Ended = iota // there was nothing more to look at
	ByBudget                // Options.Budget was spent
	ByDeadline              // the context was done
)

// String is the end as results spell it.
func (e Ended) String() string { return [...]string{"done", "budget", "deadline"}[e] }

// String is the proof as results spell it.
func (p Proof) String() string { return [...]string{"best-known", "bounded", "minimal"}[p] }
