import {
  newRegressionQuestionSchema,
  regressionChangeSchema,
  regressionFileSchema,
  regressionImportedSchema,
  regressionListQuerySchema,
  regressionListResponseSchema,
  regressionQuestionSchema,
} from "../../../protocol/regression.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const questions = "/api/v1/admin/regression-questions";
const library = { tag: "library", auth: "agent" } as const;
const manager = { ...library, role: "manager" } as const;

/** What every release has to answer well. */
export const regressionOperations: Operation[] = [
  {
    method: "get",
    path: questions,
    id: "listRegressionQuestions",
    summary: "List test questions",
    description: "Lists the test questions of releases, newest first, with their expected answers.",
    ...library,
    query: regressionListQuerySchema,
    answer: regressionListResponseSchema,
  },
  {
    method: "post",
    path: questions,
    id: "keepRegressionQuestion",
    summary: "Add a test question",
    description:
      "Adds a question with its expected answer: documents to cite, phrases it must or must not contain, and whether to hand over. If the question comes from a ticket, secrets are removed from the text, and the question is erased with the ticket. At most 1,000 are kept.",
    errors: ["conflict", "not_found"],
    ...manager,
    body: newRegressionQuestionSchema,
    status: 201,
    answer: regressionQuestionSchema,
  },
  {
    method: "get",
    path: `${questions}.csv`,
    id: "downloadRegressionQuestions",
    summary: "Download test questions as CSV",
    description:
      "Returns a CSV file with the columns `question`, `must_say`, `must_not_say`, `must_cite` and `outcome`. Multiple values are on separate lines within a cell. Earlier messages of a question are left out.",
    ...manager,
    text: "text/csv",
  },
  {
    method: "post",
    path: `${questions}/import`,
    id: "importRegressionQuestions",
    summary: "Import test questions from CSV",
    description:
      "Imports a CSV file in the format of the download; only the column `question` is required. Invalid lines are skipped and listed in the response.",
    ...manager,
    body: regressionFileSchema,
    answer: regressionImportedSchema,
  },
  {
    method: "get",
    path: `${questions}/:id`,
    id: "readRegressionQuestion",
    summary: "Get a test question",
    description: "Returns a test question with its expected answer, its origin and its author.",
    ...library,
    answer: regressionQuestionSchema,
  },
  {
    method: "patch",
    path: `${questions}/:id`,
    id: "changeRegressionQuestion",
    summary: "Change a test question",
    description: "Changes the fields that you pass. `expected` replaces all previous expectations.",
    errors: ["conflict"],
    ...manager,
    body: regressionChangeSchema,
    answer: regressionQuestionSchema,
  },
  {
    method: "delete",
    path: `${questions}/:id`,
    id: "deleteRegressionQuestion",
    summary: "Delete a test question",
    description: "Deletes a test question and its results in runs.",
    ...manager,
    answer: okResponseSchema,
  },
];
