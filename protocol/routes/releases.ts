import { documentIdSchema } from "../ids.ts";
import {
  newReleaseRunSchema,
  releaseResultQuerySchema,
  releaseResultsSchema,
  releaseRunAnswerSchema,
  releaseRunSchema,
  voidedAnswersSchema,
} from "../release-runs.ts";
import {
  newReleaseSchema,
  publishReleaseSchema,
  releaseChangeSchema,
  releaseListQuerySchema,
  releaseListResponseSchema,
  releaseSchema,
} from "../releases.ts";
import { routes } from "../route.ts";

/** Drafts that are tested and published together. */
export const releaseRoutes = routes(
  { base: "/api/v1/admin", tag: "library", auth: "agent" },
  {
    listReleases: {
      at: "GET /releases",
      summary: "List releases",
      description:
        "Lists releases, newest first, with their contents. A release holds drafts of documents and settings that you test before they go live.",
      query: releaseListQuerySchema,
      response: releaseListResponseSchema,
    },
    beginRelease: {
      at: "POST /releases",
      role: "manager",
      summary: "Create a release",
      description:
        "Creates a release, with settings to test or empty. To add a document, create it with `publish` false and the release's id. At most 50 releases can be open at the same time.",
      errors: ["conflict"],
      body: newReleaseSchema,
      example: { name: "New return policy", settings: { tone: "Friendly and short" } },
      status: 201,
      response: releaseSchema,
    },
    readRelease: {
      at: "GET /releases/:id",
      summary: "Get a release",
      description:
        "Returns a release with its documents and their progress, its settings, and whether something else was published in the meantime.",
      response: releaseSchema,
    },
    changeRelease: {
      at: "PATCH /releases/:id",
      role: "manager",
      summary: "Change a release's name or settings",
      description: "Renames an open release, or replaces its settings.",
      errors: ["conflict"],
      body: releaseChangeSchema,
      example: { settings: { threshold: 0.75 } },
      response: releaseSchema,
    },
    leaveOutOfRelease: {
      at: "DELETE /releases/:id/documents/:document",
      params: { document: documentIdSchema },
      role: "manager",
      summary: "Remove a document from a release",
      description: "Removes a document from an open release and deletes its draft. The published version stays.",
      errors: ["conflict"],
      response: releaseSchema,
    },
    discardRelease: {
      at: "POST /releases/:id/discard",
      role: "manager",
      summary: "Discard a release",
      description: "Discards an open release with its drafts. Published documents and settings don't change.",
      errors: ["conflict"],
      response: releaseSchema,
    },
    publishRelease: {
      at: "POST /releases/:id/publish",
      role: "manager",
      summary: "Publish a release",
      description:
        "Publishes all documents and settings of a release in one transaction. Pass the revision that you reviewed. Returns 409 if the release or the published version has changed since, or if this revision was not tested. Only admins can publish settings or an untested release (`untried`).",
      errors: ["conflict"],
      body: publishReleaseSchema,
      example: { revision: 3 },
      response: releaseSchema,
    },
    rollBackRelease: {
      at: "POST /releases/:id/roll-back",
      role: "manager",
      summary: "Roll back a release",
      description:
        "Restores the documents and settings from before the release, all at once. Returns 409 if some of them have changed since.",
      errors: ["conflict"],
      response: releaseSchema,
    },
    tryRelease: {
      at: "POST /releases/:id/run",
      role: "manager",
      summary: "Test a release",
      description:
        "Starts a run in the background. It asks the test questions and the most recent real questions of both the published version and the release, and compares the answers. Replaces the previous run. Limited to 20 calls a minute.",
      errors: ["conflict"],
      body: newReleaseRunSchema,
      example: { questions: 100 },
      status: 202,
      response: releaseRunSchema,
    },
    readRun: {
      at: "GET /releases/:id/run",
      summary: "Get the progress and results of a run",
      description:
        "Returns the run of a release: the number of questions asked, how many answers are the same, better, worse or different, and the grades, times and costs of both sides. `run` is null if the release was never tested. An interrupted run ends as `failed` with a message in `error`; you can start a new one.",
      response: releaseRunAnswerSchema,
    },
    cancelRun: {
      at: "POST /releases/:id/run/cancel",
      role: "manager",
      summary: "Stop a run",
      description: "Stops a run. Its results so far are kept, and the release counts as not tested.",
      errors: ["conflict"],
      response: releaseRunSchema,
    },
    listRunResults: {
      at: "GET /releases/:id/run/results",
      summary: "List the results of a run",
      description:
        "Lists questions with both answers, their citations and grades, the verdict and the reason, in the order of the run. Filter by verdict and kind.",
      query: releaseResultQuerySchema,
      response: releaseResultsSchema,
    },
    listVoidedAnswers: {
      at: "GET /releases/:id/cached",
      summary: "List cached answers that publishing will delete",
      description:
        "Lists the cached answers based on a document of the release, or all cached answers if its settings affect how answers are written or graded. Returns at most 200, with the total number.",
      response: voidedAnswersSchema,
    },
  },
);
