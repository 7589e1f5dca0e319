import { useSignal } from "@preact/signals";
import type { Beside, CopilotDocument, Excerpt, Finding } from "../../../../protocol/copilot.ts";
import type { Composer } from "../../tickets/composer/composer-store.ts";
import { answerBox, replaceIn } from "../../tickets/composer/focus-answer.ts";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { titleOf } from "../composer/menu-entries.ts";
import { severityWords } from "../results/finding-row.tsx";
import { ChangedText } from "../results/marked-change.tsx";
import { Marks } from "../results/proof.tsx";
import { nearestPlace, sentenceWith, spaced } from "./reply-suggestion.ts";

interface QuotesProps {
  pair: Pick<Beside, "there" | "changes"> & { here: Beside["here"] | null };
  policy: CopilotDocument | undefined;
  excerpt: Excerpt | undefined;
}

/** The quote from the reply above the quote from the policy. */
export function Quotes({ pair: { here, there, changes }, policy, excerpt }: QuotesProps) {
  return (
    <div class="reply-quotes">
      {here ? (
        <figure>
          <figcaption>Your reply</figcaption>
          <blockquote>
            <ChangedText text={here.text} changes={changes} side="here" />
          </blockquote>
        </figure>
      ) : null}
      <figure>
        <figcaption dir="auto">{policy ? titleOf(policy) : "The policy"}</figcaption>
        <blockquote>
          <ChangedText text={excerpt?.text ?? ""} changes={changes} side="there" /> <Marks proof={[there]} />
        </blockquote>
      </figure>
    </div>
  );
}

interface FindingCardProps {
  finding: Finding;
  policy: CopilotDocument | undefined;
  excerpt: Excerpt | undefined;
  box: Composer;
}

/** A finding with its quotes and a suggestion to apply. */
export function FindingCard({ finding, policy, excerpt, box }: FindingCardProps) {
  const { severity, theme, consequence, suggestion } = finding;
  return (
    <article aria-label={theme}>
      <p class="copilot-finding-head">
        <span class={`chip copilot-severity-${severity}`}>{severityWords[severity]}</span>
        <strong dir="auto">{theme}</strong>
      </p>
      <MarkdownView text={consequence} />
      <Quotes pair={finding} policy={policy} excerpt={excerpt} />
      {suggestion ? <Suggestion finding={finding} box={box} /> : null}
    </article>
  );
}

/** An inserted text and the text that it replaced. */
interface Edit {
  at: number;
  removed: string;
  added: string;
}

/** A better wording, which replaces the wrong sentence or is inserted at the cursor. */
function Suggestion({ finding: { here, suggestion, theme }, box }: Pick<FindingCardProps, "finding" | "box">) {
  const edit = useSignal<Edit | null>(null);
  const reply = box.text.value;
  const place = here && sentenceWith(reply, here);
  const done = edit.value && nearestPlace(reply, edit.value.added, edit.value.at) !== null ? edit.value : null;
  const kept = useKeptFocus<HTMLDivElement>(done ? "done" : "open");
  const write = (at: number, removed: string, added: string) => {
    const area = answerBox();
    if (area) replaceIn(area, { start: at, end: at + removed.length }, added);
    else box.write(`${reply.slice(0, at)}${added}${reply.slice(at + removed.length)}`);
  };
  const take = () => {
    const at = place?.start ?? Math.min(answerBox()?.selectionStart ?? reply.length, reply.length);
    const removed = place ? reply.slice(place.start, place.end) : "";
    const added = place ? suggestion : spaced(reply, at, suggestion);
    write(at, removed, added);
    edit.value = { at, removed, added };
  };
  const undo = ({ at, removed, added }: Edit) => {
    write(nearestPlace(reply, added, at) ?? at, added, removed);
    edit.value = null;
  };
  return (
    <div ref={kept} class="reply-suggestion" role="group" aria-label={`Suggestion: ${theme}`} tabIndex={-1}>
      <MarkdownView text={suggestion} />
      {done ? (
        <p class="reply-taken">
          <Icon name="check" /> <span role="status">{done.removed ? "Replaced" : "Inserted"}</span>
          <button type="button" class="btn small" aria-label={`Undo: ${theme}`} onClick={() => undo(done)}>
            Undo
          </button>
        </p>
      ) : (
        <button
          type="button"
          class="btn small"
          aria-label={`${place ? "Replace" : "Insert"}: ${theme}`}
          title={place ? "Replaces the sentence in your reply" : "Inserts the sentence at the cursor"}
          onClick={take}
        >
          {place ? "Replace" : "Insert"}
        </button>
      )}
    </div>
  );
}
