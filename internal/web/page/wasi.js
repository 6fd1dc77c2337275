// What a Go program built for WASI wants of its surroundings, as far as the library uses it: a clock, random numbers, and somewhere to say why it ends. It has no files, no arguments and no network.

const ok = 0, badFile = 8, unknown = 52;

// surroundings are the imports of a module; memory says where the module's memory is.
export function surroundings(module, memory, complain) {
	const view = () => new DataView(memory().buffer);
	const none = (count, size) => {
		view().setUint32(count, 0, true);
		view().setUint32(size, 0, true);
		return ok;
	};
	let line = "";
	const given = {
		args_sizes_get: none,
		environ_sizes_get: none,
		args_get: () => ok,
		environ_get: () => ok,
		sched_yield: () => ok,
		clock_time_get(clock, precision, at) {
			const ms = clock === 0 ? Date.now() : performance.now();
			view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
			return ok;
		},
		random_get(at, n) {
			for (let k = 0; k < n; k += 65536) crypto.getRandomValues(new Uint8Array(memory().buffer, at + k, Math.min(n - k, 65536)));
			return ok;
		},
		fd_write(file, parts, count, written) {
			let n = 0;
			for (let k = 0; k < count; k++) {
				const at = view().getUint32(parts + 8 * k, true), size = view().getUint32(parts + 8 * k + 4, true);
				line += new TextDecoder().decode(new Uint8Array(memory().buffer, at, size));
				n += size;
			}
			const whole = line.split("\n");
			line = whole.pop();
			for (const l of whole) complain(l);
			view().setUint32(written, n, true);
			return ok;
		},
		fd_prestat_get: () => badFile,
		fd_fdstat_get: () => badFile,
		// Somebody sleeps: there is nothing else to do until then. An event has 32 bytes, the subscription's first eight first.
		poll_oneoff(subscriptions, events, count, done) {
			const v = view();
			let soonest = Infinity, which = 0;
			for (let k = 0; k < count; k++) {
				const at = subscriptions + 48 * k;
				if (v.getUint8(at + 8) !== 0) continue;
				const absolute = v.getUint16(at + 40, true) & 1, now = v.getUint32(at + 16, true) === 0 ? Date.now() : performance.now();
				const wait = Number(v.getBigUint64(at + 24, true)) / 1e6 - (absolute ? now : 0);
				if (wait < soonest) [soonest, which] = [wait, k];
			}
			if (soonest === Infinity) return unknown;
			for (const end = performance.now() + soonest; performance.now() < end;);
			for (let k = 0; k < 32; k++) v.setUint8(events + k, k < 8 ? v.getUint8(subscriptions + 48 * which + k) : 0);
			v.setUint32(done, 1, true);
			return ok;
		},
		proc_exit(code) { throw new Error("the library has ended with " + code); },
	};
	const imports = {};
	for (const { module: from, name } of WebAssembly.Module.imports(module)) {
		imports[from] ??= {};
		imports[from][name] = given[name] ?? (() => unknown);
	}
	return imports;
}

// A Library is the module, started.
export class Library {
	constructor(module, complain) {
		this.instance = new WebAssembly.Instance(module, surroundings(module, () => this.instance.exports.memory, complain));
		this.instance.exports._initialize();
	}

	ask(name, request) {
		const x = this.instance.exports, text = new TextEncoder(), first = text.encode(name), rest = text.encode(request);
		const at = x.request(first.length + rest.length) >>> 0;
		const into = new Uint8Array(x.memory.buffer, at, first.length + rest.length);
		into.set(first);
		into.set(rest, first.length);
		return this.#answer(x.ask(first.length));
	}

	describe() { return this.#answer(this.instance.exports.describe()); }

	#answer(n) {
		const at = this.instance.exports.answer() >>> 0;
		return new TextDecoder().decode(new Uint8Array(this.instance.exports.memory.buffer, at, n >>> 0));
	}
}
