import { documentVersionRoutes } from "../../../protocol/routes/document-versions.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { compareVersions, labelVersion, listDocumentVersions, restoreVersion } from "../documents/versions.ts";

export function addDocumentVersionRoutes(routes: Routes, ctx: Pick<HttpContext, "knowledge">): void {
  routes.implement(documentVersionRoutes, {
    listVersions: async ({ caller, id }) => ({ items: await listDocumentVersions(ctx.knowledge, caller.tenantId, id) }),
    compareVersions: ({ caller, id: documentId, version, query: { with: other } }) =>
      compareVersions(ctx.knowledge, caller.tenantId, { documentId, version, other }),
    labelVersion: async ({ caller, id: documentId, version, body: { label } }) => ({
      items: await labelVersion(asAgent(ctx.knowledge, caller), caller.tenantId, { documentId, version, label }),
    }),
    restoreVersion: async ({ caller, id: documentId, version }) => ({
      document: await restoreVersion(asAgent(ctx.knowledge, caller), caller.tenantId, { documentId, version }),
    }),
  });
}
