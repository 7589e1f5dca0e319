import { z } from "zod";
import { documentSchema } from "../../../protocol/admin-documents.ts";
import {
  changeVersionRequestSchema,
  comparedVersionsSchema,
  compareVersionsQuerySchema,
  documentVersionsResponseSchema,
} from "../../../protocol/document-versions.ts";
import type { Operation } from "./operation.ts";

const documents = "/api/v1/admin/documents";
const library = { tag: "library", auth: "agent" } as const;
const oneDocument = z.object({ document: documentSchema });

/** Versions of a document. */
export const versionOperations: Operation[] = [
  {
    method: "get",
    path: `${documents}/:id/versions`,
    id: "listVersions",
    summary: "List a document's versions",
    description: "Lists every version, newest first, with its time and size, and marks the live version.",
    ...library,
    answer: documentVersionsResponseSchema,
  },
  {
    method: "get",
    path: `${documents}/:id/versions/:version/compare`,
    id: "compareVersions",
    summary: "Compare two versions of a document",
    description:
      "Returns the differences between two versions, paragraph by paragraph. Without `with`, it compares with the previous version.",
    ...library,
    query: compareVersionsQuerySchema,
    answer: comparedVersionsSchema,
  },
  {
    method: "patch",
    path: `${documents}/:id/versions/:version`,
    id: "labelVersion",
    summary: "Name a version",
    description: "Sets a version's label, such as `2024`. The copilot and the console show it beside the title.",
    role: "manager",
    ...library,
    body: changeVersionRequestSchema,
    answer: documentVersionsResponseSchema,
  },
  {
    method: "post",
    path: `${documents}/:id/versions/:version/restore`,
    id: "restoreVersion",
    summary: "Restore an earlier version",
    description: "Makes an earlier version live immediately. The previous live version stays in the list.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    answer: oneDocument,
  },
];
