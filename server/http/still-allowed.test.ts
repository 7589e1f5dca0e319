import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { stillAllowed } from "./still-allowed.ts";

test("a stream whose reader may no longer read ends, and a question without an answer ends nothing", async () => {
  const answers = [async () => true, async () => Promise.reject(new Error("away")), async () => false];
  let asked = 0;
  const app = express();
  const check = stillAllowed(async () => answers[asked++]?.() ?? false, { intervalMs: 5 });
  app.get("/", check, (_request, response) => void response.write("open\n"));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on a port, so it is no pipe
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(await response.text()).toBe("open\n");
  expect(asked).toBe(3);
  await new Promise((resolve) => server.close(resolve));
});
