import { plainText } from "../../../../ui/markdown/plain-text.ts";
import "./assist.css";
import type {
  CheckedAnswer,
  CheckedPassage,
  CheckedSentence,
  Difference,
  Verdict,
} from "../../../../protocol/admin-check.ts";
import { GradeBadge } from "../../ui/chips.tsx";
import { CitationPopover } from "../../ui/citation-popover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useGlance } from "../../ui/popover.ts";
import { onEscape } from "../../ui/shortcuts.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { focusAnswer } from "../composer/focus-answer.ts";
import type { CheckStore } from "./check-store.ts";

interface CheckPanelProps {
  check: CheckStore;
  /** Inserts a citation mark into the reply. */
  onCite: (place: number, mark: string) => void;
  onTooMany: () => void;
}

/** Compares the reply with the documents, sentence by sentence. */
export function CheckPanel({ check, onCite, onTooMany }: CheckPanelProps) {
  const state = check.state.value;
  if (state.type === "none") return null;
  const answer = state.type === "done" ? state.answer : state.type === "checking" ? state.before : null;
  const cite: CheckRowCite = (sentence, passage) => {
    const found = check.cite(sentence, passage);
    if (found) onCite(found.place, found.mark);
    else onTooMany();
  };
  return (
    <section
      class="proof"
      aria-labelledby="check-title"
      aria-busy={state.type === "checking"}
      onKeyDown={onEscape(() => {
        check.close();
        focusAnswer();
      })}
    >
      <header class="proof-head">
        <h2 id="check-title">Source check</h2>
        {answer?.grade && state.type === "done" ? <GradeBadge grade={answer.grade} /> : null}
        <span class="proof-sum" role="status">
          {state.type === "checking" ? "Reading the documents…" : answer ? sumOf(answer) : ""}
        </span>
        <button type="button" class="btn small ghost" onClick={() => void check.run()}>
          Check again
        </button>
        <button type="button" class="icon-btn small" aria-label="Close the check" onClick={check.close}>
          <Icon name="close" />
        </button>
      </header>
      {state.type === "failed" ? (
        <p class="form-error" role="alert">
          Not checked. {state.message}
        </p>
      ) : null}
      {state.type === "checking" && !answer ? <Skeleton rows={2} kind="row" label="Checking" /> : null}
      {answer ? (
        <div class={`proof-body ${check.isStale.value || state.type === "checking" ? "proof-stale" : ""}`}>
          {check.isStale.value && state.type === "done" ? (
            <p class="proof-hint proof-warn">You have edited the text since this check.</p>
          ) : null}
          <Found answer={answer} check={check} cite={cite} />
        </div>
      ) : null}
    </section>
  );
}

type CheckRowCite = (sentence: CheckedSentence, passage: CheckedAnswer["passages"][number]) => void;

function Found({ answer, check, cite }: { answer: CheckedAnswer; check: CheckStore; cite: CheckRowCite }) {
  if (answer.read === 0)
    return <p class="proof-hint">No document covers this text, so there is nothing to check it against.</p>;
  return (
    <>
      {answer.without_model ? <p class="proof-hint">{withoutModel[answer.without_model]}</p> : null}
      <ol class="proof-list" aria-label="Sentences of the answer">
        {answer.sentences.map((sentence) => (
          <CheckRow
            key={sentence.start}
            sentence={sentence}
            passage={sentence.passage === null ? null : (answer.passages[sentence.passage] ?? null)}
            check={check}
            onCite={cite}
          />
        ))}
      </ol>
      {answer.missing.length > 0 ? (
        <p class="proof-hint" dir="auto">
          <strong>Unanswered questions:</strong> {answer.missing.join(" · ")}
        </p>
      ) : null}
      <p class="proof-foot">“In the documents” means that a passage says so, not that it is true.</p>
    </>
  );
}

const withoutModel = {
  over_budget: "Compared by words and numbers only: the model budget is used up.",
  failed: "Compared by words and numbers only: the model did not answer.",
} as const;

/** For example `3 in the documents, 1 differs, 2 not found`. */
function sumOf({ sentences }: CheckedAnswer): string {
  const count = (verdict: CheckedSentence["verdict"]) => sentences.filter((each) => each.verdict === verdict).length;
  const [found, other, absent] = [count("supported"), count("contradicted"), count("not_found")];
  const parts = [
    found > 0 ? `${found} in the documents` : "",
    other > 0 ? `${other} ${other === 1 ? "differs" : "differ"}` : "",
    absent > 0 ? `${absent} not found` : "",
  ];
  return parts.filter((part) => part !== "").join(", ") || "Nothing to check";
}

const verdictWords: Record<Verdict, string> = {
  supported: "In the documents",
  contradicted: "Differs",
  not_found: "Not found",
  aside: "Nothing to check",
};

const hiddenWords: Record<NonNullable<CheckedPassage["hidden"]>, string> = {
  internal: "Team only: not shown to visitors",
  not_yet_valid: "Not public yet",
  expired: "No longer public",
  other_set: "In a set that is not searched",
  retired: "Withdrawn",
  outdated: "From an earlier version",
};

interface CheckRowProps {
  sentence: CheckedSentence;
  passage: CheckedPassage | null;
  check: CheckStore;
  onCite: CheckRowCite;
}

/** One sentence with its result; the passage is shown on hover. */
function CheckRow({ sentence, passage, check, onCite }: CheckRowProps) {
  const { verdict, text, difference } = sentence;
  const canCite = verdict === "supported" && passage?.hidden === null && !check.isStale.value;
  return (
    <li class={`proof-row proof-${verdict}`}>
      <span class="proof-verdict">
        <span class="proof-dot" aria-hidden="true" />
        {verdictWords[verdict]}
      </span>
      <div class="proof-said">
        <p dir="auto">{plainText(text)}</p>
        {difference ? <p class="proof-difference">{differenceWords(difference)}</p> : null}
        {passage && sentence.quote ? (
          <div class="proof-place">
            <PassageButton sentence={sentence} passage={passage} />
            {passage.hidden && verdict !== "not_found" ? <span class="chip">{hiddenWords[passage.hidden]}</span> : null}
            {canCite && passage ? (
              check.isCited(sentence, passage) ? (
                <span class="muted">Cited</span>
              ) : (
                <button type="button" class="btn small" onClick={() => onCite(sentence, passage)}>
                  Insert citation
                </button>
              )
            ) : null}
          </div>
        ) : null}
      </div>
    </li>
  );
}

/** The passage's title; shows its text on hover and focus, and keeps it open on click. */
function PassageButton({ sentence, passage }: { sentence: CheckedSentence; passage: CheckedPassage }) {
  const { open, close, handlers } = useGlance();
  const { title, url, page, heading, chunk_id } = passage;
  return (
    <>
      <button type="button" class="proof-passage" {...handlers}>
        {sentence.verdict === "not_found" ? "Nearest: " : ""}
        <span dir="auto">
          {[title, page ? `page ${page}` : heading?.split(" > ").at(-1)].filter(Boolean).join(" · ")}
        </span>
      </button>
      {open ? (
        <CitationPopover
          key={String(open.glance)}
          citation={{
            index: 1,
            chunk_id,
            title,
            quote: sentence.quote ?? "",
            ...(url ? { url } : {}),
            ...(page ? { page } : {}),
            ...(heading ? { heading } : {}),
          }}
          unnumbered
          {...open}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function differenceWords({ kind, here, there }: Difference): string {
  if (kind === "negation") return there === "" ? `The passage has no “${here}”.` : `The passage says “${there}”.`;
  return `You say “${here}”, the passage says “${there}”.`;
}
