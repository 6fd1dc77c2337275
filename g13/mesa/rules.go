package mesa

import (
	"strings"
	"sync"
)

// rules are the instructions that Mesa spells otherwise: as package asm has them, and as Mesa does. Capital letters are operands; behind a colon stands how one is spelled, if
// it is no register, uniform or number. What is spelled small stands as it is.
//
//	:lsl     a shift, left out if there is none         :sat    sat, where the other has it behind its name
//	:cache   cache, where the other has r0l.cache       :mask   how many bits, where the other has them as mask 0xFF, or nothing for 0
//	:icc :fcc  a condition                              :pc     an offset, pc+8 with the other
//	:slot    a or b                                     :pair   two registers or uniforms, dr4 for r4_r5
//	:offset  with the sign that S is                    :name   of a special register
//	:wide    one register, or two                       :none   _ for None
//	:halves  halves one behind the other, as registers  :uniform  where they go, as a uniform
//
// An operand that may be left out on one side is so on the other: L, M where it is a mask of bits, and the words of iter.
//
// The first rule that fits is printed; all are read.
const rules = `
mov_imm D, I, 0b0                        ldimm D, I
mov_imm D, I                             ldimm D, I
get_sr D, N                              mov D, N:name
iadd D, A, B, L                          iadd D:wide, A:wide, B:wide, L:lsl, P:sat
isub D, A, B, L                          isub D:wide, A:wide, B:wide, L:lsl, P:sat
imadd D, A, B, 0                         imul D:wide, A, B, P:sat
imadd D, A, B, C, L                      imadd D:wide, A, B, C:wide, L:lsl, P:sat
imsub D, A, B, C, L                      imsub D:wide, A, B, C:wide, L:lsl, P:sat
convert u8_to_f, D, A, R                 u8_to_f D, A, R
convert s8_to_f, D, A, R                 s8_to_f D, A, R
convert f_to_u16, D, A, R                f_to_u16 D, A, R
convert f_to_s16, D, A, R                f_to_s16 D, A, R
convert u16_to_f, D, A, R                u16_to_f D, A, R
convert s16_to_f, D, A, R                s16_to_f D, A, R
convert f_to_u32, D, A, R                f_to_u32 D, A, R
convert f_to_s32, D, A, R                f_to_s32 D, A, R
convert u32_to_f, D, A, R                u32_to_f D, A, R
convert s32_to_f, D, A, R                s32_to_f D, A, R
bfi D, 0, B, C                           shl D, B, C
bfi D, A, B, C, M                        bfi D, A, B, C, M:mask
bfeil D, 0, B, C                         shr D, B, C
bfeil D, A, B, C, M                      bfeil D, A, B, C, M:mask
extr D, A, B, C, M                       extr D, A, B, C, M:mask
shlhi D, A, B, C, M                      shlhi D, A, B, C, M:mask
shrhi D, A, B, C, M                      shrhi D, A, B, C, M:mask
asr D, A, B                              asr D, A, B, 0, 0
asrh D, A, B                             asrh D, A, B, 0, 0
bitop_mov_a 0011, D, A, 0                not_a D, A
bitop_mov_a 1100, D, A, 0                mov_a D, A
bitop 0000, D, A, B                      zero D, A, B
bitop 0010, D, A, B                      andn1 D, A, B
bitop 0100, D, A, B                      andn2 D, A, B
bitop 1011, D, A, B                      orn1 D, A, B
bitop 1101, D, A, B                      orn2 D, A, B
bitop 1111, D, A, B                      one D, A, B
mov D, A                                 mov D, A
not D, A                                 not D, A
and D, A, B                              and D, A, B
or D, A, B                               or D, A, B
xor D, A, B                              xor D, A, B
nor D, A, B                              nor D, A, B
xnor D, A, B                             xnor D, A, B
nand D, A, B                             nand D, A, B
bitrev D, A                              bitrev D, A
popcount D, A                            popcnt D, A
ffs D, A                                 ffs D, A
intl D, A, B                             intl D, A, B
fmadd32 D, A, B, C                       ffma D, A, B, C, P:sat
fmadd16 D, A, B, C                       hfma D, A, B, C, P:sat
fadd32 D, A, B                           fadd D, A, B, P:sat
fadd16 D, A, B                           hadd D, A, B, P:sat
fmul32 D, A, B                           fmul D, A, B, P:sat
fmul16 D, A, B                           hmul D, A, B, P:sat
floor D, A                               floor D, A, P:sat
ceil D, A                                ceil D, A, P:sat
trunc D, A                               trunc D, A, P:sat
rint D, A                                rint D, A, P:sat
rcp D, A                                 rcp D, A, P:sat
rsqrt D, A                               rsqrt D, A, P:sat
rsqrt_special D, A                       rsqrts D, A, P:sat
sin_pt_1 D, A                            sinr D, A, P:sat
sin_pt_2 D, A                            sinc D, A, P:sat
log2 D, A                                log2 D, A, P:sat
exp2 D, A                                exp2 D, A, P:sat
dfdx D, A                                dfdx D, A, P:sat
dfdy D, A                                dfdy D, A, P:sat
icmpsel C, D, A, B, X, Y                 csel D, A, B, X, Y, C:icc
fcmpsel C, D, A, B, X, Y                 csel D, A, B, X, Y, C:fcc
icmp_ballot D, nueq, 1, 0                ballot D
icmp_ballot D, C, A, B                   ballot D, A, B, C:icc
icmp_quad_ballot D, C, A, B              ballot D, A, B, quad, C:icc
fcmp_ballot D, C, A, B                   ballot D, A, B, C:fcc
fcmp_quad_ballot D, C, A, B              ballot D, A, B, quad, C:fcc
quad_shuffle D, A, B                     shuffle D, A, B, quad
quad_shuffle_xor D, A, B                 shuffle D, A, B, quad, xor
quad_shuffle_up D, A, B                  shuffle D, A, B, quad, up
quad_shuffle_down D, A, B                shuffle D, A, B, quad, down
simd_shuffle D, A, B                     shuffle D, A, B
simd_shuffle_xor D, A, B                 shuffle D, A, B, xor
simd_shuffle_up D, A, B                  shuffle D, A, B, up
simd_shuffle_down D, A, B                shuffle D, A, B, down
if_icmp Z, C, A, B, N                    if A, B, N, Z:cache, C:icc
else_icmp Z, C, A, B, N                  else A, B, N, Z:cache, C:icc
while_icmp Z, C, A, B, N                 while A, B, N, Z:cache, C:icc
push_exec Z, N                           if 0.0, 0.0, N, Z:cache, feq
if_fcmp Z, C, A, B, N                    if A, B, N, Z:cache, C:fcc
else_fcmp Z, C, A, B, N                  else A, B, N, Z:cache, C:fcc
while_fcmp Z, C, A, B, N                 while A, B, N, Z:cache, C:fcc
update_exec Z                            update_exec Z:cache
pop_exec Z, N                            pop_exec N, Z:cache
jmp_exec_any T                           jmp_any T:pc
jmp_exec_none T                          jmp_none T:pc
jmp_incomplete T                         jmp_incomplete T:byte
jmp_if_skipping_doorbell T               jmp_if_skipping_doorbell T:byte
call T                                   call T:pc
call R                                   call R
ret R                                    ret R
stop                                     stop
trap                                     trap
wait S                                   wait S:slot
threadgroup_barrier                      barrier
memory_barrier 1, 2, 9                   memory_barrier
memory_barrier 2, 2, 9                   memory_barrier_2
memory_barrier 2, 1, 9                   memory_barrier_3
memory_barrier 3, 1, 9                   device_barrier_1
memory_barrier 3, 2, 9                   device_barrier_2
memory_barrier 2, 2, 10                  image_barrier_1
memory_barrier 3, 2, 10                  image_barrier_2
memory_barrier 2, 1, 10                  image_barrier_3
memory_barrier 3, 1, 10                  image_barrier_4
memory_barrier 0, 0, 4                   flush_memory_to_texture
memory_barrier 0, 3, 3                   unknown_barrier_1
memory_barrier 0, 3, 0                   unknown_barrier_2
doorbell I                               doorbell I
wait_pix I, J                            pixwait I, J
signal_pix I, J                          pixrel I, J
device_load G, F, M, R, A, O, S, L             load R, A:pair, O:offset, L:lsl, F:format, M:components, G:slot
device_load G, F, M, R, A, O, S, L, 1, 0, 5, 0 load R, A:pair, O:offset, L:lsl, F:format, M:components, coherent1, G:slot
device_load G, F, M, R, A, O, S, L, 1, 0, 6, 0 load R, A:pair, O:offset, L:lsl, F:format, M:components, coherent2, G:slot
device_load G, F, M, R, A, O, S, L, 1, 0, 7, 0 load R, A:pair, O:offset, L:lsl, F:format, M:components, coherent, G:slot
device_store G, F, M, R, A, O, S, L, 0         store R, A:pair, O:offset, L:lsl, F:format, M:components, G:slot
device_store G, F, M, R, A, O, S, L, 1         store R, A:pair, O:offset, L:lsl, F:format, M:components, coherent1, G:slot
device_store G, F, M, R, A, O, S, L, 0, 1, 0, 3, 0 store R, A:pair, O:offset, L:lsl, F:format, M:components, coherent2, G:slot
device_store G, F, M, R, A, O, S, L, 1, 1, 0, 3, 0 store R, A:pair, O:offset, L:lsl, F:format, M:components, coherent, G:slot
stack_load R, F, 1, 0, M, 4, O, G, L           stack_load R, O, L:lsl, F:format, M:components, G:slot
stack_store F, 1, 0, M, 4, R, O, G, L          stack_store R, O, L:lsl, F:format, M:components, G:slot
stack_adjust V                           stack_adjust V
stack_adjust O, S                        stack_adjust O:offset
threadgroup_load F, M, R, 0, O           lload R, O, F:format, M:components
threadgroup_load F, M, R, A, O           lload R, A, O, F:format, M:components
threadgroup_store F, M, R, 0, O          lstore R, O, F:format, M:components
threadgroup_store F, M, R, A, O          lstore R, A, O, F:format, M:components
threadgroup_atomic K, R, 0, O, V, 0, 2, 128, 0 latomic R:none, V, O, K
threadgroup_atomic K, R, A, O, V, 0, 2, 128, 0 latomic R:none, V, A, O, K
atomic K, G, R, A, O, S, V, 1, 0, 1, 0, 2      atomic R:none, V, A:pair, O:offset, K, G:slot
atomic K, G, R, A, O, S, V, 1, 0, 1, 4, 2      atomic R:none, V, A:pair, O:offset, K, coherent1, G:slot
atomic K, G, R, A, O, S, V, 1, 0, 1, 0, 3      atomic R:none, V, A:pair, O:offset, K, coherent2, G:slot
atomic K, G, R, A, O, S, V, 1, 0, 1, 4, 3      atomic R:none, V, A:pair, O:offset, K, coherent, G:slot
ld_tile R, F, 1, M, T, S, C              ld_tile R, C, S, T, F:format, M:components
st_tile R, F, 0, M, T, S, C              st_tile R, C, S, T, F:format, M:components
st_tile R, F, 1, M, T, S, C              st_tile R, C, S, T, explicit_coords, F:format, M:components
iter R, I, N, W, E, T, K, 0, 0, 0, 0, 0        iter R, I, N:sample, W:fwd, E:elide, T:interp, K:kill
iterproj R, I, J, N, W, E, T, K, 0, 0, 0, 0, 0 iter R, I, J, N:sample, W:fwd, E:elide, T:interp, K:kill
ldcf R, I                                ldcf R, I
st_var 1, V, I                           st_var V, I
st_var_final 1, V, I                     st_var V, I, last
sample_mask S, M                         sample_mask S, M
zs_emit S, None, 0                       zs_emit S
zs_emit S, T, 0                          zs_emit S, T:halves
tex_state_store T, U, O                  load T:texture, U:pair, O, a
tex_state_store T, U, O, 1               load T:texture, U:pair, O, b
sampler_state_store T, U, O              load T:sampler, U:pair, O, a
sampler_state_store T, U, O, 1           load T:sampler, U:pair, O, b
uniform_store 2, i16, M, 0, R, O         mov O:uniform, R:halves
map T, R, V, 0b00, 0b0, 0b000, 0b10000, 0b00010000    map R, T:target, V
unmap T, R, V, 0b00, 0b0, 0b000, 0b10000, 0b00010000  unmap R, T:target, V
`

