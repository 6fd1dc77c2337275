package lower

import (
	"slices"
	"testing"
)

// TestIndexWays takes every way to every arrangement, number by number: each digit of what comes out is the digit that the arrangement says, and the steps cost what the table says.
func TestIndexWays(t *testing.T) {
	t.Parallel()
	start := arrangementOf(0)
	for digits := 1; digits <= maxDigits; digits++ {
		table, asked := indexTableOf(digits), 0
		for number := range table.cost {
			a := arrangementOf(number)
			if a.number() != number {
				t.Fatalf("%v has the number %d, and is what %d is the number of", a, a.number(), number)
			}
			if a.not>>digits != 0 || !slices.Equal(a.digit[digits:], start.digit[digits:]) {
				continue // of more digits
			}
			asked++
			if table.cost[number] == noSteps {
				t.Fatalf("%d digits: nothing leads to %v", digits, a)
			}
			numbers, cost := make([]int, 1<<digits), 0
			for x := range numbers {
				numbers[x] = x
			}
			for _, step := range table.way(a) {
				_, numbers, _ = step.of(numbers)
				cost += step.cost
			}
			for x, got := range numbers {
				want := 0
				for j, d := range a.digit {
					want |= (x>>d&1 ^ int(a.not>>j&1)) << j
				}
				if got != want {
					t.Fatalf("%d digits: the way to %v takes %b to %b, not to %b", digits, a, x, got, want)
				}
			}
			if cost != int(table.cost[number]) {
				t.Errorf("%d digits: the way to %v costs %d, not %d", digits, a, cost, table.cost[number])
			}
		}
		if all := [...]int{2, 8, 48, 384, 3840, 46080}[digits-1]; asked != all {
			t.Errorf("%d digits: %d arrangements of %d", digits, asked, all)
		}
	}
}
