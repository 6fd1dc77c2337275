// Package queue has a campaign's shards done, by NATS JetStream: by goroutines of this process, by other processes here, or by machines elsewhere.
//
//	collector                      JetStream                           workers
//	shards without a file  ──▶  stream, a message a shard     ──▶  Fetch one, Task.Do, "in progress"
//	folder.Put             ◀──  objects, one a shard's answers ◀──  put the answers, then acknowledge
//
// A worker that dies acknowledges nothing, and its shard goes to another one, which begins with the part that was saved last. One that dies between putting and acknowledging leaves a shard that is done twice, with the same answers. If all of the queue is lost,
// what has no file is asked again. So there is no order in which processes may die that changes a result.
//
// The server is in this process unless a URL says otherwise, and listens nowhere unless it is told to.
package queue
