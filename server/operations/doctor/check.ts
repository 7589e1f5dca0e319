import type { Check } from "../../../protocol/admin-doctor.ts";

/** What mends it, and the text that it takes. */
type Mend = Pick<Check, "mend" | "line">;

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

/** A part that works only when somebody sets it up. @param howTo what to do to set it up. */
export function notSet(name: string, howTo: string): Check {
  return { name, status: "not_set", detail: `Not set up. ${howTo}` };
}

/** May stop something, or could not be seen. */
export function warning(name: string, detail: string, mend: Mend = {}): Check {
  return { name, status: "warning", detail, ...mend };
}

/** Stops something. */
export function failed(name: string, detail: string, mend: Mend = {}): Check {
  return { name, status: "failed", detail, ...mend };
}
