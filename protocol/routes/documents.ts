import { z } from "zod";
import {
  addDocumentRequestSchema,
  addDocumentResponseSchema,
  changeDocumentRequestSchema,
  documentListQuerySchema,
  documentListResponseSchema,
  documentPagesQuerySchema,
  documentPagesResponseSchema,
  documentSchema,
  jobListQuerySchema,
  jobListResponseSchema,
  jobSchema,
  uploadFieldsSchema,
} from "../admin-documents.ts";
import {
  documentChunksQuerySchema,
  documentChunksResponseSchema,
  documentCitationsResponseSchema,
} from "../document-uses.ts";
import { documentIdSchema } from "../ids.ts";
import { longTextBytes, routes } from "../route.ts";

const oneDocument = z.object({ document: documentSchema });

/** Documents of the library. */
export const documentRoutes = routes(
  { base: "/api/v1/admin", tag: "library", auth: "agent", params: { id: documentIdSchema } },
  {
    listDocuments: {
      at: "GET /documents",
      summary: "List documents",
      description:
        "Lists the documents of the library, most recently changed first, filtered by set, type (`kind`) and title. Each has its progress: `status`, `chunks`, and how many of them have vectors.",
      query: documentListQuerySchema,
      response: documentListResponseSchema,
    },
    addDocuments: {
      at: "POST /documents",
      role: "manager",
      summary: "Add a text, files, a web page or a sitemap",
      description:
        "Adds a text (`content`), a web page (`url`), the pages of a sitemap (`sitemap`), or files as `multipart/form-data`. Processing continues in the background: poll the document or the job. The same `source` again creates the next version of the same document.",
      errors: ["unprocessable_document", "not_found"],
      body: addDocumentRequestSchema,
      maxBytes: longTextBytes,
      upload: uploadFieldsSchema,
      example: { source: "shipping.md", title: "Shipping", content: "# Returns\n\nSend orders back within 30 days." },
      status: 202,
      response: addDocumentResponseSchema,
    },
    readDocument: {
      at: "GET /documents/:id",
      summary: "Get a document",
      description: "Returns a document with its status, its extracted share and the time of its next refresh.",
      response: documentSchema,
    },
    changeDocument: {
      at: "PATCH /documents/:id",
      role: "manager",
      summary: "Change a document's title, set, type (`kind`), locale, audience, URL or validity",
      description:
        "Changes the properties of a document, not its text. Search reflects the change immediately, and cached answers based on the document are deleted.",
      body: changeDocumentRequestSchema,
      example: { title: "Shipping and returns", set: "Handbook" },
      response: documentSchema,
    },
    deleteDocument: {
      at: "DELETE /documents/:id",
      role: "manager",
      summary: "Delete a document and its cached answers",
      description:
        "Deletes the document with all its versions, passages and vectors, and the cached answers based on it. Messages keep their quotes.",
    },
    reindexDocument: {
      at: "POST /documents/:id/reindex",
      role: "manager",
      summary: "Retry or re-index a document",
      description:
        "Retries a failed document, or reads it again from its stored source. The current version stays live until the new one is ready.",
      status: 202,
      response: oneDocument,
    },
    fetchDocument: {
      at: "POST /documents/:id/fetch",
      role: "manager",
      summary: "Refresh a web page now",
      description: "Fetches a document's web page again. An unchanged page keeps its version.",
      errors: ["conflict"],
      status: 202,
      response: oneDocument,
    },
    readDocumentPages: {
      at: "GET /documents/:id/pages",
      summary: "Get the extracted text of a document",
      description: "Returns the extracted text of a document, page by page, with the share that could be read.",
      query: documentPagesQuerySchema,
      response: documentPagesResponseSchema,
    },
    listChunks: {
      at: "GET /documents/:id/chunks",
      summary: "List a document's passages",
      description: "Returns the searchable passages in reading order, each with its heading and position.",
      query: documentChunksQuerySchema,
      response: documentChunksResponseSchema,
    },
    listCitations: {
      at: "GET /documents/:id/citations",
      summary: "List recent answers that cite a document",
      description: "Lists the most recent answers that cite the document, with their tickets.",
      response: documentCitationsResponseSchema,
    },
  },
);

/** Background work on documents. */
export const jobRoutes = routes(
  { base: "/api/v1/admin", tag: "library", auth: "agent" },
  {
    listJobs: {
      at: "GET /jobs",
      summary: "List document jobs",
      description:
        "Lists document jobs, newest first: reading, embedding, crawling. `status=failed` lists the jobs that Parley no longer retries.",
      query: jobListQuerySchema,
      response: jobListResponseSchema,
    },
    readJob: {
      at: "GET /jobs/:id",
      summary: "Get a job",
      description: "Returns a job with its kind, progress, number of attempts and error.",
      response: jobSchema,
    },
  },
);
