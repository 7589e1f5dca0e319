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
    summary: "What is kept for how long, and what was removed lately",
    description:
      "Returns for each kind of data how long it is kept, the limits of that, and what the last runs removed.",
    role: "admin",
    ...settings,
    answer: retentionSchema,
  },
  {
    method: "patch",
    path: `${base}/retention`,
    id: "changeRetention",
    summary: "Change what is kept for how long",
    description:
      "Changes how many days kinds of data are kept; null keeps them for good. Nothing is removed by the call itself.",
    role: "admin",
    ...settings,
    body: retentionPatchSchema,
    answer: retentionSchema,
  },
  {
    method: "post",
    path: `${base}/retention/preview`,
    id: "previewRetention",
    summary: "How much rules changed like this would remove now",
    description: "Returns how many rows the changed rules would remove if they ran now. Nothing changes.",
    role: "admin",
    ...settings,
    body: retentionPatchSchema,
    answer: retentionPreviewSchema,
  },
  {
    method: "post",
    path: `${base}/retention/run`,
    id: "runRetention",
    summary: "Remove now what is kept no longer",
    description:
      "Removes now what the rules no longer keep, in small steps behind the answer. It also happens by itself every six hours.",
    role: "admin",
    ...settings,
    status: 202,
    answer: retentionRunSchema,
  },
  {
    method: "get",
    path: `${base}/erasures`,
    id: "listErasures",
    summary: "What was erased on purpose, with receipts",
    description: "Lists what was erased on purpose, with counts and signed receipts.",
    role: "admin",
    ...settings,
    answer: erasuresSchema,
  },
  {
    method: "post",
    path: `${base}/erasures`,
    id: "erase",
    summary: "Erase a visitor, a ticket or a document; 202 when it goes on behind the answer",
    description:
      "Erases a visitor (by `id`, `external_id` or `email`), a ticket or a document from rows, files, vectors, cache, checkpoints, mails and jobs, and returns a signed receipt. It cannot be taken back.",
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
    summary: "How much erasing that would remove",
    description: "Returns how many rows of each kind an erasure would remove. Nothing changes.",
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
    summary: "Whether a receipt is one of this installation's, and unchanged",
    description: "Says whether a receipt was signed by this installation and is unchanged, and if not, why.",
    role: "admin",
    ...settings,
    body: verifyReceiptSchema,
    answer: verifiedReceiptSchema,
  },
  {
    method: "get",
    path: `${base}/erasures/:id`,
    id: "readErasure",
    summary: "One erasure",
    description: "Returns one erasure: how far it is, and its receipt once it is done.",
    role: "admin",
    ...settings,
    answer: erasureSchema,
  },
  {
    method: "get",
    path: `${base}/export`,
    id: "exportTenant",
    summary: "Everything of the tenant, or what is kept of a visitor, as a file",
    description:
      "Returns a gzipped tar archive with everything of the tenant, or with `visitor` what is kept of one visitor. The form is open and described in the archive.",
    role: "admin",
    errors: ["not_found"],
    ...settings,
    query: exportQuerySchema,
    bytes: "application/gzip",
  },
];
