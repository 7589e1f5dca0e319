import { uuid } from "../mock-data.ts";
import type { Mock } from "../mock-server.ts";
import type { ShownScreen } from "./shown-screen.ts";

const tools = "/console/tools";
const orders = `${tools}/${uuid(6001)}`;

/** Connections, their tools and calls. */
export const toolScreens: readonly ShownScreen[] = [
  { name: "tools", path: tools, ready: ".uplot" },
  {
    name: "tools-none",
    path: tools,
    ready: ".notice",
    before: (mock: Mock) => {
      mock.tools.connections = [];
    },
  },
  {
    name: "tools-failed",
    path: tools,
    ready: ".notice",
    before: (mock) =>
      mock.refusals.set("GET /admin/tools/connections", { status: 503, code: "unavailable", times: 20 }),
  },
  {
    name: "tools-new-connection",
    path: tools,
    ready: ".connection",
    async act(page) {
      await page.getByRole("button", { name: "Add connection" }).click();
      await page.getByRole("button", { name: "Add a header" }).click();
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await page.locator(".field-problem").first().waitFor();
    },
  },
  { name: "tools-connection", path: orders, ready: ".uplot" },
  {
    name: "tools-discovered",
    path: orders,
    ready: ".tool-row",
    async act(page) {
      await page.getByRole("button", { name: "Refresh tools" }).click();
      await page.locator(".discovery").waitFor();
    },
  },
  { name: "tools-tool", path: `${orders}/${uuid(6101)}`, ready: ".decision", height: 1_500 },
  {
    name: "tools-decision",
    path: `${orders}/${uuid(6103)}`,
    ready: ".decision",
    part: ".decision",
    height: 1_500,
  },
  { name: "tools-changed", path: `${orders}/${uuid(6102)}`, ready: ".changed", height: 1_500 },
  {
    name: "tools-tried",
    path: `${orders}/${uuid(6101)}`,
    ready: ".decision",
    height: 1_500,
    async act(page) {
      await page.getByLabel("Order number").fill("A-1042");
      await page.getByRole("button", { name: "Call Find an order" }).click();
      await page.locator(".try-result").waitFor();
    },
  },
  {
    name: "tools-tried-write",
    path: `${orders}/${uuid(6102)}`,
    ready: ".decision",
    async act(page) {
      await page.getByLabel("Order number").fill("A-1042");
      await page.getByLabel("New day").fill("2026-11-27");
      await page.getByRole("button", { name: "Call Move a delivery" }).click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "tools-action", path: `${tools}/${uuid(6002)}/${uuid(6106)}`, ready: ".rest-preview", height: 1_600 },
  { name: "tools-calls", path: `${tools}/calls`, ready: ".call" },
  {
    name: "tools-call",
    path: `${tools}/calls`,
    ready: ".call",
    async act(page) {
      await page.locator(".call summary").nth(3).click();
      await page.locator(".call-body").waitFor();
    },
  },
];
