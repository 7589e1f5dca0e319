import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { Message } from "../../../../protocol/messages.ts";
import { agentAssistRoutes } from "../../../../protocol/routes/agent-assist.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { Spinner } from "../../ui/states.tsx";
import type { Composer } from "../composer/composer-store.ts";
import { assistOf, assistTime, isTranslatable } from "./assist-store.ts";
import { ownLanguage, plainLanguageName } from "./own-language.ts";

/** The message in the agent's language; on a click, or for the whole thread. */
export function MessageTranslation({ message, ticketId }: { message: Message; ticketId: string }) {
  const { api, may } = useWorkspace();
  const store = assistOf(api, ticketId);
  if (store.foreign.value === null || store.assist.value?.translation !== "ready") return null;
  const state = store.translations.value.get(message.id);
  if (!state) {
    if (!may("agent") || !isTranslatable(message)) return null;
    return (
      <button type="button" class="translate-btn" onClick={() => void store.translate(message.id)}>
        Translate
      </button>
    );
  }
  if (state.type === "asking")
    return (
      <p class="translation-note" role="status">
        <Spinner /> Translating…
      </p>
    );
  if (state.type === "failed")
    return (
      <p class="translation-note" role="alert">
        Not translated. {state.message}{" "}
        <button type="button" class="translate-btn" onClick={() => void store.translate(message.id)}>
          Try again
        </button>
      </p>
    );
  const { content, lost } = state.made;
  return (
    <div class="translation" lang={ownLanguage.value}>
      <p class="translation-note">
        Translated into {plainLanguageName(ownLanguage.value)} by a model{" "}
        <button type="button" class="translate-btn" onClick={() => store.hide(message.id)}>
          Hide
        </button>
      </p>
      <MarkdownView text={content} citations={message.citations} />
      {lost.length > 0 ? <p class="translation-lost">{lostWords(lost)}</p> : null}
    </div>
  );
}

/** Below a translated reply: the original, differences, and a button to restore it. */
export function AnswerTranslation({ box, translator }: { box: Composer; translator: AnswerTranslator }) {
  const original = box.original.words.value;
  if (translator.problem.value)
    return (
      <p class="answer-translation form-error" role="alert">
        Not translated. {translator.problem.value}
      </p>
    );
  if (!original) return null;
  return (
    <div class="answer-translation" role="status">
      <p>
        Translated into {plainLanguageName(original.language)} by a model. Check it before you send it. Your original
        text is kept as a note.{" "}
        <button type="button" class="translate-btn" onClick={() => box.original.takeBack()}>
          Back to your text
        </button>
      </p>
      <details>
        <summary>Original text</summary>
        <div class="answer-original">
          <MarkdownView text={original.text} />
        </div>
      </details>
      {original.lost.length > 0 ? <p class="translation-lost">{lostWords(original.lost)}</p> : null}
    </div>
  );
}

export interface AnswerTranslator {
  /** Label of the button; null when no translation is possible or needed. */
  label: string | null;
  busy: ReadonlySignal<boolean>;
  problem: ReadonlySignal<string>;
  run(): void;
}

/** Translates the reply into the visitor's language; the agent can edit it before sending. */
export function useAnswerTranslation(box: Composer): AnswerTranslator {
  const { api } = useWorkspace();
  const store = assistOf(api, box.ticketId);
  const busy = useSignal(false);
  const problem = useSignal("");
  const language = store.foreign.value;
  const isReady = language !== null && store.assist.value?.translation === "ready";
  const run = async () => {
    const text = box.text.peek();
    if (busy.value || !language || text.trim() === "") return;
    busy.value = true;
    problem.value = "";
    try {
      const made = await api.call(
        agentAssistRoutes.translateAnswer,
        { id: box.ticketId, body: { text, language } },
        assistTime,
      );
      // Keep text that was typed meanwhile.
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

/** Longer lists are not useful to read. */
const mostNamed = 6;

/** Parts of the original that the translation lacks. */
function lostWords(lost: readonly string[]): string {
  const named = lost.slice(0, mostNamed).map((part) => `“${part}”`);
  const more = lost.length > mostNamed ? ` and ${lost.length - mostNamed} more` : "";
  return `Differs from the original: ${named.join(", ")}${more}. Check before you rely on it.`;
}
