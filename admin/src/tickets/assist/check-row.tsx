import type { CheckedPassage, CheckedSentence, Difference, Verdict } from "../../../../protocol/admin-check.ts";
import { CitationPopover } from "../../ui/citation-popover.tsx";
import { useGlance } from "../../ui/use-glance.ts";
import type { CheckRowCite } from "./check-panel.tsx";
import type { CheckStore } from "./check-store.ts";

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

/** One sentence and what was found on it; the passage stands beside it while it is pointed at. */
export function CheckRow({ sentence, passage, check, onCite }: CheckRowProps) {
  const { verdict, text, difference } = sentence;
  const canCite = verdict === "supported" && passage?.hidden === null && !check.isStale.value;
  return (
    <li class={`proof-row proof-${verdict}`}>
      <span class="proof-verdict">
        <span class="proof-dot" aria-hidden="true" />
        {verdictWords[verdict]}
      </span>
      <div class="proof-said">
        <p dir="auto">{text}</p>
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

/** The passage's title; its words on hover and focus, and to stay with a press. */
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
