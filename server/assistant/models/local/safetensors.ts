import { readFileSync } from "node:fs";
import { z } from "zod";

const headerSchema = z.record(
  z.string(),
  z.object({ dtype: z.string(), shape: z.array(z.number()), data_offsets: z.tuple([z.number(), z.number()]) }),
);

/** A model's named matrices, 16 bits per number. */
export interface Weights {
  shape(name: string): number[];
  /** Raw values from the file: IEEE half precision, little-endian. */
  halves(name: string): Uint8Array;
  floats(name: string): Float32Array;
}

/**
 * Reads a file in the safetensors format: the length of a JSON header, the header, then the numbers.
 * @throws Error when it contains anything but half precision.
 */
export function readSafetensors(path: string): Weights {
  const file = readFileSync(path);
  const start = 8 + Number(file.readBigUInt64LE(0));
  const { __metadata__: _about, ...tensors } = JSON.parse(file.toString("utf8", 8, start)) as Record<string, unknown>;
  const header = headerSchema.parse(tensors);
  const entry = (name: string) => {
    const found = header[name];
    if (found?.dtype !== "F16")
      throw new Error(`${name} is ${found ? `of type ${found.dtype}` : "missing"} in ${path}`);
    return found;
  };
  const halves = (name: string) => {
    const [from, to] = entry(name).data_offsets;
    return file.subarray(start + from, start + to);
  };
  return {
    shape: (name) => entry(name).shape,
    halves,
    floats: (name) => {
      const raw = halves(name);
      const values = new Float32Array(raw.length / 2);
      for (let index = 0; index < values.length; index += 1)
        values[index] = halfValues()[raw.readUInt16LE(index * 2)] ?? 0;
      return values;
    },
  };
}

let table: Float32Array | undefined;

/** The value of each 16-bit pattern; Node.js 20 has no half-precision array. */
function halfValues(): Float32Array {
  if (table) return table;
  table = new Float32Array(65_536);
  for (let bits = 0; bits < table.length; bits += 1) {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 31;
    const fraction = (bits & 1023) / 1024;
    if (exponent === 31) table[bits] = fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    else table[bits] = exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15);
  }
  return table;
}
