import { type CopilotDocument, mostDocuments } from "../../../protocol/copilot.ts";
import type { CopilotPorts, NamedDocuments } from "../ports.ts";
import { askForDocuments, askForText } from "../questions.ts";
import { type AskedFor, resolveByWords, resolveNames } from "../resolve-documents.ts";
import type { CopilotStateType, CopilotUpdate, Settled } from "../state.ts";
import { textWithin } from "../text-within.ts";
import { documentLimits, mayUseWeb } from "../validate.ts";
import { asksForToday } from "../with-web.ts";

/**
 * Which documents are meant: those tagged, else those named. A name that fits several, or none, is asked about and never guessed.
 */
export async function resolveDocuments(state: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { settled, message } = state;
  const { action } = settled;
  if (action === null || settled.hasDocuments) return {};
  const all = await ports.listDocuments();
  const tagged = taggedOf(state, all);
  const text = action === "audit" && settled.text === "" ? textWithin(message) : settled.text;
  const wantsWeb = settled.web || state.mentions.web === true;
  const base: Settled = { ...settled, text, web: wantsWeb && ports.hasWeb && mayUseWeb(action) };
  // What a text says is no name of a document.
  const words = text === "" ? message : message.replace(text, " ");
  const named = await nameThem({ text: words, action, documents: all, tagged }, ports);
  const { least } = documentLimits[action];
  if (action === "audit" && text !== "" && named.found.length === 0 && saysOnlyPolicies(named))
    return { settled: { ...base, hasDocuments: true, documents: await nearestPolicies(text, all, ports) } };
  // What is tagged is certain; words beside it may be anything.
  const isMissed = tagged.length === 0 && (named.found.length < least || action !== "inquire");
  const unknown = isMissed ? named.unknown.map((name) => `“${name}”`).join(", ") : "";
  if (named.unclear.length > 0) return { settled: base, question: askWhich(action, named, unknown) };
  if (unknown !== "") {
    const prompt = `I can't find a document called ${unknown}. Which one do you mean?`;
    return {
      settled: base,
      question: askForDocuments(action, prompt, { options: offer(all, named.found), certain: named.found }),
    };
  }
  if (named.found.length > 0)
    return { settled: { ...base, hasDocuments: true, documents: named.found.slice(0, mostDocuments) } };
  // No document was named, so that a question of today's world is not one of a document's "latest version".
  if (action === "inquire")
    return { settled: { ...base, hasDocuments: true, web: base.web || (ports.hasWeb && asksForToday(words)) } };
  if (action === "audit") return { settled: base, question: askForText(action) };
  return {
    settled: base,
    question: askForDocuments(action, whichSentence(action), { options: offer(all, ports.registry) }),
  };
}

/** Where the model fails, the rules name them alone, and a person is asked for the rest. */
async function nameThem(asked: Pick<AskedFor, "text" | "action" | "documents" | "tagged">, ports: CopilotPorts) {
  const { said, registry, shown, signal, nameDocuments } = ports;
  const all: AskedFor = { ...asked, said, registry, shown };
  try {
    return await resolveNames(all, { signal, ...(nameDocuments ? { nameDocuments } : {}) });
  } catch (error) {
    signal.throwIfAborted();
    if (!nameDocuments) throw error;
    return resolveByWords(all);
  }
}

function taggedOf({ mentions }: CopilotStateType, all: readonly CopilotDocument[]): CopilotDocument[] {
  const ids = mentions.documents ?? [];
  const sets = mentions.sets ?? [];
  const one = ids.flatMap((id) => all.find(({ version_id: version }) => version === id) ?? []);
  return [
    ...one,
    ...all.filter((each) => each.is_current && each.set !== null && sets.includes(each.set) && !one.includes(each)),
  ];
}

const anyPolicies =
  /^(?:(?:all|any|our|the|my|unsere?n?|die|nos|les|nuestras|las)\s+)*(?:polic(?:y|ies)|documents?|guidelines?|rules|docs|terms|library|knowledge base|richtlinien|regeln|dokumente?n?|vorgaben|règles|documentos|políticas)$/iu;

/** No document is named but the policies as such. */
function saysOnlyPolicies({ unclear, unknown }: NamedDocuments): boolean {
  return [...unclear.map(({ name }) => name), ...unknown].every((name) => anyPolicies.test(name.trim()));
}

/** @param unknown names beside them that no document has, in quotes; empty where there are none */
function askWhich(action: NonNullable<Settled["action"]>, { unclear, found }: NamedDocuments, unknown: string) {
  const names = unclear.map(({ name }) => `“${name}”`).join(" and ");
  const several = `${names} ${unclear.length > 1 ? "match" : "matches"} several documents`;
  const sentence = unknown === "" ? several : `I can't find a document called ${unknown}, and ${several}`;
  const candidates = [...found, ...unclear.flatMap((each) => each.candidates)];
  return askForDocuments(action, `${sentence}. Which one do you mean?`, {
    options: unique(candidates),
    certain: found,
  });
}

function whichSentence(action: NonNullable<Settled["action"]>): string {
  return action === "compare" ? "Which two documents should I compare?" : "Which documents do you mean?";
}

/** Those used before, then those changed last. */
function offer(all: readonly CopilotDocument[], first: readonly CopilotDocument[]): CopilotDocument[] {
  const current = all.filter(({ is_current: isCurrent }) => isCurrent);
  return unique([...first, ...current.toSorted((one, other) => other.created_at.localeCompare(one.created_at))]);
}

function unique(documents: readonly CopilotDocument[]): CopilotDocument[] {
  return [...new Map(documents.map((each) => [each.version_id, each])).values()];
}

/** Passages that are looked at for which policies speak of a text. */
const policyPassages = 24;
/** Of the passages that stand for the policies: no limit that counts beside that of their number. */
const policyTokens = 8_000;

/** "Our policies": those that say most to the text; documents of another kind where there are none. */
async function nearestPolicies(
  text: string,
  all: readonly CopilotDocument[],
  ports: CopilotPorts,
): Promise<CopilotDocument[]> {
  const current = all.filter(({ is_current: isCurrent }) => isCurrent);
  const policies = current.filter(({ kind }) => kind === "policy");
  const among = policies.length > 0 ? policies : current;
  const versions = policies.length > 0 ? among.map(({ version_id: version }) => version) : [];
  const near = await ports.assemble({
    purpose: "targets",
    query: text.slice(0, 2_000),
    versions,
    among,
    pick: (ranked) => ranked.map((chunk) => ({ chunk })),
    limits: { found: policyPassages, tokens: policyTokens, most: mostDocuments },
  });
  const order = [...new Set(near.map(({ chunk }) => chunk.version_id))];
  return order.flatMap((id) => among.find(({ version_id: version }) => version === id) ?? []).slice(0, mostDocuments);
}
