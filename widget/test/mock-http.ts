import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** The body of a request, if it has one. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text === "" ? undefined : JSON.parse(text);
}

/** Answers with a script of the built widget. */
export function sendFile(folder: string, name: string, response: ServerResponse): void {
  const file = join(folder, name);
  if (name.includes("..") || !existsSync(file)) return void response.writeHead(404).end();
  response
    .writeHead(200, { "Content-Type": "text/javascript", "Access-Control-Allow-Origin": "*" })
    .end(readFileSync(file));
}
