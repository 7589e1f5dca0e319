import { afterEach, expect, it, vi } from "vitest";
import { runLogged } from "./run.mjs";

afterEach(() => vi.restoreAllMocks());

it("a tool's warnings stay in its log file; its output is printed when it fails", async () => {
  const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const warn = ["-e", "console.log('built'); console.error('a warning')"];
  expect(await runLogged("test-run", process.execPath, warn)).toBe(0);
  expect(printed).not.toHaveBeenCalled();
  expect(await runLogged("test-run", process.execPath, ["-e", "console.error('it broke'); process.exit(3)"])).toBe(3);
  expect(String(printed.mock.calls[0]?.[0])).toBe("it broke\n");
});
