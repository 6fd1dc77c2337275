package queue

import (
	"context"
	"math"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanescope/lanescope/internal/campaign"
)

// DieAtPart asks for a campaign's only shard and does it until a part of it is saved, which is when its context ends, however fast the machine is.
func DieAtPart(ctx context.Context, js jetstream.JetStream, p *campaign.Plan, o Options) error {
	q, err := open(ctx, js, p, o)
	if err != nil {
		return err
	}
	if err := q.publish(ctx, p, []int{0}, "first"); err != nil {
		return err
	}
	dying, die := context.WithCancel(ctx)
	defer die()
	q.answers.js = &endsAfter{q.answers.js, math.MaxInt, die}
	w := &worker{doer: &campaign.Doer{Own: p, Every: o.SaveEvery}, patience: o.patience(), log: o.log}
	for {
		if did, err := w.next(dying, q); did || err != nil {
			return err
		}
	}
}
