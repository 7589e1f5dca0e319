import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import express from "express";
import { z } from "zod";

/** The reference: Express passes the model's stream through unchanged. Arguments: port, address of the model. */
const [port, model] = z.tuple([z.coerce.number(), z.url()]).parse(process.argv.slice(2));

const app = express();
app.use(express.json());
app.post("/stream", async (_req, res) => {
  const answer = await fetch(`${model}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "scripted", stream: true, messages: [{ role: "user", content: "?" }] }),
  });
  res.writeHead(200, { "content-type": "text/event-stream" });
  // The web stream types of Node and of the DOM differ only in name.
  Readable.fromWeb(answer.body as unknown as ReadableStream).pipe(res);
});
app.listen(port, "127.0.0.1");
