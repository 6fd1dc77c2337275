package queue

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Limits of the server in this process.
const (
	maxStore       = 8 << 30
	maxMemory      = 64 << 20
	maxConnections = 1024
	startTime      = 30 * time.Second
	flushEvery     = 10 * time.Second // what a machine that loses its power may forget; a process that is killed forgets nothing
)

// addressFile is where workers of this machine find a server that listens. It holds a token, and only its owner reads it.
const addressFile = "address"

// queueDir is where the server keeps its files in a campaign's folder.
const queueDir = "queue"

// An engine is a connection to a server, and that server if it is ours.
type engine struct {
	conn   *nats.Conn
	server *server.Server
	dir    string // of the address file; empty where there is none
}

// embedded starts a server whose files are in a folder. With listen it takes connections of this machine that know its token.
func embedded(dir string, listen bool) (*engine, error) {
	token := rand.Text()
	o := &server.Options{
		ServerName: "lanescope", DontListen: true, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: filepath.Join(dir, queueDir), JetStreamMaxStore: maxStore, JetStreamMaxMemory: maxMemory, SyncInterval: flushEvery, MaxConn: maxConnections,
	}
	if listen {
		o.DontListen, o.Host, o.Port, o.Authorization = false, "127.0.0.1", server.RANDOM_PORT, token
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	f := new(fatal)
	s.SetLogger(f, false, false)
	s.Start()
	for began := time.Now(); !s.ReadyForConnections(startTime/1000) || !s.JetStreamEnabled(); {
		why := f.Load()
		if why == nil && time.Since(began) > startTime {
			why = new(fmt.Sprintf("it is not ready after %v", startTime))
		}
		if why != nil {
			s.Shutdown()
			return nil, fmt.Errorf("the queue in %s does not start: %s", o.StoreDir, *why)
		}
	}
	e := &engine{server: s}
	if e.conn, err = nats.Connect("", nats.InProcessServer(s), nats.Token(token)); err != nil {
		e.close()
		return nil, err
	}
	if listen {
		e.dir = dir
		url := "nats://" + token + "@" + strings.TrimPrefix(s.ClientURL(), "nats://")
		if err := writeAddress(dir, url); err != nil {
			e.close()
			return nil, err
		}
	}
	return e, nil
}

// A fatal is a log in which only what ends a server is kept.
type fatal struct{ atomic.Pointer[string] }

func (*fatal) Noticef(string, ...any) {}
func (*fatal) Warnf(string, ...any)   {}
func (*fatal) Errorf(string, ...any)  {}
func (*fatal) Debugf(string, ...any)  {}
func (*fatal) Tracef(string, ...any)  {}

// Fatalf keeps the first.
func (f *fatal) Fatalf(format string, args ...any) {
	why := fmt.Sprintf(format, args...)
	f.CompareAndSwap(nil, &why)
}

// writeAddress puts the address into its place, whole.
func writeAddress(dir, url string) error {
	file, err := os.CreateTemp(dir, ".new-*") // which only its owner may read
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(url + "\n")
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), filepath.Join(dir, addressFile))
}

// address is where the campaign in a folder takes workers.
func address(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, addressFile))
	return strings.TrimSpace(string(text)), err
}

// remote connects to a server that somebody else runs, and again when it was away.
func remote(url string) (*engine, error) {
	conn, err := nats.Connect(url, nats.Name("lanescope"), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second/4), nats.Timeout(5*time.Second))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", withoutPassword(url), err)
	}
	return &engine{conn: conn}, nil
}

// withoutPassword is a URL as it may be said.
func withoutPassword(url string) string {
	if at := strings.LastIndexByte(url, '@'); at >= 0 {
		if scheme := strings.Index(url, "://"); scheme >= 0 && scheme < at {
			return url[:scheme+3] + url[at+1:]
		}
		return url[at+1:]
	}
	return url
}

func (e *engine) close() {
	if e.dir != "" {
		os.Remove(filepath.Join(e.dir, addressFile))
	}
	if e.conn != nil {
		e.conn.Close()
	}
	if e.server != nil {
		e.server.Shutdown()
		e.server.WaitForShutdown()
	}
}
