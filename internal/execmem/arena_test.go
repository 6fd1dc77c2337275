//go:build amd64 && (darwin || linux)

package execmem

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// returning is code of so many bytes that returns a number.
func returning(number uint32, size int) []byte {
	code := make([]byte, max(size, 6))
	code[0] = 0xb8 // mov eax, number
	binary.LittleEndian.PutUint32(code[1:], number)
	code[5] = ret
	return code
}

// TestArena maps code of all sizes and gives it back in any order, on several goroutines: what is mapped keeps returning its own number, while pages beside it are written. In the
// end nothing is left but pages of one chunk.
func TestArena(t *testing.T) {
	for name, a := range map[string]*arena{"file": {}, "pages": {without: true}} {
		t.Run(name, func(t *testing.T) { testArena(t, a) })
	}
}

func testArena(t *testing.T, a *arena) {
	const goroutines, codes, alive = 4, 300, 40
	seed := chance.Seed(t)
	var all sync.WaitGroup
	for g := range uint64(goroutines) {
		all.Go(func() {
			r := rand.New(rand.NewPCG(seed, g))
			mapped := map[uint32]pages{}
			for n := range uint32(codes) {
				number, size := uint32(g)<<16|n, 1<<r.IntN(bits.Len(uint(chunkPages*pageBytes)))+r.IntN(pageBytes)
				p, err := a.mapCode(returning(number, size))
				if err != nil {
					t.Error(err)
					return
				}
				mapped[number] = p
				for number, p := range mapped { // in any order
					if got := callSSE(p.entry(), nil); got != uint64(number) {
						t.Errorf("code that returns %d returns %d", number, got)
					}
					if len(mapped) > alive || n == codes-1 {
						if err := a.give(p); err != nil {
							t.Error(err)
						}
						delete(mapped, number)
					}
				}
			}
		})
	}
	all.Wait()
	for _, c := range a.chunks {
		if c.taken != 0 {
			t.Errorf("pages %b are taken still", c.taken)
		}
	}
	left := slices.DeleteFunc(a.chunks, func(c *chunk) bool { return c.bytes == nil })
	if len(left) != 1 || len(a.chunks) < 2 {
		t.Fatalf("%d of %d chunks are left", len(left), len(a.chunks))
	}
	if err := release(left[0].bytes); err != nil {
		t.Error(err)
	}
	if !a.without {
		var s syscall.Stat_t
		if err := errors.Join(syscall.Fstat(a.file-1, &s), syscall.Close(a.file-1)); err != nil {
			t.Fatal(err)
		}
		if s.Blocks*512 > int64(chunkPages*pageBytes) {
			t.Errorf("the file has %d bytes still", s.Blocks*512)
		}
	}
}

// TestRoom looks for pages in a row in every pattern of chunks with gaps of all lengths, beside looking bit by bit.
func TestRoom(t *testing.T) {
	slow := func(taken uint64, n int) int {
		for at := range chunkPages - n + 1 {
			if taken&run(at, n) == 0 {
				return at
			}
		}
		return -1
	}
	r := chance.Random(t, 1)
	for range 20000 {
		c := chunk{taken: r.Uint64() & r.Uint64() & r.Uint64() << r.IntN(65)}
		n := 1 + r.IntN(chunkPages)
		if got, want := c.room(n), slow(c.taken, n); got != want {
			t.Fatalf("%064b has %d pages in a row at %d, not %d", c.taken, n, want, got)
		}
	}
}
