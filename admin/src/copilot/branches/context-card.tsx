import type { ContextKind, CopilotContext } from "../../../../protocol/copilot-context.ts";
import type { CopilotConversation } from "../../../../protocol/copilot-conversations.ts";
import { plainText } from "../../../../ui/markdown/plain-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { plural } from "../action-words.ts";

/** The content of the context, and its relation to the conversation named after it. */
const kindWords: Record<ContextKind, { what: string; of: string }> = {
  whole: { what: "This branch includes the whole conversation", of: "in" },
  summary: { what: "This branch includes a summary", of: "of" },
  anchor: { what: "This branch includes this selection", of: "from" },
};

/** The context that a branch started with, above its messages. */
export function ContextCard({ conversation, context }: { conversation: CopilotConversation; context: CopilotContext }) {
  const { kind, text, by, documents } = context;
  const parent = conversation.trail.at(-1);
  return (
    <section class="copilot-given" aria-label="Branch context">
      <p class="copilot-given-head">
        <Icon name="branch" />
        <span>
          <strong>{kindWords[kind].what}</strong>{" "}
          {parent ? (
            <>
              {kindWords[kind].of}{" "}
              <a href={`/console/copilot/${parent.id}`}>
                <bdi>{parent.title || "New conversation"}</bdi>
              </a>
            </>
          ) : (
            `${kindWords[kind].of} a deleted conversation`
          )}
        </span>
      </p>
      {kind === "whole" ? <Whole context={context} /> : null}
      {kind === "summary" ? (
        <p class="copilot-given-text" dir="auto">
          {plainText(text ?? "")}
        </p>
      ) : null}
      {kind === "anchor" ? (
        <blockquote class="copilot-given-text" dir="auto">
          {plainText(text ?? "")}
        </blockquote>
      ) : null}
      <p class="muted">
        {by === "rules" ? "Summarized without a model. " : ""}
        {documents.length === 0 ? "No documents included." : <bdi>{`Documents: ${unique(documents).join(", ")}`}</bdi>}
      </p>
    </section>
  );
}

function Whole({ context: { said, summaries } }: { context: CopilotContext }) {
  return (
    <details>
      <summary>{plural(said.length + summaries.length * messagesOfSummary, "message")}</summary>
      {summaries.map((summary, place) => (
        <p key={place} class="copilot-given-text muted" dir="auto">
          {plainText(summary)}
        </p>
      ))}
      <ol class="copilot-given-said">
        {said.map(({ role, content }, place) => (
          <li key={place}>
            <strong>{role === "person" ? "You" : "Copilot"}</strong> <span dir="auto">{plainText(content)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Messages per summary. */
const messagesOfSummary = 10;

function unique(titles: readonly string[]): string[] {
  return [...new Set(titles)];
}
