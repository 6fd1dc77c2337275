// The page around its views: which of them is shown, links to all of them, and colours.

import * as address from "./address.js";
import { where } from "./ask.js";
import { el } from "./element.js";
import { views } from "./views.js";

const $ = (id) => document.getElementById(id);

// The view that is shown: its row, its module, and what its mount gave.
let shown = null;

// go shows what the address says.
async function go() {
	const { route, said } = address.here();
	const row = views.find((v) => v.route === route) ?? views[0];
	for (const a of $("views").children) {
		if (a.dataset.route === row.route) a.setAttribute("aria-current", "page");
		else a.removeAttribute("aria-current");
	}
	if (shown?.row !== row) {
		leave();
		const mine = (shown = { row });
		const module = await row.load();
		if (shown !== mine) return; // somebody went on meanwhile
		document.title = row.route ? row.name + " · Lanescope" : "Lanescope";
		mine.module = module;
		mine.state = { now: address.state(module.usual, address.here().said), change };
		mine.view = module.mount($("main"), mine.state);
	} else if (shown.view) {
		shown.state.now = address.state(shown.module.usual, said);
	}
	remember(location.hash || "#");
	shown.view?.show();
}

// remember lets the link to the view that is shown lead to what it shows now.
function remember(hash) {
	$("views").querySelector("[aria-current]").setAttribute("href", hash);
}

function leave() {
	shown?.view?.unmount();
	$("main").replaceChildren();
	shown = null;
}

// change goes to another state of the view that is shown. A new entry of the history is made for what was chosen, and none for every letter.
function change(to, entry) {
	const { row, module, state, view } = shown;
	state.now = { ...state.now, ...to };
	const hash = address.hash(row.route, module.usual, state.now);
	address.write(hash, entry);
	remember(hash);
	view.show();
}

for (const v of views) $("views").append(el("a", { href: "#" + v.route, "data-route": v.route }, v.name));
$("views").hidden = views.length < 2;

// To the first view there is no hash to go to, and to the form none to leave: both are done here.
$("views").addEventListener("click", (e) => {
	const a = e.target.closest("a");
	if (!a || e.ctrlKey || e.metaKey || e.shiftKey) return;
	e.preventDefault();
	address.write(a.getAttribute("href"), true);
	go();
});
// A click may follow a link, of which the browser asks nobody, or copy the address: what waits is in it before.
document.addEventListener("click", address.settle, true);
$("skip").addEventListener("click", (e) => {
	e.preventDefault();
	$("main").querySelector("textarea, input, select, button, a")?.focus();
});

// The theme is the reader's own and no part of a link.
const theme = $("theme");
function dress(name) {
	if (name) document.documentElement.dataset.theme = name;
	else delete document.documentElement.dataset.theme;
	theme.value = name;
}
theme.addEventListener("change", () => {
	dress(theme.value);
	try { localStorage.setItem("theme", theme.value); } catch { /* not kept */ }
});
try { dress(localStorage.getItem("theme") ?? ""); } catch { /* as the system */ }

window.addEventListener("popstate", () => {
	address.forget();
	go();
});
$("where").textContent = where();
go();
