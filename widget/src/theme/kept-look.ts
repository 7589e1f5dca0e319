import type { Theme } from "../../../protocol/requests.ts";

/** What the launcher needs of a theme. */
export type StoredAppearance = Partial<Pick<Theme, "accent" | "position">>;

const sizeKey = "parley-size";
const keyOf = (tenantId: string) => `parley-look:${tenantId}`;

/** How the launcher looked when the chat was last opened; nothing for a visitor who never did, or where storage is blocked. */
export function storedAppearance(tenantId: string): StoredAppearance {
  try {
    const [position, accent] = localStorage.getItem(keyOf(tenantId))?.split(" ") ?? [];
    return { position: position === "left" ? position : "right", accent };
  } catch {
    return {};
  }
}

/** Keeps the look for the next page; without a theme it is forgotten. */
export function storeAppearance(tenantId: string, theme?: Required<StoredAppearance>): void {
  keep(keyOf(tenantId), theme && `${theme.position} ${theme.accent}`);
  if (!theme) keepSize(false);
}

/** True if the visitor has made the panel large. */
export function keptSize(): boolean {
  try {
    return localStorage.getItem(sizeKey) !== null;
  } catch {
    return false;
  }
}

/** Keeps the size of the panel for the next page; gives it back. */
export function keepSize(isLarge: boolean): boolean {
  keep(sizeKey, isLarge ? "large" : undefined);
  return isLarge;
}

function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Blocked: the next page shows the default until the chat is opened.
  }
}
