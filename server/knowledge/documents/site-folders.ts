import { parseUrl } from "../../core/text/parse-url.ts";

/** The outermost folders of a site in which every page was chosen. Later checks add new pages in these folders only. */
export function foldersOf(listed: readonly string[], chosen: ReadonlySet<string>): string[] {
  const counts = new Map<string, { all: number; chosen: number }>();
  for (const url of listed)
    for (const folder of foldersAbove(url)) {
      const count = counts.get(folder) ?? { all: 0, chosen: 0 };
      counts.set(folder, { all: count.all + 1, chosen: count.chosen + (chosen.has(url) ? 1 : 0) });
    }
  const isWhole = (folder: string) => counts.get(folder)?.all === counts.get(folder)?.chosen;
  return [...counts.keys()].filter(
    (folder) => isWhole(folder) && !foldersAbove(folder).some((above) => above !== folder && isWhole(above)),
  );
}

/** True for an address in one of the folders. */
export function isInFolders(url: string, folders: readonly string[]): boolean {
  const path = parseUrl(url)?.pathname ?? "";
  return folders.some((folder) => path.startsWith(folder));
}

/** Returns `/`, `/help/`, `/help/orders/` for `/help/orders/late` and for `/help/orders/`. */
function foldersAbove(urlOrFolder: string): string[] {
  const path = urlOrFolder.startsWith("/") ? urlOrFolder : (parseUrl(urlOrFolder)?.pathname ?? "/");
  const names = path.split("/").slice(1, -1);
  return ["/", ...names.map((_, index) => `/${names.slice(0, index + 1).join("/")}/`)];
}
