package draw

import "bytes"

// A shade is a colour on white paper, and the one that stands for it on dark paper.
type shade struct{ light, dark string }

// shades are all colours of all pictures. On dark paper, borders and letters are light, inks lighter, and tints darker, each in its own hue: what contrasts on one paper does on the other.
var shades = []shade{
	{"#fff", "#101214"}, {"#f2f2f2", "#1d2124"}, // paper, and every other block of it

	{"#111", "#e8eaec"}, {"#222", "#d7dadd"}, {"#333", "#c6cacd"}, {"#444", "#b4b9bd"}, {"#555", "#a9aeb3"}, {"#595959", "#a5abb1"}, // letters and borders
	{"#6b6b6b", "#969ca2"}, {"#8a8a8a", "#7d848a"}, {"#b0b0b0", "#5d646a"}, {"#c4c4c4", "#454b51"},

	{"#0067a5", "#5fb3ec"}, {"#c24a00", "#ff9a5c"}, {"#00734f", "#4fcf9f"}, {"#9a3c7e", "#e58fc9"}, {"#7a5c00", "#d9b84a"}, {"#4b4ba8", "#a3a3f5"}, // inks
	{"#b3202c", "#ff8a8f"}, {"#00767f", "#4fcbd4"}, {"#4f6d00", "#b0d04f"}, {"#7b35b5", "#c99af5"}, {"#8a4b2a", "#dc9c78"}, {"#566070", "#a9b4c6"},

	{"#e1eef8", "#10283a"}, {"#fdebdd", "#3a2312"}, {"#def2ea", "#0f3024"}, {"#f7e4f0", "#38192e"}, {"#f5eed6", "#332a0a"}, {"#e9e8f8", "#23234a"}, // tints
	{"#fbdcdc", "#431c20"}, {"#d3eff1", "#0c3034"}, {"#e9f0cd", "#262f0a"}, {"#ecdffa", "#301c48"}, {"#efdfd4", "#382318"}, {"#e3e7ec", "#262c34"},

	{"#a40000", "#ff8f8f"}, // what is wrong
}

// AppendDark appends to the picture that begins at from, in front of its end, how it looks where readers prefer dark paper: a rule for each colour that it has.
//
//	<style>@media (prefers-color-scheme:dark){.lanescope [fill="#fff"]{fill:#101214} … }</style>
//
// The rules are about elements of class lanescope alone, and the same in each picture, so that in a page they change no other element. Programs that know no such rules, as those that print, show white paper.
func AppendDark(b []byte, from int) []byte {
	picture := b[from:len(b):len(b)]
	b = append(b, "<style>@media (prefers-color-scheme:dark){"...)
	for _, s := range shades {
		for _, attribute := range [...]string{"fill", "stroke"} {
			if bytes.Contains(picture, []byte(attribute+`="`+s.light+`"`)) {
				b = append(b, `.lanescope [`+attribute+`="`+s.light+`"]{`+attribute+`:`+s.dark+`}`...)
			}
		}
	}
	return append(b, "}</style>"...)
}
