package maskcall

// Entry is a call or what makes a mask, for tests.
type Entry struct {
	Language, Name, Args string
	Total                int
	Exact                bool
}

// Entries are those of both tables.
func Entries() (all []Entry) {
	for _, c := range calls {
		all = append(all, Entry{c.language, c.name, c.args, c.total, c.exact})
	}
	for _, m := range masks {
		all = append(all, Entry{m.language, m.name, m.args, m.total, false})
	}
	return all
}
