// What the page shows is in its address, behind #, which is not sent to servers: a link shows the same to a colleague, and back goes back.

const usual = { form: "", from: "", tab: "names", b: "", target: "avx2", emit: "listing", cost: "balanced", kind: "", size: "4x4", type: "i32", forms: "" };

export function read() {
	const given = new URLSearchParams(location.hash.slice(1));
	const state = { ...usual };
	for (const k of Object.keys(usual)) if (given.has(k)) state[k] = given.get(k);
	return state;
}

function written(state) {
	const said = new URLSearchParams();
	for (const k of Object.keys(usual)) if (state[k] !== usual[k]) said.set(k, state[k]);
	const text = said.toString();
	return text ? "#" + text : location.pathname + location.search;
}

// write puts the state into the address: as a new entry that back comes back from, or over the one that is there.
export function write(state, entry) {
	const to = written(state);
	if (to === location.hash || (to[0] !== "#" && !location.hash)) return;
	history[entry ? "pushState" : "replaceState"](null, "", to);
}
