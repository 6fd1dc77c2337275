// A picture is the SVG that lanescope draw makes. Its cells and wires say where they are, so that a lane's whole path can be followed:
//
//	cell data-at="1.2"                      lane 2 of row 1
//	cell data-source="b3"                   lane 3 of source b
//	row data-result="0"                     the result, from lane 0 on
//	wire data-from="0.1" data-to="1.2"      lane 1 of row 0 goes there
//
// In a program, a row that a step reads is the row of the same name that an earlier step has written.

export class Picture {
	constructor(home, says) {
		this.home = home; // the element that it is in
		this.says = says; // where the path is said in words
		home.addEventListener("pointermove", (e) => this.point(e.target.closest?.(".cell, .wire")));
		home.addEventListener("pointerleave", () => this.point(null));
		home.addEventListener("keydown", (e) => this.key(e));
		home.addEventListener("blur", () => this.point(null));
		home.addEventListener("focus", () => this.here && this.point(this.current()));
	}

	// show replaces the picture. tokens are what lanes of the result are, in lane notation. Who went through it with the keyboard is where they were.
	show(svg, tokens = []) {
		const here = this.home.contains(document.activeElement) ? this.here : null;
		const lane = here && this.resultLane(this.current());
		this.tokens = tokens;
		this.home.replaceChildren();
		this.here = null;
		this.svg = null;
		if (!svg) return;
		this.svg = this.home.appendChild(drawing(svg));
		const width = trimmed(this.svg);
		this.svg.classList.toggle("fits", width < 1.3 * this.home.clientWidth); // a wider one would be too small to read
		if (width < 600 && this.svg.classList.contains("fits")) this.svg.setAttribute("width", 1.3 * width); // and a small one has room
		this.cells = new Map();
		for (const c of this.svg.querySelectorAll(".cell")) this.cells.set(c.dataset.at, c);
		this.wires = [...this.svg.querySelectorAll(".wire")];
		this.follow();
		this.here = lane !== null && this.cellOfLane(lane) || here;
		if (this.here && !this.current()) this.here = null;
		if (this.here) this.point(this.current());
	}

	// resultLane is the lane of the whole result that a cell is, or null.
	resultLane(cell) {
		const row = cell?.closest(".row[data-result]");
		return row && this.isWhole(cell) ? Number(row.dataset.result) + [...row.querySelectorAll(".cell")].indexOf(cell) : null;
	}

	// cellOfLane is where in the rows a lane of the whole result is.
	cellOfLane(lane) {
		for (let r = this.rows.length - 1; r >= 0; r--) {
			const k = this.rows[r].findIndex((at) => this.resultLane(this.cells.get(at)) === lane);
			if (k >= 0) return [r, k];
		}
	}

	// current is the cell where the keyboard is.
	current() { return this.here && this.cells?.get(this.rows[this.here[0]]?.[this.here[1]]); }

	// isWhole says of a cell whether it is in the picture of the whole, and not of a step.
	isWhole(cell) {
		const panel = cell.closest("g[transform]");
		return !panel || panel === [...this.svg.querySelectorAll("g[transform]")].at(-1);
	}

	// follow makes the graph of cells: wires, and what one step hands on to another.
	follow() {
		this.onward = new Map();
		this.back = new Map();
		const join = (from, to, wire) => {
			for (const [m, a, b] of [[this.onward, from, to], [this.back, to, from]]) {
				if (!m.has(a)) m.set(a, []);
				m.get(a).push({ at: b, wire });
			}
		};
		for (const w of this.wires) join(w.dataset.from, w.dataset.to, w);
		this.results = new Set([...this.svg.querySelectorAll(".row[data-result] .cell")].map((c) => rowOf(c.dataset.at)));
		const panels = Map.groupBy([...this.svg.querySelectorAll(".row")].filter((r) => r.querySelector(".cell")), (r) => r.closest("g[transform]"));
		this.rows = [...panels.values()].flat().map((r) => [...r.querySelectorAll(".cell")].map((c) => c.dataset.at));
		const steps = [...panels.entries()].filter(([panel]) => panel);
		const written = new Map(); // the latest row of a name
		const inputs = new Map(); // rows of a name that no step has written
		steps.forEach(([, rows], k) => {
			const whole = k === steps.length - 1 && steps.length > 1;
			let last;
			for (const r of rows) {
				const name = r.previousElementSibling?.textContent ?? "";
				const cells = [...r.querySelectorAll(".cell")].map((c) => c.dataset.at);
				if (this.isResult(cells[0])) { last = { name, cells }; continue; }
				if (whole) for (const other of inputs.get(name) ?? []) hand(cells, other, join);
				else if (written.has(name)) hand(written.get(name), cells, join);
				else inputs.set(name, [...(inputs.get(name) ?? []), cells]);
			}
			if (!last) return;
			if (whole && this.final) hand(this.final, last.cells, join);
			written.set(last.name, last.cells);
			this.final = last.cells;
		});
		this.final = null;
	}

	isResult(at) { return this.results.has(rowOf(at)); }

