import { Busboy } from "@fastify/busboy";
import type { Request } from "express";
import { AppError } from "../core/errors.ts";
import { safeFileName } from "../core/text/file-name.ts";

/** One uploaded file. */
export interface UploadedFile {
  /** Last part of the file name that the sender gave, safe to show. */
  name: string;
  declaredType: string | undefined;
  bytes: Uint8Array;
}

export interface Upload {
  files: UploadedFile[];
  fields: Record<string, string>;
}

const megabyte = 1024 * 1024;

export interface UploadLimits {
  fileBytes: number;
  /** Limit for all files of a request: they are held in memory until they are stored. */
  requestBytes: number;
  maxFiles: number;
  maxNameChars: number;
  /** Limit for a field that is not a file; default: a few lines. */
  fieldBytes?: number;
  /** Called for each piece before it is kept. @throws AppError when there is no space for it. */
  take?(bytes: number): void;
}

/** Document limits; see the parser's limits. */
const documentLimits: UploadLimits = {
  fileBytes: 50 * megabyte,
  requestBytes: 100 * megabyte,
  maxFiles: 50,
  maxNameChars: 200,
};
const maxFields = 20;
const maxFieldBytes = 8_192;

/** True for `multipart/form-data` in any spelling. */
export function isUpload(request: Request): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(request.headers["content-type"]?.trim() ?? "");
}

/**
 * Reads the files and fields of a form.
 * @throws AppError `invalid_request` for an invalid form or one with too many parts, `payload_too_large` above a limit.
 */
export function readUpload(request: Request, limits: UploadLimits = documentLimits): Promise<Upload> {
  const { fileBytes, requestBytes, maxFiles, maxNameChars } = limits;
  return new Promise((resolve, reject) => {
    const upload: Upload = { files: [], fields: {} };
    let taken = 0;
    let isOver = false;
    const fail = (error: AppError) => {
      if (isOver) return;
      isOver = true;
      request.unpipe();
      request.resume(); // the rest is read and thrown away, so that the answer reaches the sender
      reject(error);
    };
    const parser = openParser(request, limits, fail);
    if (!parser) return;
    parser.on("file", (...[, stream, given, , declaredType]) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => {
        if (isOver) return;
        taken += piece.length;
        if (taken > requestBytes)
          return fail(tooLarge(`The files of one request can have at most ${inMegabytes(requestBytes)} in total.`));
        try {
          limits.take?.(piece.length);
          pieces.push(piece);
        } catch (error) {
          fail(error instanceof AppError ? error : broken());
        }
      });
      stream.on("limit", () => fail(tooLarge(`A file can have at most ${inMegabytes(fileBytes)}.`)));
      stream.on("error", () => fail(broken()));
      stream.on("end", () => {
        if (given === undefined || isOver) return;
        upload.files.push({ name: safeFileName(given, maxNameChars), declaredType, bytes: Buffer.concat(pieces) });
      });
    });
    parser.on("field", (...[name, value, , isCut]) => {
      if (isCut) return fail(broken(`The field ${name.slice(0, 50)} is too long.`));
      if (!isPlain(name) || !isPlain(value)) return fail(broken("A field contains unsupported characters."));
      if (Object.hasOwn(upload.fields, name)) return fail(broken("A field is present twice."));
      upload.fields[name] = value;
    });
    for (const event of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      parser.on(event, () => fail(broken(`A form can have at most ${maxFiles} files and ${maxFields} fields.`)));
    parser.on("error", () => fail(broken()));
    request.on("aborted", () => fail(broken()));
    parser.on("finish", () => {
      if (isOver) return;
      isOver = true;
      resolve(upload);
    });
    request.pipe(parser);
  });
}

function inMegabytes(bytes: number): string {
  return `${Math.floor((bytes / megabyte) * 10) / 10} MB`;
}

function openParser(
  request: Request,
  { fileBytes, maxFiles, fieldBytes = maxFieldBytes }: UploadLimits,
  fail: (error: AppError) => void,
): Busboy | undefined {
  try {
    return new Busboy({
      headers: { ...request.headers, "content-type": request.headers["content-type"] ?? "" },
      limits: {
        fieldNameSize: 100,
        fieldSize: fieldBytes,
        fields: maxFields,
        files: maxFiles,
        fileSize: fileBytes,
        parts: maxFiles + maxFields,
        headerPairs: 20,
      },
    });
  } catch {
    fail(broken("The multipart boundary is missing."));
    return undefined;
  }
}

function tooLarge(message: string): AppError {
  return new AppError("payload_too_large", message);
}

function broken(message = "The form is damaged or incomplete. Send it again."): AppError {
  return new AppError("invalid_request", message);
}

function isPlain(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed() && !text.includes("\ufffd");
}
