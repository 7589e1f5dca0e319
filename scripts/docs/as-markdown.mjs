/** Folder of the pages that are also served as Markdown, under their address with `.md`, for programs and for readers who save them. */
const folder = "docs/guide/";

/** Address of a page's Markdown; null for a page without. */
export function markdownAddress({ source, address }) {
  return source?.startsWith(folder) ? `${address}.md` : null;
}

/** `/docs/llms.txt`: the guide as a list with one line per page, as https://llmstxt.org proposes. */
export function listForPrograms(sections, pages) {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const parts = sections.flatMap(({ title, pages: listed }) => {
    const lines = listed.flatMap(({ source, label }) => {
      const page = bySource.get(source);
      const address = page && markdownAddress(page);
      return address ? [`- [${label}](${address}): ${page.description}`] : [];
    });
    return lines.length > 0 ? [`## ${title}\n\n${lines.join("\n")}\n`] : [];
  });
  const about =
    "> A self-hosted AI support desk: a chat that answers from a company's own documents, and a console for the company's team.";
  return `# Parley\n\n${about}\n\n${parts.join("\n")}`;
}
