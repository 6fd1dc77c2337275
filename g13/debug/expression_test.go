package debug_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/debug"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

const values = `	get_sr r2, thread_index_in_simdgroup
	mov r3, 0.5
	mov r4, 0xfffffffe
	mov r5, 0x3c00c000
	mov r6, 0x7fc00000
	threadgroup_store i32, x, r4, 0, 2
	stack_store i32, 1, 0, x, 4, r2, 4, 0
	if_icmp r0l, ult, r2, 4, 1
	iadd r7, r2, 1
	stop
`

// TestExpressions has a value of each kind behind a few instructions.
func TestExpressions(t *testing.T) {
	s := session(t, values)
	if a, err := s.Run(background); err != nil || !a.Over {
		t.Fatal(a, err)
	}
	for text, want := range map[string]string{
		"7": "7", "0x10 + 2*3": "22", "(1+2)*3": "9", "7/2": "3", "-7 % 4": "-3", "1 << 4 | 1": "17", "~0": "-1", "!5": "0", "1e-1 + 0.5": "0.6", "7 / 2.0": "3.5", "5 & 3 ^ 1": "0",
		"r2": "0 1 2 3", "r2[active]": "0 1 2 3", "r2[7]": "7", "r2[all] % 4 == 3": "0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1",
		"r3[0].f": "0.5", "r4[0]": "4294967294", "r4[0].s": "-2", "r5l[0].f": "-2", "r5h[0].f": "1", "r5h[0].u": "15360", "r5l[0].s": "-16384", "r3_r4[1]": "-7532969984",
		"isnan(r6[0].f)": "1", "isnan(r3[0].f)": "0", "r6[0].f == r6[0].f": "0", "r6[0].f != r6[0].f": "1", "isnan(nan)": "1", "inf > 1": "1",
		"local[8].s32": "-2", "local[8].u8": "254", "local[10].s16": "-1", "stack[4]": "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31", "local[40000]": "", "device[4]": "",
		"count(active)": "4", "exec": "15", "lane[0]": "error", "any(r2 == 3)": "1", "all(r2 < 4)": "1", "all(r2[all] < 4)": "0", "count(r2[all] > 29)": "2", "group": "0", "all(thread.x == lane)": "1", "threadgroup.y": "0",
		"local[8]": "4294967294", "local[8].u": "4294967294", "local[8].s": "-2", "local[8].u32": "4294967294", "local[8].u16": "65534", "local[8].s16": "-2", "local[8].s8": "-2", "local[10].u16": "65535", "local[11].u8": "255", "local[8.9].s32": "-2", "local[2*4].f": "NaN", "local[8].f32": "NaN", "local[8].f16": "NaN",
		"1 << 62": "4611686018427387904", "1 << 64": "1", "3 << 65": "6", "1 << -1": "", "1 >> -1": "", "-8 >> 60": "15", "8 >> 64": "0", "8 >> 200": "0", "7 % 0": "", "7 / 0": "", "7.5 % 2": "1.5", "7.0 / 0": "+Inf", "-7 / 2": "-3", "5 & 3": "1", "5 ^ 3": "6", "5 | 3": "7", "3.9 & 1": "1",
		"r2 > 1 && r2 < 3": "0 0 1 0", "r2 == 0 || r2 == 3": "1 0 0 1", "10 / r2": "10 5 3", "1 / 0": "", "r0l[5]": "1", "u2": "0", "u2_u3 + 4": "4", "step": "11", "pc > 40": "1", "sp": "0",
	} {
		e, err := debug.ParseExpression(text)
		got := "error"
		if err == nil {
			v, _ := s.Evaluate(e, 0)
			var all []string
			for lane := range 32 {
				if v.Lanes>>lane&1 != 0 && (lane == 0 || !v.Same) {
					all = append(all, fmt.Sprint(v.Number(lane)))
				}
			}
			got = strings.Join(all, " ")
		}
		if got != want && got != scientific(want) {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// TestValueText: a lane is said as the number that it is, of 32 bits as shortly as that allows, and one that is not there as a full stop.
func TestValueText(t *testing.T) {
	s := session(t, values)
	if a, err := s.Run(background); err != nil || !a.Over {
		t.Fatal(a, err)
	}
	for text, want := range map[string]string{
		"r2": "0 1 2 3 . .", "r4.s": "-2 -2 -2 -2 . .", "r3[all].f / 3": "0.16666666666666666 0.16666666666666666", "r3.f": "0.5 0.5", "r2 == 1": "0 1 0 0 .", "0.1 + 0.2": "0.30000000000000004", "1.0 / 3": "0.3333333333333333",
		"r6[all].f": "NaN NaN", "7.0": "7", "1e30": "1e+30", "stack[4]": "0 1 2 3 4 5 6",
	} {
		v, ok := s.Evaluate(expression(t, text), 0)
		var all []string
		for lane := range 1 + strings.Count(want, " ") {
			all = append(all, v.Text(lane))
		}
		if got := strings.Join(all, " "); !ok || got != want {
			t.Errorf("%s is said as %s, %v; want %s", text, got, ok, want)
		}
	}
	for s.Seek(0); s.Step(); {
		if v, _ := s.Evaluate(expression(t, "pc"), 0); v.Int(0) != int64(s.Code.Offset(s.OpOf(0))) {
			t.Errorf("at position %d pc is %d", s.Position(), v.Int(0))
		}
	}
	for _, group := range []int{-1, 1, 7} {
		if _, ok := s.Evaluate(expression(t, "1"), group); ok {
			t.Errorf("there is a SIMD-group %d", group)
		}
	}
}

// scientific is a large number as Go prints floats.
func scientific(s string) string {
	var x float64
	if _, err := fmt.Sscan(s, &x); err != nil || strings.Contains(s, " ") {
		return s
	}
	return fmt.Sprint(x)
}

// TestExpressionErrors says where, and what would be right.
func TestExpressionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "1:1: expected a number, a register such as r3, or another value, found the end",
		"r3 >":                         "1:5: expected a number, a register such as r3, or another value, found the end",
		"r128":                         `1:1: there is no value "r128"; there are registers such as r3, r3l and r2_r3, uniforms such as u4, active, exec, group, lane, pc, sp, step, thread, threadgroup`,
		"r3[32]":                       "1:4: expected a lane from 0 to 31, active or all",
		"r3.x":                         "1:3: a register can be looked at as .u, .s or .f",
		"r2_r3.f":                      "1:6: there are no floats of 64 bits",
		"r2_r4":                        `1:1: there is no value "r2_r4"`,
		"1 2":                          `1:3: expected an operator or the end of the expression, found "2"`,
		"(1":                           `1:3: expected ")", found the end`,
		"0x":                           `1:1: "0x" is no number such as 7, 0x7, 0.5 or 1e-3`,
		"device[0].x":                  "1:10: memory can be looked at as",
		"thread":                       "1:7: expected .x, .y or .z, found the end",
		"threadgroup.w":                "1:12: threadgroup has .x, .y and .z",
		"device 3":                     `1:8: expected "[", found "3"`,
		"count 3":                      `1:7: expected "("`,
		strings.Repeat("-", 200) + "1": "nested more than 100 deep",
	} {
		_, err := debug.ParseExpression(text)
		var at *syntax.Error
		if !errors.As(err, &at) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzExpression: what is read can be evaluated anywhere, and what is not has a place.
func FuzzExpression(f *testing.F) {
	for _, text := range []string{"r3[active].f > 1", "device[u2_u3 + 4*lane].f32 / 0", "count(r0l[all]) << 70 | -1", "all(!thread.x) && stack[sp - 4].s8 % step"} {
		f.Add(text)
	}
	chance.Fuzz(f, func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		e, err := debug.ParseExpression(text)
		var at *syntax.Error
		if err != nil {
			if !errors.As(err, &at) {
				t.Fatalf("%q: %v has no place", text, err)
			}
			return
		}
		s := session(t, values)
		for s.Step() {
			s.Evaluate(e, 0)
		}
	})
}