	// point lights the whole path of a cell or a wire, and says it.
	point(target) {
		if (!this.svg) return;
		for (const e of this.svg.querySelectorAll(".lit, .here")) e.classList.remove("lit", "here");
		this.svg.classList.toggle("tracing", !!target);
		if (!target) { this.says.textContent = ""; return; }
		const starts = target.dataset.at ? [target.dataset.at] : [];
		if (!target.dataset.at) target.classList.add("lit");
		this.light(starts.length ? starts : [target.dataset.to], this.onward);
		this.light(starts.length ? starts : [target.dataset.from], this.back);
		for (const w of this.wires) { // and in the picture of the whole, what comes out of it all
			if ([w.dataset.from, w.dataset.to].every((at) => this.cells.get(at)?.classList.contains("lit"))) w.classList.add("lit");
		}
		if (target.dataset.at) target.classList.add("here");
		this.says.textContent = this.words(target);
	}

	light(starts, graph) {
		const seen = new Set(starts);
		for (const at of seen) {
			this.cells.get(at)?.classList.add("lit");
			for (const next of graph.get(at) ?? []) {
				next.wire?.classList.add("lit");
				seen.add(next.at);
			}
		}
	}

	// words are what a cell or a wire is, as the picture itself says it.
	words(target) {
		const own = target.querySelector("title")?.textContent;
		if (!target.dataset.at) return own ?? "";
		const wires = [...(this.onward.get(target.dataset.at) ?? []), ...(this.isResult(target.dataset.at) ? this.back.get(target.dataset.at) ?? [] : [])];
		const said = wires.map((w) => w.wire?.querySelector("title")?.textContent).filter(Boolean);
		if (said.length) return said.join(", ").replaceAll("->", "→");
		return own ?? "lane " + target.textContent.trim() + (this.isResult(target.dataset.at) ? "" : ": nobody reads it");
	}

	key(e) {
		const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], Home: [0, -1e9], End: [0, 1e9] }[e.key];
		if (e.key === "Escape") { this.here = null; this.point(null); }
		if (!step || !this.rows?.length) return;
		e.preventDefault();
		let [row, lane] = this.here ?? [step[0] < 0 ? this.rows.length : -1 + (step[0] === 0), step[1] < 0 ? 1 : -1 + (step[1] === 0)];
		row = Math.min(Math.max(row + step[0], 0), this.rows.length - 1);
		lane = Math.min(Math.max(lane + step[1], 0), this.rows[row].length - 1);
		this.here = [row, lane];
		const cell = this.cells.get(this.rows[row][lane]);
		this.point(cell);
		this.into(cell);
	}

	// into scrolls the picture, and not the page, so that a cell is seen.
	into(cell) {
		const c = cell.getBoundingClientRect(), h = this.home.getBoundingClientRect(), room = 24;
		this.home.scrollLeft += Math.min(0, c.left - h.left - room) + Math.max(0, c.right - h.right + room);
		this.home.scrollTop += Math.min(0, c.top - h.top - room) + Math.max(0, c.bottom - h.bottom + room);
	}

	// differ marks the lane of the result that holds a bit.
	differ(bit, bits) {
		for (const e of this.svg?.querySelectorAll(".differs") ?? []) e.classList.remove("differs");
		if (bit === undefined || !this.svg) return;
		const result = this.rows.findLast((r) => this.isResult(r[0]));
		const cell = result && this.cells.get(result[Math.floor(bit / bits)]);
		if (!cell) return;
		cell.classList.add("differs");
		this.into(cell);
	}
}

// drawing is a picture as an element of the page. It brings rules for dark paper along, which the page has in a sheet of its own: its policy allows none inside of it, and its
// paper is the reader's choice, not always the system's.
export function drawing(svg) {
	const parsed = new DOMParser().parseFromString(svg.replace(/<style>([^<]*)<\/style>/, (_, style) => { darken(style); return ""; }), "image/svg+xml").documentElement;
	if (parsed.nodeName !== "svg") throw new Error("the picture is no SVG");
	return document.importNode(parsed, true);
}

// trimmed is how wide a picture is without the empty paper beside it, of which a small one has much: a narrow window would make all of it smaller. It goes away.
function trimmed(svg) {
	const page = svg.viewBox.baseVal, seen = svg.querySelector(":scope > g")?.getBBox(), margin = 8; // the paper itself stands before the group
	if (!seen?.width) return page.width; // nothing is to be seen of it
	const left = Math.max(page.x, Math.floor(seen.x) - margin), right = Math.min(page.x + page.width, Math.ceil(seen.x + seen.width) + margin);
	svg.setAttribute("viewBox", `${left} ${page.y} ${right - left} ${page.height}`);
	svg.setAttribute("width", right - left);
	return right - left;
}

const rules = new Set(), sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

function darken(style) {
	const before = rules.size;
	for (const [rule] of style.matchAll(/\.lanescope [^{}]+\{[^{}]*\}/g)) rules.add(rule);
	if (rules.size === before) return;
	const all = [...rules];
	sheet.replaceSync("@media (prefers-color-scheme: dark) {" + all.map((r) => ':where(:root:not([data-theme="light"])) ' + r).join("") + "}" + all.map((r) => ':where(:root[data-theme="dark"]) ' + r).join("")); // which what is lit has the better of
}

const rowOf = (at) => at.split(".")[0];

// hand joins the cells of a row that is written with those of one that reads it, which may be of another width.
function hand(from, to, join) {
	for (let i = 0; i < from.length; i++)
		for (let k = 0; k < to.length; k++)
			if (i * to.length < (k + 1) * from.length && k * from.length < (i + 1) * to.length) join(from[i], to[k]);
}
