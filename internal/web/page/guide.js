// The first minute: what can be done here, a step at a time. A step is done when somebody does it, and who has seen all or closes it is not asked again.

import { el } from "./element.js";

const steps = [
	["seen", "Press one of the examples, or paste something that moves lanes."],
	["pointed", "Point at a lane of the picture, or go through it with the arrow keys: its whole path lights up."],
	["rewired", "Drag a lane of a source onto a lane of the result, or press Enter there: the text follows."],
	["undone", "Go back, with the browser's own button: it is undone."],
	["proved", "Open “prove” and paste a second form: equal, or the first lane that differs."],
];

export class Guide {
	constructor(home) {
		this.home = home;
		this.at = 0;
		this.open = false;
		this.says = el("span", { role: "status" });
		home.append(this.says, " ", el("button", { type: "button", onclick: () => this.close() }, "no more of this"));
	}

	// begin shows the first step to those who are here for the first time.
	begin() {
		try { if (localStorage.getItem("guided")) return; } catch { return; }
		this.open = true;
		this.show();
	}

	show() {
		this.home.hidden = !this.open;
		this.says.textContent = this.open ? "First minute, " + (this.at + 1) + " of " + steps.length + ": " + steps[this.at][1] : "";
	}

	// did is told what somebody did.
	did(what) {
		if (!this.open || steps[this.at][0] !== what) return;
		if (++this.at === steps.length) return this.close();
		this.show();
	}

	close() {
		this.open = false;
		this.at = 0;
		this.show();
		try { localStorage.setItem("guided", "yes"); } catch { /* it comes again */ }
	}
}
