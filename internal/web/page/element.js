// el makes an element. Children that are texts stay texts: nothing that was typed or answered is read as HTML.
export function el(name, attributes = {}, ...children) {
	const e = document.createElement(name);
	for (const [k, v] of Object.entries(attributes)) {
		if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
		else if (v !== undefined && v !== false) e.setAttribute(k, v === true ? "" : v);
	}
	e.append(...children);
	return e;
}

// copyButton copies a text, and says that it did.
export function copyButton(text, what) {
	const b = el("button", { type: "button", "aria-label": "copy " + what }, "copy");
	b.addEventListener("click", async () => {
		try {
			await navigator.clipboard.writeText(text);
			b.textContent = "copied";
		} catch {
			b.textContent = "not allowed";
		}
		setTimeout(() => { b.textContent = "copy"; }, 1500);
	});
	return b;
}

// table has a caption, heads, some of which are of numbers, and rows of cells.
export function table(caption, heads, rows) {
	const head = el("tr", {}, ...heads.map((h) => el("th", { scope: "col", class: h.number ? "number" : undefined }, h.name ?? h)));
	const body = rows.map((cells) => el("tr", {}, ...cells.map((c, k) => {
		if (k === 0) return el("th", { scope: "row" }, c);
		const kind = heads[k].number ? "number" : heads[k].code ? "code" : undefined;
		return el("td", { class: kind }, c);
	})));
	return el("div", { class: "scroll" }, el("table", {}, el("caption", {}, caption), el("thead", {}, head), el("tbody", {}, ...body)));
}
