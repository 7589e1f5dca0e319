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
} from "../../../protocol/admin-documents.ts";
import {
  changeSetRequestSchema,
  createSetRequestSchema,
  setListResponseSchema,
  setSchema,
} from "../../../protocol/admin-sets.ts";
import {
  documentChunksQuerySchema,
  documentChunksResponseSchema,
  documentCitationsResponseSchema,
} from "../../../protocol/document-uses.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";
import { versionOperations } from "./version-operations.ts";

const documents = "/api/v1/admin/documents";
const jobs = "/api/v1/admin/jobs";
const sets = "/api/v1/admin/sets";
const library = { tag: "library", auth: "agent" } as const;
const oneDocument = z.object({ document: documentSchema });

/** The library's part of the API. */
export const documentOperations: Operation[] = [
  {
    method: "get",
    path: documents,
    id: "listDocuments",
    summary: "List documents",
    description:
      "Lists the documents of the library, most recently changed first, filtered by set, type (`kind`) and title. Each has its progress: `status`, `chunks`, and how many of them have vectors.",
    ...library,
    query: documentListQuerySchema,
    answer: documentListResponseSchema,
  },
  {
    method: "post",
    path: documents,
    id: "addDocuments",
    summary: "Add a text, files, a web page or a sitemap",
    description:
      "Adds a text (`content`), a web page (`url`), the pages of a sitemap (`sitemap`), or files as `multipart/form-data`. Processing continues in the background: poll the document or the job. The same `source` again creates the next version of the same document.",
    role: "manager",
    errors: ["unprocessable_document", "not_found"],
    ...library,
    body: addDocumentRequestSchema,
    upload: uploadFieldsSchema,
    status: 202,
    answer: addDocumentResponseSchema,
  },
  {
    method: "get",
    path: `${documents}/:id`,
    id: "readDocument",
    summary: "Get a document",
    description: "Returns a document with its status, its extracted share and the time of its next refresh.",
    ...library,
    answer: documentSchema,
  },
  {
    method: "patch",
    path: `${documents}/:id`,
    id: "changeDocument",
    summary: "Change a document's title, set, type (`kind`), locale, audience, URL or validity",
    description:
      "Changes the properties of a document, not its text. Search reflects the change immediately, and cached answers based on the document are deleted.",
    role: "manager",
    ...library,
    body: changeDocumentRequestSchema,
    answer: documentSchema,
  },
  {
    method: "delete",
    path: `${documents}/:id`,
    id: "deleteDocument",
    summary: "Delete a document and its cached answers",
    description:
      "Deletes the document with all its versions, passages and vectors, and the cached answers based on it. Messages keep their quotes.",
    role: "manager",
    ...library,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${documents}/:id/reindex`,
    id: "reindexDocument",
    summary: "Retry or re-index a document",
    description:
      "Retries a failed document, or reads it again from its stored source. The current version stays live until the new one is ready.",
    role: "manager",
    ...library,
    status: 202,
    answer: oneDocument,
  },
  {
    method: "post",
    path: `${documents}/:id/fetch`,
    id: "fetchDocument",
    summary: "Refresh a web page now",
    description: "Fetches a document's web page again. An unchanged page keeps its version.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    status: 202,
    answer: oneDocument,
  },
  {
    method: "get",
    path: `${documents}/:id/pages`,
    id: "readDocumentPages",
    summary: "Get the extracted text of a document",
    description: "Returns the extracted text of a document, page by page, with the share that could be read.",
    ...library,
    query: documentPagesQuerySchema,
    answer: documentPagesResponseSchema,
  },
  {
    method: "get",
    path: `${documents}/:id/chunks`,
    id: "listChunks",
    summary: "List a document's passages",
    description: "Returns the searchable passages in reading order, each with its heading and position.",
    ...library,
    query: documentChunksQuerySchema,
    answer: documentChunksResponseSchema,
  },
  {
    method: "get",
    path: `${documents}/:id/citations`,
    id: "listCitations",
    summary: "List recent answers that cite a document",
    description: "Lists the most recent answers that cite the document, with their tickets.",
    ...library,
    answer: documentCitationsResponseSchema,
  },
  ...versionOperations,
  {
    method: "get",
    path: sets,
    id: "listSets",
    summary: "List sets",
    description: "Lists the sets with their number of documents, boost and colour.",
    ...library,
    answer: setListResponseSchema,
  },
  {
    method: "post",
    path: sets,
    id: "createSet",
    summary: "Create a set",
    description: "Creates an empty set. Adding a document with a new set name also creates a set.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    body: createSetRequestSchema,
    status: 201,
    answer: setSchema,
  },
  {
    method: "delete",
    path: `${sets}/:name`,
    id: "deleteSet",
    summary: "Delete a set and keep its documents",
    description: "Deletes a set. Its documents stay and then belong to no set.",
    role: "manager",
    ...library,
    answer: okResponseSchema,
  },
  {
    method: "patch",
    path: `${sets}/:name`,
    id: "changeSet",
    summary: "Change a set's boost, colour or name",
    description:
      "Changes the boost, colour and name of a set. A `boost` of 0.1 decides between passages of about equal relevance, 0.5 puts almost any passage first. Changing it empties the answer cache.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    body: changeSetRequestSchema,
    answer: setSchema,
  },
  {
    method: "get",
    path: jobs,
    id: "listJobs",
    summary: "List document jobs",
    description:
      "Lists document jobs, newest first: reading, embedding, crawling. `status=failed` lists the jobs that Parley no longer retries.",
    ...library,
    query: jobListQuerySchema,
    answer: jobListResponseSchema,
  },
  {
    method: "get",
    path: `${jobs}/:id`,
    id: "readJob",
    summary: "Get a job",
    description: "Returns a job with its kind, progress, number of attempts and error.",
    ...library,
    answer: jobSchema,
  },
];
