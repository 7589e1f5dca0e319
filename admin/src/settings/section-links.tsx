import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** With fewer the page is short enough to be seen. */
const leastSections = 4;

/** Leads to the parts of a long page, by their headings, whoever puts them there. */
export function SectionLinks({ of }: { of: RefObject<HTMLElement | null> }) {
  const headings = useHeadings(of);
  if (headings.length < leastSections) return null;
  return (
    <nav class="section-links" aria-label="Parts of this page">
      {headings.map((heading) => (
        <button key={heading.id} type="button" class="btn small ghost" onClick={() => goTo(heading)}>
          {heading.textContent}
        </button>
      ))}
    </nav>
  );
}

/** Parts come and go with what is loaded and who may see them. */
function useHeadings(of: RefObject<HTMLElement | null>): readonly HTMLElement[] {
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const page = of.current;
    if (!page) return undefined;
    const read = () => {
      const found = [...page.querySelectorAll<HTMLElement>(".settings-group > h2")];
      setHeadings((known) =>
        known.length === found.length && found.every((one, at) => one === known[at]) ? known : found,
      );
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(page, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return headings;
}

/** The keyboard goes on from there, too. */
function goTo(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}
