package svp64_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// randomText is an instruction with all that it needs, as somebody might write it: any form, any specifiers, any registers, any values of predicates. It shares nothing with the search, not even its types.
func randomText(rng *rand.Rand) string {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	swizzle := ""
	for range 1 + rng.IntN(4) {
		swizzle += pick(".", "0", "1", "X", "Y", "Z", "W", "X", "Y", "Z", "W")
	}
	name := pick("mv.swiz", "mv.swiz", "mv.swiz", "fmv.swiz")
	form := rng.IntN(24)
	if form == 0 {
		return fmt.Sprintf("%s %d,%d,%s", name, 2*rng.IntN(16), 2*rng.IntN(16), swizzle)
	}
	text, state := name, ""
	widths := []string{"8", "16", "32", "64"}
	if name == "fmv.swiz" {
		widths = widths[1:]
	}
	switch rng.IntN(3) {
	case 0:
		text += "/w=" + pick(widths...)
	case 1:
		text += "/dw=" + pick(widths...) + "/sw=" + pick(widths...)
	}
	text += pick("", "", "/vec2", "/vec3", "/vec4") + pick("", "", "", "/sats", "/satu") + pick("", "/sz", "/dz", "/zz")
	vl := 1 + rng.IntN(pickInt(rng, 4, 4, 8, 8, 16, 64))
	cr := func(names ...string) {
		fields := make([]string, vl)
		for k := range fields {
			fields[k] = pick("", names[0], names[1], names[0]+"+"+names[1])
		}
		state += " cr32=" + strings.Join(fields, ",")
	}
	mask := func(reg string) { // of which a few bits, most bits, or any are set
		v := rng.Uint64() & rng.Uint64() & rng.Uint64()
		switch rng.IntN(3) {
		case 0:
			v = ^v
		case 1:
			v = rng.Uint64()
		}
		state += fmt.Sprintf(" %s=%#x", reg, v)
	}
	switch rng.IntN(8) {
	case 0:
		text += "/m=" + pick("r3", "~r3", "1<<r3")
		mask("r3")
	case 1:
		text += "/dm=" + pick("r3", "~r3") + "/sm=" + pick("r10", "~r10")
		mask("r3")
		mask("r10")
	case 2:
		text += "/dm=" + pick("r30", "~r30")
		mask("r30")
	case 3:
		text += "/sm=" + pick("r3", "1<<r3")
		mask("r3")
	case 4:
		text += "/m=" + pick("eq", "ne", "gt")
		cr("eq", "gt")
	case 5:
		text += "/dm=" + pick("eq", "so") + "/sm=" + pick("ge", "lt")
		cr("eq", "lt")
	}
	if form == 1 {
		return fmt.Sprintf("%s%s %d,%d,%s%s", pick("svs.", "sv."), text, 2*rng.IntN(60), 2*rng.IntN(60), swizzle, strings.Split(state, ",")[0])
	}
	rt, ra := rng.IntN(128), rng.IntN(128)
	if vl > 4 && rng.IntN(2) == 0 {
		rt, ra = rng.IntN(20), 64+rng.IntN(20)
	}
	star := [][2]string{{"*", "*"}, {"*", "*"}, {"*", "*"}, {"*", ""}, {"", "*"}}[rng.IntN(5)]
	return fmt.Sprintf("sv.%s %s%d,%s%d,%s vl=%d%s%s%s", text, star[0], rt, star[1], ra, swizzle, vl, pick("", " pack"), pick("", " unpack"), state)
}

func pickInt(rng *rand.Rand, list ...int) int { return list[rng.IntN(len(list))] }

