package lower

import (
	"context"
	"encoding/binary"

	"github.com/lanescope/lanescope/lane"
)

// mostRemembered bounds how many results a Lowerer keeps for maps of four lanes, and for others. When there are more, it forgets them all: those who ask for the same again do it soon.
const mostRemembered = 1 << 12

// A wideAsk is what the result for a map in registers depends on.
type wideAsk struct {
	Options
	posed string
}

// remembered is wide, but what was asked before is not searched again.
func (l *Lowerer) remembered(ctx context.Context, p *problem, o Options) (*Result, error) {
	ask := wideAsk{o, p.key()}
	l.mu.Lock()
	known := l.wides[ask]
	l.mu.Unlock()
	if known == nil {
		found, err := l.wide(ctx, p, o)
		if err != nil {
			return nil, err
		}
		if found.Ended == ByDeadline {
			return found, nil // who asks again may have more time
		}
		l.mu.Lock()
		if l.wides == nil || len(l.wides) >= mostRemembered {
			l.wides = map[wideAsk]*Result{}
		}
		l.wides[ask] = found
		l.mu.Unlock()
		known = found
	}
	r := *known
	r.Map, r.Inputs = p.asked, p.inputs
	return &r, nil
}

// key names the wanted map and its registers.
func (p *problem) key() string {
	b := binary.AppendUvarint(nil, uint64(p.result))
	for _, n := range p.wide {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(appendMap(b, p.want))
}

// appendMap appends what a map's lanes are.
func appendMap(b []byte, m lane.Map) []byte {
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(m.Bits)), uint64(len(m.Src)))
	for _, n := range m.Src {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, l := range m.Lane {
		b = append(b, byte(l.Kind), byte(l.Src))
		b = binary.AppendUvarint(b, uint64(l.Index))
		if l.Kind == lane.Constant {
			b = append(append(b, l.Const.Hex()...), '.')
		}
	}
	return b
}
