import { type Canvas, createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import { releaseMemory } from "../child/release-memory.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { type PictureKind, pictureSize } from "./picture-size.ts";

export interface EncodedPicture {
  type: "image/jpeg" | "image/webp";
  width: number;
  height: number;
  bytes: Buffer;
}

/** Most pixels. Each pixel takes four bytes of memory, so 50 million take 200 MB. Phone photos have fewer. */
const maxPixels = 50_000_000;
/** Longest side of the large size, in pixels. Text on a screenshot of a 4K screen stays readable. */
const fullSide = 2_560;
/** Longest side of the preview, in pixels: twice the size in a timeline, for high-resolution screens. */
const previewSide = 640;
/** Quality, 0..100. Photos stay JPEG: WebP takes six times the time for half the size. */
const jpegQuality = 85;
const webpQuality = 82;

/**
 * Encodes a picture again in two sizes, rotated as its metadata says. Keeps only the pixels: no location, camera names, comments or
 * embedded files. Of an animation, keeps the first frame.
 * @throws UnreadableFile for a picture that is too large or broken.
 */
export async function encodePicture(
  bytes: Buffer,
  kind: PictureKind,
): Promise<{ full: EncodedPicture; preview: EncodedPicture }> {
  const size = pictureSize(bytes, kind);
  if (!size) throw new UnreadableFile("The picture is damaged. Try another file.");
  if (size.width * size.height > maxPixels)
    throw new UnreadableFile(`A picture can have at most ${maxPixels / 1e6} megapixels.`);
  const image = await unpack(bytes);
  if (image.width < 1 || image.height < 1) throw new UnreadableFile("The picture is damaged. Try another file.");
  const type = kind === "jpeg" ? "image/jpeg" : "image/webp";
  const large = draw(image, fullSide);
  const full = await encode(large, type);
  // The preview is made from the original, because reducing twice would blur it.
  const preview = await encode(draw(image, previewSide), type);
  releaseMemory();
  return { full, preview };
}

async function unpack(bytes: Buffer): Promise<Image> {
  try {
    return await loadImage(bytes);
  } catch (cause) {
    throw new UnreadableFile("The picture is damaged. Try another file.", cause);
  }
}

function draw(image: Image, side: number): Canvas {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = createCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function encode(canvas: Canvas, type: EncodedPicture["type"]): Promise<EncodedPicture> {
  const { width, height } = canvas;
  const bytes =
    type === "image/jpeg" ? await canvas.encode("jpeg", jpegQuality) : await canvas.encode("webp", webpQuality);
  return { type, width, height, bytes };
}
