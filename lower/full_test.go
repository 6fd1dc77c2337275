package lower

import (
	"flag"
)

// Full is shared by the tests within the package and outside.
var Full = flag.Bool("full", false, "every cost and limit on every target: see docs/lowering.md")
