import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Citation } from "../../../protocol/messages.ts";
import { safeLink } from "../../../ui/links/safe-link.ts";
import { plainText } from "../../../ui/markdown/plain-text.ts";
import { Icon } from "./icon.tsx";
import { placeAt } from "./popover.ts";

interface CitationPopoverProps {
  citation: Citation;
  mark: HTMLElement;
  /** Shown on hover: takes neither focus nor clicks. */
  glance?: boolean;
  /** The source has no citation mark. */
  unnumbered?: boolean;
  onClose: () => void;
  /** Further links to the source. */
  children?: ComponentChildren;
}

/** The source of a citation mark: title, location, quote and link. Closes on Escape or a click outside. */
export function CitationPopover({
  citation,
  mark,
  glance = false,
  unnumbered,
  onClose,
  children,
}: CitationPopoverProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popover = element.current;
    if (!popover) return;
    popover.showPopover();
    placeAt(popover, mark.getBoundingClientRect());
    if (glance) {
      const onKey = (event: KeyboardEvent) => event.key === "Escape" && onClose();
      addEventListener("keydown", onKey, { capture: true });
      return () => removeEventListener("keydown", onKey, { capture: true });
    }
    popover.focus();
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState !== "closed") return;
      if (popover.contains(document.activeElement) || document.activeElement === document.body) mark.focus();
      onClose();
    };
    popover.addEventListener("toggle", onToggle);
    return () => popover.removeEventListener("toggle", onToggle);
  }, [citation, mark, glance]);

  const where = [citation.heading, citation.page ? `page ${citation.page}` : null].filter(Boolean).join(", ");
  return (
    <div
      ref={element}
      popover={glance ? "manual" : "auto"}
      class={`popover citation ${glance ? "glance" : ""}`}
      tabIndex={-1}
      role="dialog"
      aria-label={unnumbered ? citation.title : `Source ${citation.index}`}
    >
      <p class="citation-title">
        {unnumbered ? null : <span class="cite-number">{citation.index}</span>}
        <bdi>{citation.title}</bdi>
      </p>
      {where ? (
        <p class="muted" dir="auto">
          {where}
        </p>
      ) : null}
      <blockquote dir="auto">{plainText(citation.quote)}</blockquote>
      {children}
      <SourceLink url={citation.url} />
    </div>
  );
}

/** Opens a source in a new tab; empty for an invalid URL. */
export function SourceLink({ url }: { url: string | null | undefined }) {
  const href = safeLink(url);
  if (!href) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      Open the source <Icon name="external" />
    </a>
  );
}
