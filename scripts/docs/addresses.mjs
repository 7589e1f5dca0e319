import { posix } from "node:path";

/** Files in the project's root that are also documentation pages. */
export const rootPages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"];
/** The guide is written for who reads it on a computer of their own; here, this is the server itself. */
const ownServer = /^http:\/\/localhost:8787(?=\/)/;

/** Where a file of the project is read: `docs/guide/theming.md` at `/docs/guide/theming`. Null for what is no page and no picture of one. */
export function addressOfFile(path) {
  if (rootPages.includes(path)) return `/docs/${path.replace(/\.md$/, "")}`;
  return path.startsWith("docs/") ? `/${path.replace(/\.md$/, "")}` : null;
}

/** Where a link of a page leads, or null when it may lead nowhere. @param folder of the page that has the link. */
export function addressOfLink(href, folder) {
  if (ownServer.test(href)) return href.replace(ownServer, "");
  if (href.startsWith("https://") || /^http:\/\/localhost[:/]/.test(href) || href.startsWith("#")) return href;
  if (href.includes(":") || href.startsWith("/") || href.startsWith("\\")) return null;
  const [path, anchor] = href.split("#");
  const address = addressOfFile(posix.normalize(posix.join(folder, path)));
  return address === null || anchor === undefined ? address : `${address}#${anchor}`;
}
