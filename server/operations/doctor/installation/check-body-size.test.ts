import { expect, it } from "vitest";
import { judgeBody } from "./check-body-size.ts";

it.each([
  [{ status: 413, type: "text/html", text: "<h1>413 Request Entity Too Large</h1>" }, "failed"],
  [{ status: 413, type: "application/json; charset=utf-8", text: '{"error":{"code":"payload_too_large"}}' }, "ok"],
  [{ status: 403, type: "application/json", text: '{"error":{"code":"origin_not_allowed"}}' }, "ok"],
])("a response to 2 MB is judged by who gave it: %o is %s", (response, status) => {
  expect(judgeBody(response).status).toBe(status);
});
