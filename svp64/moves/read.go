package moves

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// looksSVP64 knows the instruction by its name, a bare swizzle by its letters, and a shader's by its full stop or its vec.
func looksSVP64(text string) bool {
	return isSwizzleMove(text) || isBareSwizzle(text) || isShader(text)
}

func isSwizzleMove(text string) bool {
	head := strings.ToLower(text[:min(len(text), len("svs.fmv.swiz"))])
	for _, prefix := range []string{"svs.", "sv."} {
		head = strings.TrimPrefix(head, prefix)
	}
	return strings.HasPrefix(head, "mv.swiz") || strings.HasPrefix(head, "fmv.swiz")
}

// isBareSwizzle wants nothing but one to four selectors. Letters of both sets make a swizzle too, one that is refused with the reason.
func isBareSwizzle(text string) bool {
	return text != "" && len(text) <= svp64.Lanes && strings.Trim(text, "xyzwrgbaXYZWRGBA01.") == ""
}

// isShader wants v.xyz1, dst.xz = … or vec4(…): a name with a few letters behind a full stop and then nothing or a lone =, or the name of a constructor and a parenthesis.
func isShader(text string) bool {
	left, right, assigned := strings.Cut(text, "=")
	left = strings.TrimSpace(left)
	if !assigned {
		return isConstructor(left) || isLanesOf(strings.TrimSuffix(left, ";"))
	}
	right = strings.TrimSpace(right)
	return (syntax.IsIdentifier(left) || isLanesOf(left)) && (isConstructor(right) || isLanesOf(strings.TrimSpace(strings.TrimSuffix(right, ";"))))
}

func isConstructor(text string) bool {
	name := strings.TrimLeft(text, "iu")
	return len(text)-len(name) <= 1 && strings.HasPrefix(name, "vec") && len(name) > 4 && name[3] >= '0' && name[3] <= '9' && name[4] == '('
}

// isLanesOf is a name and lanes, of which most letters are some.
func isLanesOf(text string) bool {
	name, lanes, ok := strings.Cut(text, ".")
	return ok && syntax.IsIdentifier(name) && lanes != "" && len(lanes) <= svp64.Lanes+1 && strings.Trim(lanes, "xyzwrgbastpqXYZWRGBASTPQ01") == ""
}

func readSVP64(text string) (dialect.Reading, error) {
	trimmed := strings.TrimSpace(text)
	_, bare := svp64.ParseSwizzle(text) // "b.x" has a swizzle's letters, but of both sets: that is lane x of b
	switch {
	case isBareSwizzle(trimmed) && (bare == nil || !isShader(trimmed)):
		return readSwizzle(text)
	case isShader(trimmed):
		s, err := svp64.ParseShader(text)
		return dialect.Reading{Map: s.Map(), Names: s.Sources}, err
	}
	i, err := svp64.ParseLine(text)
	if err != nil {
		return dialect.Reading{}, err
	}
	m, err := i.Map()
	var guard *dialect.Guard
	if errors.Is(err, svp64.ErrRunTime) {
		m, guard, err = guardedSVP64(i)
	}
	if err != nil {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%v", err)
	}
	r := dialect.Reading{Map: m, Names: []string{i.RegisterName(int(i.RA.No))}, To: i.RegisterName(int(i.RT.No)), Guard: guard, Warnings: i.Warnings()}
	if !i.IsPair() && i.SrcWidth != i.DstWidth {
		r.Warnings = append(r.Warnings, "big-endian lane numbers: elements of different sizes are read and written; registers number their parts from the least significant, and big-endian memory the other way round")
	}
	if !i.IsPair() && !i.Stated {
		r.Warnings = append(r.Warnings, "the vector length is not in the text: this is one subvector; vl=4 behind it makes four, and pack and unpack say how they are walked")
	}
	return r, nil
}

