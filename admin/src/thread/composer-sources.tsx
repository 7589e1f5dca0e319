import { useSignal } from "@preact/signals";
import type { Citation } from "../../../protocol/messages.ts";
import { CitationPopover } from "../components/citation-popover.tsx";
import { Icon } from "../components/icon.tsx";
import type { Composer } from "../stores/composer-store.ts";

/** What the marks in the answer stand for, as the visitor will see it. */
export function ComposerSources({ box }: { box: Composer }) {
  const shown = box.sources.shown.value;
  if (shown.length === 0) return null;
  return (
    <ul class="composer-sources" aria-label="Sources of the answer">
      {shown.map((citation) => (
        <SourceChip key={citation.index} citation={citation} onRemove={() => box.dropSource(citation.index)} />
      ))}
    </ul>
  );
}

function SourceChip({ citation, onRemove }: { citation: Citation; onRemove: () => void }) {
  const open = useSignal<{ mark: HTMLElement; glance: boolean } | null>(null);
  const glance = (event: Event) => {
    if (event.currentTarget instanceof HTMLElement) open.value ??= { mark: event.currentTarget, glance: true };
  };
  const leave = () => {
    if (open.value?.glance) open.value = null;
  };
  return (
    <li class="cite-chip">
      <button
        type="button"
        class="cite-chip-open"
        aria-expanded={open.value !== null && !open.value.glance}
        onMouseEnter={glance}
        onMouseLeave={leave}
        onFocus={glance}
        onBlur={leave}
        onClick={(event) => {
          open.value = { mark: event.currentTarget, glance: false };
        }}
      >
        <span class="cite-number">{citation.index}</span>
        <span class="cite-chip-title" dir="auto">
          {citation.title}
        </span>
      </button>
      <button type="button" class="icon-btn small" aria-label={`Take source ${citation.index} out`} onClick={onRemove}>
        <Icon name="close" />
      </button>
      {open.value ? (
        <CitationPopover
          key={String(open.value.glance)}
          citation={citation}
          {...open.value}
          onClose={() => {
            open.value = null;
          }}
        />
      ) : null}
    </li>
  );
}
