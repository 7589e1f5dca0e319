import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { SitePreview } from "../../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../../protocol/refresh-every.ts";
import { useWorkspace } from "../../app-context.ts";
import { count } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/states.tsx";
import { useWork } from "../../ui/work.ts";
import { type Folder, isFree, type ListedPage, pagesWith, shown, stateOf, treeOf, withUrls } from "./site-tree.ts";

interface ChosenProps {
  preview: SitePreview;
  every: RefreshEvery;
  onBack: () => void;
  onClose: () => void;
}

/** Second step for a sitemap: the user chooses pages, and only those become documents. */
export function AddChosenPages({ preview, every, onBack, onClose }: ChosenProps) {
  const { library, toasts } = useWorkspace();
  const { address: sitemap, at_once: limit } = preview;
  const free = preview.pages.filter(isFree).map(({ url }) => url);
  // Select nothing at first on large sites, so that one click does not add thousands of pages.
  const chosen = useSignal<ReadonlySet<string>>(new Set(free.length > limit ? [] : free));
  const { busy, error, run } = useWork();
  const number = chosen.value.size;
  const problem = problemOf({ number, limit, free: free.length });
  const add = async (event: Event) => {
    event.preventDefault();
    if (busy.value || problem) return;
    const pages = free.filter((url) => chosen.value.has(url));
    if (!(await run(() => library.add({ sitemap, pages, refresh: every })))) return;
    toasts.show(`Started to fetch ${number === 1 ? "the page" : `${count(number)} pages`}`);
    onClose();
  };
  return (
    <form class="stack" noValidate onSubmit={add}>
      <ChoosePages preview={preview} chosen={chosen.value} onChoose={(next) => (chosen.value = next)} />
      <p class={error.value ? "form-error" : "muted"} role="alert">
        {error.value || problem}
      </p>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={onBack}>
          Back
        </button>
        <button type="submit" class="btn primary" aria-disabled={busy.value || problem !== ""}>
          {busy.value ? <Spinner /> : null} Add {count(number)} page{number === 1 ? "" : "s"}
        </button>
      </div>
    </form>
  );
}

function problemOf({ number, limit, free }: { number: number; limit: number; free: number }): string {
  if (free === 0) return "No new pages: all are in the library or blocked by robots.txt.";
  if (number === 0) return "Choose at least one page.";
  return number > limit ? `At most ${count(limit)} pages at once. Add the others afterwards.` : "";
}

interface ChooserProps {
  preview: SitePreview;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Choice of a site's pages: a tree of folders with checkboxes, and a filter field. */
function ChoosePages({ preview, chosen, onChoose }: ChooserProps) {
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

/** Pages of a folder rendered at first; thousands of rows make the dialog slow. */
const rowsAtOnce = 200;

interface FolderProps {
  folder: Folder;
  chosen: ReadonlySet<string>;
  isOpen?: boolean;
  /** Opens all folders below as well. */
  opensAll?: boolean;
  onChange: (urls: readonly string[], isChosen: boolean) => void;
}

/** A folder with its content: a checkbox for everything below it. */
function SiteFolder({ folder, chosen, isOpen = false, opensAll = false, onChange }: FolderProps) {
  const open = useSignal(isOpen || opensAll);
  const state = stateOf(folder, chosen);
  const isNothingFree = folder.urls.length === 0;
  return (
    <li>
      <div class="site-tree-row">
        <button
          type="button"
          class="icon-btn site-tree-toggle"
          aria-expanded={open.value}
          aria-label={`Pages in ${folder.path}`}
          onClick={() => (open.value = !open.value)}
        >
          <Icon name="chevron" />
        </button>
        <label>
          <input
            type="checkbox"
            checked={state === "checked" || isNothingFree}
            disabled={isNothingFree}
            ref={(element) => {
              // `indeterminate` exists only as a property, not as an attribute.
              if (element) element.indeterminate = state === "mixed";
            }}
            onChange={() => onChange(folder.urls, state !== "checked")}
          />
          <span class="site-tree-name" dir="auto">
            {folder.name}
          </span>
          <span class="muted">{countWords(folder, chosen)}</span>
        </label>
      </div>
      {open.value ? <Below folder={folder} chosen={chosen} opensAll={opensAll} onChange={onChange} /> : null}
    </li>
  );
}

function countWords(folder: Folder, chosen: ReadonlySet<string>): string {
  const picked = folder.urls.reduce((sum, url) => sum + (chosen.has(url) ? 1 : 0), 0);
  return picked === 0 || picked === folder.count ? count(folder.count) : `${count(picked)} of ${count(folder.count)}`;
}

function Below({ folder, chosen, opensAll, onChange }: FolderProps) {
  const limit = useSignal(rowsAtOnce);
  const more = folder.pages.length - limit.value;
  return (
    <ul>
      {folder.folders.map((each) => (
        <SiteFolder key={each.path} folder={each} chosen={chosen} opensAll={opensAll ?? false} onChange={onChange} />
      ))}
      {folder.pages.slice(0, limit.value).map((page) => (
        <PageRow key={page.url} page={page} folder={folder} isChosen={chosen.has(page.url)} onChange={onChange} />
      ))}
      {more > 0 ? (
        <li>
          <button type="button" class="btn small" onClick={() => (limit.value += rowsAtOnce)}>
            Show {count(Math.min(more, rowsAtOnce))} more of {count(more)}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

interface PageProps extends Pick<FolderProps, "onChange"> {
  page: ListedPage;
  folder: Folder;
  isChosen: boolean;
}

function PageRow({ page, folder, isChosen, onChange }: PageProps) {
  const path = shown(page.url);
  const name = path.slice(shown(new URL(folder.path, page.url).href).length) || path;
  return (
    <li>
      <div class="site-tree-row site-tree-page">
        <label>
          <input
            type="checkbox"
            checked={isChosen || page.known}
            disabled={!isFree(page)}
            onChange={() => onChange([page.url], !isChosen)}
          />
          <span class="site-tree-name" dir="auto" title={page.url}>
            {name}
          </span>
          {page.known ? <span class="chip">in the library</span> : null}
          {page.allowed ? null : <span class="chip">blocked by robots.txt</span>}
        </label>
      </div>
    </li>
  );
}
