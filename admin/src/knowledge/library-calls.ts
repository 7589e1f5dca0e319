import type { ChangeDocumentRequest, DocumentPages, DocumentView } from "../../../protocol/admin-documents.ts";
import type { TriedAnswer } from "../../../protocol/admin-try.ts";
import type { DocumentChunks, DocumentCitations } from "../../../protocol/document-uses.ts";
import type { ComparedVersions, DocumentVersionView } from "../../../protocol/document-versions.ts";
import { type Ask, queryString } from "../ui/api-call.ts";

/** The server gives up before. */
const answerTimeoutMs = 70_000;

/** The library's part of the console's calls. */
export function libraryCalls(admin: Ask) {
  const documentPath = (id: string) => `/documents/${encodeURIComponent(id)}`;
  return {
    /** A model may write for a while. */
    tryAnswer: (q: string, signal?: AbortSignal) =>
      admin<TriedAnswer>("/search/answer", { method: "POST", body: { q }, signal, timeoutMs: answerTimeoutMs }),
    document: (id: string, signal?: AbortSignal) => admin<DocumentView>(documentPath(id), { signal }),
    changeDocument: (id: string, body: ChangeDocumentRequest) =>
      admin<DocumentView>(documentPath(id), { method: "PATCH", body }),
    fetchDocument: (id: string) =>
      admin<{ document: DocumentView }>(`${documentPath(id)}/fetch`, { method: "POST", body: {} }),
    documentPages: (id: string, version?: number, signal?: AbortSignal) =>
      admin<DocumentPages>(`${documentPath(id)}/pages${queryString({ version })}`, { signal }),
    documentChunks: (id: string, from: number, signal?: AbortSignal) =>
      admin<DocumentChunks>(`${documentPath(id)}/chunks${queryString({ from })}`, { signal }),
    documentVersions: (id: string, signal?: AbortSignal) =>
      admin<{ items: DocumentVersionView[] }>(`${documentPath(id)}/versions`, { signal }),
    documentCitations: (id: string, signal?: AbortSignal) =>
      admin<DocumentCitations>(`${documentPath(id)}/citations`, { signal }),
    compareVersions: (id: string, { version, other }: { version: number; other: number }, signal?: AbortSignal) =>
      admin<ComparedVersions>(`${documentPath(id)}/versions/${version}/compare?with=${other}`, { signal }),
    labelVersion: (id: string, version: number, label: string | null) =>
      admin<{ items: DocumentVersionView[] }>(`${documentPath(id)}/versions/${version}`, {
        method: "PATCH",
        body: { label },
      }),
    restoreVersion: (id: string, version: number) =>
      admin<{ document: DocumentView }>(`${documentPath(id)}/versions/${version}/restore`, {
        method: "POST",
        body: {},
      }),
  };
}
