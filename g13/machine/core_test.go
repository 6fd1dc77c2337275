package machine

import "testing"

// The outcome that is told is a failure if there is one, and the first of several.
func TestOutcomeBefore(t *testing.T) {
	for _, c := range []struct {
		a, b outcome
		want bool
	}{
		{outcome{number: 3, stop: Faulted}, outcome{number: 0, stop: Stopped}, true},
		{outcome{number: 0, stop: Stopped}, outcome{number: 3, stop: OutOfFuel}, false},
		{outcome{number: 2, stop: Faulted}, outcome{number: 3, stop: Faulted}, true},
		{outcome{number: 3, stop: Faulted}, outcome{number: 2, stop: OutOfFuel}, false},
		{outcome{number: 0, stop: Ended}, outcome{number: 1, stop: Stopped}, true},
	} {
		if got := c.a.before(c.b); got != c.want {
			t.Errorf("%+v before %+v: %v", c.a, c.b, got)
		}
	}
}
