// Package campaign is work that outgrows an afternoon: a question about each of many items, cut into shards whose answers stay.
//
//	plan     table of 4xi32 on sse2: 4,096 maps in 16 shards, version, seed
//	           │
//	shard 0 … 15  ── a task each ──▶  Task.Do, anywhere, any number of times
//	           │                          │
//	folder   shards/000003.shard  ◀───────┘  one file a shard, checksummed, written beside and renamed
//	           │
//	merge    one file of all shards, in order: the same bytes whoever did them, and how often
//
// What a shard's answer is depends on its plan and number alone, so that it does not matter how often it is done, or by whom. Who does it is the business of package queue, which this one does not know: here is
// what there is to do, what came of it, and how that is held against other code.
package campaign
