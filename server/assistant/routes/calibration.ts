import type { RequestHandler } from "express";
import { calibrateRequestSchema, calibrationQuerySchema } from "../../../protocol/admin-calibration.ts";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";
import { applyCalibration, proposeCalibration, readCalibration, undoCalibration } from "../grading/calibration.ts";
import { listJudgedAnswers } from "../grading/graded-answers.ts";

/** `GET calibration`: the one that is set, and what would fit now. */
export function readCalibrationRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const { most_wrong: mostWrong } = parseBody(calibrationQuerySchema, request.query);
    const { tenantId } = agentOf(response);
    const report = await proposeCalibration(tenants, { tenantId, mostWrong });
    response.json({ ...(await readCalibration(tenants, tenantId)), report });
  };
}

/** `POST calibration`: sets what fits. */
export function applyCalibrationRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const { most_wrong: mostWrong } = parseBody(calibrateRequestSchema, request.body ?? {});
    const agent = agentOf(response);
    response.json(await applyCalibration(tenants, actorOf(agent), { tenantId: agent.tenantId, mostWrong }));
  };
}

/** `DELETE calibration`: goes back to what counted before the last one. */
export function undoCalibrationRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    const agent = agentOf(response);
    response.json(await undoCalibration(tenants, actorOf(agent), agent.tenantId));
  };
}

/** `GET calibration/answers`: the newest graded answers, for trying a threshold on. */
export function gradedAnswersRoute(tenants: TenantDeps): RequestHandler {
  return async (_request, response) => {
    response.json(await listJudgedAnswers(tenants, agentOf(response).tenantId));
  };
}
