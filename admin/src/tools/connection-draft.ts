import type {
  ChangeConnectionRequest,
  ConnectionKind,
  CreateConnectionRequest,
  ToolConnection,
} from "../../../protocol/admin-tools.ts";

/** A header sent with every call. */
export interface HeaderLine {
  name: string;
  value: string;
}

/** A connection being edited. */
export interface ConnectionDraft {
  kind: ConnectionKind;
  name: string;
  url: string;
  /** Null: unchanged. New headers replace all previous ones. */
  headers: readonly HeaderLine[] | null;
}

/** Error messages by field. */
export type ConnectionProblems = Partial<Record<"name" | "url" | "headers" | "form", string>>;

export function connectionDraft(connection: ToolConnection | null): ConnectionDraft {
  return {
    kind: connection?.kind ?? "mcp",
    name: connection?.name ?? "",
    url: connection?.url ?? "",
    headers: connection ? null : [],
  };
}

export function problemsOf({ name, url, headers }: ConnectionDraft): ConnectionProblems {
  const problems: ConnectionProblems = {};
  if (name.trim() === "") problems.name = "Enter a name.";
  if (!isWebAddress(url.trim())) problems.url = "Enter an address that starts with https://";
  const lines = (headers ?? []).filter((line) => line.name !== "" || line.value !== "");
  const bare = lines.find((line) => line.name.trim() === "" || line.value === "");
  const odd = lines.find((line) => !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(line.name.trim()));
  if (bare) problems.headers = "A header needs a name and a value.";
  else if (odd) problems.headers = `“${odd.name}” cannot be the name of a header.`;
  return problems;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Assigns a server error to the field that it mentions. */
export function problemAt(sentence: string): ConnectionProblems {
  if (/\bname\b/i.test(sentence) && !/host|server/i.test(sentence)) return { name: sentence };
  if (/header/i.test(sentence)) return { headers: sentence };
  if (/address|url|host|private|network|reach/i.test(sentence)) return { url: sentence };
  return { form: sentence };
}

export function createBody({ kind, name, url, headers }: ConnectionDraft): CreateConnectionRequest {
  return { kind, name: name.trim(), url: url.trim(), headers: headersOf(headers ?? []) };
}

export function changeBody({ name, url, headers }: ConnectionDraft): ChangeConnectionRequest {
  return { name: name.trim(), url: url.trim(), ...(headers ? { headers: headersOf(headers) } : {}) };
}

function headersOf(lines: readonly HeaderLine[]): Record<string, string> {
  return Object.fromEntries(
    lines
      .filter(({ name, value }) => name.trim() !== "" && value !== "")
      .map(({ name, value }) => [name.trim(), value]),
  );
}
