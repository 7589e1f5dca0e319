import type { RegressionQuestion } from "../../protocol/regression.ts";
import type { ReleaseView } from "../../protocol/releases.ts";
import { type Answer, type Call, ok, refuse } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";
import { type MockRelease, questions, release, run } from "./mock-release-seed.ts";

/** `releases` and `regression-questions` of the admin API, over the mock's state. */
export function releaseRoute(gate: MockRelease, path: string, { method, url, body }: Call): Answer | undefined {
  if (path.startsWith("/admin/regression-questions")) return questionRoute(gate, path, { method, body });
  const [, , noun, id, part, verb] = path.split("/");
  if (noun !== "releases") return undefined;
  if (!id) return method === "POST" ? begin(gate, body) : list(gate, url);
  const found = gate.releases.find((each) => each.id === id);
  if (!found) return refuse(404, "not_found");
  const known = gate.runs.get(id);
  switch (part) {
    case undefined:
      if (method === "PATCH") Object.assign(found, body, { revision: found.revision + 1 });
      return ok(found);
    case "run":
      return runRoute(gate, { id, verb, method, url });
    case "cached":
      return ok(gate.voided);
    case "publish":
      if (!known && !(body as { untried?: boolean }).untried) return refuse(409, "conflict");
      return ok(end(found, "published"));
    case "discard":
      return ok(end(found, "discarded"));
    case "roll-back":
      return ok(end(found, "rolled_back"));
    default:
      found.documents = found.documents.filter(({ document_id }) => document_id !== verb);
      return ok(found);
  }
}

function begin(gate: MockRelease, body: unknown): Answer {
  const made = release(50, (body as { name: string }).name, { is_ready: false });
  gate.releases = [made, ...gate.releases];
  return ok(made);
}

function list(gate: MockRelease, url: URL): Answer {
  const state = url.searchParams.get("state") ?? "open";
  return ok({ items: gate.releases.filter((each) => each.state === state), next_cursor: null });
}

function end(found: ReleaseView, state: ReleaseView["state"]): ReleaseView {
  return Object.assign(found, { state, ended_by: "Ada Agent", ended_at: new Date().toISOString() });
}

interface RunCall {
  id: string;
  verb: string | undefined;
  method: string;
  url: URL;
}

function runRoute(gate: MockRelease, { id, verb, method, url }: RunCall): Answer {
  if (verb === "results") {
    const verdict = url.searchParams.get("verdict");
    return ok({ items: gate.results.filter((each) => !verdict || each.verdict === verdict), next_cursor: null });
  }
  if (method === "POST" && verb === undefined) gate.runs.set(id, run(id));
  const known = gate.runs.get(id);
  if (method === "GET") return ok({ run: known ?? null });
  if (!known) return refuse(404, "not_found");
  if (verb === "cancel") known.state = "cancelled";
  return ok(known);
}

function questionRoute(gate: MockRelease, path: string, { method, body }: Pick<Call, "method" | "body">): Answer {
  const id = path.split("/")[3];
  if (id === "import") return ok({ added: 2, left_out: [{ line: 4, reason: "The question is empty or too long." }] });
  if (!id && method === "POST") {
    const kept = { ...questions()[2], ...(body as object), id: uuid(8290) } as RegressionQuestion; // all of its fields
    gate.questions = [kept, ...gate.questions];
    return ok(kept);
  }
  if (!id) return ok({ items: gate.questions, next_cursor: null, count: gate.questions.length });
  const found = gate.questions.find((each) => each.id === id);
  if (!found) return refuse(404, "not_found");
  if (method === "DELETE") gate.questions = gate.questions.filter((each) => each !== found);
  else Object.assign(found, body);
  return ok(found);
}
