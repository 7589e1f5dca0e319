import { type CallToolResult, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { cancelOrder, changeAddress, checkStock, findOrder, listBookings, moveBooking } from "./counter.ts";
import type { ShopBook } from "./keep.ts";
import type { ShopState, Told } from "./state.ts";

const orderNumber = z.string().max(20).describe("The order number, for example 4711");
const deliveryAddress = z.string().min(5).max(120).describe("The new address, for example Park Avenue 9");
const articleName = z.string().max(40).describe("ridge, harbour or meadow");
const shoeSize = z.string().max(5).describe("European size, for example 42");
const booking = z.string().max(10).describe("The booking number, for example B-17. Default: the next booking.");
const day = z.string().max(20).describe("A weekday in English, today, tomorrow, or a date, for example 2026-11-27");
const from = z.string().max(20).describe("The current day as the visitor knows it: a weekday or a date");
const version = z.number().int().describe("The version returned by list_bookings");

/** Minimum result of every tool: a sentence about the outcome. More fields are allowed. */
const told = z.looseObject({ message: z.string() });
const reads = { readOnlyHint: true, openWorldHint: false } as const;
const writes = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false } as const;

/** A server with the shop's tools for one request, as MCP's stateless mode requires. */
export function createShopServer(book: ShopBook): McpServer {
  const server = new McpServer({ name: "parley-demo-shop", version: "1.0.0" });
  addReads(server, book);
  addWrites(server, book);
  return server;
}

function addReads(server: McpServer, book: ShopBook): void {
  server.registerTool(
    "find_order",
    {
      title: "Look up an order",
      description: "Returns an order's status, items, carrier, delivery date and delivery address.",
      inputSchema: z.strictObject({ order_number: orderNumber }),
      outputSchema: told,
      annotations: reads,
    },
    async ({ order_number }) => toResult(findOrder(await book.read(), order_number)),
  );
  server.registerTool(
    "check_stock",
    {
      title: "Check stock",
      description: "Says whether an article is in stock, in one size or in all sizes.",
      inputSchema: z.strictObject({ article: articleName, size: shoeSize.optional() }),
      outputSchema: told,
      annotations: reads,
    },
    (wanted) => toResult(checkStock(wanted)),
  );
  server.registerTool(
    "list_bookings",
    {
      title: "List bookings",
      description: "Lists the visitor's bookings with their days and versions.",
      inputSchema: z.strictObject({}),
      outputSchema: told,
      annotations: reads,
    },
    async () => toResult(listBookings(await book.read())),
  );
}

function addWrites(server: McpServer, book: ShopBook): void {
  server.registerTool(
    "move_booking",
    {
      title: "Move a booking",
      description:
        "Moves a booking to another day. Fails if the day is fully booked or the booking has changed in the meantime.",
      inputSchema: z.strictObject({
        day,
        booking: booking.optional(),
        from: from.optional(),
        version: version.optional(),
      }),
      outputSchema: told,
      annotations: writes,
    },
    (wanted, ctx) =>
      change(book, ctx, { call: ["move_booking", wanted], work: (state) => moveBooking(state, wanted, book.today()) }),
  );
  server.registerTool(
    "change_address",
    {
      title: "Change a delivery address",
      description: "Changes the delivery address of an order that has not been shipped yet.",
      inputSchema: z.strictObject({ order_number: orderNumber, delivery_address: deliveryAddress }),
      outputSchema: told,
      annotations: writes,
    },
    (wanted, ctx) =>
      change(book, ctx, {
        call: ["change_address", wanted],
        work: (state) => changeAddress(state, wanted.order_number, wanted.delivery_address),
      }),
  );
  server.registerTool(
    "cancel_order",
    {
      title: "Cancel an order",
      description: "Cancels an order that has not been shipped yet.",
      inputSchema: z.strictObject({ order_number: orderNumber }),
      outputSchema: told,
      annotations: writes,
    },
    (wanted, ctx) =>
      change(book, ctx, {
        call: ["cancel_order", wanted],
        work: (state) => cancelOrder(state, wanted.order_number),
      }),
  );
}

/** Without a key, a retry could make the change twice, so the shop rejects it. */
async function change(
  book: ShopBook,
  { mcpReq, http }: ServerContext,
  { call, work }: { call: unknown; work: (state: ShopState) => Told },
): Promise<CallToolResult> {
  const given = http?.req?.headers.get("idempotency-key") ?? mcpReq._meta?.["parley/idempotency-key"];
  const key = z.string().min(8).max(200).safeParse(given);
  if (!key.success) return toResult({ ok: false, code: "invalid", message: "A change needs an idempotency key." });
  return toResult(await book.change({ key: key.data, call: JSON.stringify(call), work }));
}

/** Parley recognises a conflict by `structuredContent.code`. */
function toResult(outcome: Told): CallToolResult {
  if (!outcome.ok) {
    const { code, message } = outcome;
    return { isError: true, content: [{ type: "text", text: message }], structuredContent: { code, message } };
  }
  return { content: [{ type: "text", text: JSON.stringify(outcome.value) }], structuredContent: outcome.value };
}
