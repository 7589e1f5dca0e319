import type { IncomingMessage } from "node:http";

/** The request's body: JSON, or a file of a form with its content as text. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (parts.length === 0) return null;
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return JSON.parse(Buffer.concat(parts).toString());
  const form = await new Response(Buffer.concat(parts), { headers: { "content-type": type } }).formData();
  const file = form.get("file");
  return file instanceof File ? { source: file.name, upload: await file.text(), id: form.get("id") } : null;
}
