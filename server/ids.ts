import { uuidv7 } from "uuidv7";

/** A new UUIDv7: sorts by the time it was made, so indexes grow at one end. */
export function newId(): string {
  return uuidv7();
}
