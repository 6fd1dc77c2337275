package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// A Plan is what a campaign asks. Two campaigns with the same plan have the same answers.
type Plan struct {
	Tool    string  `json:"tool"` // the version that asks
	Kind    string  `json:"kind"`
	Options Options `json:"options"`
	Seed    uint64  `json:"seed"`
	Items   int     `json:"items"`
	Shards  int     `json:"shards"`
	Digest  string  `json:"digest"` // of the items, where they are texts; empty where a number says all of them

	// Texts are the items, where they are texts. Results name them by their digest.
	Texts []string `json:"texts,omitempty"`
}

// Options are what kinds are told beside their items. Each uses some.
type Options struct {
	Target  string   `json:"target,omitempty"`
	Shape   string   `json:"shape,omitempty"`
	Sources int      `json:"sources,omitempty"`
	Sample  int      `json:"sample,omitempty"`
	Effort  string   `json:"effort,omitempty"`
	Budget  int      `json:"budget,omitempty"`
	Paths   []string `json:"paths,omitempty"`

	Compiler        string `json:"compiler,omitempty"`
	CompilerVersion string `json:"compiler_version,omitempty"` // as it says it: another one has other answers
}

// Limits of a plan, and of the answer to one shard.
const (
	MaxItems     = 1 << 40
	MaxShards    = 1 << 20
	MaxPlanBytes = 256 << 20
	MaxTaskBytes = 512 << 10 // of the texts that one shard has: a message holds them
	MaxBody      = 64 << 20
)

// Items of a shard where nobody says how many shards there are to be: seconds of work, which is what a kill loses.
const (
	itemsPerShard    = 256
	searchesPerShard = 16 // of maps that are searched
	exhaustiveLanes  = 4  // up to which a search is a table that is looked up
)

// NewPlan makes the plan of a kind. Without a number of shards there are as many as usual.
func NewPlan(tool, kind string, o Options, seed uint64, shards int) (*Plan, error) {
	k, err := kindNamed(kind)
	if err != nil {
		return nil, err
	}
	p := &Plan{Tool: tool, Kind: kind, Options: o, Seed: seed, Shards: shards}
	if err := k.settle(p); err != nil {
		return nil, err
	}
	if p.Texts != nil {
		p.Items, p.Digest = len(p.Texts), digest(p.Texts)
	}
	if p.Shards == 0 {
		p.Shards = shardsOf(p.Items, itemsPerShard)
	}
	p.Shards = min(p.Shards, p.Items)
	return p, p.check()
}

// shardsOf is how many shards items make.
func shardsOf(items, each int) int { return min((items+each-1)/each, MaxShards) }

// digest is the checksum of texts, each with its end.
func digest(texts []string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d %s\n", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// check refuses a plan that no NewPlan makes, as one that came over a network may be.
func (p *Plan) check() error {
	switch {
	case p.Items < 1 || p.Items > MaxItems:
		return fmt.Errorf("%d items: expected 1 to %d", p.Items, MaxItems)
	case p.Shards < 1 || p.Shards > min(MaxShards, p.Items):
		return fmt.Errorf("%d shards of %d items: expected 1 to %d", p.Shards, p.Items, min(MaxShards, p.Items))
	case p.Texts != nil && (len(p.Texts) != p.Items || digest(p.Texts) != p.Digest):
		return fmt.Errorf("the plan's items are not those that its digest is of")
	}
	for n := range p.Shards {
		if p.Texts == nil {
			break
		}
		size := 0
		for _, t := range p.texts(n) {
			size += len(t)
		}
		if size > MaxTaskBytes {
			return fmt.Errorf("shard %d has %d bytes of items, and %d are the most: expected more shards than %d", n, size, MaxTaskBytes, p.Shards)
		}
	}
	_, err := kindNamed(p.Kind)
	return err
}

// span is which items a shard has: from the first to behind the last. No shard has two more than another.
func (p *Plan) span(shard int) (first, end int) {
	each, rest := p.Items/p.Shards, p.Items%p.Shards
	first = shard*each + min(shard, rest)
	if end = first + each; shard < rest {
		end++
	}
	return first, end
}

func (p *Plan) texts(shard int) []string {
	if p.Texts == nil {
		return nil
	}
	first, end := p.span(shard)
	return p.Texts[first:end]
}

// OpensFiles says whether whoever does a shard opens files, which are only there where the plan was made.
func (p *Plan) OpensFiles() bool { return p.Kind == mineKind }

// header is the plan as results begin with it: one line, without the items.
func (p *Plan) header() string {
	head := *p
	head.Texts = nil
	b, err := json.Marshal(head)
	if err != nil {
		panic(err) // strings and numbers: a bug
	}
	return string(b)
}

// ID is a name of the plan, which no other one has.
func (p *Plan) ID() string {
	sum := sha256.Sum256([]byte(p.header()))
	return hex.EncodeToString(sum[:8])
}

// Task is a shard with all that doing it takes.
func (p *Plan) Task(shard int) Task {
	head := *p
	head.Texts = nil
	return Task{Plan: head, Shard: shard, Texts: p.texts(shard)}
}

// A Task is one shard, ready to be sent to whoever does it.
type Task struct {
	Plan  Plan     `json:"plan"` // without its texts
	Shard int      `json:"shard"`
	Texts []string `json:"texts,omitempty"` // the shard's own
}

// ReadTask reads what Task.AppendJSON has written, and refuses what no plan has.
func ReadTask(b []byte) (Task, error) {
	var t Task
	if err := json.Unmarshal(b, &t); err != nil {
		return t, fmt.Errorf("this is no task: %w", err)
	}
	if t.Plan.Texts = nil; t.Plan.check() != nil {
		return t, t.Plan.check()
	}
	if t.Shard < 0 || t.Shard >= t.Plan.Shards {
		return t, fmt.Errorf("shard %d of %d", t.Shard, t.Plan.Shards)
	}
	if first, end := t.Plan.span(t.Shard); (t.Plan.Digest != "") != (t.Texts != nil) || t.Texts != nil && len(t.Texts) != end-first {
		return t, fmt.Errorf("shard %d has %d texts, and %d items", t.Shard, len(t.Texts), end-first)
	}
	return t, nil
}

// AppendJSON appends the task as a message.
func (t Task) AppendJSON(b []byte) []byte {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // strings and numbers: a bug
	}
	return append(b, text...)
}
