import type { ChangeToolRequest } from "../../../protocol/admin-tools.ts";

/** Increase it when the shop's tool descriptions or the decisions below change; the demo tenant's tools are then updated. */
export const shopVersion = "2";
/** Shown to visitors: "from Shop, just now". */
export const shopName = "Shop";

type Decision = Required<
  Pick<
    ChangeToolRequest,
    "kind" | "audience" | "is_active" | "examples" | "argument_sources" | "result_template" | "confirm_template"
  >
>;

const day = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
const orderNumber = { order_number: { from: "message", pattern: "\\b(\\d{4})\\b" } } as const;

/**
 * The decisions of an admin about the shop's tools. Everybody may use them, changes included, because demo visitors are anonymous and the
 * bookings are invented. For real bookings, allow changes for identified visitors only.
 */
export const shopTools: Record<string, Decision> = {
  find_order: read({
    examples: [
      "Where is my order 4711?",
      "When does my order 4711 arrive?",
      "What is the status of order 4711?",
      "Has order 4711 shipped yet?",
      "Track my parcel 4711",
    ],
    argument_sources: orderNumber,
    result_template: "{{message}}{{#items}}\n- {{quantity}} × {{name}}, size {{size}}{{/items}}",
  }),
  check_stock: read({
    examples: [
      "Do you have the Ridge trail shoe in size 42?",
      "Is the Harbour deck shoe in stock?",
      "Is the Meadow sandal available?",
      "Which sizes of the Ridge trail shoe do you have?",
    ],
    argument_sources: {
      article: { from: "message", pattern: "\\b(ridge|harbour|meadow)\\b" },
      size: { from: "message", pattern: "\\bsize (\\d\\d)\\b" },
    },
    result_template: "{{message}}",
  }),
  list_bookings: read({
    examples: [
      "Which bookings do I have?",
      "Show my bookings",
      "When is my shoe fitting?",
      "When is my next appointment?",
    ],
    argument_sources: {},
    result_template: "{{message}}{{#bookings}}\n- {{number}}: {{what}}, {{day_in_words}}, {{time}}{{/bookings}}",
  }),
  move_booking: {
    kind: "write",
    audience: "everyone",
    is_active: true,
    examples: [
      "Move my booking to Friday",
      "Please move booking B-17 from Wednesday to Friday",
      "Reschedule my appointment to Monday",
      "Can you change my shoe fitting to Thursday?",
    ],
    argument_sources: {
      day: { from: "message", pattern: `\\bto (?:next )?(${day}|tomorrow|\\d{4}-\\d\\d-\\d\\d)\\b` },
      from: { from: "message", pattern: `\\bfrom (${day})\\b` },
      booking: { from: "message", pattern: "\\b(B-\\d\\d)\\b" },
      version: { from: "message", pattern: "\\bversion (\\d{1,3})\\b" },
    },
    result_template: "{{message}}",
    confirm_template:
      "Move your booking{{#booking}} {{booking}}{{/booking}}{{#from}} from {{from}}{{/from}} to {{day}}.",
  },
  change_address: {
    kind: "write",
    audience: "everyone",
    is_active: true,
    examples: [
      "Change the address of order 4712 to Park Avenue 9",
      "Change the delivery address of my order 4712 to Park Avenue 9",
    ],
    argument_sources: {
      ...orderNumber,
      delivery_address: { from: "message", pattern: "^\\D{10,20}\\D{10,20}\\d{4} to (.{5,})" },
    },
    result_template: "{{message}}",
    confirm_template: "Change the delivery address of order {{order_number}} to {{delivery_address}}.",
  },
  cancel_order: {
    kind: "write",
    audience: "everyone",
    is_active: true,
    examples: ["Cancel my order 4712", "I want to cancel order 4712", "Please stop order 4712"],
    argument_sources: orderNumber,
    result_template: "{{message}}",
    confirm_template: "Cancel order {{order_number}}.",
  },
};

function read(about: Pick<Decision, "examples" | "argument_sources" | "result_template">): Decision {
  return { kind: "read", audience: "everyone", is_active: true, confirm_template: "", ...about };
}
