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
