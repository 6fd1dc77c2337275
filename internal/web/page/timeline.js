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
		const x = (p) => this.#x(p);
		g.clearRect(0, 0, width, height);
		let before = this.#from, last;
		for (const c of this.#columns) {
			const left = x(before), wide = Math.max(x(c.position) - left, 1), tall = height / 32;
			before = c.position;
			for (let lane = 0; lane < 32; lane++) {
				const l = c.lanes[lane];
				if (l === " ") continue;
				const part = l === "#" ? 1 : 0.5 / (l === "+" ? 10 : Number(l) || 1);
				g.fillStyle = l === "#" ? ink : soft;
				g.fillRect(left, lane * tall + tall * (1 - part), wide, tall * part - (l === "#" && tall > 3 ? 0.5 : 0));
			}
			const group = c.threadgroup + " " + c.group;
			if (last !== undefined && last !== group) { // another SIMD-group goes on here
				g.fillStyle = soft;
				g.fillRect(left, 0, 0.5, height);
			}
			last = group;
		}
	}
}