// Every random instruction that is a map has a way back: an instruction is found for its map, and its text is that map. None is left out.
func TestWayBack(t *testing.T) {
	rng := chance.Random(t, 0)
	want := times(3000)
	if *full {
		want = 200_000
	}
	maps, bounded, refused, masked, forms := 0, 0, map[string]int{}, 0, map[string]int{}
	for maps < want {
		text := randomText(rng)
		l, err := svp64.ParseLine(text)
		if err != nil {
			refused["text"]++
			if refused["text"] > 20*want {
				t.Fatalf("%s: %v", text, err)
			}
			continue
		}
		m, err := l.Map()
		if err != nil {
			refused[strings.SplitN(err.Error(), " ", 4)[0]]++
			continue
		}
		maps++
		forms[strings.SplitN(text, ".", 2)[0]]++
		if len(l.Set) > 0 {
			masked++
		}
		if !wayBack(t, text, m) {
			bounded++ // which says that there may be one: of lanes that are nearly all zeros there are many ways to leave them out
		}
	}
	t.Logf("%d maps, %d of them under predicates, %v; %d searches ended by the bound; refused %v", maps, masked, forms, bounded, refused)
	if bounded > 1+maps/1000 {
		t.Errorf("%d of %d searches were ended by their bound", bounded, maps)
	}
	if masked < maps/4 {
		t.Errorf("only %d of %d maps are under predicates", masked, maps)
	}
}

// wayBack finds an instruction for a map and reads its text, unless the search is ended by its bound.
func wayBack(t *testing.T, text string, m lane.Map) (done bool) {
	t.Helper()
	found, err := svp64.FromMap(m)
	if err == svp64.ErrBound {
		return false
	}
	if err != nil {
		t.Fatalf("%s is %v, for which there is nothing: %v", text, m, err)
	}
	read, err := svp64.ParseLine(found.String())
	if err != nil || read.String() != found.String() {
		t.Fatalf("%s: %v reads as %v: %v", text, found, read, err)
	}
	back, err := read.Map()
	if err != nil {
		t.Fatalf("%s is %v; found was %v: %v", text, m, found, err)
	}
	used, _ := m.DropUnused()
	got, _ := back.DropUnused()
	if v, err := lane.Compare(got, used); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
		t.Fatalf("%s is %v; found was %v, which is %v: %v", text, m, found, back, err)
	}
	return true
}

// Shapes that chance seldom brings and no simpler one replaces: walks of different lengths, whose shorter one ends the longer one inside a lane or a subvector; lanes inside out on one side or both; zeros of either side.
func TestWayBackByExample(t *testing.T) {
	for _, text := range []string{
		"sv.mv.swiz/dm=r3/sm=r10/vec3 *32,*64,ZYX. vl=4 unpack r3=0xb r10=0x1",
		"sv.mv.swiz/dm=r3/sm=r10/vec3 *32,*64,ZYXX vl=6 unpack r3=0x29 r10=0x4",
		"sv.mv.swiz/dm=r3/sm=r10/vec3 *32,*64,ZYX. vl=6 unpack r3=0x2b r10=0x12",
		"sv.mv.swiz/dm=r3/sm=r10/vec3 *32,*64,ZYXY vl=6 pack unpack r3=0x2b r10=0x12",
		"sv.mv.swiz/dm=r3/sm=r10/vec3 *32,*64,ZYXY vl=6 pack unpack r3=0x9 r10=0x2b",
		"sv.mv.swiz/dm=r3/sm=r10/vec3 *32,*64,ZXYX vl=6 pack r3=0x9 r10=0x2b",
		"sv.mv.swiz/dm=r3/sm=r10/vec4/zz *32,*64,WY1X vl=5 pack r3=0x19 r10=0xb",
		"sv.mv.swiz/dm=r3/sm=r10/vec4/sz *32,*64,WY1X vl=5 pack unpack r3=0x19 r10=0xb",
		"sv.mv.swiz/dm=r3/dz/sm=r10/vec4 *32,*64,WY1X vl=5 unpack r3=0x19 r10=0xa",
		"sv.mv.swiz/sm=r10/vec4 32,*64,WYXX vl=5 pack r10=0x15",
		"sv.mv.swiz/sm=r10/sz/vec4 32,*64,WYXX vl=3 pack r10=0x5",
		"sv.mv.swiz/dm=r3/vec4 *32,64,WYXZ vl=5 pack r3=0x19",
	} {
		l, err := svp64.ParseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		m, err := l.Map()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !wayBack(t, text, m) {
			t.Errorf("%s: the search was ended by its bound", text)
		}
	}
}

