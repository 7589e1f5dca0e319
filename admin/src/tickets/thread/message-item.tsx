import { useSignal } from "@preact/signals";
import type { TicketSummary } from "../../../../protocol/admin.ts";
import type { Message } from "../../../../protocol/messages.ts";
import { useWorkspace } from "../../app-context.ts";
import { GradeBadge } from "../../ui/chips.tsx";
import { initials, money, visitorName } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { clockTime, fullTime } from "../../ui/time.ts";
import { MessageTranslation } from "../assist/message-translation.tsx";

import { MessageFiles } from "./message-files.tsx";
import { RelatedLines } from "./related-lines.tsx";

interface MessageItemProps {
  message: Message;
  visitor: TicketSummary["visitor"];
  ticketId: string;
  /** The visitor wrote it in a mail. */
  byMail?: boolean;
}

export function MessageItem({ message, visitor, ticketId, byMail = false }: MessageItemProps) {
  if (message.role === "system") {
    return (
      <article class="message-system">
        <p dir="auto">{message.content}</p>
      </article>
    );
  }
  const author = authorOf(message, visitor);
  return (
    <article class={`message message-${message.role}`}>
      <span class={`avatar avatar-${message.role}`} aria-hidden="true">
        {message.role === "assistant" ? <Icon name="spark" /> : <Face name={author} picture={pictureOf(message)} />}
      </span>
      <div class="message-main">
        <p class="message-head">
          <strong dir="auto">{author}</strong>
          <time dateTime={message.created_at} title={fullTime(message.created_at)}>
            {clockTime(message.created_at)}
          </time>
          {byMail ? <span class="muted">by e-mail</span> : null}
          {message.grade ? <GradeBadge grade={message.grade} /> : null}
          {message.cached ? <span class="muted">from cache</span> : null}
          {message.usage && message.usage.cost_micros > 0 ? (
            <span class="muted">{money(message.usage.cost_micros)}</span>
          ) : null}
          <TryLink ticketId={ticketId} messageId={message.id} />
        </p>
        {message.content === "" ? null : message.role === "visitor" ? (
          // A visitor's words are shown as typed: they are no Markdown.
          <p class="message-plain" dir="auto">
            {message.content}
          </p>
        ) : (
          <MarkdownView text={message.content} citations={message.citations} />
        )}
        <MessageTranslation message={message} ticketId={ticketId} />
        {message.attachments ? <MessageFiles files={message.attachments} ticketId={ticketId} /> : null}
        {message.related ? <RelatedLines sections={message.related} /> : null}
      </div>
    </article>
  );
}

/** The same question to the playground, for those who decide what is answered. */
function TryLink({ ticketId, messageId }: { ticketId: string; messageId: string }) {
  const { may } = useWorkspace();
  if (!may("manager")) return null;
  return (
    <a
      class="message-try"
      href={`/console/playground?ticket=${ticketId}&message=${messageId}`}
      title="Try this in the playground"
      aria-label="Try this in the playground"
    >
      <Icon name="play" />
    </a>
  );
}

function authorOf(message: Message, visitor: TicketSummary["visitor"]): string {
  if (message.role === "assistant") return "Assistant";
  if (message.role === "agent") return message.agent?.name ?? "Agent";
  return visitorName(visitor);
}

function pictureOf({ role, agent }: Message): string | undefined {
  return (role === "agent" && agent?.avatar_url) || undefined;
}

/** As visitors see it: the picture, or the initials where it is gone with its person. */
function Face({ name, picture }: { name: string; picture: string | undefined }) {
  const gone = useSignal("");
  if (!picture || picture === gone.value) return <>{initials(name)}</>;
  return <img src={new URL(picture).pathname} alt="" onError={() => (gone.value = picture)} />;
}
