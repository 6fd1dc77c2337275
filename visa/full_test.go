package visa

import "flag"

var full = flag.Bool("full", false, "400,000 instructions for GenX_IR instead of 4,000: see docs/visa.md")
