import { retentionPatchSchema, retentionPreviewSchema, retentionRunSchema, retentionSchema } from "../admin-data.ts";
import {
  eraseRequestSchema,
  erasurePreviewSchema,
  erasureSchema,
  erasuresSchema,
  verifiedReceiptSchema,
  verifyReceiptSchema,
} from "../admin-erasures.ts";
import { exportQuerySchema } from "../archive.ts";
import { routes } from "../route.ts";

/** Retention. */
export const retentionRoutes = routes(
  { base: "/api/v1/admin", tag: "data", auth: "agent", role: "admin" },
  {
    readRetention: {
      at: "GET /retention",
      summary: "Get retention settings and recent clean-ups",
      description:
        "Returns the retention of each kind of data, its allowed range, and the deletions of the last clean-ups.",
      response: retentionSchema,
    },
    changeRetention: {
      at: "PATCH /retention",
      summary: "Change retention settings",
      description:
        "Changes the retention in days for kinds of data; null keeps them forever. The call itself deletes nothing.",
      body: retentionPatchSchema,
      example: { tickets: 365, model_calls: 90 },
      response: retentionSchema,
    },
    previewRetention: {
      at: "POST /retention/preview",
      summary: "Preview a clean-up",
      description:
        "Returns the number of rows that a clean-up with the changed settings would delete now. Changes nothing.",
      body: retentionPatchSchema,
      example: { tickets: 365 },
      response: retentionPreviewSchema,
    },
    runRetention: {
      at: "POST /retention/run",
      summary: "Clean up now",
      description:
        "Deletes data that is older than its retention, in small steps in the background. This also runs automatically every six hours.",
      status: 202,
      response: retentionRunSchema,
    },
  },
);

/** Erasure and export. */
export const erasureRoutes = routes(
  { base: "/api/v1/admin", tag: "data", auth: "agent", role: "admin" },
  {
    listErasures: {
      at: "GET /erasures",
      summary: "List erasures with receipts",
      description: "Lists erasures with their counts and signed receipts.",
      response: erasuresSchema,
    },
    erase: {
      at: "POST /erasures",
      summary: "Erase a visitor, ticket or document",
      description:
        "Erases a visitor (by `id`, `external_id` or `email`), a ticket or a document from rows, files, vectors, cache, checkpoints, e-mails and jobs, and returns a signed receipt. Returns 202 if the erasure continues in the background. It cannot be undone.",
      errors: ["not_found"],
      body: eraseRequestSchema,
      example: { kind: "visitor", email: "ada@example.com" },
      status: 201,
      response: erasureSchema,
    },
    previewErasure: {
      at: "POST /erasures/preview",
      summary: "Preview an erasure",
      description: "Returns the number of rows of each kind that an erasure would delete. Changes nothing.",
      errors: ["not_found"],
      body: eraseRequestSchema,
      example: { kind: "visitor", email: "ada@example.com" },
      response: erasurePreviewSchema,
    },
    verifyReceipt: {
      at: "POST /erasures/verify",
      summary: "Verify an erasure receipt",
      description:
        "Checks that this installation signed the receipt and that nobody has changed it. If not, `reason` says why.",
      body: verifyReceiptSchema,
      example: { receipt: {} },
      response: verifiedReceiptSchema,
    },
    readErasure: {
      at: "GET /erasures/:id",
      summary: "Get an erasure",
      description: "Returns one erasure with its progress, and its receipt once it is done.",
      response: erasureSchema,
    },
    exportTenant: {
      at: "GET /export",
      summary: "Export a tenant or a visitor",
      description:
        "Returns a gzipped tar archive with all data of the tenant, or with `visitor` the data of one visitor. The archive describes its own format.",
      errors: ["not_found"],
      query: exportQuerySchema,
      bytes: "application/gzip",
    },
  },
);
