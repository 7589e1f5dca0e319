import { calibrationRoutes } from "../../../protocol/routes/calibration.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { applyCalibration, proposeCalibration, readCalibration, undoCalibration } from "../grading/calibration.ts";
import { listJudgedAnswers } from "../grading/graded-answers.ts";

export function addCalibrationRoutes(routes: Routes, ctx: Pick<HttpContext, "tenants">): void {
  routes.implement(calibrationRoutes, {
    readCalibration: async ({ caller: { tenantId }, query: { most_wrong: mostWrong } }) => {
      const report = await proposeCalibration(ctx.tenants, { tenantId, mostWrong });
      return { ...(await readCalibration(ctx.tenants, tenantId)), report };
    },
    calibrate: ({ caller, body: { most_wrong: mostWrong } }) =>
      applyCalibration(ctx.tenants, actorOf(caller), { tenantId: caller.tenantId, mostWrong }),
    undoCalibration: ({ caller }) => undoCalibration(ctx.tenants, actorOf(caller), caller.tenantId),
    listGradedAnswers: ({ caller }) => listJudgedAnswers(ctx.tenants, caller.tenantId),
  });
}
