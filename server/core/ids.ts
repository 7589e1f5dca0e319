import { uuidv7 } from "uuidv7";

/** The usual spelling of sixteen bytes that are an id. */
export function toUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** A new UUIDv7: sorts by the time it was made, so indexes grow at one end. */
export function newId(): string {
  return uuidv7();
}
