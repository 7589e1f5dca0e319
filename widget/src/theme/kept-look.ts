import type { Theme } from "../../../protocol/requests.ts";

/** The parts of a theme that the launcher needs. */
export type StoredAppearance = Partial<Pick<Theme, "accent" | "position">>;

const sizeKey = "parley-size";
const keyOf = (tenantId: string) => `parley-look:${tenantId}`;

/**
 * Appearance of the launcher when the chat was last opened. Without an accent for a visitor who never opened it, or when storage is
 * blocked.
 */
export function storedAppearance(tenantId: string): StoredAppearance {
  try {
    const [position, accent] = localStorage.getItem(keyOf(tenantId))?.split(" ") ?? [];
    return { position: position === "left" ? position : "right", accent };
  } catch {
    return {};
  }
}

/** Stores the appearance for the next page; without a theme it is deleted. */
export function storeAppearance(tenantId: string, theme?: Required<StoredAppearance>): void {
  keep(keyOf(tenantId), theme && `${theme.position} ${theme.accent}`);
  if (!theme) keepSize(false);
}

/** True if the visitor has enlarged the panel. */
export function keptSize(): boolean {
  try {
    return localStorage.getItem(sizeKey) !== null;
  } catch {
    return false;
  }
}

/** Stores the size of the panel for the next page, and returns it. */
export function keepSize(isLarge: boolean): boolean {
  keep(sizeKey, isLarge ? "large" : undefined);
  return isLarge;
}

function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: the next page shows the default until the chat is opened.
  }
}
