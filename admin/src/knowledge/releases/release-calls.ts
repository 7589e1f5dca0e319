import type { AddDocumentRequest, AddDocumentResponse } from "../../../../protocol/admin-documents.ts";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";
import type {
  GateResultQuery,
  GateResults,
  GateRunAnswer,
  GateRunView,
  VoidedAnswers,
} from "../../../../protocol/gate.ts";
import type {
  NewRegressionQuestion,
  RegressionChange,
  RegressionImported,
  RegressionListResponse,
  RegressionQuestion,
} from "../../../../protocol/regression.ts";
import type {
  NewRelease,
  PublishRelease,
  ReleaseChange,
  ReleaseListResponse,
  ReleaseState,
  ReleaseView,
} from "../../../../protocol/releases.ts";
import { type Ask, queryString } from "../../ui/api-call.ts";

/** A large file takes a while on a slow line. */
const uploadTimeoutMs = 120_000;

/** The calls about releases and regression questions; they come with their pages. */
export function gateCalls(admin: Ask) {
  const one = (id: string) => `/releases/${encodeURIComponent(id)}`;
  const question = (id: string) => `/regression-questions/${encodeURIComponent(id)}`;
  const post = (body: object = {}) => ({ method: "POST", body }) as const;
  return {
    addDraft: (body: AddDocumentRequest, release?: string) =>
      admin<AddDocumentResponse>("/documents", {
        ...post({ ...body, publish: false, ...(release ? { release } : {}) }),
        timeoutMs: uploadTimeoutMs,
      }),
    uploadDraft: (file: File, { release, kind }: { release?: string | undefined; kind?: DocumentKind | undefined }) => {
      const form = new FormData();
      if (kind) form.append("kind", kind);
      form.append("publish", "false");
      if (release) form.append("release", release);
      form.append("file", file, file.name);
      return admin<AddDocumentResponse>("/documents", { method: "POST", form, timeoutMs: uploadTimeoutMs });
    },
    list: (query: { state?: ReleaseState | undefined; cursor?: string; limit: number }, signal?: AbortSignal) =>
      admin<ReleaseListResponse>(`/releases${queryString(query)}`, { signal }),
    read: (id: string, signal?: AbortSignal) => admin<ReleaseView>(one(id), { signal }),
    begin: (body: NewRelease) => admin<ReleaseView>("/releases", post(body)),
    change: (id: string, body: ReleaseChange) => admin<ReleaseView>(one(id), { method: "PATCH", body }),
    leaveOut: (id: string, document: string) =>
      admin<ReleaseView>(`${one(id)}/documents/${encodeURIComponent(document)}`, { method: "DELETE" }),
    publish: (id: string, body: PublishRelease) => admin<ReleaseView>(`${one(id)}/publish`, post(body)),
    discard: (id: string) => admin<ReleaseView>(`${one(id)}/discard`, post()),
    rollBack: (id: string) => admin<ReleaseView>(`${one(id)}/roll-back`, post()),
    run: (id: string, signal?: AbortSignal) => admin<GateRunAnswer>(`${one(id)}/run`, { signal }),
    beginRun: (id: string, questions: number) => admin<GateRunView>(`${one(id)}/run`, post({ questions })),
    cancelRun: (id: string) => admin<GateRunView>(`${one(id)}/run/cancel`, post()),
    results: (id: string, query: Partial<GateResultQuery>, signal?: AbortSignal) =>
      admin<GateResults>(`${one(id)}/run/results${queryString(query)}`, { signal }),
    voided: (id: string, signal?: AbortSignal) => admin<VoidedAnswers>(`${one(id)}/cached`, { signal }),
    questions: (query: { q?: string; cursor?: string; limit: number }, signal?: AbortSignal) =>
      admin<RegressionListResponse>(`/regression-questions${queryString(query)}`, { signal }),
    keep: (body: NewRegressionQuestion) => admin<RegressionQuestion>("/regression-questions", post(body)),
    changeQuestion: (id: string, body: RegressionChange) =>
      admin<RegressionQuestion>(question(id), { method: "PATCH", body }),
    deleteQuestion: (id: string) => admin<unknown>(question(id), { method: "DELETE" }),
    importQuestions: (csv: string) => admin<RegressionImported>("/regression-questions/import", post({ csv })),
  };
}
