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
    summary: "One page of the releases, newest first",
    description:
      "Lists releases: drafts of documents and settings that are tried before visitors meet them, with what each holds.",
    ...library,
    query: releaseListQuerySchema,
    answer: releaseListResponseSchema,
  },
  {
    method: "post",
    path: releases,
    id: "beginRelease",
    summary: "Begin a release, with settings to try or empty",
    description:
      "Begins a release. Documents are put into it by adding them with `publish` false and the release's id. At most 50 are open at the same time.",
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
    summary: "One release with its documents and settings",
    description:
      "Returns a release with its documents, how far each is read, its settings, and whether something else was published meanwhile.",
    ...library,
    answer: releaseSchema,
  },
  {
    method: "patch",
    path: `${releases}/:id`,
    id: "changeRelease",
    summary: "Change its name, or the settings that are tried",
    description: "Changes the name of an open release, or puts other settings in place of those that were in it.",
    errors: ["conflict"],
    ...manager,
    body: releaseChangeSchema,
    answer: releaseSchema,
  },
  {
    method: "delete",
    path: `${releases}/:id/documents/:document`,
    id: "leaveOutOfRelease",
    summary: "Take a document out of a release and forget its draft",
    description: "Takes a document out of an open release and forgets its draft. What is published stays.",
    errors: ["conflict"],
    ...manager,
    answer: releaseSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/discard`,
    id: "discardRelease",
    summary: "Forget a release with its drafts",
    description: "Forgets an open release with its drafts. Nothing that visitors are answered from changes.",
    errors: ["conflict"],
    ...manager,
    answer: releaseSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/publish`,
    id: "publishRelease",
    summary: "Make a release what visitors are answered from, all of it at once",
    description:
      "Publishes every document and setting of a release in one transaction. It names the revision that was seen; 409 when the release, or what it changes, is other by now, or when it was not tried as it is. Settings, and what was not tried (`untried`), are published by admins.",
    errors: ["conflict"],
    ...manager,
    body: publishReleaseSchema,
    answer: releaseSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/roll-back`,
    id: "rollBackRelease",
    summary: "Put back what a published release took the place of",
    description:
      "Puts documents and settings back to what they were before the release, all at once. 409 when some of it has changed since.",
    errors: ["conflict"],
    ...manager,
    answer: releaseSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/run`,
    id: "tryRelease",
    summary: "Have real and regression questions asked of a release",
    description:
      "Begins a run behind the answer: the regression questions and the last real questions are asked of what is published and of the release, and the answers compared. It takes the place of the run before. Limited to 20 calls a minute.",
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
    summary: "How far a run is, and what came of it",
    description:
      "Returns the run of a release: how many questions were asked, how many are answered the same, better, worse or otherwise, with grades, times and costs of both sides. `run` is null when the release was never tried. A run that breaks off ends as `failed` with a sentence in `error`; the next one takes its place.",
    ...library,
    answer: gateRunAnswerSchema,
  },
  {
    method: "post",
    path: `${releases}/:id/run/cancel`,
    id: "cancelRun",
    summary: "Stop a run; what was asked so far stays",
    description: "Stops a run. What was asked so far stays, and the release counts as not tried.",
    errors: ["conflict"],
    ...manager,
    answer: gateRunSchema,
  },
  {
    method: "get",
    path: `${releases}/:id/run/results`,
    id: "listRunResults",
    summary: "What came of each question of a run",
    description:
      "Lists questions with both answers, their citations and grades, the verdict and why, in the order in which they are asked; by verdict and by kind.",
    ...library,
    query: gateResultQuerySchema,
    answer: gateResultsSchema,
  },
  {
    method: "get",
    path: `${releases}/:id/cached`,
    id: "listVoidedAnswers",
    summary: "Cached answers that a publication makes void",
    description:
      "Lists answers in the cache that rest on a document of the release, or all of them when its settings write or judge answers otherwise. At most 200, with the number of all.",
    ...library,
    answer: voidedAnswersSchema,
  },
];
