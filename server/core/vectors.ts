/** The cosine of two vectors of length one; 0 when one is missing or they come from different models. */
export function unitCosine(one: Float32Array, other: Float32Array | undefined): number {
  if (other?.length !== one.length) return 0;
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
