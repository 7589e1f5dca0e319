import { expect, it } from "vitest";
import { createLogger } from "../../server/log.ts";
import { originsOf } from "./demo-tenant.ts";

const origins = (publicUrl: string) => originsOf({ publicUrl, config: { port: 8787 }, log: createLogger("silent") });

it("lets the demo's chat run at the public address and on this computer", () => {
  expect(origins("https://support.example.com/")).toEqual([
    "https://support.example.com",
    "http://localhost:8787",
    "http://127.0.0.1:8787",
  ]);
});

it("leaves out an address that no page with a chat may have, instead of failing the start", () => {
  expect(origins("http://192.168.1.20:8787")).toEqual(["http://localhost:8787", "http://127.0.0.1:8787"]);
});
