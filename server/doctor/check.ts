import type { Check } from "../../protocol/admin-doctor.ts";

/** What mends it, and the text that it takes. */
type Mend = Pick<Check, "mend" | "line">;

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

const notSetUp = "Not set up.";

/** A part that works only when somebody sets it up. @param howTo what to do to set it up. */
export function notSet(name: string, howTo: string): Check {
  return { name, status: "ok", detail: `${notSetUp} ${howTo}` };
}

/** True for a part that nobody has set up: neither a fault nor something that was seen to work. */
export function isNotSet({ status, detail }: Check): boolean {
  return status === "ok" && detail.startsWith(notSetUp);
}

/** May stop something, or could not be seen. */
export function warning(name: string, detail: string, mend: Mend = {}): Check {
  return { name, status: "warning", detail, ...mend };
}

/** Stops something. */
export function failed(name: string, detail: string, mend: Mend = {}): Check {
  return { name, status: "failed", detail, ...mend };
}
