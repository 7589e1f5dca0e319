import { redact } from "../core/text/redact.ts";
import { lastSaid } from "./conversation-summary.ts";
import type { Gather, Gathered } from "./gather.ts";
import type { CopilotChunk, CopilotPorts } from "./ports.ts";

/** Passages of the web beside those of the documents, and how many of the best the evidence is measured by. */
const mostOfWeb = 6;
const measured = 3;

/** The same way of finding, with pages of the web beside the documents where they are wanted. */
export function withWeb(gather: Gather): Gather {
  return async (state, words, ports) => {
    if (!state.web) return gather(state, words, ports);
    const searched = queryFor(words, ports).then((query) => {
      if (query === "") return [];
      ports.tell(`Searching the web for “${query}”`);
      return ports.findOnWeb(query);
    });
    const [gathered, found] = await Promise.all([gather(state, words, ports), searched]);
    if (found === null) return { ...gathered, web: "failed" };
    const web = found.slice(0, mostOfWeb);
    const chunks = [...gathered.chunks, ...web];
    const best = Math.max(gathered.best ?? 0, ...web.map(({ similarity }) => similarity ?? 0)) || null;
    return { ...gathered, chunks, retrieval: nearestOf(gathered, web), best, web: "searched" };
  };
}

/** Evidence is the better of both: a question that the documents know nothing of may have its answer on the web, and the other way round. */
function nearestOf({ retrieval }: Gathered, web: readonly CopilotChunk[]): number | null {
  const known = web.flatMap(({ similarity }) => similarity ?? []).toSorted((one, other) => other - one);
  if (known.length === 0) return retrieval;
  const best = known.slice(0, measured);
  return Math.max(retrieval ?? 0, best.reduce((sum, each) => sum + each, 0) / best.length);
}

/** Messages that say what "it" and "there" in a question mean. */
const saidForQuery = 5;
/** A search engine reads no more of a query, and a model that writes more has not written one. */
const mostOfQuery = 200;

/** By a model where there is one; the question itself where it fails. What a stranger's server is asked names nobody. */
async function queryFor(words: string, { said, signal, writeWebQuery }: CopilotPorts): Promise<string> {
  const own = forStrangers(words.replaceAll(/@web\b/giu, " "));
  if (!writeWebQuery) return own;
  try {
    const written = forStrangers(await writeWebQuery({ words, said: lastSaid(said, saidForQuery) }, signal));
    return written === "" || written.length > mostOfQuery ? own : written;
  } catch {
    signal.throwIfAborted();
    return own;
  }
}

/** Numbers of orders, tickets, customers and phones; a year or an amount is shorter. */
const numbersOfSomebody = /#\d+|(?<![\p{L}\d])[\p{L}]{0,4}[-_]?\d{7,}(?!\d)|\+\d[\d ()/-]{6,}\d/gu;

/** Words without addresses, keys, cards and numbers of somebody. @returns nothing where no word is left */
export function forStrangers(words: string): string {
  const rest = redact(words)
    .replaceAll(/\[(?:private key|token|key|password|email|card|iban|ip|data)\]/g, " ")
    .replaceAll(numbersOfSomebody, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return /\p{L}{2}/u.test(rest) ? rest : "";
}
