package draw_test

import (
	"os"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/lane"
)

func ExampleWires() {
	m, err := lane.Parse("i32x4 -> a0 z a1 _")
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(draw.Wires(m, draw.Options{}).Text(draw.Terminal{Width: 60}))
	// Output:
	// i32x4 -> a0 z a1 _
	//
	//      ┌─────┬─────╥─────┬─────┐
	// a    │  0  │  1  ║ ·2  │ ·3  │
	//      └─┬───┴─┬───╨─────┴─────┘
	//        │     └┄┄┄┄┄┄┄┐
	//      ┌─▼───┬─────╥───▽─┬─────┐
	// out  │ a0  │ [z] ║ a1  │░░?░░│
	//      └─────┴─────╨─────┴─────┘
	//
	// ─▼ stays in its block: 1   ┄▽ crosses a 64-bit boundary: 1
	// · nobody reads it   [ ] constant   ░?░ undefined: any value
}

// A scene need not come from a map: here a register and what a step makes of it.
func ExampleScene() {
	s := draw.Scene{
		Title: "mv.swiz r8, r4, Z1.X",
		Rows: []draw.Row{
			{Label: "r4", Cells: []draw.Cell{{Text: "x", Ink: 1}, {Text: "y", Ink: 1}, {Text: "z", Ink: 1}, {Text: "w", Style: draw.Unread}}},
			{Label: "r8", Cells: []draw.Cell{{Text: "z"}, {Text: "1.0", Style: draw.Const}, {Text: "skip", Style: draw.Old}, {Text: "x"}}},
		},
		Wires: []draw.Wire{
			{From: draw.Port{Row: 0, Cell: 2}, To: draw.Port{Row: 1, Cell: 0}},
			{From: draw.Port{Row: 0, Cell: 0}, To: draw.Port{Row: 1, Cell: 3}},
		},
	}
	os.Stdout.Write(s.Text(draw.Terminal{}))
	// Output:
	// mv.swiz r8, r4, Z1.X
	//
	//     ┌───────┬───────┬───────┬───────┐
	// r4  │   x   │   y   │   z   │  ·w   │
	//     └──┬────┴───────┴──┬────┴───────┘
	//        └───────────────┼─────────┐
	//          ┌─────────────┘         │
	//     ┌────▼──┬───────┬───────┬────▼──┐
	// r8  │   z   │ [1.0] │ skip  │   x   │
	//     └───────┴───────┴───────┴───────┘
	//
	// · nobody reads it   [ ] constant   . kept from the old destination
}

// The steps of a program stand side by side as far as the terminal is wide. Each has a title.
func ExamplePanels() {
	step := func(title, row string) draw.Scene {
		return draw.Scene{Title: title, Rows: []draw.Row{{Label: row, Cells: []draw.Cell{{Text: "0"}, {Text: "1"}}}}}
	}
	p := draw.Panels{Panel: []draw.Scene{step("1  d = swap(c)", "c"), step("2  r = d", "d")}}
	os.Stdout.Write(p.Text(draw.Terminal{}))
	// Output:
	// 1  d = swap(c)    2  r = d
	//
	//    ┌────┬────┐       ┌────┬────┐
	// c  │ 0  │ 1  │    d  │ 0  │ 1  │
	//    └────┴────┘       └────┴────┘
}

// A network is vectors made of vectors by instructions, stage by stage.
func ExampleNetwork() {
	hold := func(text string) lane.Map {
		m, err := lane.Parse("i64x2 i64x2 -> " + text)
		if err != nil {
			panic(err)
		}
		return m
	}
	n := draw.Network{Title: "2×2", Values: []draw.Value{
		{Name: "a", Map: hold("a0 a1")},
		{Name: "b", Map: hold("b0 b1")},
		{Name: "r0", Op: "zip1 a, b", Args: []int{0, 1}, Map: hold("a0 b0"), Result: 1},
		{Name: "r1", Op: "zip2 a, b", Args: []int{0, 1}, Map: hold("a1 b1"), Result: 2},
	}}
	os.Stdout.Write(n.Text(draw.Terminal{}))
	// Output:
	// 2×2
	//
	// inputs
	// a                a0  ║ a1
	// b                b0  ║ b1
	//
	// stage 1
	// r0 = zip1 a, b   a0  ║ b0*
	// r1 = zip2 a, b   a1* ║ b1
	//
	// * crosses a 64-bit boundary: 2
}
