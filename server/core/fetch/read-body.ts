import type { IncomingMessage } from "node:http";
import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { AppError } from "../errors.ts";

/** Accepted encodings. */
export const acceptEncoding = "gzip, deflate, br";

/**
 * The decompressed body of a response. Bytes are counted as they arrive, so that neither an endless body nor a decompression bomb is ever
 * held in memory.
 */
export async function readBody(response: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(response.headers["content-length"]) > limit) throw tooLarge(limit);
  const decoder = decoderFor(response.headers["content-encoding"]);
  // Errors of both streams reach the reader of the last one.
  const body = decoder ? pipeline(response, decoder, () => undefined) : response;
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > limit) throw tooLarge(limit);
      pieces.push(piece);
    }
  } finally {
    response.destroy();
  }
  return new Uint8Array(Buffer.concat(pieces));
}

function decoderFor(encoding: string | undefined): Transform | undefined {
  switch (encoding?.trim().toLowerCase() ?? "") {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      throw new AppError("unprocessable_document", "The page uses an unsupported compression.");
  }
}

function tooLarge(limit: number): AppError {
  return new AppError("unprocessable_document", `The page is larger than ${Math.floor(limit / 1024 / 1024)} MB.`);
}
