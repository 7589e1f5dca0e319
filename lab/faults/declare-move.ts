import { randomUUID } from "node:crypto";
import { z } from "zod";
import { callAdmin } from "../bench/parley.ts";
import { type EffectServer, moveSchema } from "./effect-server.ts";

/** The protocol between Parley and the system. */
export type ToolProtocol = "rest" | "mcp";

/** A tool that moves bookings on the effect server. */
export interface MoveTool {
  toolId: string;
  connectionId: string;
  /** Path of its address. */
  path: string;
}

const idSchema = z.object({ id: z.string() });
const foundSchema = z.object({ tools: z.array(idSchema) });

/** Connects the effect server, and adds its one tool as a write. The built-in answerer reads the booking number from the message. */
export async function declareMove(
  api: string,
  shop: { apiKey: string },
  {
    effects,
    protocol,
    name = `Bookings ${randomUUID().slice(0, 4)}`,
    ...more
  }: {
    effects: EffectServer;
    protocol: ToolProtocol;
    approval: "visitor" | "agent" | "both";
    example: string;
    name?: string;
  },
): Promise<MoveTool> {
  const path = protocol === "mcp" ? `/mcp/${randomUUID()}` : "/";
  const url = `${effects.url}${path}`;
  const connection = idSchema.parse(
    await callAdmin(api, shop, { path: "tools/connections", body: { name, kind: protocol, url } }),
  );
  const tool =
    protocol === "mcp"
      ? foundSchema.parse(
          await callAdmin(api, shop, { path: `tools/connections/${connection.id}/discover`, method: "POST" }),
        ).tools[0]
      : idSchema.parse(await callAdmin(api, shop, { path: "tools", body: action(connection.id) }));
  if (!tool) throw new Error("the system offers nothing");
  const { approval, example } = more;
  const change = {
    kind: "write",
    audience: "everyone",
    approval,
    is_active: true,
    examples: [example],
    argument_sources: { booking: { from: "message", pattern: "\\b(B-[0-9]{4,7})" } },
    result_template: "Booking {{booking}} was moved.",
  };
  await callAdmin(api, shop, { path: `tools/${tool.id}`, method: "PATCH", body: change });
  return { toolId: tool.id, connectionId: connection.id, path };
}

function action(connectionId: string) {
  return {
    connection_id: connectionId,
    name: "move_booking",
    title: "Move a booking",
    description: "Moves a booking to another day.",
    input_schema: moveSchema,
    request: { method: "POST", path: "/moves", body: { booking: "{{booking}}" } },
  };
}
