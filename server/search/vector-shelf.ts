/** Vectors of passages that are not published, which have no row of their own: 6 MB with the built-in model. */
const mostVectors = 4_000;

/** Remembers the vectors of passages that are tried out, the last used of them. Empty after a restart, when they are made anew. */
export class VectorShelf {
  readonly #vectors = new Map<string, Float32Array>();

  get(tenantId: string, chunkId: string): Float32Array | undefined {
    const key = `${tenantId}:${chunkId}`;
    const vector = this.#vectors.get(key);
    if (vector) this.#put(key, vector);
    return vector;
  }

  set(tenantId: string, chunkId: string, vector: Float32Array): void {
    this.#put(`${tenantId}:${chunkId}`, vector);
    for (const oldest of this.#vectors.keys()) {
      if (this.#vectors.size <= mostVectors) return;
      this.#vectors.delete(oldest);
    }
  }

  /** A map is in the order of what was put last. */
  #put(key: string, vector: Float32Array): void {
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
  }
}
