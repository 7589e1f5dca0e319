import type { RelatedSection } from "../../../../protocol/messages.ts";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { SourceLink } from "../../ui/source-link.tsx";

/** Sections that the visitor was offered beside a message, and what they did with them. */
export function RelatedLines({ sections }: { sections: readonly RelatedSection[] }) {
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

/** The heading directly above a section, or the title of its document. */
function headingOf({ heading, title }: RelatedSection): string {
  return heading?.split(" > ").at(-1) ?? title;
}
