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
const settings = { tag: "settings", auth: "agent" } as const;

/** How long what is kept, and what is erased. */
export const datalifeOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/retention`,
    summary: "What is kept for how long, and what was removed lately",
    ...settings,
    answer: retentionSchema,
  },
  {
    method: "patch",
    path: `${base}/retention`,
    summary: "Change what is kept for how long",
    ...settings,
    body: retentionPatchSchema,
    answer: retentionSchema,
  },
  {
    method: "post",
    path: `${base}/retention/preview`,
    summary: "How much rules changed like this would remove now",
    ...settings,
    body: retentionPatchSchema,
    answer: retentionPreviewSchema,
  },
  {
    method: "post",
    path: `${base}/retention/run`,
    summary: "Remove now what is kept no longer",
    ...settings,
    status: 202,
    answer: retentionRunSchema,
  },
  {
    method: "get",
    path: `${base}/erasures`,
    summary: "What was erased on purpose, with receipts",
    ...settings,
    answer: erasuresSchema,
  },
  {
    method: "post",
    path: `${base}/erasures`,
    summary: "Erase a visitor, a ticket or a document; 202 when it goes on behind the answer",
    ...settings,
    body: eraseRequestSchema,
    status: 201,
    answer: erasureSchema,
  },
  {
    method: "post",
    path: `${base}/erasures/preview`,
    summary: "How much erasing that would remove",
    ...settings,
    body: eraseRequestSchema,
    answer: erasurePreviewSchema,
  },
  {
    method: "post",
    path: `${base}/erasures/verify`,
    summary: "Whether a receipt is one of this installation's, and unchanged",
    ...settings,
    body: verifyReceiptSchema,
    answer: verifiedReceiptSchema,
  },
  {
    method: "get",
    path: `${base}/erasures/:id`,
    summary: "One erasure",
    ...settings,
    answer: erasureSchema,
  },
  {
    method: "get",
    path: `${base}/export`,
    summary: "Everything of the tenant, or what is kept of a visitor, as a file",
    ...settings,
    query: exportQuerySchema,
    bytes: true,
  },
];
