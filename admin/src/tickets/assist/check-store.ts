import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { CheckedAnswer, CheckedPassage, CheckedSentence } from "../../../../protocol/admin-check.ts";
import { agentAssistRoutes } from "../../../../protocol/routes/agent-assist.ts";
import type { Api } from "../../api.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { createLatest } from "../../ui/latest.ts";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import type { Composer } from "../composer/composer-store.ts";
import { focusAnswer } from "../composer/focus-answer.ts";
import { citationsIn } from "../composer/sources-store.ts";
import { assistTime } from "./assist-store.ts";
import { markPlace, marksOf, withoutMarks } from "./check-marks.ts";

type CheckState =
  | { type: "none" }
  /** An earlier result stays readable during a check. */
  | { type: "checking"; before: CheckedAnswer | null }
  | { type: "done"; answer: CheckedAnswer }
  | { type: "failed"; message: string };

export interface CheckStore {
  readonly state: ReadonlySignal<CheckState>;
  /** True when the reply differs from the checked text. Citation marks do not count. */
  readonly isStale: ReadonlySignal<boolean>;
  run(): Promise<void>;
  close(): void;
  /** The citation mark for a sentence and its position; null when there are too many sources or the text changed. */
  cite(sentence: CheckedSentence, passage: CheckedPassage): { place: number; mark: string } | null;
  /** Whether the sentence cites the passage already. */
  isCited(sentence: CheckedSentence, passage: CheckedPassage): boolean;
}

/** Checks a reply against the documents before it is sent. */
function createCheckStore(
  { call }: Pick<Api, "call">,
  box: Pick<Composer, "ticketId" | "text" | "sources">,
): CheckStore {
  const state = signal<CheckState>({ type: "none" });
  const checked = signal("");
  const latest = createLatest();
  const isStale = computed(() => state.value.type !== "none" && withoutMarks(box.text.value) !== checked.value);
  return {
    state,
    isStale,
    async run() {
      const text = box.text.peek();
      if (text.trim() === "") return;
      const before = state.peek();
      checked.value = withoutMarks(text);
      state.value = { type: "checking", before: before.type === "done" ? before.answer : null };
      const citations = citationsIn(text, box.sources.all.peek());
      await latest.run(
        (stop) =>
          call(
            agentAssistRoutes.checkAnswer,
            { id: box.ticketId, body: { text: checked.peek(), ...(citations.length > 0 ? { citations } : {}) } },
            { ...assistTime, signal: stop },
          ),
        (answer) => (state.value = { type: "done", answer }),
        (error) => (state.value = { type: "failed", message: errorSentence(error) }),
      );
    },
    close() {
      latest.cancel();
      state.value = { type: "none" };
    },
    cite(sentence, passage) {
      if (isStale.peek()) return null;
      const index = box.sources.add({ ...passage, text: sentence.quote ?? "" });
      return index === null ? null : { place: markPlace(box.text.peek(), sentence), mark: ` [${index}]` };
    },
    isCited(sentence, { chunk_id }) {
      const marks = marksOf(box.text.value, sentence);
      return box.sources.shown.value.some((source) => source.chunk_id === chunk_id && marks.includes(source.index));
    },
  };
}

/** The check of one reply: `c` starts it, closing the composer ends it. */
export function useAnswerCheck(box: Composer): { check: CheckStore; runCheck: () => void } {
  const { api } = useWorkspace();
  const check = useMemo(() => createCheckStore(api, box), [api, box]);
  useEffect(() => check.close, [check]);
  // Sent or deleted: the result belongs to no text.
  useEffect(
    () =>
      effect(() => {
        if (box.text.value.trim() === "") check.close();
      }),
    [box, check],
  );
  const runCheck = () => {
    // Nothing to check: focus the field.
    if (box.text.peek().trim() === "") focusAnswer();
    else void check.run();
  };
  useShortcuts({
    c: (event) => {
      event.preventDefault();
      runCheck();
    },
  });
  return { check, runCheck };
}
