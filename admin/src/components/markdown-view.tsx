import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Citation } from "../../../protocol/messages.ts";
import { LiveMarkdown } from "../../../screens/markdown/live-markdown.ts";
import { markClass } from "../../../screens/markdown/references.ts";
import { CitationPopover } from "./citation-popover.tsx";

const noCitations: readonly Citation[] = [];
/** Only what is served over HTTPS, or from this machine, can copy. */
const copyWords = navigator.clipboard && { copy: "Copy", copied: "Copied" };

interface MarkdownViewProps {
  text: string;
  citations?: readonly Citation[];
  /** More of the text is still coming: it is appended, nothing is built again. */
  growing?: boolean;
}

/** Untrusted Markdown as elements, with citation marks that open their source. */
export function MarkdownView({ text, citations = noCitations, growing = false }: MarkdownViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const live = useRef<LiveMarkdown | null>(null);
  const shown = useSignal<{ citation: Citation; mark: HTMLElement } | null>(null);

  useLayoutEffect(() => {
    if (!root.current) return;
    live.current ??= new LiveMarkdown(root.current, { heading: "p", nameOf, copyWords });
    live.current.show({ text, citations, isGrowing: growing });
    if (shown.value && !shown.value.mark.isConnected) shown.value = null;
  }, [text, citations, growing]);
  useLayoutEffect(() => () => live.current?.stop(), []);

  const onClick = (event: MouseEvent) => {
    const mark = event.target instanceof Element ? event.target.closest<HTMLElement>(`.${markClass}`) : null;
    const citation = mark && live.current?.citationOf(mark);
    if (mark && citation) shown.value = shown.value?.mark === mark ? null : { citation, mark };
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the marks inside are buttons; this only listens for them. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens, the marks inside are buttons. */}
      <div ref={root} class="md" onClick={onClick} />
      {shown.value ? <CitationPopover {...shown.value} onClose={() => (shown.value = null)} /> : null}
    </>
  );
}

function nameOf({ index, title }: Citation): string {
  return `Source ${index}: ${title}`;
}
