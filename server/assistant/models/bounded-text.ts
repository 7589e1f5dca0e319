/**
 * Reads a response body as text. @param whose the sender's name, for the error message. @throws Error when the body is longer than `most`
 * bytes.
 */
export async function boundedText(response: Response, most: number, whose: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > most) throw new Error(`${whose}'s answer is too long`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
