import { z } from "zod";
import { addDays, type Day, readDay } from "./days.ts";

const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const orderSchema = z.object({
  number: z.string(),
  status: z.enum(["packed", "sent", "delivered", "cancelled"]),
  items: z.array(z.object({ name: z.string(), size: z.string(), quantity: z.number().int() })),
  carrier: z.string(),
  /** Day of the expected or past delivery. */
  delivery_day: daySchema,
  delivery_address: z.string(),
});
export type Order = z.infer<typeof orderSchema>;

const bookingSchema = z.object({
  number: z.string(),
  what: z.string(),
  day: daySchema,
  time: z.string(),
  /** Increases with each change. A caller who changes a booking names the version that they read. */
  version: z.number().int(),
});
export type Booking = z.infer<typeof bookingSchema>;

/** Outcome of a call. `conflict`: the data differ from the caller's view, and nothing was changed. */
const toldSchema = z.union([
  z.object({ ok: z.literal(true), value: z.record(z.string(), z.unknown()) }),
  z.object({ ok: z.literal(false), code: z.enum(["conflict", "not_found", "invalid"]), message: z.string() }),
]);
export type Told = z.infer<typeof toldSchema>;

export const stateSchema = z.object({
  /** The day on which the shop was reset. Deliveries and bookings are relative to it. */
  day: daySchema,
  orders: z.array(orderSchema),
  bookings: z.array(bookingSchema),
  /** Outcomes of changes, each with the caller's idempotency key, oldest first. */
  done: z.array(z.object({ key: z.string(), call: z.string(), told: toldSchema })),
});
export type ShopState = z.infer<typeof stateSchema>;

/** The shop on the morning of a day: one order on its way, one that can still be cancelled, one delivered, and two bookings. */
export function openShop(day: Day): ShopState {
  return {
    day,
    orders: [
      {
        number: "4711",
        status: "sent",
        items: [
          { name: "Ridge trail shoe", size: "42", quantity: 1 },
          { name: "Wool socks", size: "M", quantity: 2 },
        ],
        carrier: "Swift Parcel",
        delivery_day: addDays(day, 2),
        delivery_address: "Mill Lane 3",
      },
      {
        number: "4712",
        status: "packed",
        items: [{ name: "Harbour deck shoe", size: "41", quantity: 1 }],
        carrier: "Swift Parcel",
        delivery_day: addDays(day, 4),
        delivery_address: "Main Street 1",
      },
      {
        number: "4690",
        status: "delivered",
        items: [{ name: "Meadow sandal", size: "39", quantity: 1 }],
        carrier: "City Bikes",
        delivery_day: addDays(day, -3),
        delivery_address: "Main Street 1",
      },
    ],
    bookings: [
      { number: "B-17", what: "Shoe fitting", day: comingDay("wednesday", day), time: "10:00", version: 1 },
      {
        number: "B-18",
        what: "Gait analysis",
        day: addDays(comingDay("thursday", day), 7),
        time: "16:30",
        version: 1,
      },
    ],
    done: [],
  };
}

function comingDay(weekday: string, today: Day): Day {
  return readDay(weekday, today) ?? today;
}
