import { z } from "zod";
import {
  addDocumentRequestSchema,
  addDocumentResponseSchema,
  changeDocumentRequestSchema,
  documentChunksQuerySchema,
  documentChunksResponseSchema,
  documentCitationsResponseSchema,
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
  comparedVersionsSchema,
  compareVersionsQuerySchema,
  documentVersionsResponseSchema,
} from "../../../protocol/document-versions.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

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
    summary: "One page of the documents",
    ...library,
    query: documentListQuerySchema,
    answer: documentListResponseSchema,
  },
  {
    method: "post",
    path: documents,
    summary: "Add a text, files, a web page or a sitemap; the same source again is a new version",
    ...library,
    body: addDocumentRequestSchema,
    upload: uploadFieldsSchema,
    status: 202,
    answer: addDocumentResponseSchema,
  },
  { method: "get", path: `${documents}/:id`, summary: "One document", ...library, answer: documentSchema },
  {
    method: "patch",
    path: `${documents}/:id`,
    summary: "Change title, set, kind, locale, audience, address or validity",
    ...library,
    body: changeDocumentRequestSchema,
    answer: documentSchema,
  },
  {
    method: "delete",
    path: `${documents}/:id`,
    summary: "Delete a document and the cached answers that rest on it",
    ...library,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${documents}/:id/reindex`,
    summary: "Try what failed once more, or read a document anew",
    ...library,
    status: 202,
    answer: oneDocument,
  },
  {
    method: "post",
    path: `${documents}/:id/fetch`,
    summary: "Fetch a page once more, now",
    ...library,
    status: 202,
    answer: oneDocument,
  },
  {
    method: "get",
    path: `${documents}/:id/pages`,
    summary: "What was read out of a document, page by page",
    ...library,
    query: documentPagesQuerySchema,
    answer: documentPagesResponseSchema,
  },
  {
    method: "get",
    path: `${documents}/:id/chunks`,
    summary: "The passages that are searched, in reading order",
    ...library,
    query: documentChunksQuerySchema,
    answer: documentChunksResponseSchema,
  },
  {
    method: "get",
    path: `${documents}/:id/citations`,
    summary: "The answers that quoted a document last",
    ...library,
    answer: documentCitationsResponseSchema,
  },
  {
    method: "get",
    path: `${documents}/:id/versions`,
    summary: "Every version of a document, newest first",
    ...library,
    answer: documentVersionsResponseSchema,
  },
  {
    method: "get",
    path: `${documents}/:id/versions/:version/compare`,
    summary: "What changed between two versions, by paragraphs; without `with`, since the one before",
    ...library,
    query: compareVersionsQuerySchema,
    answer: comparedVersionsSchema,
  },
  {
    method: "post",
    path: `${documents}/:id/versions/:version/restore`,
    summary: "Answer from an earlier version again",
    ...library,
    answer: oneDocument,
  },
  {
    method: "get",
    path: sets,
    summary: "The sets, how many documents are in each, and how much each counts",
    ...library,
    answer: setListResponseSchema,
  },
  {
    method: "post",
    path: sets,
    summary: "Make a set",
    ...library,
    body: createSetRequestSchema,
    status: 201,
    answer: setSchema,
  },
  {
    method: "delete",
    path: `${sets}/:name`,
    summary: "Delete a set; its documents stay, in none",
    ...library,
    answer: okResponseSchema,
  },
  {
    method: "patch",
    path: `${sets}/:name`,
    summary: "Say how much the passages of a set count beside others, its colour and its name",
    ...library,
    body: changeSetRequestSchema,
    answer: setSchema,
  },
  {
    method: "get",
    path: jobs,
    summary: "Work on documents, newest first",
    ...library,
    query: jobListQuerySchema,
    answer: jobListResponseSchema,
  },
  { method: "get", path: `${jobs}/:id`, summary: "One job and how far it is", ...library, answer: jobSchema },
];
