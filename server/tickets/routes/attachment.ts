import type { Request, Response } from "express";
import type { z } from "zod";
import {
  type Attachment,
  attachmentFieldsSchema,
  type attachmentQuerySchema,
  maxAttachmentNameChars,
} from "../../../protocol/attachments.ts";
import { AppError } from "../../core/errors.ts";
import { parseBody } from "../../http/parse.ts";
import { isUpload, readUpload } from "../../http/upload.ts";
import type { AttachmentDeps } from "../attachments/deps.ts";
import { type AttachmentOf, readAttachment } from "../attachments/read-attachment.ts";
import { type AttachmentFrom, openToAttachments, takeAttachment } from "../attachments/take-attachment.ts";

/** Bytes allowed for the multipart form around the file. */
const formBytes = 16_384;

/** Receives the only file of a form. The body is not read before the ticket's rules allow the upload. */
export async function receiveAttachment(
  deps: AttachmentDeps,
  request: Request,
  from: AttachmentFrom,
): Promise<Attachment> {
  const rules = await openToAttachments(deps, from);
  if (!isUpload(request))
    throw new AppError("unsupported_media_type", "Send multipart/form-data with exactly one file.");
  const held = deps.held.open();
  try {
    const { files, fields } = await readUpload(request, {
      fileBytes: rules.max_bytes,
      requestBytes: rules.max_bytes + formBytes,
      maxFiles: 1,
      maxNameChars: maxAttachmentNameChars,
      take: held.take,
    });
    const { id } = parseBody(attachmentFieldsSchema, fields);
    const [file] = files;
    if (!file) throw new AppError("invalid_request", "The form contains no file. Add a field named `file`.");
    return await takeAttachment(deps, { ...from, ...file, id }, rules);
  } finally {
    held.letGo();
  }
}

/**
 * Sends the bytes of an attachment. Only a picture that the server re-encoded may be displayed in a page. All other files are downloads,
 * with a type that no browser opens.
 */
export async function sendAttachment(
  deps: Pick<AttachmentDeps, "db">,
  { query: { size = "full" }, response }: { query: z.infer<typeof attachmentQuerySchema>; response: Response },
  of: AttachmentOf,
): Promise<void> {
  const { name, isPicture, type, bytes } = await readAttachment(deps, of, size);
  response.attachment(name); // writes names as RFC 6266 wants them
  if (isPicture) response.set("Content-Disposition", "inline");
  response.set({
    "Content-Type": isPicture ? type : "application/octet-stream",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-store",
  });
  response.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
