import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Response } from "express";
import { z } from "zod";
import { erasureRoutes, retentionRoutes } from "../../../protocol/routes/privacy.ts";
import type { AgentCredentials } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import type { ArchiveDeps } from "../privacy/deps.ts";
import { erase, previewErasure, readErasure, readErasures } from "../privacy/erase.ts";
import { exportArchive } from "../privacy/export.ts";
import { verifyReceipt } from "../privacy/receipts.ts";
import { askForRetention, changeRetention, previewRetention, readRetention } from "../privacy/retention-rules.ts";

type PrivacyContext = Pick<HttpContext, "privacy">;

export function addRetentionRoutes(routes: Routes, ctx: PrivacyContext): void {
  routes.implement(retentionRoutes, {
    readRetention: ({ caller }) => readRetention(ctx.privacy, caller.tenantId),
    changeRetention: ({ caller, body: patch }) =>
      changeRetention(ctx.privacy, actorOf(caller), { tenantId: caller.tenantId, patch }),
    previewRetention: ({ caller, body }) => previewRetention(ctx.privacy, caller.tenantId, body),
    runRetention: ({ caller }) => askForRetention(ctx.privacy, actorOf(caller), caller.tenantId),
  });
}

/** Erasure and export. */
export function addErasureRoutes(routes: Routes, ctx: PrivacyContext): void {
  routes.implement(erasureRoutes, {
    listErasures: async ({ caller }) => ({ items: await readErasures(ctx.privacy, caller.tenantId) }),
    erase: async ({ caller, body: what, response }) => {
      const erasure = await erase(ctx.privacy, { tenantId: caller.tenantId, actor: actorOf(caller), what });
      if (erasure.status !== "done") response.status(202);
      return erasure;
    },
    previewErasure: ({ caller, body }) => previewErasure(ctx.privacy, caller.tenantId, body),
    verifyReceipt: ({ body }) => verifyReceipt(ctx.privacy, body.receipt),
    readErasure: ({ caller, id }) => readErasure(ctx.privacy, caller.tenantId, id),
    exportTenant: ({ caller, query, response }) =>
      sendExport(ctx.privacy, { caller, visitor: query.visitor, response }),
  });
}

/** Sends a tenant's or a visitor's data as an archive that is built while it is sent. */
async function sendExport(
  privacy: ArchiveDeps,
  { caller, visitor, response }: { caller: AgentCredentials; visitor: string | undefined; response: Response },
): Promise<void> {
  const bytes = await exportArchive(privacy, {
    tenantId: caller.tenantId,
    actor: actorOf(caller),
    visitor: visitor === undefined ? undefined : { kind: "visitor", ...namedBy(visitor) },
  });
  const name = `parley-${visitor === undefined ? "tenant" : "visitor"}-${new Date().toISOString().slice(0, 10)}.tar.gz`;
  response.attachment(name).type("application/gzip");
  await pipeline(Readable.from(bytes), createGzip(), response);
}

/** A visitor's id, e-mail address, or id in the tenant's own system. */
function namedBy(visitor: string): { id: string } | { email: string } | { external_id: string } {
  if (z.uuid().safeParse(visitor).success) return { id: visitor };
  return visitor.includes("@") ? { email: visitor } : { external_id: visitor };
}
