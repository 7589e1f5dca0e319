import type { VisitorInfo } from "./session.ts";

/** `identify('<signed token>')`, `identify({identity?, name?, email?})`, or `identify(null)` after a sign-out. */
export function toVisitor(given: unknown): VisitorInfo {
  if (typeof given === "string") return { identity: given };
  if (typeof given !== "object" || given === null) return {};
  const fields = given as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : undefined);
  return { identity: text("identity"), name: text("name"), email: text("email") };
}

/**
 * The visitor's current page. Its address has no query and no fragment, which may be private. `given` is the page's own description and has
 * priority.
 */
export function currentPage(given: unknown, documentTitle: string): { url: string; title: string } {
  const fields = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  const url = typeof fields["url"] === "string" ? fields["url"] : location.origin + location.pathname;
  const title = typeof fields["title"] === "string" ? fields["title"] : documentTitle;
  return { url: url.slice(0, 2_000), title: title.slice(0, 300) };
}
