import type { Usage } from "../../../protocol/messages.ts";
import type { SuggestInput } from "../../assistant/ports.ts";
import { newId } from "../../core/ids.ts";
import { readySentences } from "../../core/text/ready/index.ts";
import { storeMessage } from "../store/store-message.ts";
import type { TurnDeps } from "./deps.ts";
import { endTurn } from "./end-turn.ts";
import { backFromPerson, endOf, storeShownDraft } from "./endings.ts";
import { toSuggestion } from "./related-sections.ts";
import type { RunningTurn } from "./turn-context.ts";

/** Ends the turn with suggested sections as the answer. The ticket stays with the assistant until the visitor asks for the team. */
export function endWithSuggestion(
  deps: TurnDeps,
  turn: RunningTurn,
  { question, draft, tools, related, usage }: SuggestInput & { usage: Usage },
): Promise<void> {
  const { ticketId, turnId, language } = turn;
  return endTurn(deps, turn, {
    outcome: { status: "done", rephrasedQuestion: question, grading: draft?.grading },
    speaker: "assistant",
    async record(tx) {
      const shown = turn.hasShownText && draft ? await storeShownDraft(tx, turn, draft) : [];
      const content = readySentences[language].suggested;
      const sections = related.flatMap((chunk) => toSuggestion(chunk, language));
      const message = { id: newId(), ticketId, turnId, role: "assistant" as const, content };
      const { events } = await storeMessage(
        tx,
        { ...message, usage, tools, related: sections },
        { before: backFromPerson(turn), after: [endOf(turn)] },
      );
      return [...shown, ...events];
    },
  });
}
