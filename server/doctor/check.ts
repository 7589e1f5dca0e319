import type { Check } from "../../protocol/admin-doctor.ts";

/** What mends it, and the text that it takes. */
type Mend = Pick<Check, "mend" | "line">;

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

/** May stop something, or could not be seen. */
export function warning(name: string, detail: string, mend: Mend = {}): Check {
  return { name, status: "warning", detail, ...mend };
}

/** Stops something. */
export function failed(name: string, detail: string, mend: Mend = {}): Check {
  return { name, status: "failed", detail, ...mend };
}
