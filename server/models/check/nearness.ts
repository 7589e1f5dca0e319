import type { EmbedTexts } from "../embeddings/port.ts";
import type { EvidenceLine } from "./evidence-lines.ts";
import type { Statement } from "./statement.ts";

/** Lines of all sentences whose vectors are made; each costs some milliseconds. */
const maxLines = 64;
/** Characters of a line that are read. */
const maxChars = 300;

/** How near a line is to a statement in meaning: a cosine, 0 where nobody compared them. */
export interface Nearness {
  of(statement: Statement, line: EvidenceLine): number;
}

interface Compared {
  statement: Statement;
  /** Best first. */
  found: readonly { line: EvidenceLine; coverage: number }[];
}

/** Compares sentences with their likeliest lines. Without an engine, or while it fails, words alone count. */
export async function compareLines(sentences: readonly Compared[], embed: EmbedTexts | undefined): Promise<Nearness> {
  const asked = sentences.filter(({ found }) => found.length > 0);
  const ranked = asked.flatMap(({ found }) => found.map(({ line }, rank) => ({ line, rank })));
  const lines = [...new Set(ranked.toSorted((one, other) => one.rank - other.rank).map(({ line }) => line))];
  const chosen = lines.slice(0, maxLines);
  if (!embed || chosen.length === 0) return { of: () => 0 };
  const texts = [...asked.map(({ statement }) => statement.text.slice(0, maxChars)), ...chosen.map(readAs)];
  const vectors = await embed(texts).catch(() => []);
  const said = new Map(asked.map(({ statement }, index) => [statement, vectors[index]]));
  const read = new Map(chosen.map((line, index) => [line, vectors[asked.length + index]]));
  return { of: (statement, line) => cosine(said.get(statement), read.get(line)) };
}

/** Below its heading: an item alone does not say what it is about. */
function readAs({ heading, text }: EvidenceLine): string {
  return `${heading}\n${text.replace(/\s+/g, " ")}`.slice(0, maxChars);
}

/** Of unit vectors. */
function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other) return 0;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
