import { describe, expect, it } from "vitest";
import { accentColors, contrast, parseHex } from "./apply-theme.ts";

const rgb = (hex: string) => parseHex(hex) ?? ([0, 0, 0] as const);

describe("accent colours", () => {
  it.each(["#0f766e", "#ffd500", "#000", "#ffffff", "#ff0000", "#7c3aed", "#c0c0c0"])(
    "can be read, also for %s",
    (accent) => {
      const colors = accentColors(accent, "#ffffff");
      expect(colors).toBeDefined();
      if (!colors) return;
      expect(contrast(rgb(colors.accent), rgb(colors.accentText))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(colors.accentOnLight), rgb("#ffffff"))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(colors.accentOnDark), rgb("#16181d"))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("keep the tenant's text colour where that can be read", () => {
    expect(accentColors("#0f766e", "#f0fdfa")?.accentText).toBe("#f0fdfa");
  });

  it.each(["", "red", "url(https://evil.example)", "#12", "#0f766e;}", "var(--x)"])("refuse %j", (accent) => {
    expect(accentColors(accent, "#ffffff")).toBeUndefined();
  });
});
