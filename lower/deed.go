package lower

// A role says where an argument of a step comes from: one of the vectors that the map reads, or one of two values made before.
type role int8

const (
	made    role = maxInputs     // the value of deed.from[0]
	madeToo role = maxInputs + 1 // the value of deed.from[1]
	noRole  role = -1
)

// A deed is a step done: with which arguments, and which of its symbols it takes for each lane of the result (anySymbol where nobody cares, and for a union). The
// deeds before it hang on it, so that a deed stands for the whole sequence that makes its value.
type deed struct {
	step  *step
	roles [maxInputs]role
	picks [4]uint8
	from  [2]*deed
}

// maxNodes is how many steps a sequence of four lanes may have.
const maxNodes = 8

// A node is a deed in a sequence: arguments from made on are earlier nodes.
type node struct {
	step  *step
	roles [maxInputs]role
	picks [4]uint8
}

// sequence is the deeds in an order in which they can be done. A deed that two others use is done once.
func (d *deed) sequence() []node {
	var order []*deed
	var nodes []node
	var visit func(d *deed) role
	visit = func(d *deed) role {
		for i, done := range order {
			if done == d {
				return made + role(i)
			}
		}
		n := node{step: d.step, roles: d.roles, picks: d.picks}
		var at [2]role
		for i, before := range d.from {
			if before != nil {
				at[i] = visit(before)
			}
		}
		for k, r := range n.roles {
			if r >= made {
				n.roles[k] = at[r-made]
			}
		}
		order, nodes = append(order, d), append(nodes, n)
		return made + role(len(nodes)-1)
	}
	visit(d)
	return nodes
}

// uses are the inputs among the roles, as a set of bits.
func uses(roles []role) (set uint8) {
	for _, r := range roles {
		if r >= 0 && r < made {
			set |= 1 << r
		}
	}
	return set
}

// kills is the input in whose register the step puts its result, as a set.
func (s *step) kills(roles []role) uint8 {
	if s.destroys < 0 {
		return 0
	}
	return uses(roles[s.destroys : s.destroys+1])
}

// copies counts the register copies that a sequence takes in the best order of its nodes: a step that overwrites a value which a later one reads needs a copy of it.
// It returns that order too.
func copies(nodes []node) (best int, order []int) {
	best = len(nodes) + 1
	var walk func(done uint, sofar int, path []int)
	walk = func(done uint, sofar int, path []int) {
		if sofar >= best {
			return
		}
		if len(path) == len(nodes) {
			best, order = sofar, append([]int(nil), path...)
			return
		}
		for i := range nodes {
			if done>>i&1 == 1 || !ready(&nodes[i], done) {
				continue
			}
			after := done | 1<<i
			walk(after, sofar+needsCopy(nodes, i, after), append(path, i))
		}
	}
	walk(0, 0, make([]int, 0, maxNodes))
	return best, order
}

// ready says whether all nodes that n reads are done.
func ready(n *node, done uint) bool {
	for _, r := range n.roles[:n.step.args] {
		if r >= made && done>>(r-made)&1 == 0 {
			return false
		}
	}
	return true
}

// beside says whether the step reads what it overwrites as another argument too, and may not: the row must have its destination apart.
func (s *step) beside(roles []role) bool {
	if s.destroys < 0 || !s.row.Apart {
		return false
	}
	for k, r := range roles {
		if k != s.destroys && r == roles[s.destroys] {
			return true
		}
	}
	return false
}

// needsCopy is 1 if node i overwrites a value that a node not yet done reads, or that it reads beside.
func needsCopy(nodes []node, i int, done uint) int {
	n := &nodes[i]
	if n.step.destroys < 0 {
		return 0
	}
	gone := n.roles[n.step.destroys]
	if n.step.beside(n.roles[:n.step.args]) {
		return 1
	}
	for j := range nodes {
		if done>>j&1 == 1 {
			continue
		}
		for _, r := range nodes[j].roles[:nodes[j].step.args] {
			if r == gone {
				return 1
			}
		}
	}
	return 0
}
