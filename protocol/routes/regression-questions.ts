import {
  newRegressionQuestionSchema,
  regressionChangeSchema,
  regressionFileSchema,
  regressionImportedSchema,
  regressionListQuerySchema,
  regressionListResponseSchema,
  regressionQuestionSchema,
} from "../regression.ts";
import { exampleId, routes } from "../route.ts";

/** Test questions for every release. */
export const regressionQuestionRoutes = routes(
  { base: "/api/v1/admin", tag: "library", auth: "agent" },
  {
    listRegressionQuestions: {
      at: "GET /regression-questions",
      summary: "List test questions",
      description: "Lists the test questions of releases, newest first, with their expected answers.",
      query: regressionListQuerySchema,
      response: regressionListResponseSchema,
    },
    keepRegressionQuestion: {
      at: "POST /regression-questions",
      role: "manager",
      summary: "Add a test question",
      description:
        "Adds a question with its expected answer: documents to cite, phrases it must or must not contain, and whether to hand over. If the question comes from a ticket, secrets are removed from the text, and the question is erased with the ticket. At most 1,000 are kept.",
      errors: ["conflict", "not_found"],
      body: newRegressionQuestionSchema,
      example: {
        question: "How do I send an order back?",
        expected: { must_cite: [exampleId("4")], must_say: ["30 days"], outcome: "answered" },
      },
      status: 201,
      response: regressionQuestionSchema,
    },
    downloadRegressionQuestions: {
      at: "GET /regression-questions.csv",
      role: "manager",
      summary: "Download test questions as CSV",
      description:
        "Returns a CSV file with the columns `question`, `must_say`, `must_not_say`, `must_cite` and `outcome`. Multiple values are on separate lines within a cell. Earlier messages of a question are left out.",
      text: "text/csv",
    },
    importRegressionQuestions: {
      at: "POST /regression-questions/import",
      role: "manager",
      summary: "Import test questions from CSV",
      description:
        "Imports a CSV file in the format of the download; only the column `question` is required. Invalid lines are skipped and listed in the response.",
      body: regressionFileSchema,
      maxBytes: 6 * 1024 * 1024,
      example: { csv: "question,must_say\nHow do I send an order back?,30 days\n" },
      response: regressionImportedSchema,
    },
    readRegressionQuestion: {
      at: "GET /regression-questions/:id",
      summary: "Get a test question",
      description: "Returns a test question with its expected answer, its origin and its author.",
      response: regressionQuestionSchema,
    },
    changeRegressionQuestion: {
      at: "PATCH /regression-questions/:id",
      role: "manager",
      summary: "Change a test question",
      description: "Changes the fields that you pass. `expected` replaces all previous expectations.",
      errors: ["conflict"],
      body: regressionChangeSchema,
      example: { expected: { must_say: ["45 days"], outcome: "answered" } },
      response: regressionQuestionSchema,
    },
    deleteRegressionQuestion: {
      at: "DELETE /regression-questions/:id",
      role: "manager",
      summary: "Delete a test question",
      description: "Deletes a test question and its results in runs.",
    },
  },
);
