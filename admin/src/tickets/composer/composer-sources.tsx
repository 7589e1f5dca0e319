import type { Citation } from "../../../../protocol/messages.ts";
import { CitationPopover } from "../../ui/citation-popover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useGlance } from "../../ui/popover.ts";
import type { Composer } from "./composer-store.ts";

/** Sources of the citation marks, as the visitor will see them. */
export function ComposerSources({ box }: { box: Composer }) {
  const shown = box.sources.shown.value;
  if (shown.length === 0) return null;
  return (
    <ul class="composer-sources" aria-label="Sources of the reply">
      {shown.map((citation) => (
        <SourceChip key={citation.index} citation={citation} onRemove={() => box.dropSource(citation.index)} />
      ))}
    </ul>
  );
}

function SourceChip({ citation, onRemove }: { citation: Citation; onRemove: () => void }) {
  const { open, close, handlers } = useGlance();
  return (
    <li class="cite-chip">
      <button type="button" class="cite-chip-open" {...handlers}>
        <span class="cite-number">{citation.index}</span>
        <span class="cite-chip-title" dir="auto">
          {citation.title}
        </span>
      </button>
      <button type="button" class="icon-btn small" aria-label={`Remove source ${citation.index}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
      {open ? <CitationPopover key={String(open.glance)} citation={citation} {...open} onClose={close} /> : null}
    </li>
  );
}
