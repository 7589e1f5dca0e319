import type { NewPlaygroundRun, PlaygroundRun, PlaygroundSend } from "../../protocol/playground.ts";
import { type Answer, type Call, ok, refuse } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";
import { answerWith, type MockPlayground, playgroundMessage } from "./mock-playground-runs.ts";

/** The playground of the signed-in user. It answers nothing itself: tests set the answer to a question. */
export function playgroundRoute(playground: MockPlayground, path: string, call: Call): Answer | null {
  if (path === "/admin/playground/documents") return ok({ items: playground.documents });
  if (!path.startsWith("/admin/playground/runs")) return null;
  const [, , , , id, , messageId, verb] = path.split("/");
  if (id === undefined)
    return call.method === "POST" ? begin(playground, call.body as NewPlaygroundRun) : list(playground);
  const run = playground.runs.find((one) => one.id === id);
  if (!run) return refuse(404, "not_found");
  if (path.endsWith(id)) return one(playground, run, call);
  if (messageId === undefined) return send(run, call.body as PlaygroundSend);
  const message = run.messages.find((each) => each.id === messageId);
  if (!message) return refuse(404, "not_found");
  if (verb === "cancel") {
    if (message.state === "running") message.state = "cancelled";
    return ok(run);
  }
  return ok(answerWith(playground, message));
}

function list({ runs }: MockPlayground): Answer {
  return ok({ items: runs.map(({ messages: _messages, draft: _draft, ...listed }) => listed) });
}

function begin(playground: MockPlayground, { draft = {}, branch, ticket, message }: NewPlaygroundRun): Answer {
  const at = new Date().toISOString();
  const parent = branch && playground.runs.find(({ id }) => id === branch.run_id);
  const place = parent?.messages.findIndex(({ id }) => id === branch?.message_id) ?? -1;
  if (branch && place < 1) return refuse(404, "not_found");
  const n = 8_700 + playground.runs.length * 10;
  const made: PlaygroundRun = {
    id: message?.id ?? uuid(8_600 + playground.runs.length),
    title: parent?.title ?? "",
    ticket_id: ticket?.id ?? null,
    parent_id: branch?.run_id ?? null,
    parent_message_id: branch?.message_id ?? null,
    draft,
    created_at: at,
    updated_at: at,
    messages: parent
      ? [
          playgroundMessage(n, { role: "visitor", content: parent.messages[place - 1]?.content ?? "" }),
          playgroundMessage(n + 1, { state: "running", draft }),
        ]
      : [],
  };
  playground.runs.unshift(made);
  if (message) send(made, message);
  return ok(made, 201);
}

function one(playground: MockPlayground, run: PlaygroundRun, call: Call): Answer {
  if (call.method === "DELETE") {
    playground.runs = playground.runs.filter((each) => each !== run);
    return ok({ ok: true });
  }
  if (call.method === "PATCH") Object.assign(run, call.body);
  return ok(run);
}

function send(run: PlaygroundRun, { id, content }: PlaygroundSend): Answer {
  if (run.messages.at(-1)?.state === "running") return refuse(409, "conflict");
  const n = 8_950 + run.messages.length;
  run.messages.push(
    playgroundMessage(n, { id, role: "visitor", content }),
    playgroundMessage(n + 1, { state: "running", draft: run.draft }),
  );
  run.title ||= content.slice(0, 60);
  return ok(run, 202);
}
