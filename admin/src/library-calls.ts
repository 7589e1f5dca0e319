import type {
  AddSnippetRequest,
  ChangeSnippetRequest,
  SnippetListQuery,
  SnippetListResponse,
  SnippetView,
} from "../../protocol/admin-snippets.ts";
import type { TriedAnswer } from "../../protocol/admin-try.ts";
import type { Call } from "./api.ts";
import { queryString } from "./lib/query-string.ts";

type Ask = <T>(path: string, call?: Call) => Promise<T>;

/** The server gives up before. */
const answerTimeoutMs = 70_000;

/** What a reviewer decides about a snippet. */
export type SnippetVerb = "approve" | "reject" | "withdraw";

/** The library's part of the console's calls. */
export function libraryCalls(admin: Ask) {
  const snippetPath = (id: string) => `/snippets/${encodeURIComponent(id)}`;
  return {
    /** A model may write for a while. */
    tryAnswer: (q: string, signal?: AbortSignal) =>
      admin<TriedAnswer>("/search/answer", { method: "POST", body: { q }, signal, timeoutMs: answerTimeoutMs }),
    listSnippets: (query: Partial<SnippetListQuery>, signal?: AbortSignal) =>
      admin<SnippetListResponse>(`/snippets${queryString(query)}`, { signal }),
    addSnippet: (body: AddSnippetRequest) => admin<SnippetView>("/snippets", { method: "POST", body }),
    changeSnippet: (id: string, body: ChangeSnippetRequest) =>
      admin<SnippetView>(snippetPath(id), { method: "PATCH", body }),
    decideSnippet: (id: string, verb: SnippetVerb) =>
      admin<SnippetView>(`${snippetPath(id)}/${verb}`, { method: "POST", body: {} }),
    deleteSnippet: (id: string) => admin<unknown>(snippetPath(id), { method: "DELETE" }),
  };
}
