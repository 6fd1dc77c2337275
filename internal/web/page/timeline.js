// A timeline is masks behind steps: x is the step, y the lane. An active lane fills its cell; one that sleeps has a bar that is the shorter the deeper it sleeps.
//
//	lane 0   ████████████████
//	lane 1   ████▃▃▃▃▃▃██████      ▃ sleeps one level, ▂ two, and so on
//	             ╰ a branch
//
// A slider below it has the same positions for keyboards, and for who sees no picture.

import { el } from "./element.js";

export class Timeline {
	#from = 0;
	#to = 0;
	#columns = [];
	#at = 0;
	#cursor = "red";
	#masks = el("canvas", { height: 128, width: 512 });

	// go is told the position that somebody scrubs to.
	constructor(name, go) {
		this.name = name;
		this.go = go;
		this.canvas = el("canvas", { height: 128, width: 512, "aria-hidden": "true" });
		this.slider = el("input", { type: "range", "aria-label": name + ": position", min: 0, max: 0, step: 1 });
		this.says = el("p", { class: "quiet" });
		this.element = el("div", { class: "timeline" }, this.canvas, this.slider, this.says);
		this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
		let box; // where the canvas is, asked when the pointer goes down: to ask lays the page out anew
		const scrub = (e) => {
			if (!box || !e.buttons) return;
			const part = Math.min(Math.max((e.clientX - box.left) / box.width, 0), 1);
			this.go(Math.round(this.#from + part * (this.#to - this.#from)));
		};
		this.canvas.addEventListener("pointerdown", (e) => {
			this.canvas.setPointerCapture(e.pointerId);
			box = this.canvas.getBoundingClientRect();
			scrub(e);
		});
		this.canvas.addEventListener("pointermove", scrub);
		this.canvas.addEventListener("lostpointercapture", () => { box = null; });
	}

	has(position) {
		return this.#columns.length > 0 && position >= this.#from && position <= this.#to;
	}

	// show shows other columns.
	show(from, to, columns) {
		[this.#from, this.#to, this.#columns] = [from, to, columns];
		this.slider.min = from;
		this.slider.max = to;
		this.paint();
		this.at(this.#at);
	}

	// at moves the cursor.
	at(position) {
		this.#at = position;
		this.slider.value = position;
		const c = this.#columns.findLast((c) => c.position <= position);
		const text = c ? `${position} of ${this.#from} to ${this.#to}: ${[...c.lanes].filter((l) => l === "#").length} lanes active` : String(position);
		this.slider.setAttribute("aria-valuetext", text);
		this.says.textContent = this.name + ": " + text;
		this.draw();
	}

	#x(position) {
		return ((position - this.#from) / Math.max(this.#to - this.#from, 1)) * this.canvas.width;
	}

	// draw puts the cursor over the masks, which stay as they were painted: scrubbing is to be quick.
	draw() {
		const g = this.canvas.getContext("2d"), { width, height } = this.canvas;
		g.clearRect(0, 0, width, height);
		g.drawImage(this.#masks, 0, 0);
		g.fillStyle = this.#cursor;
		g.fillRect(Math.min(this.#x(this.#at), width - 2), 0, 2, height);
	}

	// paint paints the masks.
	paint() {
		const g = this.#masks.getContext("2d"), { width, height } = this.#masks;
		const colour = getComputedStyle(this.canvas);
		this.#cursor = colour.getPropertyValue("--bad");
		const ink = colour.getPropertyValue("--accent"), soft = colour.getPropertyValue("--soft");
		g.clearRect(0, 0, width, height);
		const edges = [this.#from, ...this.#columns.map((c) => c.position)].map((p) => this.#x(p)), tall = height / 32;
		for (let lane = 0; lane < 32; lane++) {
			for (let k = 0, next; k < this.#columns.length; k = next) { // columns in a row that are alike are one bar
				const l = this.#columns[k].lanes[lane];
				for (next = k + 1; next < this.#columns.length && this.#columns[next].lanes[lane] === l; ) next++;
				if (l === " ") continue;
				const part = l === "#" ? 1 : 0.5 / (l === "+" ? 10 : Number(l) || 1);
				g.fillStyle = l === "#" ? ink : soft;
				g.fillRect(edges[k], lane * tall + tall * (1 - part), Math.max(edges[next] - edges[k], 1), tall * part - (l === "#" && tall > 3 ? 0.5 : 0));
			}
		}
		g.fillStyle = soft;
		const group = (c) => c.threadgroup + " " + c.group;
		this.#columns.forEach((c, k, all) => {
			if (k > 0 && group(c) !== group(all[k - 1])) g.fillRect(edges[k], 0, 0.5, height); // another SIMD-group goes on here
		});
	}
}
