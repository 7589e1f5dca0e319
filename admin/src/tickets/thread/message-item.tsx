import { useSignal } from "@preact/signals";
import type { TicketSummary } from "../../../../protocol/admin.ts";
import type { Attachment } from "../../../../protocol/attachments.ts";
import type { Message, RelatedSection } from "../../../../protocol/messages.ts";
import { attachmentPath } from "../../api.ts";
import { useWorkspace } from "../../app-context.ts";
import { GradeBadge } from "../../ui/chips.tsx";
import { SourceLink } from "../../ui/citation-popover.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { fileSize, initials, money, visitorName } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { clockTime, fullTime } from "../../ui/time.ts";
import { MessageTranslation } from "../assist/translation.tsx";

interface MessageItemProps {
  message: Message;
  visitor: TicketSummary["visitor"];
  ticketId: string;
  /** The visitor wrote it by e-mail. */
  byEmail?: boolean;
  /** Quotes and signature of the visitor's e-mail. */
  quoted?: string | undefined;
}

export function MessageItem({ message, visitor, ticketId, byEmail = false, quoted }: MessageItemProps) {
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
          {byEmail ? <span class="muted">by e-mail</span> : null}
          {message.grade ? <GradeBadge grade={message.grade} /> : null}
          {message.cached ? <span class="muted">from cache</span> : null}
          {message.usage && message.usage.cost_micros > 0 ? (
            <span class="muted">{money(message.usage.cost_micros)}</span>
          ) : null}
          <TryLink ticketId={ticketId} messageId={message.id} />
        </p>
        {message.content === "" ? null : <MarkdownView text={message.content} citations={message.citations} />}
        {quoted ? <QuotedText text={quoted} /> : null}
        <MessageTranslation message={message} ticketId={ticketId} />
        {message.attachments ? <MessageFiles files={message.attachments} ticketId={ticketId} /> : null}
        {message.related ? <RelatedLines sections={message.related} /> : null}
      </div>
    </article>
  );
}

function QuotedText({ text }: { text: string }) {
  return (
    <details class="source">
      <summary>Show quoted text</summary>
      <p class="message-plain" dir="auto">
        {text}
      </p>
    </details>
  );
}

/** Opens the same question in the playground, for members who may configure the assistant. */
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

/** The agent's picture as visitors see it, or initials when the picture was deleted with the member. */
function Face({ name, picture }: { name: string; picture: string | undefined }) {
  const gone = useSignal("");
  if (!picture || picture === gone.value) return <>{initials(name)}</>;
  return <img src={new URL(picture).pathname} alt="" onError={() => (gone.value = picture)} />;
}

/** Maximum size of a preview, in pixels. */
const widest = 320;
const highest = 220;

interface MessageFilesProps {
  files: readonly Attachment[];
  ticketId: string;
}

/** Files of a message: images to view, others to download. */
function MessageFiles({ files, ticketId }: MessageFilesProps) {
  const shown = useSignal<Attachment | null>(null);
  const picture = shown.value;
  return (
    <>
      <ul class="files" aria-label="Files">
        {files.map((file) => (
          <li key={file.id}>
            {file.width && file.height ? (
              <Picture file={file} ticketId={ticketId} onOpen={() => (shown.value = file)} />
            ) : (
              <a class="file-link" href={attachmentPath(ticketId, file.id, "full")} download={file.name}>
                <Icon name="file" />
                <span class="file-name" dir="auto">
                  {file.name}
                </span>
                <span class="muted">{fileSize(file.size)}</span>
                <Icon name="download" />
              </a>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        open={picture !== null}
        label={picture?.name ?? ""}
        class="picture-dialog"
        onClose={() => (shown.value = null)}
      >
        {picture ? <LargePicture file={picture} ticketId={ticketId} onClose={() => (shown.value = null)} /> : null}
      </Dialog>
    </>
  );
}

function Picture({ file, ticketId, onOpen }: { file: Attachment; ticketId: string; onOpen: () => void }) {
  const { width = 1, height = 1, name, id } = file;
  const scale = Math.min(1, widest / width, highest / height);
  return (
    <button type="button" class="file-picture" aria-label={`Open picture ${name}`} title={name} onClick={onOpen}>
      <img
        src={attachmentPath(ticketId, id, "preview")}
        alt=""
        width={Math.round(width * scale)}
        height={Math.round(height * scale)}
        loading="lazy"
      />
    </button>
  );
}

function LargePicture({ file, ticketId, onClose }: { file: Attachment; ticketId: string; onClose: () => void }) {
  const path = attachmentPath(ticketId, file.id, "full");
  return (
    <>
      <div class="dialog-head">
        <h2 dir="auto">{file.name}</h2>
        <a class="icon-btn" href={path} download={file.name} aria-label={`Download ${file.name}`}>
          <Icon name="download" />
        </a>
        <button type="button" class="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <img src={path} alt={file.name} width={file.width} height={file.height} />
    </>
  );
}

/** Related sections that were offered to the visitor, with the visitor's reaction. */
function RelatedLines({ sections }: { sections: readonly RelatedSection[] }) {
  const solved = sections.find((section) => section.solved);
  const isSuggestion = sections.some(({ text }) => text !== undefined);
  return (
    <div class="related-lines">
      <p class="muted">{isSuggestion ? "Suggested to the visitor" : "Related sections below the answer"}</p>
      <ul>
        {sections.map((section) => (
          <li key={section.chunk_id}>
            {section.text === undefined ? <SectionName section={section} /> : <SuggestedSection section={section} />}
          </li>
        ))}
      </ul>
      {solved ? (
        <p class="related-solved">
          <Icon name="check" />
          <span dir="auto">
            Solved by the visitor with “{headingOf(solved)}” from {solved.title}
          </span>
        </p>
      ) : null}
    </div>
  );
}

function SuggestedSection({ section }: { section: RelatedSection }) {
  return (
    <details class="source">
      <summary>
        <SectionName section={section} />
      </summary>
      <MarkdownView text={section.text ?? ""} />
      <SourceLink url={section.url ?? null} />
    </details>
  );
}

function SectionName({ section }: { section: RelatedSection }) {
  const heading = headingOf(section);
  return (
    <span dir="auto">
      {heading}
      {heading === section.title ? null : <span class="muted"> · {section.title}</span>}
      {section.opened ? <span class="muted"> · opened by the visitor</span> : null}
    </span>
  );
}

/** The heading directly above a section, or its document's title. */
function headingOf({ heading, title }: RelatedSection): string {
  return heading?.split(" > ").at(-1) ?? title;
}
