// What the page shows is in its address, behind #, which is not sent to servers: a link shows the same to a colleague, and back goes back.
//
//	#form=%3C4+x+i32%3E…&tab=prove     the explorer, which has no route
//	#regions?v=8&w=4                   another view, by its route
//
// Of a view's state the address has what is not as usual.

// here is the route that the address has, and what it says besides.
export function here() {
	const hash = location.hash.slice(1);
	const route = /^[a-z][a-z0-9-]*(?=\?|$)/.exec(hash)?.[0] ?? "";
	return { route, said: hash.slice(route && route.length + 1) };
}

// state is a view's state, of which usual has every key, as the address says it.
export function state(usual, said) {
	const given = new URLSearchParams(said);
	const s = { ...usual };
	for (const k of Object.keys(usual)) if (given.has(k)) s[k] = given.get(k);
	return s;
}

// hash is what stands behind # for a state, with the #.
export function hash(route, usual, s) {
	const said = new URLSearchParams();
	for (const k of Object.keys(usual)) if (String(s[k]) !== String(usual[k])) said.set(k, s[k]);
	const text = said.toString();
	return "#" + (route && text ? route + "?" + text : route + text);
}

// write puts a hash into the address: as a new entry that back comes back from, or over the one that is there. The latter happens with every letter and every move of a pointer. A browser takes tens of
// milliseconds to show another address, and refuses to some times a second: so it is written when the hand rests.
export function write(hash, entry) {
	if (!entry) {
		clearTimeout(timer);
		waiting = hash;
		timer = setTimeout(() => put(waiting, false), rest);
		return;
	}
	settle();
	put(hash, true);
}

// settle writes what waits: whoever leaves what is shown is to come back to it.
export function settle() {
	clearTimeout(timer);
	if (waiting !== null) put(waiting, false);
}

// forget gives up what waits: the address is another one.
export function forget() {
	clearTimeout(timer);
	waiting = null;
}

const rest = 250; // milliseconds
let waiting = null, timer = 0;

function put(hash, entry) {
	waiting = null;
	if (hash === (location.hash || "#")) return;
	history[entry ? "pushState" : "replaceState"](null, "", hash === "#" ? location.pathname + location.search : hash);
}
