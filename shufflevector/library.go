package shufflevector

// library is every pattern, the most specific first: a pattern with fewer masks stands before one with more. Results are in this order.
var library = []Pattern{
	{
		Name:    "undefined",
		Phrase:  "undefined",
		Aliases: []string{"poison"},
		Meaning: "No lane is defined.",
		Near:    "<4> u u z u: a zero is defined",
		each:    func(_ Shape, f func(Args)) { f(Args{}) },
		lane:    func(Shape, Args, []int, int) int { return UndefLane },
	}, {
		Name:      "zero",
		Phrase:    "zero",
		Aliases:   []string{"zeroinitializer", "pxor", "movi #0"},
		Meaning:   "Every lane is zero.",
		Near:      "<4> z z 0 z: lane 2 is not",
		needsZero: true,
		each:      func(_ Shape, f func(Args)) { f(Args{}) },
		lane:      func(Shape, Args, []int, int) int { return ZeroLane },
	}, {
		Name:    "identity",
		Phrase:  "{a} unchanged",
		Aliases: []string{"copy", "mov", "isIdentityMask"},
		Meaning: "Every lane stays; lanes behind the operand's last are undefined.",
		Near:    "<4> 0 1 3 2: the last two are exchanged",
		each:    func(s Shape, f func(Args)) { when(s.M >= s.N, f) },
		lane: func(s Shape, _ Args, _ []int, i int) int {
			if i < s.N {
				return i
			}
			return UndefLane
		},
	}, {
		Name:    "concat",
		Phrase:  "concatenate {a} and {b}",
		Aliases: []string{"combine", "isConcatMask", "vinserti128 (low, high)", "vcombine"},
		Meaning: "The two operands, the first one low.",
		Near:    "<2> 2 3 0 2: the operands are exchanged, but not whole",
		each:    func(s Shape, f func(Args)) { when(s.M == 2*s.N, f) },
		lane:    func(_ Shape, _ Args, _ []int, i int) int { return i },
	}, {
		Name:    "reverse",
		Phrase:  "[what=bytes|reverse the bytes of {a}][what=lanes|reverse {a}]",
		Aliases: []string{"isReverseMask", "Highway Reverse", "vrev"},
		Meaning: "The lanes in the opposite order.",
		Near:    "<4> 3 2 0 1: only half of it",
		each:    func(s Shape, f func(Args)) { when(s.M == s.N && s.N > 1, f) },
		lane:    func(s Shape, _ Args, _ []int, i int) int { return s.N - 1 - i },
	}, {
		Name:    "truncate",
		Phrase:  "[factor=2|the even {unit}lanes of {a}][factor>2|every {nth} {unit}lane of {a}]",
		Aliases: []string{"xtn", "vpmovwb", "vpmovdw", "narrow"},
		Params:  []Param{{"factor", number}},
		Meaning: "Every factor-th lane of one operand, from lane 0 on: the low parts of wider elements.",
		Near:    "<4> 1 3: the high parts (unzip)",
		each:    func(s Shape, f func(Args)) { when1(s.N%s.M == 0 && s.N > s.M, s.N/s.M, f) },
		lane:    func(_ Shape, a Args, _ []int, i int) int { return int(a[0]) * i },
	}, {
		Name:    "duplicate",
		Phrase:  "duplicate the {which} {unit}lanes of {a}",
		Aliases: []string{"dup even", "dup odd", "movsldup", "movshdup", "movddup", "Highway DupEven", "Highway DupOdd"},
		Params:  []Param{{"which", evenOdd}},
		Meaning: "Each even (odd) lane stands in its own place and in its neighbour's.",
		Near:    "<4> 0 0 1 1: the lanes move up (replicate)",
		each:    func(s Shape, f func(Args)) { count(s.M == s.N && s.N > 1 && s.N%2 == 0, 0, 1, f) },
		lane:    func(_ Shape, a Args, _ []int, i int) int { return i&^1 | int(a[0]) },
	}, {
		Name:    "transpose",
		Phrase:  "interleave the {which} {unit}lanes of {a} and {b}",
		Aliases: []string{"trn1", "trn2", "isTransposeMask", "Highway InterleaveEven", "Highway InterleaveOdd", "vmrgew"},
		Params:  []Param{{"which", evenOdd}},
		Meaning: "The even (odd) lanes of both operands, alternating: 2 × 2 matrices transposed.",
		Near:    "<4> 0 4 1 5: the lanes move up (zip)",
		each:    func(s Shape, f func(Args)) { count(s.M == s.N && s.N > 1 && s.N%2 == 0, 0, 1, f) },
		lane:    func(s Shape, a Args, _ []int, i int) int { return i&^1 + int(a[0]) + i&1*s.N },
	}, {
		Name:    "interleave",
		Phrase:  "[square=yes|transpose {a} as a {factor} by {factor} matrix][square=no|interleave {those}{all}][square=turned|deinterleave {all} into {others}]",
		Aliases: []string{"isInterleaveMask", "st2", "st3", "st4", "matrix transpose", "zip of whole vectors"},
		Params:  []Param{{"factor", number}},
		Meaning: "As many consecutive parts as the factor says, lane by lane in turn.",
		Near:    "<4> 0 4 1 5: parts of two operands that are not whole (zip)",
		each:    eachFactor,
		lane: func(s Shape, a Args, _ []int, i int) int {
			k := int(a[0])
			return i%k*(s.M/k) + i/k
		},
	}, {
		Name:    "deinterleave",
		Phrase:  "[square=yes|transpose {a} as a {factor} by {factor} matrix][square=no|deinterleave {all} into {parts}][square=turned|interleave the {others} of {all}]",
		Aliases: []string{"isDeInterleaveMaskOfFactor", "ld2", "ld3", "ld4"},
		Params:  []Param{{"factor", number}},
		Meaning: "Every factor-th lane from 0 on, then every factor-th from 1 on, and so on.",
		Near:    "<4> 0 2 0 2: only the first field, twice (unzip)",
		each:    eachFactor,
		lane: func(s Shape, a Args, _ []int, i int) int {
			k := int(a[0])
			return i%(s.M/k)*k + i/(s.M/k)
		},
	}, {
		Name:    "reverse-groups",
		Phrase:  "[what=bytes|reverse the bytes of every {each} bits of {a}][pairs=yes|swap adjacent {unit}lanes of {a}][pairs=no|reverse every {group} {unit}lanes of {a}]",
		Aliases: []string{"rev16", "rev32", "rev64", "bswap", "Highway Reverse2", "Highway Reverse4", "brev8"},
		Params:  []Param{{"group", number}},
		Meaning: "The lanes of each group in the opposite order.",
		Near:    "<4> 1 0 2 3: only the first group",
		each:    func(s Shape, f func(Args)) { eachGroup(s, f) },
		lane: func(_ Shape, a Args, _ []int, i int) int {
			g := int(a[0])
			return i - i%g + g - 1 - i%g
		},
	}, {
		Name:    "concat-halves",
		Phrase:  "[woven=no|the {first} half of {a} and the {second} half of {b}][woven=yes|interleave the {evens} lanes of {a} with the {odds} lanes of {b}]",
		Aliases: []string{"Highway ConcatLowerLower", "movlhps", "movhlps", "vperm2i128", "zip1.2d", "shufpd"},
		Params:  []Param{{"of", halves}},
		Meaning: "A half of the first operand, then a half of the second.",
		Near:    "<4> 0 1 5 6: the second part is no half",
		each:    func(s Shape, f func(Args)) { count(s.M == s.N && s.N > 1 && s.N%2 == 0, 0, 3, f) },
		lane: func(s Shape, a Args, _ []int, i int) int {
			half := s.N / 2
			if i < half {
				return int(a[0]&1)*half + i
			}
			return s.N + int(a[0]>>1)*half + i - half
		},
	}, {
		Name:    "zip",
		Phrase:  "interleave the {half} halves of {a} and {b}[group>1|, {group} lanes at a time]",
		Aliases: []string{"merge", "punpckl", "punpckh", "zip1", "zip2", "Highway InterleaveLower", "vmrgh", "vmrgl", "vilvl"},
		Params:  []Param{{"half", lowHigh}, {"group", number}},
		Meaning: "The low (high) halves of both operands, group by group in turn.",
		Near:    "<8> 1 9 2 10 3 11 4 12: it starts at neither half",
		each: func(s Shape, f func(Args)) {
			for w := 1; s.M == s.N && 2*w <= s.N; w++ {
				if s.N%(2*w) == 0 {
					f(Args{0, uint64(w)})
					f(Args{1, uint64(w)})
				}
			}
		},
		lane: func(s Shape, a Args, _ []int, i int) int {
			half, w := int(a[0]), int(a[1])
			return i/w%2*s.N + half*s.N/2 + i/w/2*w + i%w
		},
	}, {
		Name:    "rotate-groups",
		Phrase:  "rotate every {group} lanes of {a} {direction} by {amount}",
		Aliases: []string{"bit rotate", "isBitRotateMask", "vprold", "vprolq", "xar", "rotate of elements"},
		Params:  []Param{{"group", number}, {"amount", number}, {"direction", rightLeft}},
		Meaning: "The lanes of each group rotated by themselves, as a rotate of elements that are as wide as a group.",
		Near:    "<4> 1 0 2 3: only the first group",
		each: func(s Shape, f func(Args)) {
			eachGroup(s, func(a Args) {
				for k := uint64(1); k < a[0]; k++ {
					if 2*k <= a[0] {
						f(Args{a[0], k, 0})
					} else {
						f(Args{a[0], a[0] - k, 1})
					}
				}
			})
		},
		lane: func(_ Shape, a Args, _ []int, i int) int {
			g := int(a[0])
			return i - i%g + (i%g+rightwards(Args{a[1], a[2]}, g))%g
		},
	}, {
		Name:    "xor-swap",
		Phrase:  "swap lanes i and i^{mask} of {a}",
		Aliases: []string{"butterfly", "shuffle_xor", "swap adjacent"},
		Params:  []Param{{"mask", number}},
		Meaning: "Each lane from the lane whose number differs by exclusive or with the mask.",
		Near:    "<4> 1 2 3 0: numbers that differ by addition (rotate)",
		each:    func(s Shape, f func(Args)) { count(s.M == s.N && s.N&(s.N-1) == 0, 1, s.N-1, f) },
		lane:    func(_ Shape, a Args, _ []int, i int) int { return i ^ int(a[0]) },
	}, {
		Name:    "rotate",
		Phrase:  "rotate {a} {direction} by {amount}",
		Aliases: []string{"valignd (a, a)", "ext (a, a)", "palignr (a, a)", "vslideup and vslidedown", "vperm2f128 (halves)"},
		Params:  []Param{{"amount", number}, {"direction", rightLeft}},
		Meaning: "Every lane moves towards lane 0 (right) or away from it (left), and what falls out comes in at the other end.",
		Near:    "<8> 6 7 8 9 2 3 4 5: it wraps around, but not within one operand",
		each: func(s Shape, f func(Args)) {
			for k := 1; s.M == s.N && k < s.N; k++ {
				if right := 2*k <= s.N; right {
					f(Args{uint64(k), 0})
				} else {
					f(Args{uint64(s.N - k), 1})
				}
			}
		},
		lane: func(s Shape, a Args, _ []int, i int) int { return (i + rightwards(a, s.N)) % s.N },
	}, {
		Name:    "shift-right",
		Phrase:  "shift {a} right by {amount}, shifting in {b}",
		Aliases: []string{"psrldq", "vslidedown", "mvmd_srli", "Highway SlideDownLanes", "srli"},
		Params:  []Param{{"amount", number}},
		Meaning: "Every lane moves towards lane 0, and zeros or a splat come in at the top.",
		Near:    "<4> 1 2 3 4 with a second operand that is no splat: a lane of it comes in (splice)",
		each:    func(s Shape, f func(Args)) { count(s.M == s.N, 1, s.N-1, f) },
		lane: func(s Shape, a Args, _ []int, i int) int {
			if i += int(a[0]); i < s.N {
				return i
			}
			return ZeroLane
		},
	}, {
		Name:    "shift-left",
		Phrase:  "shift {a} left by {amount}, shifting in {b}",
		Aliases: []string{"pslldq", "vslideup", "mvmd_slli", "Highway SlideUpLanes", "slli"},
		Params:  []Param{{"amount", number}},
		Meaning: "Every lane moves away from lane 0, and zeros or a splat come in at the bottom.",
		Near:    "<8> z z 1 2 3 4 5 6: shifted by one, with one more lane cleared",
		each:    func(s Shape, f func(Args)) { count(s.M == s.N, 1, s.N-1, f) },
		lane: func(_ Shape, a Args, _ []int, i int) int {
			if i -= int(a[0]); i >= 0 {
				return i
			}
			return ZeroLane
		},
	}, {
		Name:    "splice",
		Phrase:  "splice {a} and {b}, from lane {start} on",
		Aliases: []string{"isSpliceMask", "palignr", "valignd", "valignq", "ext", "vsldoi", "double shift", "mvmd_dslli"},
		Params:  []Param{{"start", number}},
		Meaning: "As many lanes as an operand has, of the two laid behind one another, from the start on.",
		Near:    "<4> 1 2 3 0: one operand, around its own end (rotate)",
		each:    func(s Shape, f func(Args)) { count(s.M == s.N, 1, s.N-1, f) },
		lane:    func(_ Shape, a Args, _ []int, i int) int { return i + int(a[0]) },
	}, {
		Name:    "broadcast",
		Phrase:  "broadcast {unit}lane {lane} of {a}",
		Aliases: []string{"splat", "dup", "isZeroEltSplatMask", "vpbroadcast", "vsplt", "pshufd with one selector"},
		Params:  []Param{{"lane", number}},
		Meaning: "One lane in every lane.",
		Near:    "<4> 1 1 1 5: the last lane is the other operand's",
		each:    func(s Shape, f func(Args)) { count(s.M > 1, 0, s.N-1, f) },
		lane:    func(_ Shape, a Args, _ []int, _ int) int { return int(a[0]) },
	}, {
		Name:    "extract-element",
		Phrase:  "extract {unit}lane {lane} of {a}",
		Aliases: []string{"extractelement", "pextr", "umov"},
		Params:  []Param{{"lane", number}},
		Meaning: "One lane by itself, of several.",
		Near:    "<4> 1 u: the result has two lanes (broadcast)",
		each:    func(s Shape, f func(Args)) { count(s.M == 1 && s.N > 1, 0, s.N-1, f) },
		lane:    func(_ Shape, a Args, _ []int, _ int) int { return int(a[0]) },
	}, {
		Name:    "extract-subvector",
		Phrase:  "extract {unit}lanes {start} to {last} of {a}",
		Aliases: []string{"isExtractSubvectorMask", "vextracti128", "vget_high"},
		Params:  []Param{{"start", number}},
		Meaning: "Some consecutive lanes of one operand, fewer than it has.",
		Near:    "<4> 3 4: lanes of two operands (splice of a longer result)",
		each:    func(s Shape, f func(Args)) { count(1 < s.M && s.M < s.N, 0, s.N-s.M, f) },
		lane:    func(_ Shape, a Args, _ []int, i int) int { return int(a[0]) + i },
	}, {
		Name:    "unzip",
		Phrase:  "[stride=2|the {parity} {unit}lanes of {all}][stride>2|every {nth} {unit}lane of {all}][from=yes|, from lane {offset} on][again=yes|, repeated]",
		Aliases: []string{"pack", "uzp1", "uzp2", "packuswb after masking", "Highway ConcatEven", "Highway ConcatOdd", "vpickev", "vnsrl", "isDeInterleaveMaskOfFactor"},
		Params:  []Param{{"stride", number}, {"offset", number}, {"operands", number}},
		Meaning: "Every stride-th lane from the offset on, of both operands or of one.",
		Near:    "<8> 2 4 6 8 10 12 14 0: it starts behind the first stride",
		each: func(s Shape, f func(Args)) {
			for stride := 2; stride <= 2*s.N; stride++ {
				two := s.M*stride == 2*s.N
				one := s.M*stride == s.N || s.M == s.N && stride < s.N && s.N%stride == 0
				for offset := range stride {
					if one {
						f(Args{uint64(stride), uint64(offset), 1})
					}
					if two {
						f(Args{uint64(stride), uint64(offset), 2})
					}
				}
			}
		},
		lane: func(s Shape, a Args, _ []int, i int) int { return (int(a[0])*i + int(a[1])) % (int(a[2]) * s.N) },
	}, {
		Name:      "shift-groups",
		Phrase:    "shift every {group} lanes of {a} {direction} by {amount}",
		Aliases:   []string{"byte shift", "psllw", "pslld", "psllq", "psrlw", "psrld", "psrlq", "shl", "ushr"},
		Params:    []Param{{"group", number}, {"amount", number}, {"direction", rightLeft}},
		Meaning:   "The lanes of each group shifted by themselves with zeros, as a logical shift of elements that are as wide as a group.",
		Near:      "<4> 1 z 2 z: the second group does not move",
		needsZero: true,
		each: func(s Shape, f func(Args)) {
			eachGroup(s, func(a Args) {
				for k := uint64(1); k < a[0]; k++ {
					f(Args{a[0], k, 0})
					f(Args{a[0], k, 1})
				}
			})
		},
		lane: func(_ Shape, a Args, _ []int, i int) int {
			g, k := int(a[0]), int(a[1])
			if a[2] == 1 {
				k = -k
			}
			if j := i%g + k; j < 0 || j >= g {
				return ZeroLane
			}
			return i + k
		},
	}, {
		Name:    "rotate-two",
		Phrase:  "rotate {a} and {b} as one vector by {amount}",
		Aliases: []string{"double vector rotate"},
		Params:  []Param{{"amount", number}},
		Meaning: "The two operands as one long vector, rotated towards lane 0.",
		Near:    "<4> 1 2 3 0 5 6 7 4: each operand is rotated by itself",
		each: func(s Shape, f func(Args)) {
			for k := 1; k < 2*s.N; k++ {
				if s.M == 2*s.N || s.M == s.N && k != s.N {
					f(Args{uint64(k)})
				}
			}
		},
		lane: func(s Shape, a Args, _ []int, i int) int { return (i + int(a[0])) % (2 * s.N) },
	}, {
		Name:    "replicate",
		Phrase:  "[factor=2|duplicate each lane of {a}][factor>2|repeat each lane of {a} {factor} times][start>0|, from lane {start} on]",
		Aliases: []string{"isReplicationMask", "unary zip", "punpckl (a, a)", "zip1 (a, a)"},
		Params:  []Param{{"factor", number}, {"start", number}},
		Meaning: "Some consecutive lanes, each as often as the factor says.",
		Near:    "<4> 0 0 2 2: the lanes stay (duplicate)",
		each: func(s Shape, f func(Args)) {
			for factor := 2; factor < s.M; factor++ {
				if n := s.M / factor; s.M%factor == 0 {
					for start := 0; start+n <= s.N; start++ {
						f(Args{uint64(factor), uint64(start)})
					}
				}
			}
		},
		lane: func(_ Shape, a Args, _ []int, i int) int { return int(a[1]) + i/int(a[0]) },
	}, {
		Name:      "zero-extend",
		Phrase:    "[one=yes|zero-extend {unit}lane {start} of {a} to {wide} bits][one=no|zero-extend {a} from {bits} to {wide} bits][rest=yes|, from lane {start} on]",
		Aliases:   []string{"pmovzx", "uxtl", "ushll #0", "vzext", "punpckl (a, 0)"},
		Params:    []Param{{"factor", number}, {"start", number}},
		Meaning:   "Some consecutive lanes, each as the low part of a longer element whose other lanes are zero.",
		Near:      "<4> z 0 z 1: the lanes are the high parts",
		needsZero: true,
		each:      eachExtension,
		lane:      func(_ Shape, a Args, _ []int, i int) int { return extend(a, i, ZeroLane) },
	}, {
		Name:    "any-extend",
		Phrase:  "widen {a} from {bits} to {wide} bits, high bits undefined[start>0|, from lane {start} on]",
		Aliases: []string{"anyext", "zero-extend with other lanes unused"},
		Params:  []Param{{"factor", number}, {"start", number}},
		Meaning: "Some consecutive lanes, each as the low part of a longer element whose other lanes are undefined.",
		Near:    "<4> 0 u 1 3: lane 3 is defined",
		each:    eachExtension,
		lane:    func(_ Shape, a Args, _ []int, i int) int { return extend(a, i, UndefLane) },
	}, {
		Name:    "insert-subvector",
		Phrase:  "[tail=yes|shift {b} left by {at}, shifting in {a}][tail=no|insert the low {length} lanes of {b} into {a} at lane {at}]",
		example: []int{0, 1, 8, 9, 10, 5, 6, 7},
		Aliases: []string{"isInsertSubvectorMask", "vinserti128", "vinserti32x4"},
		Params:  []Param{{"at", number}, {"length", number}},
		Meaning: "The first operand with the first lanes of the second in the place of some of its own.",
		Near:    "<4> 0 5 6 3: not the second operand's first lanes (blend)",
		lane: func(s Shape, a Args, _ []int, i int) int {
			if j := i - int(a[0]); j >= 0 && j < int(a[1]) {
				return s.N + j
			}
			return i
		},
		find: findInsertSubvector, gate: gateInsert,
	}, {
		Name:    "insert-element",
		Phrase:  "insert a lane into {a} at lane {at}",
		example: []int{0, 1, 2, 13, 4, 5, 6, 7},
		Aliases: []string{"insertelement", "pinsr", "insertps", "ins", "vinsgr"},
		Params:  []Param{{"at", number}, {"from", number}},
		Meaning: "The first operand with one lane replaced, by any lane of either operand.",
		Near:    "<4> 0 5 2 7: two lanes are replaced (blend)",
		lane: func(_ Shape, a Args, _ []int, i int) int {
			if i == int(a[0]) {
				return int(a[1])
			}
			return i
		},
		find: findInsertElement, gate: gateStay,
	}, {
		Name:      "clear",
		Phrase:    "zero some lanes of {a}",
		example:   []int{0, ZeroLane, 2, 3, ZeroLane, ZeroLane, 6, 7},
		Aliases:   []string{"and with a constant mask", "zero-masked move", "vmovdqu8{k}{z}"},
		Params:    []Param{{"keep", laneBits}},
		Meaning:   "Lanes stay or become zero.",
		Near:      "<4> 1 z 2 z: the lanes move",
		needsZero: true,
		lane: func(_ Shape, a Args, _ []int, i int) int {
			if a[0]>>i&1 == 0 {
				return ZeroLane
			}
			return i
		},
		find: findClear, gate: gateStay,
	}, {
		Name:    "blend",
		Phrase:  "blend {a} and {b}",
		example: []int{0, 9, 2, 3, 12, 13, 6, 7},
		Aliases: []string{"select", "isSelectMask", "pblendw", "vpblendd", "blendps", "vpblendmd", "bsl", "merge-masked move"},
		Params:  []Param{{"second", laneBits}},
		Meaning: "Every lane stays, in one operand or the other; a bit is set where it is the second.",
		Near:    "<4> 0 5 3 7: lane 2 moves",
		lane: func(s Shape, a Args, _ []int, i int) int {
			if a[0]>>i&1 != 0 {
				return s.N + i
			}
			return i
		},
		find: findBlend, gate: gateStay,
	}, {
		Name:      "parallel-extract",
		Phrase:    "compress lanes of {a}",
		example:   []int{1, 2, 5, 7, ZeroLane, ZeroLane, ZeroLane, ZeroLane},
		Aliases:   []string{"compress", "pext", "vpcompressd", "vcompress", "compact", "mvmd_compress"},
		Params:    []Param{{"mask", laneBits}},
		Meaning:   "Some lanes in their order, moved together at the bottom, with zeros behind them.",
		Near:      "<4> 2 1 z z: not in order",
		needsZero: true,
		lane: func(_ Shape, a Args, _ []int, i int) int {
			return nthBit(a[0], i)
		},
		find: findExtract, gate: gateRise,
	}, {
		Name:      "parallel-deposit",
		Phrase:    "expand lanes of {a}",
		example:   []int{ZeroLane, 0, 1, ZeroLane, ZeroLane, 2, ZeroLane, 3},
		Aliases:   []string{"expand", "pdep", "vpexpandd"},
		Params:    []Param{{"mask", laneBits}},
		Meaning:   "The lowest lanes in their order, spread over some places, with zeros between them.",
		Near:      "<4> z 1 z 2: lane 0 is lost",
		needsZero: true,
		lane: func(_ Shape, a Args, _ []int, i int) int {
			return depositLane(a[0], i)
		},
		find: findDeposit, gate: gateRise,
	}, {
		Name:    "affine",
		Vague:   true,
		Phrase:  "a shuffle of {all}",
		example: []int{0, 4, 2, 6, 1, 5, 3, 7},
		Aliases: []string{"bit permutation and complement", "linear permutation", "shuffle network stage"},
		Params:  []Param{{"columns", matrix}, {"offset", number}},
		Meaning: "The number of the lane that is read is a matrix over GF(2) times the lane's own number, plus an offset: zip, unzip, transpose, reverse and xor-swap are such.",
		Near:    "<8> 1 2 3 4 5 6 7 0: adding one carries, which is not linear over GF(2) from three bits on",
		lane:    func(_ Shape, a Args, _ []int, i int) int { return affineLane(a, i) },
		find:    findAffine, gate: gateAffine,
	}, {
		Name:    "permute-blocks",
		Vague:   true,
		Phrase:  "a shuffle of {all}",
		example: []int{6, 4, 5, 7, 2, 0, 1, 3},
		Aliases: []string{"lane permute × repeated", "vpermq and pshufb"},
		Params:  []Param{{"block", width}},
		Meaning: "Whole blocks of the given width move, and then the same shuffle is done in every one of them.",
		Near:    "<4> of 64 bits, 3 2 0 1, blocks of 128: the second block is not reversed",
		lane:    blocksLane,
		find:    findBlocks, gate: gateMove,
		inner: innerBlocks,
	}, {
		Name:    "in-lane-repeated",
		Vague:   true,
		Phrase:  "the same shuffle in each {block}-bit block of {all}",
		example: []int{1, 8, 2, 3, 5, 12, 6, 7},
		Aliases: []string{"is128BitLaneRepeatedShuffleMask", "AVX in-lane shuffle"},
		Params:  []Param{{"block", width}},
		Meaning: "The same shuffle within every block of the given width.",
		Near:    "<4> of 64 bits, 1 0 2 3, blocks of 128: each block has its own",
		lane:    repeatedLane,
		find:    findRepeated, gate: gateInLane,
		inner: innerRepeated,
	}, {
		Name:    "in-lane",
		Vague:   true,
		Phrase:  "a shuffle of {all} within {block}-bit blocks",
		example: []int{1, 0, 2, 11, 4, 4, 7, 5},
		Aliases: []string{"in-lane unrepeated", "vpshufb ymm", "vpermilps with a vector"},
		Params:  []Param{{"block", width}},
		Meaning: "No lane leaves its block of the given width.",
		Near:    "<4> of 64 bits, 1 2 0 3, blocks of 128: two lanes cross",
		lane:    inLaneLane,
		find:    findInLane, gate: gateInLane,
		inner: innerInLane,
	},
}

