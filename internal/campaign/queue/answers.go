package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Where a bucket of objects has what. Its stream is OBJ_BUCKET.
//
//	$O.BUCKET.C.UPLOAD    a piece, a piece, …
//	$O.BUCKET.M.NAME      {"name":…, "nuid":"UPLOAD", "size":…, "chunks":…, "digest":…}    in place of the one before
const (
	bucketSubjects = "$O."
	bucketStream   = "OBJ_"
	pieceBytes     = 128 << 10
)

// A bucket is where answers wait to be fetched.
type bucket struct {
	jetstream.ObjectStore
	js     jetstream.JetStream
	stream jetstream.Stream
	name   string
}

// inBucket is a bucket that is there.
func inBucket(ctx context.Context, js jetstream.JetStream, objects jetstream.ObjectStore, name string) (*bucket, error) {
	stream, err := js.Stream(ctx, bucketStream+name)
	return &bucket{objects, js, stream, name}, err
}

// put has an answer in the bucket, in place of one by that name. Pieces go first: it is there when what says so is.
//
// The client's PutBytes is not called. It publishes through a context of its own, whose goroutine looks for the channel that it waits on when it comes to run: where all was put before that, it finds none, waits for ever, and holds
// the connection. That is one of some thousand answers, and each keeps what a campaign had that is over.
func (b *bucket) put(ctx context.Context, name string, answer []byte) error {
	before, err := b.GetInfo(ctx, name)
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	upload := rand.Text()
	chunks, err := b.publish(ctx, upload, answer)
	if err != nil {
		b.forget(ctx, upload)
		return err
	}
	digest := sha256.New()
	digest.Write(answer)
	err = b.announce(ctx, &jetstream.ObjectInfo{
		ObjectMeta: jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: pieceBytes}},
		Bucket:     b.name, NUID: upload, Size: uint64(len(answer)), Chunks: chunks, Digest: jetstream.GetObjectDigestValue(digest),
	})
	if err == nil && before != nil { // after an error it may be announced or not, and pieces of both stay
		b.forget(ctx, before.NUID)
	}
	return err
}

// publish sends the pieces of an answer. Each is in the stream before the next is sent.
func (b *bucket) publish(ctx context.Context, upload string, answer []byte) (chunks uint32, err error) {
	for ; len(answer) > 0; chunks++ {
		piece := answer[:min(pieceBytes, len(answer))]
		if _, err := b.js.Publish(ctx, b.pieces(upload), piece); err != nil {
			return 0, err
		}
		answer = answer[len(piece):]
	}
	return chunks, nil
}

// announce says what an upload is.
func (b *bucket) announce(ctx context.Context, info *jetstream.ObjectInfo) error {
	said, err := json.Marshal(info)
	if err != nil {
		return err
	}
	msg := nats.NewMsg(bucketSubjects + b.name + ".M." + base64.URLEncoding.EncodeToString([]byte(info.Name)))
	msg.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	msg.Data = said
	_, err = b.js.PublishMsg(ctx, msg)
	return err
}

// pieces is the subject of an upload's pieces.
func (b *bucket) pieces(upload string) string { return bucketSubjects + b.name + ".C." + upload }

// forget takes away an upload's pieces, which nobody finds any more, even where the context is over. What it cannot goes with the bucket.
func (b *bucket) forget(ctx context.Context, upload string) {
	_ = b.stream.Purge(context.WithoutCancel(ctx), jetstream.WithPurgeSubject(b.pieces(upload)))
}
