import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { SitePreview } from "../../../../protocol/refresh.ts";
import { count } from "../../ui/format.ts";
import { SiteFolder } from "./site-folder.tsx";
import { isFree, type ListedPage, pagesWith, treeOf, withUrls } from "./site-tree.ts";

interface ChooserProps {
  preview: SitePreview;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The pages of a site to choose from: its folders with checkboxes, and a field that narrows them down. */
export function ChoosePages({ preview, chosen, onChoose }: ChooserProps) {
  const words = useSignal("");
  const found = useMemo(() => pagesWith(preview.pages, words.value), [preview, words.value]);
  const tree = useMemo(() => treeOf(found), [found]);
  const isNarrowed = found.length < preview.pages.length;
  const change = (urls: readonly string[], isChosen: boolean) => onChoose(withUrls(chosen, urls, isChosen));
  return (
    <div class="choose-pages">
      <div class="choose-bar">
        <input
          class="input"
          type="search"
          aria-label="Find pages"
          placeholder="Find pages…"
          autocomplete="off"
          value={words.value}
          onInput={(event) => (words.value = event.currentTarget.value)}
        />
        <button type="button" class="btn small" onClick={() => change(tree.urls, true)}>
          {isNarrowed ? `All ${count(tree.urls.length)} shown` : "All"}
        </button>
        <button type="button" class="btn small" onClick={() => change(tree.urls, false)}>
          {isNarrowed ? "None of them" : "None"}
        </button>
      </div>
      <p class="muted" role="status">
        {summaryOf(preview.pages, chosen)}
        {isNarrowed ? ` ${count(found.length)} shown.` : ""}
      </p>
      {preview.is_complete ? null : (
        <p class="refresh-gone">The sitemap lists more than could be read; these are the first pages.</p>
      )}
      {found.length === 0 ? <p class="muted">No matching pages.</p> : null}
      {/* A new list for new words, so that what was found stands open. */}
      <ul class="site-tree" aria-label="Pages of the sitemap" key={words.value}>
        {found.length > 0 ? (
          <SiteFolder folder={tree} chosen={chosen} isOpen opensAll={isNarrowed} onChange={change} />
        ) : null}
      </ul>
    </div>
  );
}

function summaryOf(pages: readonly ListedPage[], chosen: ReadonlySet<string>): string {
  const known = pages.filter((page) => page.known).length;
  const refused = pages.filter((page) => !page.allowed).length;
  const free = pages.filter(isFree).length;
  const facts = [
    `${count(chosen.size)} of ${count(free)} ${free === 1 ? "page" : "pages"} chosen.`,
    known > 0 ? `${count(known)} in the library already.` : "",
    refused > 0 ? `${count(refused)} blocked by robots.txt.` : "",
  ];
  return facts.filter(Boolean).join(" ");
}