// Lanes of such maps that become undefined leave a choice, and each has a way back still: the instruction that there was.
func TestWayBackOfUndefinedLanes(t *testing.T) {
	rng := chance.Random(t, 0)
	maps, bounded := 0, 0
	for maps < times(400) {
		text := randomText(rng)
		l, err := svp64.ParseLine(text)
		if err != nil {
			continue
		}
		m, err := l.Map()
		if err != nil {
			continue
		}
		m = m.Clone()
		for k := range m.Lane {
			if rng.IntN(6) == 0 {
				m.Lane[k] = lane.Lane{}
			}
		}
		maps++
		if !wayBack(t, text, m) {
			bounded++
		}
	}
	t.Logf("%d maps, %d ended by the bound", maps, bounded)
	if bounded > 2+maps/10 {
		t.Errorf("%d of %d searches were ended by their bound", bounded, maps)
	}
}

// What an undefined lane gets may be any lane of the source, but none that is behind it: there other registers are. The pattern of the first map, of two lanes for each three, goes on behind a12; that of the second one has
// its last lane there, and nothing else is that map.
func TestUndefinedLanesReadNothingBehind(t *testing.T) {
	m, err := lane.Parse("i64x13 -> _ . _ a1 . a9 a3 . a10 _ . a12 a6 . _")
	if err != nil {
		t.Fatal(err)
	}
	if !wayBack(t, m.String(), m) {
		t.Error("the search was ended by its bound")
	}
	found, _ := svp64.FromMap(m)
	back, err := found.Map()
	if err != nil {
		t.Fatalf("%v: %v", found, err)
	}
	for k, x := range back.Lane {
		if x.Kind == lane.Source && x.Index >= 13*64/back.Bits {
			t.Errorf("%v reads lane %d behind the source, for lane %d", found, x.Index, k)
		}
	}
	m, err = lane.Parse("i64x4 -> a0 a1 a2 a2 a3 _")
	if err != nil {
		t.Fatal(err)
	}
	if found, err := svp64.FromMap(m); !svp64.IsNone(err) {
		t.Errorf("%v is %v: %v", m, found, err)
	}
}

// Whether there is a way back is compared with all instructions of small vectors, one by one: 8-bit and 16-bit elements of up to two subvectors, in every order, with every predicate. A map of these has one, and
// maps that none of them is have none that is as small.
func TestNoneIsNone(t *testing.T) {
	if testing.Short() {
		t.Skip("tries every instruction")
	}
	const bytes = 2 // of the destination and of the source
	reachable := map[string]string{}
	selectors := []string{".", "0", "1", "X", "Y", "Z", "W"}
	var swizzles []string
	for _, a := range selectors {
		swizzles = append(swizzles, a)
		for _, b := range selectors {
			swizzles = append(swizzles, a+b)
		}
	}
	for _, head := range everyHead() {
		for _, swizzle := range swizzles {
			for _, state := range everyState(head) {
				l, err := svp64.ParseLine(fmt.Sprintf(head, swizzle) + state)
				if err != nil {
					t.Fatal(err)
				}
				m, err := l.Map()
				if err != nil {
					continue
				}
				if key, ok := small(m, bytes); ok {
					if _, seen := reachable[key]; !seen {
						reachable[key] = l.String()
					}
				}
			}
		}
	}
	choices := []lane.Lane{lane.From(0, 0), lane.From(0, 1), lane.Zero(), lane.Fixed(lane.ConstOf(1)), lane.Fixed(lane.ConstOf(0xff)), lane.Fixed(lane.ConstOf(0x7f)), lane.Fixed(lane.ConstOf(2)), lane.Fixed(lane.ConstOf(0x3c)), {Kind: lane.Old}}
	none := 0
	for a := range choices {
		for b := range choices {
			m := lane.Map{Bits: 8, Src: []int{2}, Lane: []lane.Lane{choices[a], choices[b]}}
			for k := range m.Lane {
				if m.Lane[k].Kind == lane.Old {
					m.Lane[k].Index = k
				}
			}
			l, err := svp64.FromMap(m)
			text, ok := reachable[m.String()]
			if (err == nil) != ok {
				t.Errorf("%v: found %v (%v), and by trying all %q", m, l, err, text)
			}
			if err != nil {
				none++
				if !svp64.IsNone(err) {
					t.Errorf("%v: %v does not say that there is none", m, err)
				}
			}
		}
	}
	t.Logf("%d small maps are some instruction, %d of the %d asked for are none", len(reachable), none, len(choices)*len(choices))
	if none == 0 || len(reachable) < 40 {
		t.Error("nothing was compared")
	}
}

