import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler } from "express";
import { z } from "zod";
import {
  newRegressionQuestionSchema,
  regressionChangeSchema,
  regressionFileSchema,
  regressionListQuerySchema,
} from "../../../protocol/regression.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { importRegressionCsv, regressionCsv } from "../releases/regression-file.ts";
import {
  changeRegressionQuestion,
  deleteRegressionQuestion,
  keepRegressionQuestion,
  listRegressionQuestions,
  readRegressionQuestion,
} from "../releases/regression-questions.ts";
import { gateCallerOf } from "./releases.ts";

type GateContext = Pick<HttpContext, "gate">;

/** `GET regression-questions`. */
export function listRegressionRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const query = parseBody(regressionListQuerySchema, request.query);
    response.json(await listRegressionQuestions(gate, agentOf(response).tenantId, query));
  };
}

/** `GET regression-questions/:id`. */
export function readRegressionRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    response.json(await readRegressionQuestion(gate, agentOf(response).tenantId, idOf(request)));
  };
}

/** `POST regression-questions`. */
export function keepRegressionRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const given = parseBody(newRegressionQuestionSchema, request.body);
    response.status(201).json(await keepRegressionQuestion(gate, gateCallerOf(agentOf(response)), given));
  };
}

/** `PATCH regression-questions/:id`. */
export function changeRegressionRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const change = parseBody(regressionChangeSchema, request.body ?? {});
    response.json(await changeRegressionQuestion(gate, gateCallerOf(agentOf(response)), { id: idOf(request), change }));
  };
}

/** `DELETE regression-questions/:id`. */
export function deleteRegressionRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    await deleteRegressionQuestion(gate, gateCallerOf(agentOf(response)), idOf(request));
    response.json({ ok: true });
  };
}

/** `GET regression-questions.csv`: all of them as a table. */
export function regressionCsvRoute({ gate }: GateContext): RequestHandler {
  return async (_request, response) => {
    const parts = regressionCsv(gate, agentOf(response).tenantId);
    response.attachment("regression-questions.csv").type("text/csv; charset=utf-8");
    await pipeline(Readable.from(parts), response);
  };
}

/** `POST regression-questions/import`: a table of them. */
export function importRegressionRoute({ gate }: GateContext): RequestHandler {
  return async (request, response) => {
    const { csv } = parseBody(regressionFileSchema, request.body);
    response.json(await importRegressionCsv(gate, gateCallerOf(agentOf(response)), csv));
  };
}

function idOf(request: Request): string {
  return parseId(z.uuid(), request.params.id);
}
