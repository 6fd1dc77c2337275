package visa

import "flag"

var full = flag.Bool("full", false, "400,000 instructions and 5,000 mistakes for GenX_IR instead of 4,000 and 100, 10,000,000 instructions for both executors instead of 40,000, 10,000,000 texts and objects with mistakes instead of 24,000, 400,000 texts with other words instead of 3,000: see docs/visa.md")
