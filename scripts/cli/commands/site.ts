import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import { AppError } from "../../../server/core/errors.ts";
import { fetchPage } from "../../../server/core/fetch/fetch-page.ts";
import { addFile } from "../../../server/knowledge/documents/add-file.ts";
import { waitForDocuments, waitForVectors } from "../../../server/knowledge/documents/wait-for-documents.ts";
import { operatorsReach } from "../../../server/operations/doctor/deps.ts";
import { defineCommand, defineTenantCommand } from "../command.ts";
import { inspectSite } from "../init/look-at-site.ts";
import { proposeQuestions } from "../init/propose-questions.ts";

/** Pause between two pages, in ms, to spare the site's server. */
const betweenPagesMs = 250;
const mostPages = 500;

/** What a site says about itself, before anything is made of it: steps of `parley init`, which run where the data is. */
export const siteInspection = defineCommand({
  name: "site look",
  args: z.strictObject({ site: z.string().min(1) }),
  run: (_ctx, { site }) => inspectSite(site),
  render: ({ pages }) => `${pages.length} pages`,
});

/** Takes pages of a site in and waits until they can be found. */
export const siteTake = defineTenantCommand({
  name: "site take",
  needsWorkers: true,
  args: z.strictObject({ tenant: z.string(), pages: z.array(z.string()).max(mostPages) }),
  run: async (ctx, { tenantId, pages }, out) => {
    const ids: string[] = [];
    const failures: { source: string; error: string }[] = [];
    for (const [index, source] of pages.entries()) {
      try {
        const { network, ...limits } = operatorsReach;
        const page = await fetchPage(source, { network, limits });
        const { bytes, url, declaredType } = page;
        ids.push((await addFile(ctx.knowledge, tenantId, { source, url, bytes, declaredType })).id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        failures.push({ source, error: error.message });
      }
      out.progress?.({ done: index + 1, total: pages.length, label: "pages fetched" });
      await sleep(betweenPagesMs);
    }
    const latest = new Map<string, DocumentView>();
    const noting = (until: "searchable" | "ready", label: string) => {
      const over = new Set<string>();
      const onProgress = (document: DocumentView) => {
        const { id, status } = document;
        latest.set(id, document);
        if (status === until || status === "ready" || status === "failed") over.add(id);
        out.progress?.({ done: over.size, total: ids.length, label });
      };
      return { ids, onProgress };
    };
    await waitForDocuments(ctx.knowledge, tenantId, {
      ...noting("searchable", "pages processed"),
      until: "searchable",
    });
    // Questions are tried next, and some pages are only found by what they mean. The demo's own may be before them in the line.
    await waitForVectors(ctx.knowledge, tenantId, noting("ready", "pages indexed"));
    const documents = [...latest.values()];
    const failed = documents.filter(({ status }) => status === "failed");
    return {
      taken: documents.length - failed.length,
      passages: documents.reduce((sum, { chunks }) => sum + chunks, 0),
      failed: [
        ...failures,
        ...failed.map(({ source, error }) => ({ source, error: error ?? "Could not be processed" })),
      ],
    };
  },
  render: ({ taken, passages }) => `${taken} pages, ${passages} passages`,
});

/** Questions that the documents should answer, to try the assistant with. */
export const siteQuestions = defineTenantCommand({
  name: "site questions",
  args: z.strictObject({ tenant: z.string(), limit: z.int().min(1).max(20) }),
  run: async (ctx, { tenantId, limit }) => ({
    questions: await proposeQuestions(ctx.knowledge, tenantId, limit),
  }),
  render: ({ questions }) => questions.join("\n"),
});