// when calls f once, without parameters, if the pattern has a mask of the shape.
func when(ok bool, f func(Args)) {
	if ok {
		f(Args{})
	}
}

// when1 is when for a parameter that the shape determines.
func when1(ok bool, v int, f func(Args)) {
	if ok {
		f(Args{uint64(v)})
	}
}

// count calls f for one parameter from low to high.
func count(ok bool, low, high int, f func(Args)) {
	for v := low; ok && v <= high; v++ {
		f(Args{uint64(v)})
	}
}

// eachFactor calls f for the factors by which one operand, or both behind one another, can be interleaved.
func eachFactor(s Shape, f func(Args)) {
	for k := 2; k < s.M && (s.M == s.N || s.M == 2*s.N); k++ {
		if s.M%k == 0 {
			f(Args{uint64(k)})
		}
	}
}

// eachGroup calls f for the groups of two lanes and more that a vector divides into, the whole excepted.
func eachGroup(s Shape, f func(Args)) {
	for g := 2; s.M == s.N && g < s.N; g++ {
		if s.N%g == 0 {
			f(Args{uint64(g)})
		}
	}
}

// eachExtension calls f for the factors and starts of extensions.
func eachExtension(s Shape, f func(Args)) {
	for k := 2; k <= s.M; k++ {
		for start := 0; s.M%k == 0 && start+s.M/k <= s.N; start++ {
			f(Args{uint64(k), uint64(start)})
		}
	}
}

// extend is lane i of an extension whose other lanes are the given selector.
func extend(a Args, i, other int) int {
	if k := int(a[0]); i%k == 0 {
		return int(a[1]) + i/k
	}
	return other
}

// rightwards is the number of lanes by which an amount and a direction rotate n lanes towards lane 0.
func rightwards(a Args, n int) int {
	if a[1] == 1 {
		return n - int(a[0])
	}
	return int(a[0])
}
