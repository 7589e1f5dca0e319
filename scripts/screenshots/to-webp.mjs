import { createCanvas, loadImage } from "@napi-rs/canvas";

/** A picture that the browser took, made small. @param quality 0 to 100, of which all pictures together stay in their limit. */
export async function toWebp(png, quality) {
  const picture = await loadImage(png);
  const canvas = createCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.encode("webp", quality);
}
