import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { regressionQuestionRoutes } from "../../../protocol/routes/regression-questions.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { importRegressionCsv, regressionCsv } from "../releases/regression-file.ts";
import {
  addRegressionQuestion,
  changeRegressionQuestion,
  deleteRegressionQuestion,
  listRegressionQuestions,
  readRegressionQuestion,
} from "../releases/regression-questions.ts";
import { releaseCallerOf } from "./releases.ts";

/** Every member of a tenant can read its test questions; managers can change them. */
export function addRegressionQuestionRoutes(routes: Routes, ctx: Pick<HttpContext, "releases">): void {
  routes.implement(regressionQuestionRoutes, {
    listRegressionQuestions: ({ caller, query }) => listRegressionQuestions(ctx.releases, caller.tenantId, query),
    keepRegressionQuestion: ({ caller, body }) => addRegressionQuestion(ctx.releases, releaseCallerOf(caller), body),
    downloadRegressionQuestions: async ({ caller, response }) => {
      const parts = regressionCsv(ctx.releases, caller.tenantId);
      response.attachment("regression-questions.csv").type("text/csv; charset=utf-8");
      await pipeline(Readable.from(parts), response);
    },
    importRegressionQuestions: ({ caller, body }) =>
      importRegressionCsv(ctx.releases, releaseCallerOf(caller), body.csv),
    readRegressionQuestion: ({ caller, id }) => readRegressionQuestion(ctx.releases, caller.tenantId, id),
    changeRegressionQuestion: ({ caller, id, body }) =>
      changeRegressionQuestion(ctx.releases, releaseCallerOf(caller), { id, change: body }),
    deleteRegressionQuestion: ({ caller, id }) => deleteRegressionQuestion(ctx.releases, releaseCallerOf(caller), id),
  });
}