// A spelling is a name and what stands behind it.
type spelling struct {
	name string
	args []arg
}

// An arg is an operand by its letter, or a word that stands as it is.
type arg struct {
	letter string // or nothing
	word   string
	kind   string // how it is spelled
}

// A rule is both spellings.
type rule struct{ ours, mesa spelling }

// A table is the rules, by the names on both sides.
type table struct{ byOurs, byMesa map[string][]rule }

var allRules = sync.OnceValue(func() table {
	t := table{map[string][]rule{}, map[string][]rule{}}
	add := func(r rule) {
		t.byOurs[r.ours.name] = append(t.byOurs[r.ours.name], r)
		t.byMesa[r.mesa.name] = append(t.byMesa[r.mesa.name], r)
	}
	for _, line := range strings.Split(strings.TrimSpace(rules), "\n") {
		ours, mesa := parted(line)
		add(rule{spellingOf(ours), spellingOf(mesa)})
	}
	for ours, name := range reductions {
		for _, group := range []string{"simd", "quad"} {
			add(rule{spellingOf(group + "_" + ours + " D, A"), spellingOf(group + " D, A, " + name)})
			add(rule{spellingOf(group + "_prefix_" + ours + " D, A"), spellingOf(group + " D, A, prefix, " + name)})
		}
	}
	return t
})

