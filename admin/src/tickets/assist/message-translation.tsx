import type { Message } from "../../../../protocol/messages.ts";
import { useWorkspace } from "../../app-context.ts";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { Spinner } from "../../ui/states.tsx";
import { aidsOf, isTranslatable } from "./assist-store.ts";
import { lostWords } from "./lost-words.ts";
import { ownLanguage, plainLanguageName } from "./own-language.ts";

/** What was said, in the reader's language; behind a press, or for the whole thread. */
export function MessageTranslation({ message, ticketId }: { message: Message; ticketId: string }) {
  const { api, may } = useWorkspace();
  const store = aidsOf(api, ticketId);
  if (store.foreign.value === null || store.aids.value?.translation !== "ready") return null;
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
      {message.role === "visitor" ? (
        <p class="message-plain" dir="auto">
          {content}
        </p>
      ) : (
        <MarkdownView text={content} citations={message.citations} />
      )}
      {lost.length > 0 ? <p class="translation-lost">{lostWords(lost)}</p> : null}
    </div>
  );
}
