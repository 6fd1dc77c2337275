// A word of 32 bits, as it is read: the bits are those of the answer.

const at = new DataView(new ArrayBuffer(4));

// half is the number that 16 bits are.
function half(bits) {
	const sign = bits >> 15 ? -1 : 1, exponent = (bits >> 10) & 31, fraction = bits & 1023;
	if (exponent === 31) return fraction ? NaN : sign * Infinity;
	return sign * (exponent ? 2 ** (exponent - 25) * (1024 + fraction) : 2 ** -24 * fraction);
}

const short = (x) => (Object.is(x, -0) ? "-0" : String(Number(x.toPrecision(6))));

export const readings = {
	x: { name: "hexadecimal", of: (hex) => hex },
	f: { name: "f32", of: (hex) => { at.setUint32(0, parseInt(hex, 16)); return short(at.getFloat32(0)); } },
	s: { name: "signed", of: (hex) => String(parseInt(hex, 16) | 0) },
	u: { name: "unsigned", of: (hex) => String(parseInt(hex, 16)) },
	h: { name: "two f16", of: (hex) => short(half(parseInt(hex.slice(4), 16))) + " " + short(half(parseInt(hex.slice(0, 4), 16))) },
};

// all is a word in every reading.
export function all(hex) {
	return `0x${hex}  ${readings.u.of(hex)} unsigned  ${readings.s.of(hex)} signed  ${readings.f.of(hex)} f32  ${readings.h.of(hex)} low and high f16`;
}
