package campaign

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lanescope/lanescope/lower"
)

// A kind is one sort of question: which items there are, what is asked of each, and how an answer is held against other code. An answer is a line.
type kind struct {
	name string
	// settle fills in what a plan leaves open, and says which items it has: a number, or texts.
	settle func(p *Plan) error
	// do answers one item: the number among the plan's, and its text if it has one.
	do func(ctx context.Context, d *Doer, p *Plan, item int, text string) (string, error)
	// verify answers again what a line says, by another route.
	verify func(p *Plan, line string) error
	// class is what a line is counted under in a report.
	class func(line string) string
	// many says that an item may have several lines.
	many bool
}

// kinds is every kind there is.
var kinds = [...]kind{
	{name: tableKind, settle: settleTable, do: doTable, verify: verifyTable, class: classOfTable},
	{name: "prove", settle: settleProve, do: doProve, verify: verifyProve, class: classOfProve},
	{name: FuzzKind, settle: settleFuzz, do: doFuzz, verify: verifyFuzz, class: classOfFuzz, many: true},
	{name: mineKind, settle: settleMine, do: doMine, verify: verifyMine, class: classOfMine, many: true},
}

// mineKind is the kind whose items are files of this machine.
const mineKind = "mine"

// tableKind is the kind whose answers are looked up.
const tableKind = "table"

// Kinds are the names of all kinds.
func Kinds() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

func kindNamed(name string) (*kind, error) {
	for i := range kinds {
		if kinds[i].name == name {
			return &kinds[i], nil
		}
	}
	return nil, fmt.Errorf("there is no kind %q: expected %s", name, strings.Join(Kinds(), ", "))
}

// A Doer does tasks, one after another or several at once, and keeps what they have in common. The zero value is ready.
type Doer struct {
	// Own is the plan in a folder of this machine: its files are opened, and no others.
	Own *Plan

	// Every is how often parts of a shard are saved; 0 is SaveEvery.
	Every time.Duration

	lowerer   lower.Lowerer
	priced    sync.Map // of movements that were mined, what is known to do them
	compilers sync.Map // that were found, by their names
	sums      sums
}

// Do answers all items of a task, a line each. It depends on the task alone. An error is that the context ended.
func (d *Doer) Do(ctx context.Context, t Task) ([]byte, error) {
	return d.Continue(ctx, t, nil, nil)
}

// SaveEvery is how often what a shard has by then is saved: that much work a kill loses, and the item that was being done.
const SaveEvery = 20 * time.Second

// Continue answers all items of a task behind those of a part that was saved before, if there is one. Each part goes to save as it comes up, if that is not nil.
func (d *Doer) Continue(ctx context.Context, t Task, part []byte, save func(part []byte)) ([]byte, error) {
	k, err := kindNamed(t.Plan.Kind)
	if err != nil {
		return nil, err
	}
	first, end := t.Plan.span(t.Shard)
	done, body := readPart(part, k, end-first)
	saved := time.Now()
	for item := first + done; item < end; item++ {
		text := ""
		if t.Texts != nil {
			text = t.Texts[item-first]
		}
		line, err := d.answer(ctx, k, &t.Plan, item, text)
		if err != nil {
			return nil, err
		}
		if body = append(append(body, line...), '\n'); len(body) > MaxBody {
			return nil, fmt.Errorf("shard %d has more than %d bytes of answers: expected more shards than %d", t.Shard, MaxBody, t.Plan.Shards)
		}
		if save != nil && item+1 < end && time.Since(saved) >= d.saveEvery() {
			save(appendPart(nil, item+1-first, body))
			saved = time.Now()
		}
	}
	return body, nil
}

func (d *Doer) saveEvery() time.Duration {
	if d.Every != 0 {
		return d.Every
	}
	return SaveEvery
}

// A part of a shard is how many items it has, and their answers.
func appendPart(b []byte, items int, body []byte) []byte {
	return append(fmt.Appendf(b, "%d %x\n", items, sha256.Sum256(body)), body...)
}

// readPart reads a part, of which nothing is taken if it is broken: it is only time that it saves.
func readPart(b []byte, k *kind, most int) (items int, body []byte) {
	head, body, ok := bytes.Cut(b, []byte("\n"))
	number, _, _ := strings.Cut(string(head), " ")
	items, err := strconv.Atoi(number)
	lines := bytes.Count(body, []byte("\n"))
	if !ok || err != nil || items < 1 || items > most || lines < items || lines > items && !k.many || !bytes.Equal(appendPart(nil, items, body), b) {
		return 0, nil
	}
	return items, body
}

// answer is the line of one item. A bug costs that item, and says so in it.
func (d *Doer) answer(ctx context.Context, k *kind, p *Plan, item int, text string) (line string, err error) {
	defer func() {
		if r := recover(); r != nil {
			line = oneLine(fmt.Sprintf("item %d\tbug\t%v", item, r))
		}
	}()
	if err := ctx.Err(); err != nil {
		return "", err
	}
	line, err = k.do(ctx, d, p, item, text)
	return line, err
}

// oneLine is a text in which no line ends.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, text)
}

// isBug knows the line of an item over which there was a bug.
func isBug(line string) bool {
	fields := strings.SplitN(line, "\t", 3)
	return strings.HasPrefix(line, "item ") && len(fields) == 3 && fields[1] == "bug"
}
