import { expect, it } from "vitest";
import { outgoingNetwork, parseOutgoing } from "./outgoing-address.ts";

const rules = {
  privateHosts: [],
  ownAddresses: ["http://127.0.0.1:8787/demo/shop/mcp"],
  setting: "TOOL_PRIVATE_HOSTS",
};

it("lets the installation's own address through, and nothing else of its host", () => {
  const own = parseOutgoing("http://127.0.0.1:8787/demo/shop/mcp", rules);
  expect(outgoingNetwork(own, rules).isAllowedAddress("127.0.0.1")).toBe(true);
  const others = [
    "http://127.0.0.1:8787/demo/shop/mcp2",
    "http://127.0.0.1:8787/demo/shop/mcp?a=b",
    "http://127.0.0.1:8787/api/v1/admin/settings",
    "http://127.0.0.1:8788/demo/shop/mcp",
    "http://localhost:8787/demo/shop/mcp",
  ];
  for (const address of others) expect(() => parseOutgoing(address, rules)).toThrow(/is not a public address/);
});
