import { expect, it } from "vitest";
import { unreachable } from "./fetch-page.ts";

it("a page whose server cannot be reached has one reason, with the next step", () => {
  const wrapped = (code: string) => new Error("fetch failed", { cause: Object.assign(new Error("low"), { code }) });
  expect(unreachable(wrapped("ENOTFOUND")).message).toBe("No site has this address. Check the URL.");
  expect(unreachable(wrapped("ECONNREFUSED")).message).toBe("The site does not answer. Check that it is online.");
  expect(unreachable(wrapped("CERT_HAS_EXPIRED")).message).toBe("The site's certificate is not valid. Renew it.");
  expect(unreachable(new Error("reset")).message).toBe("The site cannot be reached. Check the URL.");
});
