package lower

// Proof says how much is known of a sequence beside that it is right.
type Proof uint8

// The proofs. A sequence is called minimal only where every cheaper one over the target's rows was refuted.
const (
	BestKnown Proof = iota // nothing better was found
	Bounded                // no sequence as cheap has fewer ops, but there may be a cheaper one with as many
	Minimal                // every cheaper sequence was refuted
)

// String is the proof as results spell it.
func (p Proof) String() string { return [...]string{"best-known", "bounded", "minimal"}[p] }
