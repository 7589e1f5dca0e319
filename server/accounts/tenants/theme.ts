import type { Theme } from "../../../protocol/requests.ts";
import { AppError } from "../../core/errors.ts";
import { parseUrl } from "../../core/text/parse-url.ts";

const defaultTheme: Omit<Theme, "name"> = {
  accent: "#2f5bea",
  accent_text: "#ffffff",
  mode: "auto",
  position: "right",
  logo_url: null,
};

/** A tenant's full theme: its choice, and the defaults for the rest. */
export function fullTheme(tenantName: string, chosen: Partial<Theme>): Theme {
  return { name: tenantName, ...defaultTheme, ...chosen };
}

/** Checks that a schema of plain strings cannot do: colours are inserted into style sheets, and visitors fetch the logo. */
export function checkTheme(theme: Partial<Theme>): void {
  for (const field of ["accent", "accent_text"] as const) {
    const value = theme[field];
    if (value !== undefined && !isHexColour(value)) throw refuse(field, "must be a colour, for example #2f5bea");
  }
  if (theme.name !== undefined && theme.name.length > 100) throw refuse("name", "must have at most 100 characters");
  const logo = theme.logo_url;
  if (typeof logo === "string" && parseUrl(logo)?.protocol !== "https:") {
    throw refuse("logo_url", "must be an https URL");
  }
}

function refuse(field: string, rule: string): AppError {
  return new AppError("invalid_request", `theme.${field} ${rule}.`, {
    details: [{ path: ["theme", field], message: rule }],
  });
}

function isHexColour(text: string): boolean {
  const digits = text.slice(1);
  return (
    text.startsWith("#") &&
    (digits.length === 3 || digits.length === 6) &&
    [...digits].every((digit) => "0123456789abcdefABCDEF".includes(digit))
  );
}
