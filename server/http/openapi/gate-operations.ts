import {
  gateResultQuerySchema,
  gateResultsSchema,
  gateRunAnswerSchema,
  gateRunSchema,
  newGateRunSchema,
  voidedAnswersSchema,
} from "../../../protocol/gate.ts";
import {
  newReleaseSchema,
  publishReleaseSchema,
  releaseChangeSchema,
  releaseListQuerySchema,
  releaseListResponseSchema,
  releaseSchema,
} from "../../../protocol/releases.ts";
import type { Operation } from "./operation.ts";

const releases = "/api/v1/admin/releases";
const library = { tag: "library", auth: "agent" } as const;
const manager = { ...library, role: "manager" } as const;

/** What is tried before it is published. */
export const gateOperations: Operation[] = [
  {
    method: "get",
    path: releases,
    id: "listReleases",
    summary: "List releases",
    description:
      "Lists releases, newest first, with their contents. A release holds drafts of documents and settings that you test before they go live.",
    ...library,
    query: releaseListQuerySchema,
    answer: releaseListResponseSchema,
  },
  {
    method: "post",
    path: releases,
    id: "beginRelease",
    summary: "Create a release",
    description:
      "Creates a release, with settings to test or empty. To add a document, create it with `publish` false and the release's id. At most 50 releases can be open at the same time.",
    errors: ["conflict"],
    ...manager,
    body: newReleaseSchema,
    status: 201,
    answer: releaseSchema,
  },
  {
    method: "get",
    path: `${releases}/:id`,
    id: "readRelease",
    summary: "Get a release",
    description:
      "Returns a release with its documents and their progress, its settings, and whether something else was published in the meantime.",
    ...library,
    answer: releaseSchema,
  },
  {
    method: "patch",
    path: `${releases}/:id`,
    id: "changeRelease",
    summary: "Change a release's name or settings",
    description: "Renames an open release, or replaces its settings.",
    errors: ["conflict"],
    ...manager,
    body: releaseChangeSchema,
    answer: releaseSchema,
  },
  {
    method: "delete",
    path: `${releases}/:id/documents/:document`,
    id: "leaveOutOfRelease",
    summary: "Remove a document from a release",
    description: "Removes a document from an open release and deletes its draft. The published version stays.",
    errors: ["conflict"],
    ...manager,
    answer: releaseSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/discard`,
    id: "discardRelease",
    summary: "Discard a release",
    description: "Discards an open release with its drafts. Published documents and settings don't change.",
    errors: ["conflict"],
    ...manager,
    answer: releaseSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/publish`,
    id: "publishRelease",
    summary: "Publish a release",
    description:
      "Publishes all documents and settings of a release in one transaction. Pass the revision that you reviewed. Returns 409 if the release or the published version has changed since, or if this revision was not tested. Only admins can publish settings or an untested release (`untried`).",
    errors: ["conflict"],
    ...manager,
    body: publishReleaseSchema,
    answer: releaseSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/roll-back`,
    id: "rollBackRelease",
    summary: "Roll back a release",
    description:
      "Restores the documents and settings from before the release, all at once. Returns 409 if some of them have changed since.",
    errors: ["conflict"],
    ...manager,
    answer: releaseSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/run`,
    id: "tryRelease",
    summary: "Test a release",
    description:
      "Starts a run in the background. It asks the test questions and the most recent real questions of both the published version and the release, and compares the answers. Replaces the previous run. Limited to 20 calls a minute.",
    errors: ["conflict"],
    ...manager,
    body: newGateRunSchema,
    status: 202,
    answer: gateRunSchema,
  },
  {
    method: "get",
    path: `${releases}/:id/run`,
    id: "readRun",
    summary: "Get the progress and results of a run",
    description:
      "Returns the run of a release: the number of questions asked, how many answers are the same, better, worse or different, and the grades, times and costs of both sides. `run` is null if the release was never tested. An interrupted run ends as `failed` with a message in `error`; you can start a new one.",
    ...library,
    answer: gateRunAnswerSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/run/cancel`,
    id: "cancelRun",
    summary: "Stop a run",
    description: "Stops a run. Its results so far are kept, and the release counts as not tested.",
    errors: ["conflict"],
    ...manager,
    answer: gateRunSchema,
  },
  {
    method: "get",
    path: `${releases}/:id/run/results`,
    id: "listRunResults",
    summary: "List the results of a run",
    description:
      "Lists questions with both answers, their citations and grades, the verdict and the reason, in the order of the run. Filter by verdict and kind.",
    ...library,
    query: gateResultQuerySchema,
    answer: gateResultsSchema,
  },
  {
    method: "get",
    path: `${releases}/:id/cached`,
    id: "listVoidedAnswers",
    summary: "List cached answers that publishing will delete",
    description:
      "Lists the cached answers based on a document of the release, or all cached answers if its settings affect how answers are written or graded. Returns at most 200, with the total number.",
    ...library,
    answer: voidedAnswersSchema,
  },
];
