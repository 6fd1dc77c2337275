package lane_test

import (
	"fmt"
	"log"

	"github.com/lanescope/lanescope/lane"
)

// parse reads a map that the examples write down themselves.
func parse(text string) lane.Map {
	m, err := lane.Parse(text)
	if err != nil {
		log.Fatal(err)
	}
	return m
}

// Interleaving with zeros extends 32 bits to 64.
func Example() {
	unpack := parse("i32x4 i32x4 -> a0 b0 a1 b1")
	x := parse("i32x4 -> a3 a2 a1 a0")
	zeros := parse("i32x4 -> z z z z")
	extend, err := unpack.Of(x, zeros)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(extend)
	words, err := extend.Regroup(16)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(words)
	// Output:
	// i32x4 -> a3 z a2 z
	// i16x8 -> a6 a7 z z a4 a5 z z
}

func ExampleParse() {
	m, err := lane.Parse("i32x4 i32x4 -> i64x2: a1 b0")
	fmt.Println(m, err)
	_, err = lane.Parse("i32x4 -> a0 a4")
	fmt.Println(err)
	// Output:
	// i64x2 i64x2 -> a1 b0 <nil>
	// 1:13: "a4" reads past source a, whose lanes of 32 bits are a0 to a3
}

// A rotation by one after a reversal.
func ExampleMap_Of() {
	rotate := parse("i8x4 -> a1 a2 a3 a0")
	reverse := parse("i8x4 -> a3 a2 a1 a0")
	both, err := rotate.Of(reverse)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(both)
	// Output: i8x4 -> a2 a1 a0 a3
}

// A merging move is bound to what was in its destination before.
func ExampleMap_Bind() {
	low := parse("i32x4 i32x4 -> b0 . . .")
	copied := parse("i32x4 i32x4 -> a0 a1 a2 a3")
	m, err := low.Bind(copied)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m)
	// Output: i32x4 i32x4 -> b0 a1 a2 a3
}

func ExampleMap_OpenOld() {
	fmt.Println(parse("i32x4 -> a3 . . a0").OpenOld())
	// Output: i32x4 i32x4 -> a3 b1 b2 a0
}

func ExampleMap_Inverse() {
	deal := parse("i16x4 -> a0 a2 a1 a3 a0")
	back, err := deal.Inverse(0)
	fmt.Println(back, err)
	_, err = parse("i16x4 -> a0 a0 a2 a3").Inverse(0)
	fmt.Println(err)
	// Output:
	// i16x5 -> a0 a2 a1 a3 <nil>
	// no inverse: lane a1 is read by no lane of the destination
}

// The same movement of the same bits, as lanes of another width.
func ExampleMap_Regroup() {
	swap := parse("i32x4 -> a2 a3 a0 a1")
	for _, bits := range []int{16, 64} {
		fmt.Println(swap.Regroup(bits))
	}
	_, err := swap.Regroup(128)
	fmt.Println(err)
	// Output:
	// i16x8 -> a4 a5 a6 a7 a0 a1 a2 a3 <nil>
	// i64x2 -> a1 a0 <nil>
	// lanes 0 to 3 do not make one lane of 128 bits
}

// An undefined lane may be whatever makes its neighbour move as a wider one.
func ExampleMap_Widen() {
	m := parse("i32x4 -> a2 _ a0 a1")
	_, err := m.Regroup(64)
	fmt.Println(err)
	fmt.Println(m.Widen(64))
	// Output:
	// lanes 0 to 1 do not make one lane of 64 bits
	// i64x2 -> a1 a0 <nil>
}

func ExampleMap_Canonical() {
	m := parse("i32x4 i32x4 i32x4 -> c0 a0 c1 a1")
	canonical, kept := m.Canonical()
	fmt.Println(canonical)
	fmt.Println("its sources are", lane.SourceName(kept[0]), "and", lane.SourceName(kept[1]), "of the map")
	// Output:
	// i32x4 i32x4 -> a0 b0 a1 b1
	// its sources are c and a of the map
}

// What crosses blocks of 128 bits costs more on many machines than what stays in them.
func ExampleMap_Factor() {
	reverse := parse("i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0")
	f, err := reverse.Factor(128)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("first", f.Cross[0])
	fmt.Println("then ", f.In)
	// Output:
	// first i128x2 -> a1 a0
	// then  i32x8 -> a3 a2 a1 a0 a7 a6 a5 a4
}

// Real bits: nibbles change places, and an undefined lane leaves what was there.
func ExampleMap_Apply() {
	m := parse("i4x4 -> a1 a0 m _")
	dst := []byte{0x00, 0x90}
	if err := m.Apply(dst, nil, []byte{0x12, 0x34}); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("% x\n", dst)
	// Output: 21 9f
}

func ExampleCompare() {
	a := parse("i32x4 -> a0 a1 _ a3")
	b := parse("i64x2 -> a0 a1")
	v, err := lane.Compare(b, a)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v.Relation, "at lane", v.Lane, "of", v.Bits, "bits")
	// Output: refines at lane 2 of 32 bits
}

// A merging and a zeroing mask do the same only while their predicate bit is 1.
func ExampleGuarded() {
	m := parse("i32x4 -> a3 a2 a1 a0")
	merging := lane.Guarded{Map: m, Bit: []int{0, 1, 2, 3}}
	zeroing := lane.Guarded{Map: m, Bit: []int{0, 1, 2, 3}, Else: lane.ElseZero}
	odd := func(bit int) bool { return bit%2 == 1 }
	fmt.Println(merging.At(odd))
	fmt.Println(zeroing.At(odd))

	v, err := lane.CompareGuarded(merging, zeroing)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v at lane %d while bit %d is %v: %s and %s\n",
		v.Relation, v.Lane, v.BitA, v.OnA, v.A.Text(v.Lane, v.Bits), v.B.Text(v.Lane, v.Bits))
	// Output:
	// i32x4 -> . a2 . a0
	// i32x4 -> z a2 z a0
	// differ at lane 0 while bit 0 is false: . and z
}
