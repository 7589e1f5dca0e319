import { useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";

export interface Tab {
  href: string;
  label: string;
  /** Number of items waiting on that page. */
  waiting?: { count: number; title: string };
}

interface TabsProps {
  /** Name of the area, for screen readers. */
  label: string;
  tabs: readonly Tab[];
  /** URL of the current tab, for pages below it. */
  current?: string;
  /** CSS class when it is not the first row of the page. */
  look?: string;
}

/** Links to the pages of one area. In a row wider than the screen, the current tab is scrolled into view. */
export function Tabs({ label, tabs, current, look = "tabs" }: TabsProps) {
  const { path } = useLocation();
  const open = current ?? path.replace(/\/$/, "");
  const row = useRef<HTMLElement>(null);
  const counts = tabs.map(({ waiting }) => waiting?.count ?? 0).join(" ");
  useLayoutEffect(() => {
    row.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [open, counts]);
  return (
    <nav ref={row} class={look} aria-label={label}>
      {tabs.map(({ href, label: name, waiting }) => (
        <a key={href} href={href} aria-current={href === open ? "page" : undefined}>
          {name}
          {waiting ? (
            <>
              {" "}
              <span class="count count-loud" title={waiting.title}>
                {waiting.count}
              </span>
            </>
          ) : null}
        </a>
      ))}
    </nav>
  );
}
