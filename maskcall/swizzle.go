package maskcall

import (
	"github.com/lanescope/lanescope/syntax"
)

// Rust's trait Swizzle keeps the mask apart from the call, as a constant of a type:
//
//	struct Zip;
//	impl Swizzle<4> for Zip { const INDEX: [usize; 4] = [0, 4, 1, 5]; }
//	Zip::concat_swizzle(a, b)                                            as simd_swizzle!(a, b, [0, 4, 1, 5])
//
// It once had two, of which Swizzle2 said of each index which vector it counts: [First(0), Second(0), First(1), Second(1)].

// swizzleIndex is what the constant is called.
const swizzleIndex = "INDEX"

// swizzles are the trait's functions, with how many vectors each takes.
var swizzles = map[string]int{"swizzle": 1, "concat_swizzle": 2, "swizzle2": 2}

// owned reads what stands behind impl or struct, up to where statements follow: a brace, behind which constants are the type's, or a semicolon.
func (p *program) owned() error {
	for {
		if p.owner = p.identifier(); p.owner == "" {
			return p.Wanted("the name of a type")
		}
		if p.Accept("<") {
			p.until(">")
		}
		if p.Accept("::") || p.AcceptWord("for") {
			continue
		}
		if p.Accept(";") || p.Accept("{") {
			return nil
		}
		return p.Wanted(`"for", "{" or ";"`)
	}
}

// swizzled is a call of the trait's functions.
func (p *program) swizzled(e *expr, want shape) ([]value, error) {
	if e.on == nil {
		return nil, syntax.Errorf(p.text, e.off, e.end, "%s is a function of a type: Zip::%s(…)", e.name, e.name)
	}
	list := p.lists[e.on.path()+"."+swizzleIndex]
	if list == nil {
		return nil, syntax.Errorf(p.text, e.on.off, e.on.end, "the INDEX of %s is not in the text: impl Swizzle<4> for %s { const INDEX: [usize; 4] = [0, 4, 1, 5]; } would say it", e.on.path(), e.on.path())
	}
	if len(e.args) != swizzles[e.name] {
		return nil, syntax.Errorf(p.text, e.off, e.end, "%s takes %d vectors, and there are %d arguments", e.name, swizzles[e.name], len(e.args))
	}
	call := expr{kind: callExpr, off: e.off, end: e.end, name: "simd_swizzle!", args: append(e.args[:len(e.args):len(e.args)], *list)}
	c, args := p.find(&call)
	return p.apply(c, &call, args, want)
}

// which is the number of an index, and whether it counts the second vector's lanes: Second(3), Which::First(0).
func which(e *expr) (of *expr, second bool) {
	if e.kind == callExpr && len(e.args) == 1 && (e.name == "First" || e.name == "Second") {
		return &e.args[0], e.name == "Second"
	}
	return e, false
}
