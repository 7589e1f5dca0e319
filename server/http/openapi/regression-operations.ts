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
    summary: "One page of the regression questions, newest first",
    description: "Lists questions that are asked of every release, with what a good answer to each has.",
    ...library,
    query: regressionListQuerySchema,
    answer: regressionListResponseSchema,
  },
  {
    method: "post",
    path: questions,
    id: "keepRegressionQuestion",
    summary: "Keep a question that every release has to answer well",
    description:
      "Keeps a question with what a good answer has: documents it cites, phrases it says or must not say, whether a person is asked. Of a ticket's words secrets are taken out, and the question is erased with the ticket. At most 1,000 are kept.",
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
    summary: "All regression questions as a table",
    description:
      "Returns a CSV file with the columns `question`, `must_say`, `must_not_say`, `must_cite` and `outcome`; several values stand on lines of their own. What was said before a question is left out.",
    ...manager,
    text: "text/csv",
  },
  {
    method: "post",
    path: `${questions}/import`,
    id: "importRegressionQuestions",
    summary: "Keep every line of a table as a regression question",
    description:
      "Takes a table as the download writes it; only the column `question` is needed. Lines that cannot be kept are left out and named.",
    ...manager,
    body: regressionFileSchema,
    answer: regressionImportedSchema,
  },
  {
    method: "get",
    path: `${questions}/:id`,
    id: "readRegressionQuestion",
    summary: "One regression question",
    description: "Returns one regression question with what is expected, where it comes from and who kept it.",
    ...library,
    answer: regressionQuestionSchema,
  },
  {
    method: "patch",
    path: `${questions}/:id`,
    id: "changeRegressionQuestion",
    summary: "Change a question or what is expected of its answer",
    description: "Changes what is named; `expected` takes the place of all that was expected before.",
    errors: ["conflict"],
    ...manager,
    body: regressionChangeSchema,
    answer: regressionQuestionSchema,
  },
  {
    method: "delete",
    path: `${questions}/:id`,
    id: "deleteRegressionQuestion",
    summary: "Delete a regression question",
    description: "Deletes a regression question. What runs found about it goes with it.",
    ...manager,
    answer: okResponseSchema,
  },
];
