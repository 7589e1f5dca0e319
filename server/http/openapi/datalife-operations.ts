import {
  retentionPatchSchema,
  retentionPreviewSchema,
  retentionRunSchema,
  retentionSchema,
} from "../../../protocol/admin-data.ts";
import {
  eraseRequestSchema,
  erasurePreviewSchema,
  erasureSchema,
  erasuresSchema,
  verifiedReceiptSchema,
  verifyReceiptSchema,
} from "../../../protocol/admin-erasures.ts";
import { exportQuerySchema } from "../../../protocol/archive.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const settings = { tag: "data", auth: "agent" } as const;

/** How long what is kept, and what is erased. */
export const datalifeOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/retention`,
    id: "readRetention",
    summary: "Get retention settings and recent clean-ups",
    description:
      "Returns the retention of each kind of data, its allowed range, and the deletions of the last clean-ups.",
    role: "admin",
    ...settings,
    answer: retentionSchema,
  },
  {
    method: "patch",
    path: `${base}/retention`,
    id: "changeRetention",
    summary: "Change retention settings",
    description:
      "Changes the retention in days for kinds of data; null keeps them forever. The call itself deletes nothing.",
    role: "admin",
    ...settings,
    body: retentionPatchSchema,
    answer: retentionSchema,
  },
  {
    method: "post",
    path: `${base}/retention/preview`,
    id: "previewRetention",
    summary: "Preview a clean-up",
    description:
      "Returns the number of rows that a clean-up with the changed settings would delete now. Changes nothing.",
    role: "admin",
    ...settings,
    body: retentionPatchSchema,
    answer: retentionPreviewSchema,
  },
  {
    method: "post",
    path: `${base}/retention/run`,
    id: "runRetention",
    summary: "Clean up now",
    description:
      "Deletes data that is older than its retention, in small steps in the background. This also runs automatically every six hours.",
    role: "admin",
    ...settings,
    status: 202,
    answer: retentionRunSchema,
  },
  {
    method: "get",
    path: `${base}/erasures`,
    id: "listErasures",
    summary: "List erasures with receipts",
    description: "Lists erasures with their counts and signed receipts.",
    role: "admin",
    ...settings,
    answer: erasuresSchema,
  },
  {
    method: "post",
    path: `${base}/erasures`,
    id: "erase",
    summary: "Erase a visitor, ticket or document",
    description:
      "Erases a visitor (by `id`, `external_id` or `email`), a ticket or a document from rows, files, vectors, cache, checkpoints, e-mails and jobs, and returns a signed receipt. Returns 202 if the erasure continues in the background. It cannot be undone.",
    role: "admin",
    errors: ["not_found"],
    ...settings,
    body: eraseRequestSchema,
    status: 201,
    answer: erasureSchema,
  },
  {
    method: "post",
    path: `${base}/erasures/preview`,
    id: "previewErasure",
    summary: "Preview an erasure",
    description: "Returns the number of rows of each kind that an erasure would delete. Changes nothing.",
    role: "admin",
    errors: ["not_found"],
    ...settings,
    body: eraseRequestSchema,
    answer: erasurePreviewSchema,
  },
  {
    method: "post",
    path: `${base}/erasures/verify`,
    id: "verifyReceipt",
    summary: "Verify an erasure receipt",
    description:
      "Checks that this installation signed the receipt and that nobody has changed it. If not, `reason` says why.",
    role: "admin",
    ...settings,
    body: verifyReceiptSchema,
    answer: verifiedReceiptSchema,
  },
  {
    method: "get",
    path: `${base}/erasures/:id`,
    id: "readErasure",
    summary: "Get an erasure",
    description: "Returns one erasure with its progress, and its receipt once it is done.",
    role: "admin",
    ...settings,
    answer: erasureSchema,
  },
  {
    method: "get",
    path: `${base}/export`,
    id: "exportTenant",
    summary: "Export a tenant or a visitor",
    description:
      "Returns a gzipped tar archive with all data of the tenant, or with `visitor` the data of one visitor. The archive describes its own format.",
    role: "admin",
    errors: ["not_found"],
    ...settings,
    query: exportQuerySchema,
    bytes: "application/gzip",
  },
];
