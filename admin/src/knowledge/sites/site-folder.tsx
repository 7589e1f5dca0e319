import { useSignal } from "@preact/signals";
import { count } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { type Folder, isFree, type ListedPage, shown, stateOf } from "./site-tree.ts";

/** Pages of one folder that are drawn at first; thousands of rows make a slow dialog. */
const rowsAtOnce = 200;

interface FolderProps {
  folder: Folder;
  chosen: ReadonlySet<string>;
  isOpen?: boolean;
  /** Everything below is open, too. */
  opensAll?: boolean;
  onChange: (urls: readonly string[], isChosen: boolean) => void;
}

/** A folder: a checkbox for all that is below it, and what is below it. */
export function SiteFolder({ folder, chosen, isOpen = false, opensAll = false, onChange }: FolderProps) {
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
              // The third state is no attribute.
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
