package program_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// Lanes of several values are counted through all of them, and values stand one behind another, at whatever lanes each has, also where others became inputs meanwhile.
func TestPickAndJoined(t *testing.T) {
	p := &program.Values{Named: map[string]lane.Map{}}
	args, err := p.Arguments([]string{"a", "b"}, []int{32, 32}, 16)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Arguments([]string{"c"}, []int{64}, 8); err != nil {
		t.Fatal(err)
	}
	bytes := lane.Map{Bits: 8, Lane: []lane.Lane{lane.Zero(), lane.Fixed(lane.Ones(8)), lane.Zero(), {}}}
	for _, c := range []struct {
		got  func() (lane.Map, error)
		want string
	}{
		{func() (lane.Map, error) { return p.Pick([]lane.Map{args[0], args[1]}, 2, 16, []int{0, 2, 1, 3}) }, "i16x2 i16x2 i16x4 -> a0 b0 a1 b1"},
		{func() (lane.Map, error) {
			return p.Pick([]lane.Map{args[0], args[1]}, 2, 16, []int{3, program.ZeroLane, program.UndefinedLane})
		}, "i16x2 i16x2 i16x4 -> b1 z _"},
		{func() (lane.Map, error) { return p.Pick([]lane.Map{args[0], bytes}, 2, 16, []int{1, 2}) }, "i16x2 i16x2 i16x4 -> a1 #ff00"},
		{func() (lane.Map, error) { return p.Pick([]lane.Map{args[0]}, 4, 8, []int{3, 0}) }, "i8x4 i8x4 i8x8 -> a3 a0"},
		{func() (lane.Map, error) { return p.Pick([]lane.Map{args[0]}, 2, 16, []int{2}) }, "lane 2 is none of 2"},
		{func() (lane.Map, error) { return p.Joined([]lane.Map{args[1], args[0]}) }, "i16x2 i16x2 i16x4 -> b0 b1 a0 a1"},
		{func() (lane.Map, error) { return p.Joined([]lane.Map{args[1], bytes}) }, "i8x4 i8x4 i8x8 -> b0 b1 b2 b3 z m z _"},
		{func() (lane.Map, error) {
			return p.Joined([]lane.Map{bytes, {Bits: 8, Lane: make([]lane.Lane, lane.MaxLanes)}})
		}, "a map has at most"},
	} {
		m, err := c.got()
		got := m.String()
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != c.want || err != nil && !strings.Contains(got, c.want) {
			t.Errorf("it is %s, want %s", got, c.want)
		}
	}
}
