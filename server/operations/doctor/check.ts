import type { Check } from "../../../protocol/admin-doctor.ts";

/** The fix for a problem, with a line to copy. */
type Mend = Pick<Check, "mend" | "line">;

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

/** A part that works only after setup. @param howTo how to set it up. */
export function notSet(name: string, howTo: string): Check {
  return { name, status: "not_set", detail: `Not set up. ${howTo}` };
}

/** A possible problem, or a part that could not be checked. */
export function warning(name: string, detail: string, mend: Mend = {}): Check {
  return { name, status: "warning", detail, ...mend };
}

/** A problem that stops something. */
export function failed(name: string, detail: string, mend: Mend = {}): Check {
  return { name, status: "failed", detail, ...mend };
}
