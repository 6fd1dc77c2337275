// A module of WebAssembly as pack.go packs it, where it stands what is in the streams and what tokens are.

const inFloats = 8, inDoubles = 9, inReturns = 10, inBranches = 11, inTables = 12, inHeads = 13, inRest = 14, inSifted = 15, streams = 16, opens = 17, closes = 18;
const siftPart = 32 << 10, siftWords = 5;

// fetchModule is the module at an address.
export async function fetchModule(from) {
	const r = await fetch(from);
	if (!r.ok) throw new Error(`${from}: ${r.status} ${r.statusText}`);
	const plain = new Response(r.body.pipeThrough(new DecompressionStream("gzip")));
	return WebAssembly.compile(unpack(new Uint8Array(await plain.arrayBuffer())));
}

// A Reader reads bytes, and numbers as WebAssembly has them, of at most 32 bits.
class Reader {
	constructor(bytes) { [this.bytes, this.at] = [bytes, 0]; }

	part(n) { return this.bytes.subarray(this.at, (this.at += n)); }

	number() {
		for (let v = 0, shift = 0; ; shift += 7) {
			const c = this.bytes[this.at++];
			v |= (c & 127) << shift;
			if (c < 128) return v;
		}
	}

	signed() {
		for (let v = 0, shift = 7; ; shift += 7) {
			const c = this.bytes[this.at++];
			v |= (c & 127) << (shift - 7);
			if (c < 128) return c & 64 && shift < 32 ? v | (-1 << shift) : v;
		}
	}
}

// A Writer writes the same.
class Writer {
	constructor(length) { [this.bytes, this.at] = [new Uint8Array(length), 0]; }

	all(bytes) {
		this.bytes.set(bytes, this.at);
		this.at += bytes.length;
	}

	number(v) {
		for (; v > 127; v >>>= 7) this.bytes[this.at++] = (v & 127) | 128;
		this.bytes[this.at++] = v;
	}

	signed(v) {
		for (; v < -64 || v > 63; v >>= 7) this.bytes[this.at++] = (v & 127) | 128;
		this.bytes[this.at++] = v & 127;
	}

	// copy copies a number, whatever its length.
	copy(from) {
		while ((this.bytes[this.at++] = from.bytes[from.at++]) > 127);
	}
}

// unpack is the module that was packed.
export function unpack(packed) {
	const head = new Reader(packed), out = new Writer(head.number()), begin = head.number(), functions = head.number();
	const lengths = Array.from({ length: streams }, () => head.number());
	const tokens = Array.from({ length: 256 }, () => ({ kind: head.bytes[head.at++], text: head.part(head.bytes[head.at++]) }));
	const from = lengths.map((n) => new Reader(head.part(n)));
	const rest = unsift(from[inRest].bytes, from[inSifted].bytes);
	out.all(rest.subarray(0, begin));
	for (let k = 0; k < functions; k++) putFunction(out, k, tokens, from);
	out.all(rest.subarray(begin));
	return out.bytes;
}

// putFunction writes function k. How long it is stands before it.
function putFunction(out, k, tokens, from) {
	const start = out.at, room = 2; // enough for the length of most
	out.at += room;
	putHead(out, from[inHeads]);
	putInstructions(out, k, tokens, from);
	const end = out.at, n = end - start - room, width = n < 1 << 7 ? 1 : n < 1 << 14 ? 2 : n < 1 << 21 ? 3 : 4;
	if (width !== room) out.bytes.copyWithin(start + width, start + room, end);
	out.at = start;
	out.number(n);
	out.at += n;
}

function putHead(out, from) {
	const n = from.number();
	out.number(n);
	for (let k = 0; k < n; k++) {
		out.copy(from);
		out.bytes[out.at++] = from.bytes[from.at++];
	}
}

function putInstructions(out, k, tokens, from) {
	let place = -1, depth = 1; // where Go went on last, and how many blocks are open
	const { bytes, at } = from[0];
	let next = at;
	while (depth > 0) {
		const { kind, text } = tokens[bytes[next++]];
		for (let j = 0; j < text.length; j++) out.bytes[out.at++] = text[j];
		if (kind === 0) continue;
		else if (kind < inFloats) out.copy(from[kind]);
		else if (kind === opens) depth++;
		else if (kind === closes) depth--;
		else if (kind === inBranches) out.number(depth - from[inBranches].signed());
		else if (kind === inReturns) {
			place += from[inReturns].signed() + 1;
			out.signed(((0x1000 + k) << 16) + place);
		} else if (kind === inTables) putTable(out, from[inTables]);
		else out.all(from[kind].part(kind === inDoubles ? 8 : 4));
	}
	from[0].at = next;
}

function putTable(out, from) {
	const n = from.number();
	out.number(n);
	for (let j = 0, v = 0; j <= n; j++, v++) out.number((v += from.signed()));
}

// unsift puts the parts of what is no code in order again.
function unsift(sifted, how) {
	const out = sifted.slice();
	how.forEach((is, p) => {
		if (!is) return;
		const begin = p * siftPart, n = Math.min(siftPart, sifted.length - begin) >> 2, words = new Int32Array(n), at = (plane, k) => sifted[begin + plane * n + k];
		const view = new DataView(out.buffer, begin);
		for (let k = 0; k < n; k++) {
			words[k] = (at(0, k) | (at(1, k) << 8) | (at(2, k) << 16) | (at(3, k) << 24)) + (k >= siftWords ? words[k - siftWords] : 0);
			view.setInt32(4 * k, words[k], true);
		}
	});
	return out;
}
