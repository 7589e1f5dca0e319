import { z } from "zod";
import { documentSchema } from "../admin-documents.ts";
import {
  changeVersionRequestSchema,
  comparedVersionsSchema,
  compareVersionsQuerySchema,
  documentVersionsResponseSchema,
  versionNumberSchema,
} from "../document-versions.ts";
import { documentIdSchema } from "../ids.ts";
import { routes } from "../route.ts";

const oneDocument = z.object({ document: documentSchema });

/** Versions of a document. */
export const documentVersionRoutes = routes(
  {
    base: "/api/v1/admin",
    tag: "library",
    auth: "agent",
    params: { id: documentIdSchema, version: versionNumberSchema },
  },
  {
    listVersions: {
      at: "GET /documents/:id/versions",
      summary: "List a document's versions",
      description: "Lists every version, newest first, with its time and size, and marks the live version.",
      response: documentVersionsResponseSchema,
    },
    compareVersions: {
      at: "GET /documents/:id/versions/:version/compare",
      summary: "Compare two versions of a document",
      description:
        "Returns the differences between two versions, paragraph by paragraph. Without `with`, it compares with the previous version.",
      query: compareVersionsQuerySchema,
      response: comparedVersionsSchema,
    },
    labelVersion: {
      at: "PATCH /documents/:id/versions/:version",
      role: "manager",
      summary: "Name a version",
      description: "Sets a version's label, such as `2024`. The copilot and the console show it beside the title.",
      body: changeVersionRequestSchema,
      response: documentVersionsResponseSchema,
    },
    restoreVersion: {
      at: "POST /documents/:id/versions/:version/restore",
      role: "manager",
      summary: "Restore an earlier version",
      description: "Makes an earlier version live immediately. The previous live version stays in the list.",
      errors: ["conflict"],
      response: oneDocument,
    },
  },
);
