// Tabs as screen readers and keyboards know them: arrows go along, Home and End to the ends.

export function tabs(list, chosen) {
	const all = [...list.querySelectorAll("[role=tab]")];
	const choose = (tab) => chosen(tab.id.slice("tab-".length));
	for (const tab of all) tab.addEventListener("click", () => choose(tab));
	list.addEventListener("keydown", (e) => {
		const at = all.indexOf(document.activeElement);
		const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[e.key];
		if (at < 0 || to === undefined) return;
		e.preventDefault();
		const tab = all[to % all.length];
		tab.focus();
		choose(tab);
	});
	return {
		names: all.map((tab) => tab.id.slice("tab-".length)),
		show(name) {
			for (const tab of all) {
				const on = tab.id === "tab-" + name;
				tab.setAttribute("aria-selected", on);
				tab.tabIndex = on ? 0 : -1;
				document.getElementById(tab.getAttribute("aria-controls")).hidden = !on;
			}
		},
	};
}
