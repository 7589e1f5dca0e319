import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-error.ts";
import type { Composer } from "../composer/composer-store.ts";
import { aidCalls } from "./assist-calls.ts";
import { aidsOf } from "./assist-store.ts";
import { plainLanguageName } from "./own-language.ts";

export interface AnswerTranslator {
  /** What the button says; null where there is nothing to translate to, or nobody who does. */
  label: string | null;
  busy: ReadonlySignal<boolean>;
  problem: ReadonlySignal<string>;
  run(): void;
}

/** Puts the answer into the visitor's language, to be read and edited before it is sent. */
export function useAnswerTranslation(box: Composer): AnswerTranslator {
  const { api } = useWorkspace();
  const store = aidsOf(api, box.ticketId);
  const calls = useMemo(() => aidCalls(api.admin), [api]);
  const busy = useSignal(false);
  const problem = useSignal("");
  const language = store.foreign.value;
  const isReady = language !== null && store.aids.value?.translation === "ready";
  const run = async () => {
    const text = box.text.peek();
    if (busy.value || !language || text.trim() === "") return;
    busy.value = true;
    problem.value = "";
    try {
      const made = await calls.translateText(box.ticketId, { text, language });
      // What was typed meanwhile is not thrown away.
      if (box.text.peek() === text) box.original.translated(made);
      else problem.value = "The text has changed in the meantime. Try again.";
    } catch (error) {
      problem.value = errorSentence(error);
    } finally {
      busy.value = false;
    }
  };
  return {
    label: isReady && !box.original.words.value ? `Translate to ${plainLanguageName(language)}` : null,
    busy,
    problem,
    run: () => void run(),
  };
}
