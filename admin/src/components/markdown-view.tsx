import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Citation } from "../../../protocol/messages.ts";
import { type MarkdownWriter, writeMarkdown } from "../markdown/markdown.ts";
import { CitationPopover } from "./citation-popover.tsx";

const noCitations: readonly Citation[] = [];

interface MarkdownViewProps {
  text: string;
  citations?: readonly Citation[];
  /** More of the text is still coming: it is appended, nothing is built again. */
  growing?: boolean;
}

/** Untrusted Markdown as elements, with citation marks that open their source. */
export function MarkdownView({ text, citations = noCitations, growing = false }: MarkdownViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const written = useRef<{ text: string; writer: MarkdownWriter } | null>(null);
  // A new snapshot brings equal citations in a new array; that is no reason to build the text again.
  const sources = JSON.stringify(citations);
  const shown = useSignal<{ citation: Citation; mark: HTMLElement } | null>(null);

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const before = written.current;
    if (growing && before && text.startsWith(before.text)) {
      before.writer.write(text.slice(before.text.length));
      before.text = text;
      return;
    }
    element.replaceChildren();
    shown.value = null;
    const writer = writeMarkdown(element, citations);
    writer.write(text);
    if (growing) written.current = { text, writer };
    else {
      writer.end();
      written.current = null;
    }
  }, [text, sources, growing]);

  const onClick = (event: MouseEvent) => {
    const mark = event.target instanceof Element ? event.target.closest<HTMLElement>("button[data-cite]") : null;
    const citation = citations.find((candidate) => String(candidate.index) === mark?.dataset["cite"]);
    if (mark && citation) shown.value = shown.value?.mark === mark ? null : { citation, mark };
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the marks inside are buttons; this only listens for them. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens, the marks inside are buttons. */}
      <div ref={root} class="md" dir="auto" onClick={onClick} />
      {shown.value ? <CitationPopover {...shown.value} onClose={() => (shown.value = null)} /> : null}
    </>
  );
}
