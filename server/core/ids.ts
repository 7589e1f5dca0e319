import { uuidv7 } from "uuidv7";

/** Formats the sixteen bytes of an id as a UUID. */
export function toUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** A new UUIDv7: sorts by creation time, so indexes grow at one end. */
export function newId(): string {
  return uuidv7();
}
