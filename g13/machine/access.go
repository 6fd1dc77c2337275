package machine

// A Space is which memory an address is one of.
type Space uint8

// The memories.
const (
	DeviceSpace      Space = iota // the buffers, the same for all threads
	ThreadgroupSpace              // of one threadgroup
	StackSpace                    // of one thread
)

// String is the memory in one word.
func (s Space) String() string { return [...]string{"device", "threadgroup", "stack"}[s] }

// An AccessKind is what an access does.
type AccessKind uint8

// The kinds.
const (
	LoadAccess AccessKind = iota
	StoreAccess
	AtomicAccess
)

// String is the kind in one word.
func (k AccessKind) String() string { return [...]string{"load", "store", "atomic"}[k] }

// An Access is one lane's look at one element of a memory.
type Access struct {
	Lane    uint8
	Space   Space
	Kind    AccessKind
	Size    uint8 // bytes
	Address uint64
}

// accessed notes an access of the instruction that is being executed. Instructions on memory call it for each lane and element, but only while somebody looks:
//
//	if g.recording {
//		g.accessed(Access{…})
//	}
func (g *Group) accessed(a Access) { g.accesses = append(g.accesses, a) }