// guardedSVP64 is the instruction as a map under its predicate.
func guardedSVP64(i svp64.Line) (lane.Map, *dialect.Guard, error) {
	g, err := i.Guarded()
	if err != nil {
		return lane.Map{}, nil, err
	}
	by := "a predicate"
	for _, part := range strings.FieldsFunc(i.Inst.String(), func(r rune) bool { return r == '/' || r == ' ' }) {
		if key, mask, ok := strings.Cut(part, "m="); ok && len(key) <= 1 { // m=, dm= or sm=
			by = mask
		}
	}
	return g.Map, &dialect.Guard{By: by, Bit: g.Bit, Else: g.Else}, nil
}

// readSwizzle reads a swizzle by itself as what it says of four lanes of 32 bits: skipped lanes stay, and it may end early.
func readSwizzle(text string) (dialect.Reading, error) {
	s, err := svp64.ParseSwizzle(text)
	if err != nil {
		return dialect.Reading{}, err
	}
	m := lane.Map{Bits: 32, Src: []int{svp64.Lanes}, Lane: make([]lane.Lane, s.Len())}
	for j := range m.Lane {
		switch x := s.At(j); {
		case x.Moves():
			m.Lane[j] = lane.From(0, x.Lane())
		case x == svp64.One:
			m.Lane[j] = lane.Fixed(lane.ConstOf(1))
		case x == svp64.Zero:
			m.Lane[j] = lane.Zero()
		default:
			m.Lane[j] = lane.FromOld(j)
		}
	}
	return dialect.Reading{Map: m, Names: []string{"a"}}, nil
}

// saySVP64 says a map as a bare swizzle if four lanes of 32 bits are enough, and otherwise as an instruction with its state.
func saySVP64(m lane.Map) (string, error) {
	l, err := svp64.FromMap(m)
	if err != nil {
		return "", err
	}
	text := l.String()
	k := max(slices.IndexFunc(m.Reads(), func(n int) bool { return n > 0 }), 0)
	wide := len(m.Src) == 0 || m.Src[k] == svp64.Lanes || m.Reads()[k] == 0
	bare := m.Bits == 32 && wide && l.SV.VL() == 1 && !l.Float && l.Sat == svp64.NoSat && l.DstWidth == svp64.W32 && l.SrcWidth == svp64.W32 && l.Dst.Lanes == 0 && len(l.Set) == 0 && l.RA.Vector && l.RT.Vector
	if _, noNumber := strconv.ParseUint(l.Swizzle.String(), 0, 64); k == 0 && noNumber == nil { // as 10 and 0X1 are
		bare = false
	}
	if bare {
		text = l.Swizzle.String()
	}
	if j := slices.IndexFunc(m.Lane, func(x lane.Lane) bool { return x.Kind == lane.Undefined }); j >= 0 {
		return "", fmt.Errorf("lane %d is undefined, which no swizzle says; %s refines it", j, text)
	}
	if k > 0 {
		if !bare || m.ReadsOld() || k >= len(dialect.SourceLetters) {
			return "", fmt.Errorf("the source that is read is %s; an instruction's is a", lane.SourceName(k))
		}
		text = lane.SourceName(k) + "." + strings.ToLower(text) // as a shader says it
	}
	return text, nil
}

// sequenceSVP64 is one move for each source, of vectors that are whole registers.
func sequenceSVP64(m lane.Map) ([]string, error) {
	moves, err := Find(m)
	return append(moves.Head, moves.Lines...), err
}

// powerOverlap says whether two runs of 64-bit registers, r8 and so many bits, overlap without being one.
func powerOverlap(a, b string, bitsA, bitsB int) bool {
	if a == b && bitsA == bitsB || a == "" || b == "" || a[0] != b[0] {
		return false
	}
	x, errX := strconv.Atoi(a[1:])
	y, errY := strconv.Atoi(b[1:])
	return errX == nil && errY == nil && x*64 < y*64+bitsB && y*64 < x*64+bitsA
}
