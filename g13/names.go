package g13

import "sync"

// SpecialRegisterName is what a special register is called, or nothing.
func SpecialRegisterName(n int) string {
	if n < 0 || n >= len(specialRegisters) {
		return ""
	}
	return specialRegisters[n]
}

// SpecialRegister is the number of the special register with a name.
func SpecialRegister(name string) (n int, ok bool) {
	n, ok = specialNumbers()[name]
	return n, ok
}

var specialNumbers = sync.OnceValue(func() map[string]int {
	all := map[string]int{}
	for n, name := range specialRegisters {
		if name != "" {
			all[name] = n
		}
	}
	return all
})

// SpecialRegisterNames are the names of all special registers by their numbers; an empty one has none.
func SpecialRegisterNames() []string { return specialRegisters[:] }

// specialRegisters are the names by number.
var specialRegisters = [...]string{
	0: "threadgroup_position_in_grid.x", 1: "threadgroup_position_in_grid.y", 2: "threadgroup_position_in_grid.z",
	4: "threads_per_threadgroup.x", 5: "threads_per_threadgroup.y", 6: "threads_per_threadgroup.z",
	8: "dispatch_threads_per_threadgroup.x", 9: "dispatch_threads_per_threadgroup.y", 10: "dispatch_threads_per_threadgroup.z",
	20: "core_index", 21: "vm_slot",
	48: "thread_position_in_threadgroup.x", 49: "thread_position_in_threadgroup.y", 50: "thread_position_in_threadgroup.z",
	51: "thread_index_in_threadgroup", 52: "thread_index_in_simdgroup", 53: "simdgroup_index_in_threadgroup",
	56: "active_thread_index_in_quadgroup", 58: "active_thread_index_in_simdgroup",
	60: "internal_coverage_mask", 62: "backfacing", 63: "is_active_thread",
	80: "thread_position_in_grid.x", 81: "thread_position_in_grid.y", 82: "thread_position_in_grid.z",
	124: "input_sample_mask", 144: "opfifo_cmd", 146: "opfifo_data_l", 147: "opfifo_data_h",
}

// names of the values of some operands; an empty one prints as a number.
var (
	operandWords = [numKinds][]string{
		ICond:    {"ueq", "ult", "ugt", "", "seq", "slt", "sgt", "", "nueq", "ugte", "ulte", "", "nseq", "sgte", "slte", ""},
		FCond:    {"eq", "lt", "gt", "ltn", "", "gte", "lte", "gtn", "neq", "nlt", "ngt", "nltn", "", "ngte", "nlte", "ngtn"},
		Convert:  {"u8_to_f", "s8_to_f", "", "", "f_to_u16", "f_to_s16", "u16_to_f", "s16_to_f", "f_to_u32", "f_to_s32", "u32_to_f", "s32_to_f"},
		Round:    {"rtz", "rte"},
		Format:   {"i8", "i16", "i32", "f16", "u8norm", "s8norm", "u16norm", "s16norm", "rgb10a2", "", "srgba8", "", "rg11b10f", "rgb9e5", "rg11b10f.rtz", "rgb9e5.rtz"},
		Sign:     {"signed", "unsigned"},
		AtomicOp: {"add", "sub", "xchg", "cmpxchg", "umin", "imin", "umax", "imax", "and", "or", "xor"},
		Copy:     {"copy_1d", "copy_2d"},
		Rtz:      {"rte", "rtz"},
		Dim:      {"tex_1d", "tex_1d_array", "tex_2d", "tex_2d_array", "tex_2d_ms", "tex_3d", "tex_cube", "tex_cube_array", "tex_2d_ms_array"},
		Extra:    {"", "1", "query_lod", "3"},
		Gather:   {"none", "gather_r", "", "gather_g", "", "gather_b", "", "gather_a"},
		LodMode: {
			"auto_lod", "auto_lod_bias", "lod_min", "", "lod_grad", "auto_lod_bias", "lod_min", "",
			"", "auto_lod_bias_min", "", "", "lod_grad_min", "auto_lod_bias_min",
		},
		Interp: {"center", "sample", "centroid", "sample"},
	}
)

// Words are the names of an operand's values by number, for a kind that has names. An empty one has none.
func (k Kind) Words() []string { return operandWords[k] }
