import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { UnreadableFile } from "../child/unreadable-file.ts";

const require = createRequire(import.meta.url);

/**
 * Largest picture, in pixels: an A4 page scanned at 500 dots per inch. Larger pictures are left out, because they would take more than 100
 * MB.
 */
const maxImagePixels = 25_000_000;

const broken = "The file is damaged: it is not a complete PDF.";

/** Opens a PDF. Does not run its scripts or open its links. @throws UnreadableFile when it is broken or needs a password. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const folder = dirname(require.resolve("pdfjs-dist/package.json"));
  try {
    return await getDocument({
      data: bytes,
      verbosity: 0,
      isEvalSupported: false,
      enableXfa: false,
      disableFontFace: true,
      useSystemFonts: false,
      maxImageSize: maxImagePixels,
      canvasMaxAreaInBytes: maxImagePixels * 4,
      cMapUrl: join(folder, "cmaps/"),
      cMapPacked: true,
      standardFontDataUrl: join(folder, "standard_fonts/"),
      wasmUrl: join(folder, "wasm/"),
    }).promise;
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") {
      throw new UnreadableFile("The file is password-protected. Remove the password and upload it again.");
    }
    throw new UnreadableFile(broken, error);
  }
}
