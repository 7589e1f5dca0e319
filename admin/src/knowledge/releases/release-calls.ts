import type {
  NewRegressionQuestion,
  RegressionChange,
  RegressionImported,
  RegressionListResponse,
  RegressionQuestion,
} from "../../../../protocol/regression.ts";
import { type Ask, queryString } from "../../ui/api-call.ts";

/** The calls about regression questions; they come with their pages. */
export function gateCalls(admin: Ask) {
  const question = (id: string) => `/regression-questions/${encodeURIComponent(id)}`;
  const post = (body: object = {}) => ({ method: "POST", body }) as const;
  return {
    questions: (query: { q?: string; cursor?: string; limit: number }, signal?: AbortSignal) =>
      admin<RegressionListResponse>(`/regression-questions${queryString(query)}`, { signal }),
    keep: (body: NewRegressionQuestion) => admin<RegressionQuestion>("/regression-questions", post(body)),
    changeQuestion: (id: string, body: RegressionChange) =>
      admin<RegressionQuestion>(question(id), { method: "PATCH", body }),
    deleteQuestion: (id: string) => admin<unknown>(question(id), { method: "DELETE" }),
    importQuestions: (csv: string) => admin<RegressionImported>("/regression-questions/import", post({ csv })),
  };
}
