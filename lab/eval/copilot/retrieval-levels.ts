import { createLocalEmbedder } from "../../../server/assistant/models/local/local-embedder.ts";
import { type Domain, openDataSets } from "../data/sets.ts";

/**
 * `node dist/lab/eval/copilot/retrieval-levels.js DIR`: measures the similarity of the three best passages to questions that the documents
 * answer, and to another tenant's questions that they do not answer. The thresholds of `server/copilot/evidence-level.ts` are based on it.
 */
const dir = process.argv[2] ?? ".";
const embedder = createLocalEmbedder({});
const pieceChars = 1_000;
const mostPieces = 600;
const mostQuestions = 80;
const best = 3;

const quantiles = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95];

const sets = openDataSets(dir);
const domains = [...((await sets.doc2dial()) ?? []), ...((await sets.mtrag()) ?? [])];
if (domains.length === 0) console.warn(`Nothing to measure: ${dir} contains neither doc2dial nor mtrag`);

const vectorsOf = new Map<string, Float32Array[]>();
for (const domain of domains) vectorsOf.set(domain.name, await embedAll(piecesOf(domain)));

console.log(`set                answerable?        ${quantiles.map((q) => `p${q * 100}`.padStart(6)).join("")}`);
for (const [place, domain] of domains.entries()) {
  const pieces = vectorsOf.get(domain.name) ?? [];
  const strangers = domains[(place + 1) % domains.length];
  print(domain.name, "yes", await meansOf(questionsOf(domain), pieces));
  if (strangers && strangers !== domain) print(domain.name, "no", await meansOf(questionsOf(strangers), pieces));
}
await embedder.close();

/** First questions of conversations, which name their topic. */
function questionsOf({ queries }: Domain): string[] {
  return queries
    .filter(({ answerable, history }) => answerable && history.length === 0)
    .map(({ question }) => question)
    .filter((question) => question.split(" ").length > 3)
    .slice(0, mostQuestions);
}

/** Passages that answer the questions come first, so that none is left out. */
function piecesOf({ passages, queries }: Domain): string[] {
  const wanted = new Set(queries.flatMap(({ relevant }) => relevant));
  const ordered = passages.toSorted((one, other) => Number(wanted.has(other.id)) - Number(wanted.has(one.id)));
  return ordered
    .flatMap(({ title, text }) =>
      Array.from({ length: Math.ceil(text.length / pieceChars) }, (_, at) =>
        `${title}\n${text.slice(at * pieceChars, (at + 1) * pieceChars)}`.trim(),
      ),
    )
    .slice(0, mostPieces);
}

async function embedAll(texts: string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += 32)
    vectors.push(...(await embedder.embed(texts.slice(at, at + 32), { priority: "bulk" })));
  return vectors;
}

async function meansOf(questions: string[], pieces: Float32Array[]): Promise<number[]> {
  const vectors = await embedAll(questions);
  return vectors
    .map((vector) => {
      const near = pieces.map((piece) => piece.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0));
      return (
        near
          .toSorted((one, other) => other - one)
          .slice(0, best)
          .reduce((sum, each) => sum + each, 0) / best
      );
    })
    .toSorted((one, other) => one - other);
}

function print(name: string, answered: string, means: number[]): void {
  const at = (q: number) => means[Math.min(means.length - 1, Math.floor(q * means.length))] ?? Number.NaN;
  console.log(
    `${name.padEnd(18)} ${answered.padEnd(17)} ${quantiles.map((q) => at(q).toFixed(2).padStart(6)).join("")}  (${means.length})`,
  );
}
