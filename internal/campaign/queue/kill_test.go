package queue_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/campaign/queue"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// A process is one that the test starts again whenever it was killed, in a role of TestMain.
type process struct {
	t    *testing.T
	role string
	env  []string
	log  bytes.Buffer
	cmd  *exec.Cmd
	end  chan error
}

func (p *process) start() {
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	p.cmd = exec.Command(self)
	p.cmd.Env = append(os.Environ(), append(p.env, "CAMPAIGN_ROLE="+p.role)...)
	p.cmd.Stderr = &p.log
	wait, err := oracle.Usual.Start(p.cmd)
	if err != nil {
		p.t.Fatal(err)
	}
	p.end = make(chan error, 1)
	go func(end chan error) { end <- wait() }(p.end)
}

// kill kills the process without a word, waits until it is gone, and starts it again. It says whether it was there to be killed.
func (p *process) kill() bool {
	select {
	case err := <-p.end: // it is through
		p.end <- err
		return false
	default:
	}
	if err := p.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		return false
	}
	err := <-p.end
	if exit, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !exit.Signaled() { // it was through before
		p.end <- err
		return false
	}
	p.start()
	return true
}

// kills kills processes by chance, all through the run, until that was done so often, or the first one, which collects, is through. Each time it says so.
func kills(t *testing.T, f *campaign.Folder, all []*process, times int, rng *rand.Rand, then func(killed int)) (killed int) {
	t.Helper()
	for ; killed < times; then(killed) {
		for from := f.Plan.Shards * (killed + 1) / (times + 2); count(t, f) < from; time.Sleep(time.Millisecond) {
			if len(all[0].end) > 0 {
				return killed
			}
		}
		time.Sleep(time.Duration(rng.IntN(20)) * time.Millisecond)
		if n := rng.IntN(len(all) + 1); n < len(all) {
			if all[n].kill() {
				killed++
			}
			continue
		}
		for _, p := range all {
			if p.kill() {
				killed++
			}
		}
	}
	return killed
}

// count is how many shards are done.
func count(t *testing.T, f *campaign.Folder) (n int) {
	t.Helper()
	done, err := f.Done()
	if err != nil {
		t.Fatal(err)
	}
	for _, is := range done {
		if is {
			n++
		}
	}
	return n
}

// waits waits for the one that collects.
func waits(t *testing.T, all []*process) {
	t.Helper()
	select {
	case err := <-all[0].end:
		if err != nil {
			t.Errorf("%v\n%s", err, &all[0].log)
		}
	case <-time.After(5 * time.Minute):
		t.Errorf("it does not end\n%s", &all[0].log)
		all[0].cmd.Process.Kill()
		<-all[0].end
	}
	for _, p := range all[1:] {
		p.cmd.Process.Kill()
		<-p.end
	}
}

// Whoever is killed, and when, the result is that of a run in which nobody was: byte for byte.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills and starts processes")
	}
	forWorkers(t, 6, func(t *testing.T, workers, times int) {
		rng := chance.Random(t, 28)
		f := folder(t, plan(t, 40*times))
		all := starts(t, workers, [2]string{"run", "work"}, "CAMPAIGN_DIR="+f.Dir)
		killed := kills(t, f, all, times, rng, func(int) {})
		left := f.Plan.Shards - count(t, f)
		sameResult(t, f, all)
		t.Logf("%d killed, %d of %d shards left then", killed, left, f.Plan.Shards)
		if killed < times {
			t.Errorf("%d were killed, of %d: the run is too short", killed, times)
		}
	})
}

// forWorkers tests with so many kills, or many more in full, as many workers as there may be.
func forWorkers(t *testing.T, times int, test func(t *testing.T, workers, times int)) {
	turns := []int{2}
	if *full {
		times, turns = 50, []int{1, 2, 4}
	}
	for _, workers := range turns {
		t.Run(fmt.Sprint(workers), func(t *testing.T) { test(t, workers, times) })
	}
}

// starts starts one process in the first role, which collects, and workers in the second.
func starts(t *testing.T, workers int, roles [2]string, env ...string) []*process {
	t.Helper()
	all := []*process{{t: t, role: roles[0], env: env}}
	for range workers {
		all = append(all, &process{t: t, role: roles[1], env: env})
	}
	for _, p := range all {
		p.start()
	}
	return all
}

// sameResult waits, and holds the result against that of a run in which nobody is killed.
func sameResult(t *testing.T, f *campaign.Folder, all []*process) {
	t.Helper()
	waits(t, all)
	if !bytes.Equal(merged(t, f), plainly(t, f.Plan)) {
		t.Error("another result")
	}
}

// A cluster is three servers that know each other, on this machine alone, each a process that can be killed.
type cluster struct {
	nodes []*process
	url   string
}

