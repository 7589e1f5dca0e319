import type { Composer } from "../composer/composer-store.ts";
import { lostWords } from "./lost-words.ts";
import { plainLanguageName } from "./own-language.ts";
import type { AnswerTranslator } from "./use-answer-translation.ts";

/** Below a translated answer: its original, what differs, and the way back. */
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
        <p class="answer-original" dir="auto">
          {original.text}
        </p>
      </details>
      {original.lost.length > 0 ? <p class="translation-lost">{lostWords(original.lost)}</p> : null}
    </div>
  );
}
