import {
  retentionPatchSchema,
  retentionPreviewSchema,
  retentionRunSchema,
  retentionSchema,
} from "../../../protocol/admin-data.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const settings = { tag: "settings", auth: "agent" } as const;

/** How long what is kept. */
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
];
