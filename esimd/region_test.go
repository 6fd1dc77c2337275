package esimd

import (
	"slices"
	"testing"
)

// all are the places of every region of n elements in a vector, found by counting up its four numbers.
func all(n, elements int) map[string][]int {
	found := map[string][]int{}
	for w := 1; w <= n; w++ {
		if n%w != 0 {
			continue
		}
		for v := range elements {
			for h := range elements {
				for offset := range elements {
					var places []int
					for r := range n / w {
						for c := range w {
							places = append(places, offset+r*v+c*h)
						}
					}
					if slices.Max(places) < elements {
						found[key(places)] = places
					}
				}
			}
		}
	}
	return found
}

func key(places []int) (s string) {
	for _, p := range places {
		s += string(rune('a' + p))
	}
	return s
}

// For every list of places in a small vector, there is a region exactly where counting up all regions finds it.
func TestRegionOfExhaustive(t *testing.T) {
	for _, row := range []struct{ n, elements int }{{1, 5}, {2, 6}, {3, 5}, {4, 6}, {6, 4}, {8, 3}} {
		known := all(row.n, row.elements)
		want := make([]int, row.n)
		regions := 0
		for {
			r, ok := regionOf(want, row.elements)
			if _, is := known[key(want)]; is != ok {
				t.Fatalf("%v of %d: %v, %v; there is one: %v", want, row.elements, r, ok, is)
			}
			if ok {
				regions++
				if got := r.elements(row.n); !slices.Equal(got, want) {
					t.Fatalf("%v of %d: %v is %v", want, row.elements, r, got)
				}
			}
			k := 0
			for ; k < row.n; k++ {
				if want[k]++; want[k] < row.elements {
					break
				}
				want[k] = 0
			}
			if k == row.n {
				break
			}
		}
		if regions != len(known) {
			t.Errorf("%d elements of %d: %d regions, want %d", row.n, row.elements, regions, len(known))
		}
	}
}

// Places that nobody asks for may be anything, and a region is found where one of all fits.
func TestRegionOfFree(t *testing.T) {
	const n, elements = 4, 6
	known := all(n, elements)
	want := []int{-1, -1, -1, -1}
	tried := 0
	for {
		fits := false
		for _, places := range known {
			fits = fits || !slices.ContainsFunc([]int{0, 1, 2, 3}, func(k int) bool { return want[k] >= 0 && want[k] != places[k] })
		}
		r, ok := regionOf(want, elements)
		if ok != fits {
			t.Fatalf("%v: %v, %v; one fits: %v", want, r, ok, fits)
		}
		for k := 0; ok && k < n; k++ {
			if at := r.elements(n)[k]; want[k] >= 0 && want[k] != at || at >= elements {
				t.Fatalf("%v: %v is %v", want, r, r.elements(n))
			}
		}
		tried++
		k := 0
		for ; k < n; k++ {
			if want[k]++; want[k] < elements {
				break
			}
			want[k] = -1
		}
		if k == n {
			break
		}
	}
	if tried != 7*7*7*7 {
		t.Errorf("%d lists were tried", tried)
	}
}
