package goexpr

import (
	"fmt"
	"strings"
)

// A GoMethod is a method of the table on one type, in the words of the package's declaration.
type GoMethod struct{ Type, Name, Arguments, Result string }

// argumentTypes are what a declaration has for the letters.
func (m goMethod) argumentTypes(t goType) []string {
	var all []string
	element := strings.ToLower(goKinds[t.kind]) + fmt.Sprint(t.elem)
	for _, letter := range m.takes {
		name := map[rune]string{
			'v': t.String(), 'h': t.of(t.elem, t.bits()/2).String(), 'n': "uint8", 's': element,
			'x': goType{'U', t.elem, t.lanes}.String(), 'o': goType{'I', t.elem, t.lanes}.String(), 'm': goType{'M', t.elem, t.lanes}.String(),
		}[letter]
		if strings.HasPrefix(m.name, "ShiftAll") && !strings.HasSuffix(m.name, "Concat") && letter == 'n' {
			name = "uint64"
		}
		all = append(all, name)
	}
	return all
}

// GoTable is the table of methods, a row a type.
func GoTable() (all []GoMethod) {
	for _, m := range goMethods() {
		for _, t := range m.types {
			result := t
			if m.gives != nil {
				result = m.gives(t)
			}
			name := result.String()
			if result.lanes == 1 {
				name = strings.ToLower(goKinds[t.kind]) + fmt.Sprint(t.elem)
			}
			all = append(all, GoMethod{t.String(), m.name, strings.Join(m.argumentTypes(t), ","), name})
		}
	}
	return all
}

// GoCalls is a function for each row of the table, with random numbers.
func GoCalls(intn func(int) int) (all []string) {
	for _, m := range goMethods() {
		for _, t := range m.types {
			result := t
			if m.gives != nil {
				result = m.gives(t)
			}
			if result.lanes == 1 {
				continue // GetElem stands in SetElem
			}
			args := make([]string, len(m.takes))
			params := []string{fmt.Sprintf("a %s.%s", goPackage, t)}
			for k, letter := range m.takes {
				list := make([]uint64, t.lanes)
				for i := range list {
					list[i] = uint64(intn(2 * t.lanes))
				}
				switch letter {
				case 'n':
					limit := m.below
					if limit == 0 {
						limit = []int{34, 80, t.elem}[intn(3)]
					}
					if m.name == "SetElem" {
						limit = t.lanes
					}
					args[k] = fmt.Sprint(intn(limit))
				case 'x':
					args[k] = goIndices('x', t, list)
				case 'o':
					for i := range list {
						list[i] = uint64(intn(15))
						if intn(4) == 0 {
							list[i] = 0x80
						}
					}
					args[k] = goIndices('o', t, list)
				case 'm':
					for i := range list {
						list[i] = uint64(intn(2))
					}
					args[k] = goMask(t, list)
				case 's':
					args[k] = fmt.Sprintf("b.GetElem(%d)", intn(t.lanes))
					params = append(params, fmt.Sprintf("b %s.%s", goPackage, t))
				case 'h':
					args[k] = "b"
					params = append(params, fmt.Sprintf("b %s.%s", goPackage, t.of(t.elem, t.bits()/2)))
				default:
					if m.bits == nil {
						args[k] = "b"
						params = append(params, fmt.Sprintf("b %s.%s", goPackage, t))
						break
					}
					numbers := make([]string, t.lanes)
					for i := range numbers {
						numbers[i] = "0"
						if t.kind == 'I' && intn(2) == 0 && m.name != "Or" && m.name != "Xor" {
							numbers[i] = "-1"
						}
					}
					args[k] = goLoad(t, numbers)
				}
			}
			all = append(all, fmt.Sprintf("func(%s) %s.%s { return a.%s(%s) }", strings.Join(params, ", "), goPackage, result, m.name, strings.Join(args, ", ")))
		}
	}
	return all
}
