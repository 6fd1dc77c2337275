// Package once keeps what is found when somebody first asks, and is the same for all who ask then.
//
//	engine A ──┐
//	engine B ──┼──▶  Table: row  ──▶  what it does, found once
//	engine C ──┘
package once

import "sync"

// A Table is values by key, each found once. Its zero value is empty. It is safe for use by several goroutines at once, and nobody changes what it gives.
type Table[K comparable, V any] struct {
	found sync.Map // of K, to func() V
}

// Of is the value of a key. The first who asks finds it, and others wait for that.
func (t *Table[K, V]) Of(key K, find func() V) V {
	value, ok := t.found.Load(key)
	if !ok {
		value, _ = t.found.LoadOrStore(key, sync.OnceValue(find))
	}
	return value.(func() V)()
}
