import { interrupt } from "@langchain/langgraph";
import type { ClarificationAnswer } from "../../../protocol/requests.ts";
import { onlyNamed } from "../../core/text/only-named.ts";
import { filledIn, namedChoices, type ReadyLanguage, readySentences } from "../../core/text/ready/index.ts";
import { refersBack } from "../../core/text/references.ts";
import { intentOf } from "../intent.ts";
import type { ClarifyInput, Reading } from "../ports.ts";
import { closeReadings, withoutPlaces } from "../readings.ts";
import {
  asHit,
  contextEntries,
  type SupportStateType,
  type SupportUpdate,
  standaloneQuestion,
  windowOf,
} from "../state.ts";
import { known, modelFailure, passagesOf, publishStatus, type SupportNode, type TurnPorts } from "../turn-ports.ts";
import { refusesAnswer, sectionsShown } from "./retrieve.ts";

/** With more readings the question is too broad to ask back about. */
const maxReadings = 4;

/** Checks the cache first, but only for a question that means the same without the conversation. */
export const checkCache: SupportNode = async (state, ports) => {
  const isFirst = !state.messages.some((message) => message.role === "visitor");
  if (!isFirst && refersBack(state.question, ports.tenant.locale)) return {};
  publishStatus(ports, "check_cache");
  return asHit(await ports.cache.lookup(state.question));
};

/** Checks the cache again after a rewrite; an unchanged question was checked before. Never repeats the previous answer. */
export const checkCacheAgain: SupportNode = async (state, ports) => {
  if (state.refused.length > 0) return {};
  const hit = await ports.cache.lookup(standaloneQuestion(state));
  const last = state.messages.findLast(({ role }) => role === "assistant")?.content;
  return hit !== null && hit.answer === last && standaloneQuestion(state) !== state.question ? {} : asHit(hit);
};

/** Rewrites the last message as a standalone question. Without a history and memories there is nothing to add. */
export const contextualize: SupportNode = async (state, ports) => {
  const { memories = [] } = ports;
  if (state.messages.length === 0 && memories.length === 0) return { rephrased_question: state.question };
  publishStatus(ports, "contextualize");
  try {
    const input = { question: state.question, history: state.messages, tenant: ports.tenant, ...known(ports) };
    const { question, unchanged, failed, readings = [] } = await ports.model.contextualize(input, ports.signal);
    const clarification = mayAsk(state, ports) ? askWhich(readings, ports.language) : null;
    if (clarification !== null) {
      publishStatus(ports, "clarify");
      return { clarification };
    }
    return {
      rephrased_question: unchanged || question.trim() === "" ? state.question : question,
      ...(failed ? { rewriting_failed: true } : {}),
      ...(refusesAnswer(state, ports) ? { refused: sectionsShown(state) } : {}),
    };
  } catch (error) {
    // The original question is still worth a search, and its answer gets the conversation. If the model is down, `generate` reports it.
    modelFailure(error);
    return { rephrased_question: state.question, rewriting_failed: true };
  }
};

/** Asks the visitor which of several close readings is meant, instead of guessing. Most questions pass unchanged. */
export const clarify: SupportNode = async (state, ports) => {
  if (!mayAsk(state, ports)) return {};
  const chunks = await passagesOf(state, ports);
  const readings = closeReadings(standaloneQuestion(state), chunks, ports.tenant);
  const meant = meantBefore(readings, state, ports);
  if (meant !== null) {
    const others = readings.flatMap(({ place }) => (place === undefined || place === meant.place ? [] : [place]));
    return { passed_over: others, context: contextEntries(withoutPlaces(chunks, others)) };
  }
  const clarification = askWhich(readings, ports.language);
  if (clarification !== null) publishStatus(ports, "clarify");
  return { clarification };
};

/** "What does the Team plan cost?" and then "How do I cancel it?": the one reading that the visitor's previous message names, or null. */
function meantBefore(readings: Reading[], { messages }: SupportStateType, { tenant }: TurnPorts): Reading | null {
  const before = messages.findLast(({ role }) => role === "visitor")?.content;
  if (before === undefined || readings.length < 2) return null;
  const labels = readings.map(({ label }) => label);
  return readings[onlyNamed(before, labels, tenant.locale)] ?? null;
}

/** Asks at most once per question, and not when an agent has given a hint or the tenant has switched it off. */
function mayAsk(state: SupportStateType, { tenant }: TurnPorts): boolean {
  return tenant.clarify === true && !state.was_clarified && state.hint === "";
}

/** The question back for two to four readings; null for fewer or more. */
export function askWhich(readings: Reading[], language: ReadyLanguage = "en"): Omit<ClarifyInput, "question"> | null {
  if (readings.length < 2 || readings.length > maxReadings) return null;
  // The text lists the readings, too, for clients without buttons.
  const labels = readings.map(({ label }) => label);
  return {
    prompt: filledIn(readySentences[language].whichOne, { choices: namedChoices(labels, language) }),
    options: readings.map((reading, index) => ({ ...reading, id: String(index + 1) })),
  };
}

/** Resume value of a thread that waits for the visitor: always an object. */
export interface Choosing {
  answer: ClarificationAnswer;
}

/** Pauses until the visitor has chosen. It does nothing else, so running it again on resume costs nothing. */
export const awaitChoice: SupportNode = (state, ports) => {
  const { answer } = interrupt<{ type: "await_choice" }, Choosing>({ type: "await_choice" });
  return {
    ...choiceUpdate(answer, state.clarification?.options ?? []),
    // Checkpoints contain no texts of the conversation.
    messages: windowOf(ports.history ?? []),
  };
};

/** State update for the visitor's answer. A text counts as an ordinary message; the assistant does not ask back twice. */
export function choiceUpdate(answer: ClarificationAnswer, options: ClarifyInput["options"]): SupportUpdate {
  const asked = { clarification: null, was_clarified: true };
  if (answer.type === "cancel") return { ...asked, is_cancelled: true };
  if (answer.type === "text")
    return { ...asked, question: answer.text, rephrased_question: "", intent: intentOf(answer.text), context: [] };
  const chosen = options.find((option) => option.id === answer.choice);
  if (chosen?.asks_team) return { ...asked, intent: "asked_for_person", context: [] };
  const others = options.flatMap((option) => (option !== chosen && option.place ? [option.place] : []));
  return {
    ...asked,
    rephrased_question: chosen?.question ?? "",
    passed_over: chosen?.place ? others : [],
    context: [],
  };
}
