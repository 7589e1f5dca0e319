import { useWorkspace } from "../app-context.ts";
import { useCurrentInSight } from "../ui/focus.ts";

/** Documents and snippets, the two halves of what the assistant knows, and what is missing in both. */
export function LibraryTabs({ current }: { current: "documents" | "sites" | "snippets" | "gaps" | "releases" }) {
  const { snippets, may } = useWorkspace();
  const waiting = snippets.counts.value.proposed + snippets.counts.value.due;
  const row = useCurrentInSight<HTMLElement>(`${current} ${waiting}`);
  return (
    <nav ref={row} class="tabs" aria-label="Library">
      <a href="/console/library" aria-current={current === "documents" ? "page" : undefined}>
        Documents
      </a>
      <a href="/console/library/sites" aria-current={current === "sites" ? "page" : undefined}>
        Sitemaps
      </a>
      <a href="/console/library/snippets" aria-current={current === "snippets" ? "page" : undefined}>
        Snippets{" "}
        {may("manager") && waiting > 0 ? (
          <span class="count count-loud" title={`${waiting} to review`}>
            {waiting}
          </span>
        ) : null}
      </a>
      <a href="/console/gaps" aria-current={current === "gaps" ? "page" : undefined}>
        Gaps
      </a>
      <a href="/console/releases" aria-current={current === "releases" ? "page" : undefined}>
        Releases
      </a>
    </nav>
  );
}
