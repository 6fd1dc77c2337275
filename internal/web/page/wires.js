// Wires can be drawn anew: a cell of a source is dragged onto a cell of the result, or picked and then put there, each with a click or with Enter; or, with the keyboard, the result's
// cell says what it is to hold. What that makes of the text is decided elsewhere.

import { el } from "./element.js";

const ns = "http://www.w3.org/2000/svg";

export class Wires {
	// rewire(lane, source) is told which lane of the result is to be what: a3, z, #ff.
	constructor(picture, rewire) {
		this.picture = picture;
		this.home = picture.home;
		this.rewire = rewire;
		this.home.classList.add("editable");
		this.home.addEventListener("pointerdown", (e) => this.take(e));
		this.home.addEventListener("pointermove", (e) => this.pull(e));
		this.home.addEventListener("pointerup", (e) => this.put(e));
		this.home.addEventListener("pointercancel", () => this.drop());
		this.home.addEventListener("keydown", (e) => this.key(e));
		this.input = el("input", { size: 6, spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
		this.name = el("span");
		this.form = el("div", { class: "rewire", hidden: true }, el("label", {}, this.name, this.input), el("button", { type: "button", onclick: () => this.say() }, "set"), el("span", { class: "quiet" }, "a3 is lane 3 of a, z zero, 1 one, _ anything; ↑ and ↓ go to the lane beside; Esc leaves it"));
		this.home.after(this.form);
		this.input.addEventListener("keydown", (e) => this.typed(e));
	}

	// source is what a cell or a wire brings, of the picture of the whole.
	source(target) {
		const at = target?.closest?.(".wire")?.dataset.from;
		const cell = at ? this.picture.cells?.get(at) : target?.closest?.(".cell");
		return cell?.dataset.source && this.picture.isWhole(cell) ? cell : null;
	}

	// result is the lane of the result that a cell is.
	result(target) {
		const cell = target?.closest?.(".cell"), lane = this.picture.resultLane(cell);
		return lane === null ? null : { cell, lane };
	}

	take(e) {
		if (e.button !== 0) return;
		const cell = this.source(e.target);
		if (!cell || (this.held && this.result(e.target))) return;
		this.pick(cell);
		this.from = [e.clientX, e.clientY];
		this.line = this.picture.svg.appendChild(document.createElementNS(ns, "path"));
		this.line.setAttribute("class", "pulled");
	}

	pick(cell) {
		this.drop();
		this.held = cell;
		cell.classList.add("held");
	}

	// picked says what comes next.
	picked() { this.picture.says.textContent = this.held.dataset.source + " is picked: choose the cell of the result that is to hold it"; }

	pull(e) {
		if (!this.held || !this.line) return;
		const svg = this.picture.svg, to = svg.getScreenCTM().inverse(), box = this.held.getBoundingClientRect();
		const start = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(to), end = new DOMPoint(e.clientX, e.clientY).matrixTransform(to);
		this.line.setAttribute("d", `M${start.x} ${start.y}L${end.x} ${end.y}`);
		for (const c of svg.querySelectorAll(".target")) c.classList.remove("target");
		this.result(document.elementFromPoint(e.clientX, e.clientY))?.cell.classList.add("target");
	}

	// put ends a drag on a cell of the result. What was only clicked stays picked, until a cell of the result is clicked.
	put(e) {
		if (!this.held) return;
		const to = this.result(document.elementFromPoint(e.clientX, e.clientY)), source = this.held.dataset.source;
		if (to) {
			this.drop();
			this.rewire(to.lane, source);
		} else if (this.from && Math.hypot(e.clientX - this.from[0], e.clientY - this.from[1]) < 5) {
			this.from = null;
			this.picked();
		} else this.drop();
	}

	drop() {
		this.held?.classList.remove("held");
		this.line?.remove();
		for (const c of this.picture.svg?.querySelectorAll(".target") ?? []) c.classList.remove("target");
		this.held = this.line = this.from = null;
	}

	// key opens the field for the cell of the result where the reader is: Enter for what is there, or what is typed. Enter picks a cell of a source, and puts what is picked.
	key(e) {
		if (e.key === "Escape") this.drop();
		const cell = this.picture.current(), to = cell && this.result(cell);
		if (e.key === "Enter" && cell && this.source(cell)) {
			this.pick(cell);
			return this.picked();
		}
		if (e.key === "Enter" && to && this.held) {
			const source = this.held.dataset.source;
			this.drop();
			return this.rewire(to.lane, source);
		}
		if (!to || e.ctrlKey || e.metaKey || e.altKey || (e.key !== "Enter" && !/^[a-y0-9z#_.]$/.test(e.key))) return;
		this.lane = to.lane;
		this.name.textContent = "lane " + to.lane + " = ";
		this.input.value = "";
		this.form.hidden = false;
		this.input.focus(); // and the letter is typed there
		if (e.key !== "Enter") return;
		e.preventDefault();
		this.input.value = this.picture.tokens[to.lane] ?? "";
		this.input.select();
	}

	typed(e) {
		const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
		if (step) {
			const [, name, n] = /^([a-z]+)(\d+)$/.exec(this.input.value) ?? [];
			if (name) this.input.value = name + Math.max(0, Number(n) + step);
		} else if (e.key === "Enter") this.say();
		else if (e.key === "Escape") this.leave();
		else return;
		e.preventDefault();
	}

	say() {
		const lane = this.lane, what = this.input.value.trim();
		this.leave();
		if (what) this.rewire(lane, what);
	}

	leave() {
		this.form.hidden = true;
		this.home.focus();
	}
}
