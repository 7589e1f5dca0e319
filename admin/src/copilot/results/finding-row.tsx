import { useSignal } from "@preact/signals";
import type { CopilotDocument, Excerpt, Finding } from "../../../../protocol/copilot.ts";
import type { BroughtBack } from "../../../../protocol/copilot-context.ts";
import type { FindingJudgement, JudgementRequest } from "../../../../protocol/copilot-conversations.ts";
import { useWorkspace } from "../../app-context.ts";
import { percent } from "../../ui/format.ts";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { mustHave } from "../../ui/must-have.ts";
import { onEscape } from "../../ui/shortcuts.tsx";
import { fullTime } from "../../ui/time.ts";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { useButtonWork } from "../../ui/work.ts";
import { BringBack, BroughtLine } from "../branches/message-foot.tsx";
import { titleOf } from "../composer/menu-entries.ts";
import type { ResultVerbs } from "../message-verbs.ts";
import { ChangedText } from "./marked-change.tsx";
import { Marks } from "./proof.tsx";

export const severityWords = { high: "High", medium: "Medium", low: "Low" } as const;

interface FindingRowProps {
  finding: Finding;
  policy: CopilotDocument | undefined;
  excerpt: Excerpt | undefined;
  judged: FindingJudgement | undefined;
  /** The parent conversation, if the finding was brought back there. */
  brought: BroughtBack | undefined;
  verbs: ResultVerbs;
}

/** One finding: its consequence, both quotes side by side, a better wording, and the user's judgement. */
export function FindingRow({ finding, policy, excerpt, judged, brought, verbs }: FindingRowProps) {
  const { severity, theme, consequence, confidence, suggestion } = finding;
  const bringThis = async (id: string) => (await verbs.bringBack?.({ id, finding_id: finding.id })) ?? null;
  return (
    <tr class={judged ? `copilot-judged copilot-judged-${judged.verdict}` : ""}>
      <td>
        <p class="copilot-finding-head">
          <span class={`chip copilot-severity-${severity}`}>{severityWords[severity]}</span>
          <strong dir="auto">{theme}</strong>
          <span class="muted">confidence {percent(confidence)}</span>
        </p>
        <MarkdownView text={consequence} />
        <div class="copilot-quotes">
          <figure>
            <figcaption>The text</figcaption>
            {finding.here ? (
              <blockquote>
                <ChangedText text={finding.here.text} changes={finding.changes} side="here" />
              </blockquote>
            ) : (
              <p class="muted">Not mentioned.</p>
            )}
          </figure>
          <figure>
            <figcaption dir="auto">{policy ? titleOf(policy) : "The policy"}</figcaption>
            <blockquote>
              <ChangedText text={excerpt?.text ?? ""} changes={finding.changes} side="there" />{" "}
              <Marks proof={[finding.there]} />
            </blockquote>
          </figure>
        </div>
        {suggestion ? <Suggestion text={suggestion} /> : null}
      </td>
      <td>
        <Verdict finding={finding} judged={judged} verbs={verbs} />
        {brought ? (
          <BroughtLine brought={brought} />
        ) : verbs.bringBack ? (
          <BringBack label="Bring this back" about={finding.theme} onBring={bringThis} />
        ) : null}
      </td>
    </tr>
  );
}

function Suggestion({ text }: { text: string }) {
  const { toasts } = useWorkspace();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toasts.show("Copied the suggestion");
    } catch {
      toasts.fail("Your browser blocked copying. Select the text instead.");
    }
  };
  return (
    <div class="copilot-suggestion">
      <div>
        <span class="muted">Suggestion</span>
        <MarkdownView text={text} />
      </div>
      <button type="button" class="btn small" aria-label="Copy the suggestion" onClick={() => void copy()}>
        Copy
      </button>
    </div>
  );
}

function Verdict({ finding, judged, verbs }: Pick<FindingRowProps, "finding" | "judged" | "verbs">) {
  const { run } = useButtonWork();
  const asking = useSignal(false);
  const judge = async (judgement: JudgementRequest) => {
    if (await run(() => verbs.judge(finding.id, judgement))) asking.value = false;
  };
  const place = useKeptFocus<HTMLDivElement>(judged?.verdict ?? (asking.value ? "asking" : "open"));
  return (
    <div
      ref={place}
      class="copilot-verdict-place"
      role="group"
      aria-label={`Your verdict on ${finding.theme}`}
      tabIndex={-1}
    >
      {judged ? (
        <Judged judged={judged} theme={finding.theme} onTakeBack={() => void judge({ verdict: null })} />
      ) : asking.value ? (
        <DismissForm
          onDismiss={(reason) => void judge({ verdict: "dismissed", reason })}
          onClose={() => (asking.value = false)}
        />
      ) : (
        <Open
          theme={finding.theme}
          onAccept={() => void judge({ verdict: "accepted" })}
          onDismiss={() => (asking.value = true)}
        />
      )}
    </div>
  );
}

function Open({ theme, onAccept, onDismiss }: { theme: string; onAccept: () => void; onDismiss: () => void }) {
  return (
    <div class="copilot-verdict copilot-verdict-open">
      <button type="button" class="btn small" aria-label={`Accept: ${theme}`} onClick={onAccept}>
        Accept
      </button>
      <button type="button" class="btn small" aria-label={`Dismiss: ${theme}`} onClick={onDismiss}>
        Dismiss…
      </button>
    </div>
  );
}

interface JudgedProps {
  judged: FindingJudgement;
  theme: string;
  onTakeBack: () => void;
}

function Judged({ judged, theme, onTakeBack }: JudgedProps) {
  return (
    <div class="copilot-verdict">
      <p title={fullTime(judged.at)}>
        <strong>{judged.verdict === "accepted" ? "Accepted" : "Dismissed"}</strong> by {judged.by}
      </p>
      {judged.reason ? (
        <p class="muted" dir="auto">
          {judged.reason}
        </p>
      ) : null}
      <button type="button" class="btn small" aria-label={`Undo: ${theme}`} onClick={onTakeBack}>
        Undo
      </button>
    </div>
  );
}

function DismissForm({ onDismiss, onClose }: { onDismiss: (reason: string) => void; onClose: () => void }) {
  const reason = useSignal("");
  return (
    <form
      class="copilot-verdict"
      onSubmit={(event) => {
        event.preventDefault();
        onDismiss(reason.value.trim());
      }}
      onKeyDown={onEscape(onClose)}
    >
      <label class="field">
        <span>Why?</span>
        <textarea
          class="input"
          rows={2}
          maxLength={1_000}
          autofocus
          ref={(element) => {
            mustHave("Enter the reason.")(element);
            if (reason.value === "") element?.focus();
          }}
          value={reason.value}
          onInput={(event) => {
            reason.value = event.currentTarget.value;
          }}
        />
      </label>
      <div class="copilot-verdict-open">
        <button type="submit" class="btn small primary">
          Dismiss
        </button>
        <button type="button" class="btn small" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
