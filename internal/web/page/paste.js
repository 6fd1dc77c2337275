// A paste box is a textarea that shows its text in the colours of its tokens, as the library cuts it: there is no grammar here. The textarea's own letters are transparent, and the
// coloured ones stand in front of it, which the pointer does not see and screen readers are not told.

import { el } from "./element.js";

export class PasteBox {
	constructor(area) {
		this.area = area;
		this.tokens = [];
		this.front = el("div", { class: "front", "aria-hidden": "true" });
		const box = el("div", { class: "paste" });
		area.replaceWith(box);
		box.append(area, this.front);
		area.addEventListener("input", () => this.keep());
		area.addEventListener("scroll", () => { this.front.scrollTop = area.scrollTop; });
	}

	// keep colours what the last tokens still say: what was typed since is plain until the library has read it.
	keep() {
		const text = this.area.value, all = this.tokens;
		let first = 0, start = 0, last = all.length, end = text.length;
		while (first < last && text.startsWith(all[first].text, start)) start += all[first++].text.length;
		while (last > first && end - all[last - 1].text.length >= start && text.slice(0, end).endsWith(all[last - 1].text)) end -= all[--last].text.length;
		this.paint([...all.slice(0, first), { text: text.slice(start, end), kind: "word" }, ...all.slice(last)]);
	}

	// show paints tokens, unless the text is another by now. An error behind the end has a place of its own.
	show({ tokens, wrong }) {
		if (tokens === undefined || tokens.map((t) => t.text).join("") !== this.area.value) return;
		this.tokens = tokens;
		this.paint(wrong && wrong.line && !tokens.some((t) => t.wrong) ? [...tokens, { text: " ", kind: "space", wrong: true }] : tokens);
	}

	paint(tokens) {
		const spans = tokens.map((t) => t.kind === "space" && !t.wrong ? t.text : el("span", { class: [t.kind, t.source !== undefined && "source-" + t.source % 12, t.wrong && "wrong"].filter(Boolean).join(" ") }, t.text));
		this.front.replaceChildren(...spans, "\n"); // a last line end alone would show no line
		this.front.scrollTop = this.area.scrollTop;
	}

	// places are those of the tokens of a kind in the list of all.
	places(kind) { return this.tokens.flatMap((t, k) => t.kind === kind ? [k] : []); }

	// with is the text with another one in the place of a token.
	with(k, text) { return this.tokens.map((t, i) => i === k ? text : t.text).join(""); }
}
