import type { SitePreview } from "../../../../protocol/refresh.ts";

export type ListedPage = SitePreview["pages"][number];

/** A folder of a site with its content. */
export interface Folder {
  /** Path, unique in the tree. */
  path: string;
  /** Displayed name: the part of the path below the parent. */
  name: string;
  folders: Folder[];
  pages: ListedPage[];
  /** URLs at any depth below the folder that can be chosen. */
  urls: string[];
  /** Number of all pages below the folder. */
  count: number;
}

/** A site's pages as a tree of their path's folders; a folder that contains only one folder is joined with it in one line. */
export function treeOf(pages: readonly ListedPage[]): Folder {
  const root = newFolder("/", "/");
  const known = new Map<string, Folder>([["/", root]]);
  for (const page of pages) {
    let folder = root;
    for (const path of foldersOf(page.url)) {
      let next = known.get(path);
      if (!next) {
        next = newFolder(path, path.slice(folder.path.length));
        known.set(path, next);
        folder.folders.push(next);
      }
      folder = next;
    }
    folder.pages.push(page);
  }
  return finish(root, true);
}

/** `checked`, `mixed` or `none`, for the pages in a folder that can be chosen. */
export function stateOf(folder: Folder, chosen: ReadonlySet<string>): "checked" | "mixed" | "none" {
  const count = folder.urls.reduce((sum, url) => sum + (chosen.has(url) ? 1 : 0), 0);
  if (count === 0) return "none";
  return count === folder.urls.length ? "checked" : "mixed";
}

/** True when the page can be chosen. */
export function isFree({ known, allowed }: ListedPage): boolean {
  return !known && allowed;
}

/** The selection with these URLs added or removed. */
export function withUrls(chosen: ReadonlySet<string>, urls: readonly string[], isChosen: boolean): Set<string> {
  const next = new Set(chosen);
  for (const url of urls) {
    if (isChosen) next.add(url);
    else next.delete(url);
  }
  return next;
}

/** Pages whose URL contains all search terms. */
export function pagesWith(pages: readonly ListedPage[], words: string): readonly ListedPage[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return pages;
  return pages.filter(({ url }) => {
    const text = shown(url).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** A readable path of a URL. */
export function shown(url: string): string {
  const { pathname, search } = new URL(url);
  try {
    return decodeURI(pathname + search);
  } catch {
    return pathname + search;
  }
}

function newFolder(path: string, name: string): Folder {
  return { path, name, folders: [], pages: [], urls: [], count: 0 };
}

/** `/help/`, `/help/orders/` for `/help/orders/late`. */
function foldersOf(url: string): string[] {
  const names = new URL(url).pathname.split("/").slice(1, -1);
  return names.map((_, index) => `/${names.slice(0, index + 1).join("/")}/`);
}

function finish(folder: Folder, isRoot: boolean): Folder {
  const [only] = folder.folders;
  if (!isRoot && folder.pages.length === 0 && only && folder.folders.length === 1)
    return finish({ ...only, name: folder.name + only.name }, false);
  const folders = folder.folders.map((each) => finish(each, false));
  const own = folder.pages.filter(isFree).map(({ url }) => url);
  return {
    ...folder,
    folders,
    urls: [...own, ...folders.flatMap(({ urls }) => urls)],
    count: folder.pages.length + folders.reduce((sum, { count }) => sum + count, 0),
  };
}
