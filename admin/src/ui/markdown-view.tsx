import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Citation } from "../../../protocol/messages.ts";
import { LiveMarkdown } from "../../../ui/markdown/live-markdown.ts";
import { markClass } from "../../../ui/markdown/references.ts";
import { CitationPopover } from "./citation-popover.tsx";

const noCitations: readonly Citation[] = [];
/** The clipboard exists only over HTTPS or on localhost. */
const copyWords = navigator.clipboard && { copy: "Copy", copied: "Copied" };

interface MarkdownViewProps {
  text: string;
  citations?: readonly Citation[];
  /** The text is still growing: new text is appended without a rebuild. */
  growing?: boolean;
  /** A citation mark also shows its source on hover and focus. */
  glances?: boolean;
  /** Further links to a source. */
  footOf?: (citation: Citation) => ComponentChildren;
}

/** Renders untrusted Markdown as elements, with citation marks that open their source. */
export function MarkdownView({
  text,
  citations = noCitations,
  growing = false,
  glances = false,
  footOf,
}: MarkdownViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const live = useRef<LiveMarkdown | null>(null);
  const shown = useSignal<{ citation: Citation; mark: HTMLElement; glance: boolean } | null>(null);

  useLayoutEffect(() => {
    if (!root.current) return;
    live.current ??= new LiveMarkdown(root.current, { heading: "p", nameOf, copyWords });
    live.current.show({ text, citations, isGrowing: growing });
    if (shown.value && !shown.value.mark.isConnected) shown.value = null;
  }, [text, citations, growing]);
  useLayoutEffect(() => () => live.current?.stop(), []);
  useMarkGlances(root, glances, { look: (event) => look(event), leave: () => leave() });

  const sourceAt = ({ target }: Event) => {
    const mark = target instanceof Element ? target.closest<HTMLElement>(`.${markClass}`) : null;
    const citation = mark && live.current?.citationOf(mark);
    return mark && citation ? { citation, mark } : null;
  };
  const onClick = (event: MouseEvent) => {
    const at = sourceAt(event);
    const isShown = shown.value?.mark === at?.mark && !shown.value?.glance;
    if (at) shown.value = isShown ? null : { ...at, glance: false };
  };
  const look = (event: Event) => {
    const at = sourceAt(event);
    if (at) shown.value ??= { ...at, glance: true };
  };
  const leave = () => {
    if (shown.value?.glance) shown.value = null;
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the marks inside are buttons; this only listens for them. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens, the marks inside are buttons. */}
      <div ref={root} class="md" onClick={onClick} />
      {shown.value ? (
        <CitationPopover key={String(shown.value.glance)} {...shown.value} onClose={() => (shown.value = null)}>
          {footOf?.(shown.value.citation)}
        </CitationPopover>
      ) : null}
    </>
  );
}

/** Listens for hover and focus of citation marks; neither event bubbles from a mark. */
function useMarkGlances(
  root: { current: HTMLElement | null },
  isOn: boolean,
  { look, leave }: { look: (event: Event) => void; leave: () => void },
): void {
  const latest = useRef({ look, leave });
  latest.current = { look, leave };
  useEffect(() => {
    const element = root.current;
    if (!element || !isOn) return;
    const stop = new AbortController();
    const on = (name: string, run: (event: Event) => void) =>
      element.addEventListener(name, run, { signal: stop.signal });
    for (const name of ["mouseover", "focusin"]) on(name, (event) => latest.current.look(event));
    for (const name of ["mouseout", "focusout"]) on(name, () => latest.current.leave());
    return () => stop.abort();
  }, [isOn]);
}

function nameOf({ index, title }: Citation): string {
  return `Source ${index}: ${title}`;
}
