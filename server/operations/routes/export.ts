import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { RequestHandler } from "express";
import { z } from "zod";
import { exportQuerySchema } from "../../../protocol/archive.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";
import type { ArchiveDeps } from "../privacy/deps.ts";
import { exportArchive } from "../privacy/export.ts";

/** `GET export`: the tenant, or what is kept of a visitor, as a file that is made while it is sent. */
export function exportRoute(privacy: ArchiveDeps): RequestHandler {
  return async (request, response) => {
    const { visitor } = parseBody(exportQuerySchema, request.query);
    const agent = agentOf(response);
    const by =
      visitor === undefined
        ? undefined
        : z.uuid().safeParse(visitor).success
          ? { id: visitor }
          : visitor.includes("@")
            ? { email: visitor }
            : { external_id: visitor };
    const bytes = await exportArchive(privacy, {
      tenantId: agent.tenantId,
      actor: actorOf(agent),
      visitor: by && { kind: "visitor", ...by },
    });
    response
      .attachment(
        `parley-${visitor === undefined ? "tenant" : "visitor"}-${new Date().toISOString().slice(0, 10)}.tar.gz`,
      )
      .type("application/gzip");
    await pipeline(Readable.from(bytes), createGzip(), response);
  };
}
