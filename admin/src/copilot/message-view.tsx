import type { ComponentChildren } from "preact";
import type {
  CopilotBody,
  CopilotMentions,
  CopilotMenu,
  CopilotMessage,
} from "../../../protocol/copilot-conversations.ts";
import type { Usage } from "../../../protocol/messages.ts";
import { count, spentWords } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { MarkdownView } from "../ui/markdown-view.tsx";
import { clockTime, fullTime } from "../ui/time.ts";
import { useKeptFocus } from "../ui/use-kept-focus.ts";
import { actionWords } from "./action-words.ts";
import { MergedLine, MessageFoot } from "./branches/message-foot.tsx";
import { tagIcons } from "./composer/mention-menu.tsx";
import { type Tag, titleOf } from "./composer/menu-entries.ts";
import { placeTags } from "./composer/tag-places.ts";
import type { MessageVerbs, ResultVerbs } from "./message-verbs.ts";
import { QuestionCard } from "./question-card.tsx";
import { ProofContext, useProofs } from "./results/proof.tsx";
import { AuditView } from "./results/result-audit.tsx";
import { ComparisonView } from "./results/result-comparison.tsx";
import { ConfidenceBadges, InquiryView, SourcesPanel, SummaryView } from "./results/result-summary.tsx";
import { StateLine } from "./state-line.tsx";

interface MessageProps {
  message: CopilotMessage;
  menu: CopilotMenu | null;
  verbs: MessageVerbs;
}

/** The user's text and tags. */
export function PersonMessage({ message, menu, verbs }: MessageProps) {
  return (
    <article class="copilot-asked" aria-label="You">
      <div class="copilot-said">
        {message.merged_from ? <MergedLine merged={message.merged_from} /> : null}
        <SaidWords content={message.content} mentions={message.mentions} menu={menu} />
        {message.attached ? (
          <details class="copilot-went-along">
            <summary>
              <Icon name="attach" /> Attached text{" "}
              <span class="muted">{count(message.attached.length)} characters</span>
            </summary>
            <p dir="auto">{message.attached}</p>
          </details>
        ) : null}
      </div>
      <MessageFoot message={message} verbs={verbs} />
    </article>
  );
}

interface CopilotMessageProps extends MessageProps {
  /** Current activity during a run. */
  status: string | null;
  /** Content below the result. */
  foot?: ComponentChildren;
}

/** A message of the copilot: its work, result or question. */
export function CopilotMessageView({ message, menu, status, verbs, foot }: CopilotMessageProps) {
  const { action, created_at: at } = message;
  const words = wordsOf(message);
  const answered = message.questions.filter((asked) => asked.answered !== null).length;
  const place = useKeptFocus<HTMLElement>(`${message.state} ${answered} ${message.brought_back.length}`);
  return (
    <article ref={place} class="copilot-turn" aria-label="Copilot" tabIndex={-1}>
      <header class="copilot-turn-head">
        <span class="avatar avatar-assistant" aria-hidden="true">
          <Icon name="spark" />
        </span>
        <h2>Copilot</h2>
        {action ? (
          <span class="chip copilot-action">
            <Icon name={actionWords[action].icon} /> {actionWords[action].name}
          </span>
        ) : null}
        <time class="muted" dateTime={at} title={fullTime(at)}>
          {clockTime(at)}
        </time>
      </header>
      {message.merged_from ? <MergedLine merged={message.merged_from} /> : null}
      {message.questions.map((asked) => (
        <QuestionCard key={asked.question.id} asked={asked} menu={menu} onAnswer={verbs.answer} />
      ))}
      {words && message.state !== "failed" ? (
        <div class="copilot-words">
          <MarkdownView text={words} />
        </div>
      ) : null}
      <StateLine message={message} status={status} verbs={verbs} />
      <MessageResult message={message} verbs={verbs} />
      <MessageFoot message={message} verbs={verbs}>
        {foot}
      </MessageFoot>
      {message.usage ? <UsageLine usage={message.usage} /> : null}
    </article>
  );
}

/** The message's text, unless a question or result already shows it or the sentence only counts the result. */
function wordsOf({ content, questions, body }: CopilotMessage): string {
  return body?.result || questions.some(({ question }) => question.prompt === content) ? "" : content;
}

interface ResultProps {
  body: CopilotBody;
  message: CopilotMessage;
  verbs: ResultVerbs;
}

/** A message's result with its sources; empty without a result. */
export function MessageResult({ message, verbs }: Omit<ResultProps, "body">) {
  return message.body ? <Result body={message.body} message={message} verbs={verbs} /> : null;
}

function Result({ body, message, verbs }: ResultProps) {
  const proofs = useProofs(body);
  if (!body.result) return null;
  return (
    <ProofContext.Provider value={proofs}>
      <ConfidenceBadges confidence={body.confidence} is_doubtful={body.is_doubtful} />
      <div class="copilot-result">{viewOf({ body, message, verbs })}</div>
      <SourcesPanel read={body.read} />
    </ProofContext.Provider>
  );
}

function viewOf({ body: { result, documents, confidence }, message, verbs }: ResultProps): ComponentChildren {
  switch (result?.action) {
    case "summarize":
      return <SummaryView result={result} documents={documents} />;
    case "inquire":
      return <InquiryView result={result} documents={documents} isJudged={confidence.judge === "model"} />;
    case "compare":
      return <ComparisonView result={result} documents={documents} isJudged={confidence.judge === "model"} />;
    case "audit":
      return <AuditView result={result} message={message} verbs={verbs} />;
    default:
      return null;
  }
}

function UsageLine({ usage }: { usage: Usage }) {
  const tokens = usage.input_tokens + usage.output_tokens;
  // Rule-based answers cost nothing.
  if (tokens === 0) return null;
  return <p class="copilot-usage muted">{spentWords(tokens, usage.cost_micros)}</p>;
}

interface SaidProps {
  content: string;
  mentions: CopilotMentions;
  menu: CopilotMenu | null;
}

/** The user's text with tags at their positions; tags whose names are not in the text are listed below. */
function SaidWords({ content, mentions, menu }: SaidProps) {
  const { pieces, rest } = placeTags(content, tagsOf(mentions, menu));
  return (
    <>
      <p class="copilot-words" dir="auto">
        {pieces.map((piece, place) =>
          typeof piece === "string" ? (
            piece
          ) : (
            <bdi key={place} class={`copilot-tag tag-${piece.kind}`} title={piece.label}>
              {piece.label}
            </bdi>
          ),
        )}
      </p>
      <TagList tags={rest} />
    </>
  );
}

function TagList({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null;
  return (
    <ul class="copilot-tags" aria-label="Mentioned">
      {tags.map(({ kind, id, label }) => (
        <li key={`${kind}:${id}`} class={`copilot-tag tag-${kind}`}>
          <Icon name={tagIcons[kind]} />
          <span dir="auto">{label}</span>
        </li>
      ))}
    </ul>
  );
}

function tagsOf({ action, documents = [], sets = [], web }: CopilotMentions, menu: CopilotMenu | null): Tag[] {
  const document = (id: string): Tag => {
    const found = menu?.documents.find(({ version_id: version }) => version === id);
    if (found) return { kind: found.is_current ? "document" : "version", id, label: titleOf(found) };
    return { kind: "document", id, label: menu ? "Deleted document" : "…" };
  };
  return [
    ...(action ? [{ kind: "action", id: action, label: actionWords[action].name } as const] : []),
    ...sets.map((name): Tag => ({ kind: "set", id: name, label: name })),
    ...documents.map(document),
    ...(web ? [{ kind: "web", id: "web", label: "Web" } as const] : []),
  ];
}
