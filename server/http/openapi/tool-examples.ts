// Example values for tools: one shop, and one order in question.

const id = "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a1";
const digest = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
const schema = { type: "object", properties: { number: { type: "string", maxLength: 20 } }, required: ["number"] };
const request = { method: "GET", path: "/orders/{{number}}", query: {}, headers: {}, body: null };

/** Example values of response fields. */
export const toolWords: Record<string, unknown> = {
  tool_call_id: `${id}1`,
  call_id: `${id}1`,
  dated: "2026-02-20T09:00:00.000Z",
  unsupported: [],
  connection_id: `${id}c`,
  tool_id: `${id}d`,
  visitor_id: `${id}e`,
  connection: { id: `${id}c`, name: "Orders" },
  "tools.connection": "Orders",
  "items.connection": "Orders",
  ".connection": "Orders",
  tool: "find_order",
  memories: [],
  header_names: ["Authorization"],
  problem: null,
  problems: [],
  left_out: [],
  description: "Finds an order by its number.",
  definition_hash: digest,
  "items.description": "Finds an order by its number.",
  input_schema: schema,
  "request.path": "/orders/{{number}}",
  request,
  examples: ["Where is my order?"],
  result_template: "Order {{number}} is {{state}}.",
  confirm_template: "Move booking {{booking}} to {{day}}.",
  shown: "Order 1007 is on its way.",
  "settled.note": "It is in the shop's list.",
  kty: "EC",
  crv: "P-256",
  x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
  y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
};

/** Query parameters. */
export const toolParameters: Record<string, string> = {
  connection_id: "Only tools of this connection, by id.",
  tool_id: "Only calls of this tool, by id.",
  ticket_id: "Only calls for this ticket, by id.",
  "listToolCalls.kind": "Only reads, only writes, or only test calls.",
  "exportToolCalls.kind": "Only reads, only writes, or only test calls.",
  since: "Only calls at or after this time.",
  "listToolCalls.until": "Only calls before this time.",
  "exportToolCalls.until": "Only calls before this time.",
  format: "`csv` or `json`.",
  "readToolFigures.days": "Number of days up to now. Up to two days are returned by the hour.",
};
