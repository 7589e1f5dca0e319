import { redact } from "../core/text/redact.ts";
import { lastMessages } from "./conversation-summary.ts";
import type { Gather, Gathered } from "./gather.ts";
import type { CopilotChunk, CopilotPorts } from "./ports.ts";

/** Web passages that are added, and the best passages that decide about the evidence. */
const maxOfWeb = 6;
const measured = 3;

/** The same ports, with web pages beside the documents when they are wanted. */
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
    const web = found.slice(0, maxOfWeb);
    const chunks = [...gathered.chunks, ...web];
    const best = Math.max(gathered.best ?? 0, ...web.map(({ similarity }) => similarity ?? 0)) || null;
    return { ...gathered, chunks, retrieval: nearestOf(gathered, web), best, web: "searched" };
  };
}

/** The better evidence of both counts: a question may be answered by the web and not by the documents, or the other way round. */
function nearestOf({ retrieval }: Gathered, web: readonly CopilotChunk[]): number | null {
  const known = web.flatMap(({ similarity }) => similarity ?? []).toSorted((one, other) => other - one);
  if (known.length === 0) return retrieval;
  const best = known.slice(0, measured);
  return Math.max(retrieval ?? 0, best.reduce((sum, each) => sum + each, 0) / best.length);
}

/** Earlier messages that explain "it" and "there" in a question. */
const saidForQuery = 5;
/** Longest query: search engines ignore longer ones, and a model that writes more has not written a query. */
const maxOfQuery = 200;

/** By a model; the question itself when it fails. The query contains no personal data, because another company's server gets it. */
async function queryFor(words: string, { said, signal, writeWebQuery }: CopilotPorts): Promise<string> {
  const own = forStrangers(words.replaceAll(/@web\b/giu, " "));
  if (!writeWebQuery) return own;
  try {
    const written = forStrangers(await writeWebQuery({ words, said: lastMessages(said, saidForQuery) }, signal));
    return written === "" || written.length > maxOfQuery ? own : written;
  } catch {
    signal.throwIfAborted();
    return own;
  }
}

/** Numbers of orders, tickets, customers and phones; a year or an amount is shorter. */
const numbersOfSomebody = /#\d+|(?<![\p{L}\d])[\p{L}]{0,4}[-_]?\d{7,}(?!\d)|\+\d[\d ()/-]{6,}\d/gu;

/** The words without addresses, keys, card numbers and customer numbers. @returns an empty text when no word is left */
export function forStrangers(words: string): string {
  const rest = redact(words)
    .replaceAll(/\[(?:private key|token|key|password|email|card|iban|ip|data)\]/g, " ")
    .replaceAll(numbersOfSomebody, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return /\p{L}{2}/u.test(rest) ? rest : "";
}
