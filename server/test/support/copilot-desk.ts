import { expect } from "vitest";
import type { BranchRequest } from "../../../protocol/copilot-branches.ts";
import type { CopilotConversation, CopilotMentions } from "../../../protocol/copilot-conversations.ts";
import { newId } from "../../core/ids.ts";
import type { TestHttp } from "./http.ts";

interface Call {
  method?: string;
  body?: unknown;
  key?: string;
}

/** An agent who uses the copilot over HTTP. @param key API key; by default an agent of tenant A. */
export function copilotDesk(test: { url: string; a: Pick<TestHttp["a"], "api_key"> }, key = test.a.api_key) {
  async function call<T>(path: string, given: Call = {}) {
    const { method = "GET", body } = given;
    const response = await fetch(`${test.url}/api/v1/admin/copilot${path}`, {
      method,
      headers: {
        authorization: `Bearer ${given.key ?? key}`,
        "content-type": "application/json",
        connection: "close",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  }
  const post = <T = CopilotConversation>(path: string, body: unknown = {}, more: Call = {}) =>
    call<T>(path, { ...more, method: "POST", body });
  const begin = async () => (await post<{ id: string }>("/conversations")).body.id;
  const read = async (id: string) => (await call<CopilotConversation>(`/conversations/${id}`)).body;
  const say = (id: string, text: string, more: { mentions?: CopilotMentions; attached?: string } = {}) =>
    post(`/conversations/${id}/messages`, { id: newId(), text, ...more });
  /** The newest message, once its run has ended. */
  async function settled(id: string) {
    await expect.poll(async () => (await read(id)).messages.at(-1)?.state, { interval: 20 }).not.toBe("running");
    const last = (await read(id)).messages.at(-1);
    if (!last) throw new Error("nothing was said");
    return last;
  }
  async function ask(id: string, ...said: [text: string, more?: Parameters<typeof say>[2]]) {
    expect((await say(id, ...said)).status).toBe(202);
    return settled(id);
  }
  /** Branches after the newest message, or after the given one. */
  async function fork(id: string, wish: Omit<BranchRequest, "id"> & { id?: string; after?: string }) {
    const { after, ...rest } = wish;
    const message = after ?? (await read(id)).messages.at(-1)?.id ?? "";
    return post(`/conversations/${id}/messages/${message}/branches`, { id: newId(), ...rest });
  }
  return { call, post, begin, read, say, settled, ask, fork };
}
