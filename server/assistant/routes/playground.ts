import { playgroundRoutes } from "../../../protocol/routes/playground.ts";
import type { HttpContext } from "../../http/context.ts";
import { limitModelCalls } from "../../http/limit-by.ts";
import type { Routes } from "../../http/routes.ts";
import { ask } from "../playground/ask.ts";
import { beginRun } from "../playground/begin.ts";
import { listDocuments } from "../playground/documents.ts";
import { cancelAnswer, changeRun, eraseRun, listRuns, readAnswer, readRun } from "../playground/runs.ts";

/** Managers test the assistant here. Each run belongs to the person who started it. */
export function addPlaygroundRoutes(routes: Routes, ctx: Pick<HttpContext, "playground" | "auth">): void {
  routes.implement(playgroundRoutes, {
    listPlaygroundDocuments: ({ caller }) => listDocuments(ctx.playground, caller.tenantId),
    listPlaygroundRuns: ({ caller }) => listRuns(ctx.playground, caller),
    beginPlaygroundRun: async ({ caller, body }) => {
      if (body.branch || body.ticket || body.message) await limitModelCalls(ctx, caller);
      return readRun(ctx.playground, caller, await beginRun(ctx.playground, caller, body));
    },
    readPlaygroundRun: ({ caller, id }) => readRun(ctx.playground, caller, id),
    changePlaygroundRun: async ({ caller, id, body }) => {
      await changeRun(ctx.playground, caller, { ...body, id });
      return readRun(ctx.playground, caller, id);
    },
    erasePlaygroundRun: ({ caller, id }) => eraseRun(ctx.playground, caller, id),
    askInPlayground: async ({ caller, id, body }) => {
      await limitModelCalls(ctx, caller);
      await ask(ctx.playground, caller, { ...body, runId: id });
      return readRun(ctx.playground, caller, id);
    },
    readPlaygroundAnswer: ({ caller, id, message }) =>
      readAnswer(ctx.playground, caller, { runId: id, messageId: message }),
    stopPlaygroundAnswer: async ({ caller, id, message }) => {
      await cancelAnswer(ctx.playground, caller, { runId: id, messageId: message });
      return readRun(ctx.playground, caller, id);
    },
  });
}