// everyHead is an instruction without swizzle and state, with what two bytes have room for. With -full also with what is longer than that, and all together.
func everyHead() (list []string) {
	widths, vecs := []string{"/w=8", "/w=16", "/dw=8/sw=16", "/dw=16/sw=8"}, []string{"", "/vec2"}
	if *full {
		widths, vecs = append(widths, "/dw=8/sw=32", "/dw=8", "/dw=16/sw=32", "/dw=16"), append(vecs, "/vec3", "/vec4")
	}
	for _, name := range []string{"mv.swiz", "fmv.swiz"} {
		for _, width := range widths {
			if name == "fmv.swiz" && strings.Contains(width, "=8") {
				continue
			}
			for _, vec := range vecs {
				for _, sat := range []string{"", "/sats", "/satu"} {
					for _, masks := range []string{"", "/m=r3", "/dm=r3", "/sm=r3", "/dm=r3/sm=r10"} {
						for _, zeroing := range []string{"", "/sz", "/dz", "/zz"} {
							if masks == "" && zeroing != "" || !*full && sat != "" && masks != "" {
								continue
							}
							for _, operands := range []string{"*32,*64", "*32,64", "32,*64"} {
								list = append(list, "sv."+name+width+vec+sat+masks+zeroing+" "+operands+",%s")
							}
						}
					}
				}
			}
		}
	}
	return list
}

// everyState is the state of one or two subvectors.
func everyState(head string) (list []string) {
	for _, vl := range []int{1, 2} {
		orders := []string{""}
		if vl == 2 {
			orders = []string{"", " pack", " unpack", " pack unpack"}
		}
		for _, order := range orders {
			text := fmt.Sprintf(" vl=%d%s", vl, order)
			switch {
			case strings.Contains(head, "r10"):
				for k := range 1 << (2 * vl) {
					list = append(list, fmt.Sprintf("%s r3=%#x r10=%#x", text, k>>vl, k&(1<<vl-1)))
				}
			case strings.Contains(head, "r3"):
				for k := range 1 << vl {
					list = append(list, fmt.Sprintf("%s r3=%#x", text, k))
				}
			default:
				list = append(list, text)
			}
		}
	}
	return list
}

// small is a map seen as one of vectors of so many bytes, if it writes and reads no others.
func small(m lane.Map, bytes int) (string, bool) {
	m, err := m.Regroup(8)
	if err != nil {
		return "", false
	}
	m = m.Clone()
	for k := bytes; k < len(m.Lane); k++ {
		if m.Lane[k] != lane.FromOld(k) {
			return "", false
		}
	}
	m.Lane = m.Lane[:min(bytes, len(m.Lane))]
	for k := len(m.Lane); k < bytes; k++ {
		m.Lane = append(m.Lane, lane.FromOld(k))
	}
	if slices.ContainsFunc(m.Lane, func(x lane.Lane) bool { return x.Kind == lane.Source && x.Index >= bytes }) {
		return "", false
	}
	m.Src = []int{bytes}
	return m.String(), true
}

// A constant that only saturation makes does not bring in moves that saturate, where a lane is to stay what it is.
func TestSaturationIsNoCopy(t *testing.T) {
	for _, text := range []string{"i16x2 -> a0 #7bff", "i32x2 -> a1 #7f7fffff", "i64x2 -> a0 #7fefffffffffffff", "i16x4 -> #7bff a1 a2 a3"} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if l, err := svp64.FromMap(m); err == nil {
			t.Errorf("%s is %v", text, l)
		} else if !svp64.IsNone(err) {
			t.Errorf("%s: %v", text, err)
		}
	}
	m, err := lane.Parse("i16x2 -> #7bff .")
	if err != nil {
		t.Fatal(err)
	}
	if l, err := svp64.FromMap(m); err != nil || !l.Float || l.Sat == svp64.NoSat {
		t.Errorf("the constant alone is %v: %v", l, err)
	}
}
