/** The server's limits for one file. */
const maxFileBytes = 50 * 1024 * 1024;
const maxTextBytes = 10 * 1024 * 1024;

const binary = new Set(["pdf", "docx", "xlsx", "pptx"]);
const textual = new Set(["md", "mdx", "markdown", "html", "htm", "txt", "csv", "tsv"]);

export const acceptedFiles = [...binary, ...textual].map((ending) => `.${ending}`).join(",");

/** Why a chosen file cannot be uploaded, or null. The server detects the real type. */
export function refusalOfFile({ name, size }: { name: string; size: number }): string | null {
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!binary.has(ending) && !textual.has(ending)) {
    return "Only PDF, Word, Excel, PowerPoint, HTML, Markdown, text and CSV files can be added.";
  }
  if (size === 0) return "The file is empty.";
  const limit = binary.has(ending) ? maxFileBytes : maxTextBytes;
  return size > limit ? `The file is larger than ${limit / 1024 / 1024} MB.` : null;
}
