import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ElementPage, openElementPage } from "../../../test/element-page.ts";

let on: ElementPage;
beforeAll(async () => {
  on = await openElementPage();
});
afterAll(() => on?.close());

describe("the way to reach the visitor", () => {
  /** Mounts the question. Stores the entered addresses; the first attempts fail. */
  async function mount(failures: { status: number }[] = []): Promise<void> {
    await on.mount("parley-reach", { kept: { tab: {} } });
    await on.page.evaluate(`window.left = []; window.failures = ${JSON.stringify(failures)};
      document.querySelector("parley-reach").kept = { tab: {}, updateTab(patch) { Object.assign(this.tab, patch); } };
      document.querySelector("parley-reach").reach = (email) => { window.left.push(email);
        const failure = window.failures.shift(); return failure ? Promise.reject(failure) : Promise.resolve(); }; undefined`);
    await on.page.getByLabel("Get the reply by e-mail (optional)").waitFor();
  }
  const field = () => on.page.getByLabel("Get the reply by e-mail (optional)");
  const left = () => on.page.evaluate("window.left");

  it("is asked for in one field, and said once it is noted, with a way to change it", async () => {
    await mount();
    expect(await on.violations()).toEqual([]);
    await field().fill(" vera@example.org ");
    await field().press("Enter");
    await expect.poll(() => on.page.getByRole("status").textContent()).toBe("We’ll e-mail vera@example.org.");
    expect(await left()).toEqual(["vera@example.org"]);
    expect(await field().count()).toBe(0);
    expect(await on.violations()).toEqual([]);
    await on.page.getByRole("button", { name: "Change" }).click();
    expect(await field().inputValue()).toBe("vera@example.org");
    await field().fill("vera@example.com");
    await field().press("Enter");
    await expect.poll(() => on.page.getByRole("status").textContent()).toBe("We’ll e-mail vera@example.com.");
    expect(await left()).toEqual(["vera@example.org", "vera@example.com"]);
  });

  it("is not sent when it is none, and the field says so", async () => {
    await mount();
    for (const text of ["", "vera", "a b@example.org"]) {
      await field().fill(text);
      await on.page.getByRole("button", { name: "Send" }).click();
      await expect.poll(() => on.page.getByRole("alert").textContent()).toBe("Please enter a valid e-mail address.");
      expect(await field().getAttribute("aria-invalid")).toBe("true");
    }
    expect(await left()).toEqual([]);
    expect(await on.violations()).toEqual([]);
  });

  it("stays in the field when it could not be noted", async () => {
    await mount([{ status: 0 }]);
    await field().fill("vera@example.org");
    await field().press("Enter");
    await expect.poll(() => on.page.getByRole("alert").textContent()).toBe("Not sent.");
    await field().press("Enter");
    await on.page.getByRole("status").waitFor();
    expect(await left()).toHaveLength(2);
  });
});
