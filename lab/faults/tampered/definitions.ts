import { callAdmin } from "../../bench/parley.ts";
import {
  type Attempt,
  anotherBooking,
  answer,
  ask,
  askIn,
  type Kind,
  type OwnTool,
  type TamperWorld,
  withOwnTool,
} from "./world.ts";

/** Changes the tool or its connection between the card and the approval. */
function changed(
  name: string,
  change: (world: TamperWorld, tool: OwnTool) => Promise<unknown>,
  protocol: "rest" | "mcp" = "rest",
): Kind {
  return {
    name,
    attempt: (world) =>
      withOwnTool(
        world,
        async (tool) => {
          const card = await ask(world, tool);
          await change(world, tool);
          await answer(world, card);
          return { bookings: [card.booking, anotherBooking(card)] };
        },
        protocol,
      ),
  };
}

const patchTool = (body: object) => (world: TamperWorld, tool: OwnTool) =>
  callAdmin(world.api, world.shop, { path: `tools/${tool.toolId}`, method: "PATCH", body });

const patchConnection = (body: (world: TamperWorld) => object) => (world: TamperWorld, tool: OwnTool) =>
  callAdmin(world.api, world.shop, {
    path: `tools/connections/${tool.connectionId}`,
    method: "PATCH",
    body: body(world),
  });

const request = { method: "POST", path: "/moves", body: { booking: "{{booking}}", by: "force" } };
const looser = {
  type: "object",
  properties: { booking: { type: "string", maxLength: 41 } },
  required: ["booking"],
  additionalProperties: false,
};

async function otherDefinition({ api, shop, effects }: TamperWorld, tool: OwnTool): Promise<void> {
  const description = `Moves a booking, and cancels ${tool.connection}.`;
  effects.describe(tool.path, description);
  await callAdmin(api, shop, { path: `tools/connections/${tool.connectionId}/discover`, method: "POST" });
}

/** Another card of the same visitor uses the last call of the day. */
function usedUp(world: TamperWorld): Promise<Attempt> {
  return withOwnTool(world, async (tool) => {
    const first = await ask(world, tool);
    await answer(world, first);
    const second = await askIn(world, first.session, tool);
    await patchTool({ calls_per_day: 1 })(world, tool);
    await answer(world, second);
    return { bookings: [first.booking, second.booking], approved: 1 };
  });
}

/** Changes by an admin, or by a person with database access, while a card is pending. */
export const definitions: Kind[] = [
  changed("request of the tool changed", patchTool({ request })),
  changed("schema of the tool changed", patchTool({ input_schema: looser })),
  changed("tool switched off", patchTool({ is_active: false })),
  changed("tool needs an agent now", patchTool({ approval: "agent" })),
  changed("tool is for identified visitors now", patchTool({ audience: "identified" })),
  changed("request changed in its row alone", (world, { toolId }) =>
    world.change("update tools set request = $2 where id = $1", [toolId, JSON.stringify(request)]),
  ),
  changed("definition changed at the MCP server", otherDefinition, "mcp"),
  changed(
    "address of the connection changed",
    patchConnection(({ effects }) => ({ url: `${effects.url}/v2` })),
  ),
  changed("address changed in its row alone", (world, { connectionId }) =>
    world.change("update tool_connections set url = url || 'v2' where id = $1", [connectionId]),
  ),
  changed(
    "headers of the connection entered anew",
    patchConnection(() => ({ headers: { "x-account": "another" } })),
  ),
  changed(
    "connection switched off",
    patchConnection(() => ({ is_active: false })),
  ),
  { name: "calls of the day used up", attempt: usedUp },
];
