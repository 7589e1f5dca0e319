import { type CopilotAction, type CopilotDocument, mostDocuments } from "../../../protocol/copilot.ts";
import { type AskedFor, type NamedDocuments, namesByModel, namesByTitle, unique } from "../name-documents.ts";
import type { CopilotPorts } from "../ports.ts";
import { askForDocuments, mayUseWeb } from "../questions.ts";
import type { CopilotStateType, CopilotUpdate } from "../state.ts";

/** Finds the documents: only the tagged ones if there are any, otherwise the named ones. Asks when a name fits several. */
export async function resolveDocuments(state: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { action, message, mentions } = state;
  if (action === null) return {};
  ports.tell("Finding the documents");
  const all = await ports.listDocuments();
  const text = action === "audit" && state.text === "" ? textWithin(message) : state.text;
  const web = (state.web || mentions.web === true) && ports.hasWeb && mayUseWeb(action);
  const tagged = taggedOf(state, all);
  if (tagged.length > 0) return { text, web, documents: inOrder(action, tagged) };
  // Words of the attached text name no documents.
  const words = text === "" ? message : message.replace(text, " ");
  const named = await nameThem(
    { text: words, documents: all, said: ports.said, registry: ports.registry },
    action,
    ports,
  );
  const known: CopilotUpdate = { text, web, focus: state.focus ?? named.focus, guessed: named.guessed };
  if (named.unclear.length > 0) return { ...known, question: askWhich(action, named) };
  if (named.found.length > 0) return { ...known, documents: inOrder(action, named.found).slice(0, mostDocuments) };
  // A question searches the whole library, even when its text names documents.
  if (action === "inquire") return known;
  if (action === "audit") return text === "" ? known : { ...known, documents: await nearestPolicies(text, all, ports) };
  if (named.unknown.length === 0) return known;
  const names = named.unknown.map((name) => `“${name}”`).join(", ");
  const prompt = `I can't find ${names}. Which document do you mean?`;
  return { ...known, question: askForDocuments(action, prompt, { options: offer(all, ports.registry) }) };
}

/** Names documents by a model; by titles when there is none or it fails. */
async function nameThem(asked: AskedFor, action: CopilotAction, ports: CopilotPorts): Promise<NamedDocuments> {
  const byTitle = () => namesByTitle(asked, { needsDocuments: action !== "inquire" });
  const { nameDocuments, signal } = ports;
  if (!nameDocuments) return byTitle();
  try {
    return await namesByModel(asked, { signal, nameDocuments });
  } catch {
    signal.throwIfAborted();
    return byTitle();
  }
}

function taggedOf({ mentions }: CopilotStateType, all: readonly CopilotDocument[]): CopilotDocument[] {
  const sets = mentions.sets ?? [];
  const ofIds = (mentions.documents ?? []).flatMap((id) => all.find(({ version_id: version }) => version === id) ?? []);
  const ofSets = all.filter(({ is_current: isCurrent, set }) => isCurrent && set !== null && sets.includes(set));
  return unique([...ofIds, ...ofSets]);
}

/** Versions of one document are compared from old to new. */
function inOrder(action: CopilotAction, documents: readonly CopilotDocument[]): CopilotDocument[] {
  if (action !== "compare") return [...documents];
  const places = [...new Set(documents.map(({ document_id: id }) => id))];
  return documents.toSorted(
    (one, other) => places.indexOf(one.document_id) - places.indexOf(other.document_id) || one.version - other.version,
  );
}

function askWhich(action: CopilotAction, { unclear, found }: NamedDocuments) {
  const names = unclear.map(({ name }) => `“${name}”`).join(" and ");
  const prompt = `${names} ${unclear.length > 1 ? "fit" : "fits"} several documents. Which one do you mean?`;
  const options = unique([...found, ...unclear.flatMap(({ candidates }) => candidates)]);
  return askForDocuments(action, prompt, { options, certain: found });
}

/** Documents to offer: recently used ones first, then recently changed ones. */
export function offer(all: readonly CopilotDocument[], first: readonly CopilotDocument[]): CopilotDocument[] {
  const current = all.filter(({ is_current: isCurrent }) => isCurrent);
  return unique([...first, ...current.toSorted((one, other) => other.created_at.localeCompare(one.created_at))]);
}

/** Most passages that are searched to find policies near a text. */
const policyPassages = 24;
/** Token limit of policy passages, so high that only their number is limited. */
const policyTokens = 8_000;

/** The policies nearest to the text; documents of another type when there are none. */
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

/** Shortest text to work on, in characters. Shorter passages belong to the question. */
const minTextChars = 40;

/**
 * The text to check in a message: between quotation marks, below a first line that ends with a colon, or below an empty line.
 * @returns it unchanged; empty when there is none.
 */
export function textWithin(message: string): string {
  const quoted = /["“„«](?<text>[^"”“„«»]{40,})["”“»]/u.exec(message)?.groups?.["text"];
  if (quoted !== undefined) return quoted.trim();
  const colon = /:\s*\n?(?<text>[\s\S]{40,})$/u.exec(message)?.groups?.["text"];
  const below = /\n\s*\n(?<text>[\s\S]{40,})$/u.exec(message)?.groups?.["text"];
  const text = (below ?? colon ?? "").trim();
  return text.length >= minTextChars ? text : "";
}
