/** How hosts of repositories call the page that edits a file. */
const editors = [
  { host: /^github\.com$/, path: "edit/main" },
  { host: /^(?:www\.)?gitlab\./, path: "-/edit/main" },
  { host: /^codeberg\.org$/, path: "_edit/main" },
];

/**
 * Where a file of this project is edited, from `repository` in `package.json`. Undefined without a repository, or when it is
 * kept where that page is not known: a page has no link then, rather than one that leads nowhere.
 */
export function editAddress({ repository }, source) {
  const written = typeof repository === "string" ? repository : (repository?.url ?? "");
  const address = written.replace(/^github:/, "https://github.com/").replace(/^git\+/, "");
  const [, host, path] = /^https:\/\/([\w.-]+)(\/[\w./-]+?)(?:\.git)?\/?$/.exec(address) ?? [];
  const editor = editors.find((known) => host !== undefined && known.host.test(host));
  if (editor === undefined) return undefined;
  const folder = typeof repository === "string" ? undefined : repository.directory;
  return `https://${host}${path}/${editor.path}/${folder ? `${folder}/` : ""}${source}`;
}
