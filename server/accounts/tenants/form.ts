import type { FormSettings } from "../../../protocol/form.ts";

/** All of it: what the tenant chose, and nothing for the rest. */
export function fullForm(chosen: Partial<FormSettings>): FormSettings {
  return { when: "never", fields: [], consent: null, ...chosen };
}
