import type { ReadyLanguage } from "../../text/ready/index.ts";
import type { ClarifyInput, Reading } from "../ports.ts";
import { whichOne } from "../prompts.ts";
import { closeReadings } from "../readings.ts";
import { type SupportStateType, standaloneQuestion } from "../state.ts";
import { passagesOf, type SupportNode, type TurnPorts, tellStatus } from "../turn-ports.ts";

/** More choices than this are no choice; the question is too wide to ask back about. */
const maxReadings = 4;

/** Asks which of several close readings is meant, instead of guessing. Most questions pass through. */
export const clarify: SupportNode = async (state, ports) => {
  if (!mayAsk(state, ports)) return {};
  const chunks = await passagesOf(state, ports);
  const clarification = askWhich(closeReadings(standaloneQuestion(state), chunks, ports.tenant), ports.language);
  if (clarification !== null) tellStatus(ports, "clarify");
  return { clarification };
};

/** Never twice about one question, never when an agent has said what matters, never when the tenant does not want it. */
export function mayAsk(state: SupportStateType, { tenant }: TurnPorts): boolean {
  return tenant.clarify === true && !state.was_clarified && state.hint === "";
}

/** The question back for two or three readings; null for fewer or more. */
export function askWhich(readings: Reading[], language?: ReadyLanguage): Omit<ClarifyInput, "question"> | null {
  if (readings.length < 2 || readings.length > maxReadings) return null;
  return {
    prompt: whichOne(
      readings.map((reading) => reading.label),
      language,
    ),
    options: readings.map((reading, index) => ({ ...reading, id: String(index + 1) })),
  };
}
