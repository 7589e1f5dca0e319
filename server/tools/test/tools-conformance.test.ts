import { describe, expect, it } from "vitest";
import { conformanceScenarios, runConformance } from "../../test/support/conformance.ts";

describe("the protocol's conformance scenarios for clients", () => {
  it("are these; those of OAuth are for clients that sign in as somebody, and Parley signs for itself", async () => {
    const scenarios = await conformanceScenarios();
    expect(scenarios.filter((name) => !name.startsWith("auth/"))).toEqual([
      "initialize",
      "tools_call",
      "elicitation-sep1034-client-defaults",
      "sse-retry",
    ]);
  });

  it("initialize: the handshake is as the protocol says", async () => {
    const { checks, wrote } = await runConformance("initialize");
    expect(checks).toMatchObject([{ id: "mcp-client-initialization", status: "SUCCESS" }]);
    expect(wrote).toBe("test-server 1.0.0 offers 0 tools\n");
  });

  it("tools_call: a tool is found and called with its arguments", async () => {
    const { checks, wrote } = await runConformance("tools_call");
    expect(checks).toMatchObject([{ id: "tool-add-numbers", status: "SUCCESS", details: { a: 5, b: 3, result: 8 } }]);
    expect(wrote).toContain("add_numbers completed: The sum of 5 and 3 is 8");
  });

  it("sse-retry: an answer that broke off is gone on with, where it was and not before the server wants it", async () => {
    const { checks, wrote } = await runConformance("sse-retry");
    const [reconnect, timing, lastEventId, ...others] = checks;
    expect(others).toEqual([]);
    expect(reconnect).toMatchObject({ id: "client-sse-graceful-reconnect", status: "SUCCESS" });
    // A busy machine may be late, but never early.
    expect(timing).toMatchObject({ id: "client-sse-retry-timing", details: { tooEarly: false } });
    expect(lastEventId).toMatchObject({ id: "client-sse-last-event-id", status: "SUCCESS" });
    expect(wrote).toContain("test_reconnection completed: Reconnection test completed successfully");
  });

  it("elicitation: a server that asks back although the client cannot be asked is waited for no longer than the call may take", async () => {
    const { checks, wrote } = await runConformance("elicitation-sep1034-client-defaults");
    // Parley does not offer elicitation, so its default values are never filled in.
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set(["FAILURE"]));
    expect(wrote).toContain("offers 1 tools");
    expect(wrote).toContain("The server did not answer within 5 seconds.");
  });
});
