import { describe, expect, it } from "vitest";
import { labelRoutes } from "../../protocol/routes/labels.ts";
import { settingsRoutes } from "../../protocol/routes/settings.ts";
import { signInRoutes } from "../../protocol/routes/sign-in.ts";
import { snippetRoutes } from "../../protocol/routes/snippets.ts";
import { ticketRoutes } from "../../protocol/routes/tickets.ts";
import { createApi } from "./api.ts";
import { ApiError, errorSentence } from "./ui/api-call.ts";

function apiAnswering(response: Response | Error) {
  const calls: Array<{ path: string; init: RequestInit }> = [];
  let unauthorized = 0;
  const api = createApi({
    fetch: (path, init) => {
      calls.push({ path: String(path), init: init ?? {} });
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
    },
    onUnauthorized: () => unauthorized++,
  });
  return { api, calls, unauthorized: () => unauthorized };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

describe("the API client", () => {
  it("sends mutations as JSON with the cookie and escapes what goes into the path", async () => {
    const { api, calls } = apiAnswering(json(200, {}));
    await api.call(ticketRoutes.resolveTicket, { id: "../settings?x", body: { answer: "a" } });
    expect(calls[0]?.path).toBe("/api/v1/admin/tickets/..%2Fsettings%3Fx/resolve");
    expect(calls[0]?.init).toMatchObject({
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body: '{"answer":"a"}',
    });
  });

  it("calls a declared route with its path parameters, query and body", async () => {
    const { api, calls } = apiAnswering(json(200, {}));
    await api.call(labelRoutes.changeLabel, { id: "../x?", body: { name: "Returns" } });
    expect(calls[0]?.path).toBe("/api/v1/admin/labels/..%2Fx%3F");
    expect(calls[0]?.init).toMatchObject({ method: "PATCH", body: '{"name":"Returns"}' });
    const empty = apiAnswering(json(200, {}));
    await empty.api.call(ticketRoutes.handBackTicket, { id: "7" });
    expect(empty.calls[0]?.init).toMatchObject({ method: "POST", body: "{}" });
    const { api: other, calls: asked } = apiAnswering(json(200, {}));
    await other.call(snippetRoutes.listSnippets, { query: { q: "a b", limit: 5, cursor: undefined } });
    expect(asked[0]?.path).toBe("/api/v1/admin/snippets?q=a+b&limit=5");
    expect(asked[0]?.init).toMatchObject({ method: "GET", body: undefined });
  });

  it.each([
    [
      json(409, { error: { code: "already_resolved", message: "m" } }),
      "already_resolved",
      "This ticket is already resolved.",
    ],
    [json(401, { code: "INVALID_EMAIL_OR_PASSWORD", message: "no" }), "INVALID_EMAIL_OR_PASSWORD", "no"],
    [
      json(429, { error: { code: "rate_limited", message: "m" } }, { "retry-after": "7" }),
      "rate_limited",
      "Too many requests. Try again in 7 s.",
    ],
    [
      new Response("<html>bad gateway</html>", { status: 502 }),
      "http_502",
      "Something went wrong on the server. Try again.",
    ],
    [new TypeError("fetch failed"), "network", "The server can't be reached. Check your connection and try again."],
  ])("turns a refusal into an error people understand (%#)", async (response, code, sentence) => {
    const error: unknown = await apiAnswering(response)
      .api.call(settingsRoutes.readSettings)
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).code).toBe(code);
    expect(errorSentence(error)).toBe(sentence);
  });

  it("tells when nobody is signed in, but not for a wrong password", async () => {
    const ended = apiAnswering(json(401, { error: { code: "unauthorized", message: "m" } }));
    await ended.api.me().catch(() => undefined);
    expect(ended.unauthorized()).toBe(1);
    const wrong = apiAnswering(json(401, { code: "INVALID_EMAIL_OR_PASSWORD" }));
    await wrong.api
      .call(signInRoutes.signIn, { body: { email: "a@example.com", password: "x" } })
      .catch(() => undefined);
    expect(wrong.unauthorized()).toBe(0);
  });
});
