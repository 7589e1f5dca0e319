import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Attachment } from "../../protocol/attachments.ts";
import { sendJson } from "./mock-http.ts";

/** Uploads by id; a picture's size is made up. */
export type KeptFiles = Map<string, { attachment: Attachment; bytes: Buffer }>;

export interface UploadForm {
  id: string;
  name: string;
  type: string;
  bytes: Buffer;
}

/** Takes a form's one file, or gives the one of an id back, as the real server does to whoever has a session. */
export function answerFile(files: KeptFiles, asked: UploadForm | string, response: ServerResponse): void {
  if (typeof asked !== "string") {
    const { id, name, type, bytes } = asked;
    const size = type.startsWith("image/") ? { width: 800, height: 600 } : {};
    const attachment = { id, name, type, size: bytes.length, ...size };
    files.set(id, { attachment, bytes });
    return sendJson(response, 201, { attachment });
  }
  const file = files.get(asked);
  if (!file) return sendJson(response, 404, { error: { code: "not_found", message: "x" } });
  response.writeHead(200, { "Content-Type": "application/octet-stream" }).end(file.bytes);
}

/** The fields of a form that a browser sends: an id and a file. */
export async function readForm(request: IncomingMessage): Promise<UploadForm> {
  const form = await new Response(Readable.toWeb(request) as ReadableStream, {
    headers: { "content-type": request.headers["content-type"] ?? "" },
  }).formData();
  const file = form.get("file") as File; // the widget's own form
  const bytes = Buffer.from(await file.arrayBuffer());
  return { id: String(form.get("id")), name: file.name, type: file.type, bytes };
}
