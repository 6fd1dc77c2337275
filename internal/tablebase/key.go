package tablebase

import "github.com/lanescope/lanescope/lane"

// Lanes of a key are two bytes: which source, in the order in which lanes first read them, and which lane of it.
const (
	undefined  = 0xff
	zero       = 0xfe
	mostLanes  = 64 // of a map, and of one source
	mostInputs = 8
	mostKey    = 2 + 2*mostLanes + 2*mostInputs // behind the lanes, how many bytes each source has
)

// A Key names a map, and says which of its sources is which of the canonical one's.
type Key struct {
	n     int
	bytes [mostKey]byte
	kept  [mostInputs]uint8
	used  int
}

// KeyOf is the key of a map of lanes of few sources, zeros and lanes that do not matter; others have none.
func KeyOf(m lane.Map) (k Key, ok bool) {
	if len(m.Lane) == 0 || len(m.Lane) > mostLanes || len(m.Src) > mostInputs || m.Bits < 8 || m.Bits > 64 || m.Bits&(m.Bits-1) != 0 {
		return k, false
	}
	lanes, bits := k.bytes[2:], m.Bits
	var number [mostInputs]uint8 // of a source, from 1
	for i, l := range m.Lane {
		switch {
		case l.Kind == lane.Undefined:
			lanes[2*i] = undefined
		case l.Kind == lane.Constant && l.Const == lane.Zero().Const:
			lanes[2*i] = zero
		case l.Kind == lane.Source && l.Index < 256:
			if number[l.Src] == 0 {
				k.kept[k.used] = uint8(l.Src)
				k.used++
				number[l.Src] = uint8(k.used)
			}
			lanes[2*i], lanes[2*i+1] = number[l.Src]-1, uint8(l.Index)
		default:
			return k, false
		}
	}
	n := len(m.Lane)
	for bits < 64 && joins(lanes[:2*n]) {
		n, bits = n/2, 2*bits
		for i := range n {
			lanes[2*i], lanes[2*i+1] = lanes[4*i], lanes[4*i+1]/2
		}
	}
	k.bytes[0], k.bytes[1] = byte(bits), byte(n)
	k.n = 2 + 2*n
	clear(k.bytes[k.n:])
	for _, src := range k.kept[:k.used] {
		size := m.Bytes(m.Src[src])
		k.bytes[k.n], k.bytes[k.n+1] = byte(size), byte(size>>8)
		k.n += 2
	}
	return k, true
}

// joins says whether lanes move in pairs.
func joins(lanes []byte) bool {
	if len(lanes)%4 != 0 {
		return false
	}
	for i := 0; i < len(lanes); i += 4 {
		a, b := lanes[i:i+2], lanes[i+2:i+4]
		if a[0] != b[0] || a[0] < zero && (a[1]%2 != 0 || b[1] != a[1]+1) {
			return false
		}
	}
	return true
}

// Source is which of the map's sources is number n of the canonical one's.
func (k *Key) Source(n int) int { return int(k.kept[n]) }

// Sources is how many it reads.
func (k *Key) Sources() int { return k.used }

// hash is FNV-1a, and never 0.
func (k *Key) hash() uint64 {
	h := uint64(14695981039346656037)
	for _, b := range k.bytes[:k.n] {
		h = (h ^ uint64(b)) * 1099511628211
	}
	h ^= h >> 32
	return max(h, 1)
}
