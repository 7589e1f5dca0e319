import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { regressionQuestionRoutes } from "../../../protocol/routes/regression-questions.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { importRegressionCsv, regressionCsv } from "../releases/regression-file.ts";
import {
  changeRegressionQuestion,
  deleteRegressionQuestion,
  keepRegressionQuestion,
  listRegressionQuestions,
  readRegressionQuestion,
} from "../releases/regression-questions.ts";
import { releaseCallerOf } from "./releases.ts";

/** Everybody in a tenant can read its test questions; managers change them. */
export function addRegressionQuestionRoutes(routes: Routes, ctx: Pick<HttpContext, "gate">): void {
  routes.implement(regressionQuestionRoutes, {
    listRegressionQuestions: ({ caller, query }) => listRegressionQuestions(ctx.gate, caller.tenantId, query),
    keepRegressionQuestion: ({ caller, body }) => keepRegressionQuestion(ctx.gate, releaseCallerOf(caller), body),
    downloadRegressionQuestions: async ({ caller, response }) => {
      const parts = regressionCsv(ctx.gate, caller.tenantId);
      response.attachment("regression-questions.csv").type("text/csv; charset=utf-8");
      await pipeline(Readable.from(parts), response);
    },
    importRegressionQuestions: ({ caller, body }) => importRegressionCsv(ctx.gate, releaseCallerOf(caller), body.csv),
    readRegressionQuestion: ({ caller, id }) => readRegressionQuestion(ctx.gate, caller.tenantId, id),
    changeRegressionQuestion: ({ caller, id, body }) =>
      changeRegressionQuestion(ctx.gate, releaseCallerOf(caller), { id, change: body }),
    deleteRegressionQuestion: ({ caller, id }) => deleteRegressionQuestion(ctx.gate, releaseCallerOf(caller), id),
  });
}
