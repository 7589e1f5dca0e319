import { createCanvas, loadImage } from "@napi-rs/canvas";

/**
 * Converts a browser's picture to a small WebP file. @param quality 0 to 100, chosen so that all pictures together stay below their limit.
 */
export async function toWebp(png, quality) {
  const picture = await loadImage(png);
  const canvas = createCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.encode("webp", quality);
}