// newCluster starts the servers, and waits until they keep a stream together.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	const size = 3
	ports := freePorts(t, 2*size) // for clients, and for each other
	var urls, routes []string
	for n := range size {
		urls = append(urls, fmt.Sprint("nats://127.0.0.1:", ports[n]))
		routes = append(routes, fmt.Sprint("nats://127.0.0.1:", ports[size+n]))
	}
	c := &cluster{url: strings.Join(urls, ",")}
	for n := range size {
		node := &process{t: t, role: "node", env: []string{
			"CAMPAIGN_DIR=" + t.TempDir(), fmt.Sprint("CAMPAIGN_NODE=node", n), fmt.Sprint("CAMPAIGN_PORT=", ports[n]), fmt.Sprint("CAMPAIGN_ROUTE=", ports[size+n]), "CAMPAIGN_ROUTES=" + strings.Join(routes, ","),
		}}
		node.start()
		t.Cleanup(func() {
			node.cmd.Process.Kill()
			<-node.end
		})
		c.nodes = append(c.nodes, node)
	}
	for wait := time.Now(); !c.keeps(); time.Sleep(20 * time.Millisecond) {
		if time.Since(wait) > 2*time.Minute {
			t.Fatalf("the cluster keeps no stream\n%s", &c.nodes[0].log)
		}
	}
	return c
}

// keeps says whether all three servers keep a stream, which is taken away again.
func (c *cluster) keeps() bool {
	conn, err := nats.Connect(c.url)
	if err != nil {
		return false
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: "try", Subjects: []string{"try"}, Replicas: len(c.nodes)}); err != nil {
		return false
	}
	return js.DeleteStream(ctx, "try") == nil
}

// node is one server of a cluster, until it is killed.
func node(dir string) error {
	port := func(name string) int {
		n, _ := strconv.Atoi(os.Getenv(name))
		return n
	}
	s, err := server.NewServer(&server.Options{
		ServerName: os.Getenv("CAMPAIGN_NODE"), Host: "127.0.0.1", Port: port("CAMPAIGN_PORT"), NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, JetStreamMaxStore: 8 << 30, JetStreamMaxMemory: 1 << 26,
		Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: port("CAMPAIGN_ROUTE")}, Routes: server.RoutesFromStr(os.Getenv("CAMPAIGN_ROUTES")),
	})
	if err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return nil
}

// freePorts are ports that were free a moment ago: servers of a cluster have to know each other's before they start.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// On a cluster of three servers it is the same, with what collects, what works, and now and then a server killed.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("starts three servers and kills processes")
	}
	forWorkers(t, 2, func(t *testing.T, workers, times int) {
		rng := chance.Random(t, 3)
		f := folder(t, plan(t, 20*times))
		c := newCluster(t)
		all := starts(t, workers, [2]string{"collect", "work for a cluster"}, "CAMPAIGN_DIR="+f.Dir, "CAMPAIGN_URL="+c.url)
		servers := 0
		killed := kills(t, f, all, times, rng, func(killed int) {
			if killed/4 >= servers && c.nodes[rng.IntN(len(c.nodes))].kill() {
				servers++
			}
		})
		sameResult(t, f, all)
		t.Logf("%d killed, and %d servers", killed, servers)
		if killed < times || servers == 0 {
			t.Errorf("%d were killed, of %d, and %d servers: the run is too short", killed, times, servers)
		}
	})
}

// elsewhere is a server beside the program, which ends with the test, and a connection to it.
func elsewhere(t testing.TB) (url string, js jetstream.JetStream) {
	t.Helper()
	s, err := server.NewServer(&server.Options{ServerName: "one", Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 8 << 30, JetStreamMaxMemory: 1 << 26})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	conn, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if js, err = jetstream.New(conn); err != nil {
		t.Fatal(err)
	}
	return s.ClientURL(), js
}

// Whatever is taken out of a queue while it runs, by somebody who has the right to, is asked for again.
func TestPurged(t *testing.T) {
	url, js := elsewhere(t)
	p := plan(t, 12)
	f := folder(t, p)
	purged := false
	purge := func(done, _ int) {
		if done != 2 {
			return
		}
		stream, err := js.Stream(t.Context(), "LANESCOPE-"+p.ID())
		if err == nil {
			err = stream.Purge(t.Context())
		}
		if purged = err == nil; err != nil {
			t.Error(err)
		}
	}
	if err := queue.Run(t.Context(), f, queue.Options{URL: url, Workers: 1, Patience: patience, Log: t.Logf, Progress: purge}); err != nil {
		t.Fatal(err)
	}
	if !purged || !bytes.Equal(merged(t, f), plainly(t, p)) {
		t.Errorf("purged: %v, or another result", purged)
	}
}
