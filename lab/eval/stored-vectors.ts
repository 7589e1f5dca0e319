import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SizedEmbeddingPort } from "../../server/assistant/models/embeddings/port.ts";

/** Leading bytes of the SHA-256 of a text: enough to avoid collisions among some million texts. */
const keyBytes = 16;
const bytesPerNumber = 4;

/**
 * An embedder with a cache on disk, because embedding some ten thousand passages takes hours and every run needs the same. Reads each file
 * `<model>*.vec` of the folder and appends new vectors to `<model>.vec`.
 */
export function rememberVectors(embedder: SizedEmbeddingPort, folder: string): SizedEmbeddingPort {
  mkdirSync(folder, { recursive: true });
  const known = readVectors(folder, embedder);
  const file = join(folder, `${embedder.model}.vec`);

  async function vectorOf(text: string, options: { priority: "query" | "bulk" }): Promise<Float32Array> {
    const key = keyOf(text);
    const stored = known.get(key.toString("hex"));
    if (stored) return stored;
    const [vector] = await embedder.embed([text], options);
    if (!vector) throw new Error("the embedder returned no vector");
    known.set(key.toString("hex"), vector);
    appendFileSync(file, Buffer.concat([key, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]));
    return vector;
  }

  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    embed: (texts, options) => Promise.all(texts.map((text) => vectorOf(text, options))),
    close: () => embedder.close(),
  };
}

function readVectors(folder: string, { model, dimensions }: SizedEmbeddingPort): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  const recordBytes = keyBytes + dimensions * bytesPerNumber;
  for (const name of readdirSync(folder).filter((each) => each.startsWith(model) && each.endsWith(".vec"))) {
    const bytes = readFileSync(join(folder, name));
    // A killed run may have left an incomplete record at the end.
    for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
      const values = bytes.subarray(at + keyBytes, at + recordBytes);
      known.set(bytes.subarray(at, at + keyBytes).toString("hex"), new Float32Array(new Uint8Array(values).buffer));
    }
  }
  return known;
}

function keyOf(text: string): Buffer {
  return createHash("sha256").update(text).digest().subarray(0, keyBytes);
}
