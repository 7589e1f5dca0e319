import type { RequestHandler } from "express";
import { z } from "zod";
import { jobListQuerySchema } from "../../../protocol/admin-documents.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { findJob, listJobs } from "../documents/list-jobs.ts";

type LibraryContext = Pick<HttpContext, "knowledge">;

/** `GET jobs`: work on documents, newest first; `?status=failed` for what is parked. */
export function listJobsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    response.json(await listJobs(knowledge, agentOf(response).tenantId, parseBody(jobListQuerySchema, request.query)));
  };
}

/** `GET jobs/:id`. */
export function readJobRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    response.json(await findJob(knowledge, agentOf(response).tenantId, parseId(z.uuid(), request.params.id)));
  };
}
