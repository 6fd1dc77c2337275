package queue

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What is said of a server has no password in it.
func TestPasswordIsNotSaid(t *testing.T) {
	for url, want := range map[string]string{
		"nats://who:secret@host:1": "nats://host:1", "who:secret@host": "host", "nats://host": "nats://host", "nats://a:b@c@host": "nats://host", "secret@nats://host": "nats://host", "": "", "@": "", "://@h": "://h",
	} {
		if got := withoutPassword(url); got != want {
			t.Errorf("%s is said as %s, want %s", url, got, want)
		}
	}
	if e, err := remote("nats://who:secret@127.0.0.1:1"); e != nil || err == nil || strings.Contains(err.Error(), "secret") || !strings.HasPrefix(err.Error(), "nats://127.0.0.1:1: ") {
		t.Errorf("%v, %v", e, err)
	}
}

// An address is in its file whole, for its owner alone, in place of the one before, and goes with the server.
func TestAddressOfAFolder(t *testing.T) {
	dir := t.TempDir()
	if _, err := address(dir); !os.IsNotExist(err) {
		t.Error(err)
	}
	for _, url := range []string{"nats://before", "nats://now"} {
		if err := writeAddress(dir, url); err != nil {
			t.Fatal(err)
		}
		if got, err := address(dir); got != url || err != nil {
			t.Errorf("%q, want %s (%v)", got, url, err)
		}
	}
	all, err := os.ReadDir(dir)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d files, %v", len(all), err)
	}
	if info, err := all[0].Info(); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
	if err := writeAddress(filepath.Join(dir, "none"), "nats://now"); !os.IsNotExist(err) {
		t.Error(err)
	}
	(&engine{}).close()
	if got, _ := address(dir); got != "nats://now" {
		t.Error("an engine took an address away that is not its own")
	}
	(&engine{dir: dir}).close()
	if all, err = os.ReadDir(dir); err != nil || len(all) != 0 {
		t.Errorf("%d files stay, %v", len(all), err)
	}
}

// Of what ends a server the first is kept.
func TestWhyItEnded(t *testing.T) {
	f := new(fatal)
	f.Errorf("harmless")
	if f.Load() != nil {
		t.Errorf("%s ended nothing", *f.Load())
	}
	f.Fatalf("it is %d", 1)
	f.Fatalf("it is %d", 2)
	if why := f.Load(); why == nil || *why != "it is 1" {
		t.Error(why)
	}
}