// reductions are the operations of those over lanes.
var reductions = map[string]string{
	"and": "and", "or": "or", "xor": "xor", "iadd": "iadd", "fadd": "fadd", "fmul": "fmul", "min.f": "fmin", "max.f": "fmax", "min.s": "smin", "max.s": "smax", "min.u": "umin", "max.u": "umax",
}

// parted is a line's two spellings: Mesa's begins with the first name that follows a blank and no comma.
func parted(line string) (ours, mesa string) {
	for at := strings.IndexByte(line, ' '); at >= 0 && at < len(line); {
		next := at
		for next < len(line) && line[next] == ' ' {
			next++
		}
		first := strings.IndexByte(line, ' ') == at
		if line[at-1] != ',' && (!first || next-at > 1) {
			return line[:at], line[next:]
		}
		more := strings.IndexByte(line[next:], ' ')
		if more < 0 {
			break
		}
		at = next + more
	}
	panic("no second spelling in " + line) // a bug of the table
}

func spellingOf(text string) spelling {
	name, rest, _ := strings.Cut(text, " ")
	s := spelling{name: name}
	if rest == "" {
		return s
	}
	for _, part := range strings.Split(rest, ", ") {
		letter, kind, _ := strings.Cut(part, ":")
		if len(letter) == 1 && letter[0] >= 'A' && letter[0] <= 'Z' {
			s.args = append(s.args, arg{letter: letter, kind: kind})
		} else {
			s.args = append(s.args, arg{word: part})
		}
	}
	return s
}
