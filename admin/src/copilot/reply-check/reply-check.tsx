import { MarkdownView } from "../../ui/markdown-view.tsx";
import { useButtonWork } from "../../ui/work.ts";
import "../copilot.css";
import "../results/results.css";
import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AuditResult } from "../../../../protocol/copilot.ts";
import type { CopilotMenu, CopilotMessage } from "../../../../protocol/copilot-conversations.ts";
import { useWorkspace } from "../../app-context.ts";
import type { Composer } from "../../tickets/composer/composer-store.ts";
import { focusAnswer } from "../../tickets/composer/focus-answer.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { onEscape } from "../../ui/shortcuts.tsx";
import { copilotStoreOf } from "../copilot-store.ts";
import { verbsFor } from "../message-verbs.ts";
import { QuestionCard } from "../question-card.tsx";
import { ProofContext, useProofs } from "../results/proof.tsx";
import { StatusBanner } from "../results/result-audit.tsx";
import { StateLine, useLook } from "../state-line.tsx";
import { type ReplyCheck as Check, checkReply, closeCheck } from "./reply-checks.tsx";
import { FindingCard, Quotes } from "./reply-finding.tsx";

/** Checks the reply of a ticket against the policies: findings of the copilot with suggestions to apply. */
export function ReplyCheck({ box, check }: { box: Composer; check: Check }) {
  const { api, copilot } = useWorkspace();
  const store = copilotStoreOf(api);
  const { conversationId: id } = check;
  useEffect(() => void store.readMenu(), [store]);
  useEffect(() => void store.open(id), [store, id]);
  useSignalEffect(() => {
    const news = copilot.news.value;
    if (news) store.heard(news.conversationId, news.statusText);
  });
  const conversation = store.conversation.state.value;
  const shown = conversation.type === "ready" && conversation.value.id === id ? conversation.value : null;
  const message = shown?.messages.findLast(({ role }) => role === "copilot");
  const isRunning = message?.state === "running";
  useLook(store, isRunning);
  const menu = store.menu.state.value;
  const close = () => closeCheck(api, box.ticketId);
  return (
    <section
      class="reply-check"
      aria-labelledby="reply-check-title"
      aria-busy={isRunning}
      onKeyDown={onEscape(() => {
        close();
        focusAnswer();
      })}
    >
      <Head conversationId={id} onClose={close} />
      <LoadedPart
        state={shown || conversation.type !== "ready" ? conversation : { type: "loading" }}
        name="The check"
        onRetry={() => void store.open(id)}
      >
        {() =>
          message ? (
            <Checked
              message={message}
              menu={menu.type === "ready" ? menu.value : null}
              box={box}
              verbs={verbsFor(store, { conversationId: id, messageId: message.id })}
              status={store.status.value}
            />
          ) : null
        }
      </LoadedPart>
      {message && !isRunning && message.state !== "asking" ? <Again box={box} check={check} /> : null}
    </section>
  );
}

function Head({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  return (
    <header class="reply-check-head">
      <h2 id="reply-check-title">Policy check</h2>
      <a
        class="icon-btn small"
        href={`/console/copilot/${conversationId}`}
        aria-label="Open in the copilot"
        title="Open in the copilot"
      >
        <Icon name="external" />
      </a>
      <button type="button" class="icon-btn small" aria-label="Close the policy check" onClick={onClose}>
        <Icon name="close" />
      </button>
    </header>
  );
}

/** Checks the changed reply again. */
function Again({ box, check }: { box: Composer; check: Check }) {
  const { api } = useWorkspace();
  const { busy, run } = useButtonWork();
  const isEmpty = box.text.value.trim() === "";
  const again = async () => {
    if (busy.peek() || isEmpty) return;
    await run(() => checkReply(api, box.ticketId, box.text.peek()));
  };
  return (
    <p class="reply-check-again">
      {box.text.value.trim() === check.text.trim() ? null : (
        <span class="muted">You have edited the reply since this check.</span>
      )}
      <button type="button" class="btn small" aria-disabled={busy.value || isEmpty} onClick={() => void again()}>
        Check again
      </button>
    </p>
  );
}

interface CheckedProps {
  message: CopilotMessage;
  menu: CopilotMenu | null;
  box: Composer;
  verbs: ReturnType<typeof verbsFor>;
  status: string | null;
}

function Checked({ message, menu, box, verbs, status }: CheckedProps) {
  const result = message.body?.result;
  return (
    <div class="reply-check-body" aria-live="polite">
      {message.questions.map((asked) => (
        <QuestionCard key={asked.question.id} asked={asked} menu={menu} onAnswer={verbs.answer} />
      ))}
      <StateLine message={message} status={status} verbs={verbs} />
      {result?.action === "audit" ? (
        <Found key={message.id} result={result} message={message} box={box} />
      ) : message.state === "done" ? (
        <MarkdownView text={message.content} />
      ) : null}
    </div>
  );
}

function Found({ result, message, box }: { result: AuditResult; message: CopilotMessage; box: Composer }) {
  const { documents = [], excerpts = [] } = message.body ?? {};
  const proofs = useProofs({ documents, excerpts });
  const policyOf = (target: string) => documents.find(({ version_id: version }) => version === target);
  const differing = result.beside.filter(({ changes }) => changes.length > 0);
  return (
    <ProofContext.Provider value={proofs}>
      <StatusBanner result={result} />
      <ul class="reply-findings">
        {result.findings.map((finding) => (
          <li key={finding.id}>
            <FindingCard
              finding={finding}
              policy={policyOf(finding.target_version_id)}
              excerpt={excerpts[finding.there]}
              box={box}
            />
          </li>
        ))}
        {(differing.length > 0 ? differing : result.beside).map((pair) => (
          <li key={pair.here.start}>
            <Quotes pair={pair} policy={policyOf(pair.target_version_id)} excerpt={excerpts[pair.there]} />
          </li>
        ))}
      </ul>
    </ProofContext.Provider>
  );
}
