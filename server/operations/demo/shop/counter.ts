import { addDays, type Day, dayInWords, readDay, weekdayOf } from "./days.ts";
import type { Booking, Order, ShopState, Told } from "./state.ts";

/** How many days ahead a booking can be moved. */
const maxDaysAhead = 28;

/** The state of an order, in a sentence and as data. */
export function findOrder({ orders }: ShopState, number: string): Told {
  const order = orders.find((one) => one.number === number);
  // An unknown number is an answer to the question, not a failure.
  if (!order) return told({ found: false, message: `Order ${number} was not found. Check the number.`, items: [] });
  return told({ found: true, message: whereIs(order), ...order });
}

function whereIs({ number, status, carrier, delivery_day }: Order): string {
  const day = dayInWords(delivery_day);
  switch (status) {
    case "packed":
      return `Order ${number} is packed but not shipped yet. ${carrier} delivers it on ${day}.`;
    case "sent":
      return `Order ${number} is on its way with ${carrier} and arrives on ${day}.`;
    case "delivered":
      return `Order ${number} was delivered by ${carrier} on ${day}.`;
    case "cancelled":
      return `Order ${number} was cancelled.`;
    default:
      return status satisfies never;
  }
}

/** Pairs in stock of an article, in one size or in all. */
export function checkStock(wanted: { article: string; size?: string | undefined }): Told {
  const article = articles[wanted.article.toLowerCase()];
  const known = Object.keys(articles);
  if (!article)
    return told({ found: false, message: `The shop does not sell ${wanted.article}. It sells ${known.join(", ")}.` });
  const { name, price, sizes } = article;
  const about = { found: true, article: name, price };
  if (wanted.size !== undefined) {
    const pairs = sizes[wanted.size] ?? 0;
    const message =
      pairs > 0
        ? `${name}, size ${wanted.size}: ${pairs} in stock, ${price}.`
        : `${name}, size ${wanted.size}: sold out.`;
    return told({ ...about, message, sizes: [{ size: wanted.size, pairs }] });
  }
  const there = Object.entries(sizes).map(([size, pairs]) => ({ size, pairs }));
  const some = there.filter(({ pairs }) => pairs > 0).map(({ size }) => size);
  const message =
    some.length > 0 ? `${name} is in stock in size ${some.join(", ")}, ${price}.` : `${name} is sold out in all sizes.`;
  return told({ ...about, message, sizes: there });
}

/** All bookings, earliest first. */
export function listBookings(state: ShopState): Told {
  const bookings = inOrder(state).map((one) => ({ ...one, day_in_words: dayInWords(one.day) }));
  return told({ message: `You have ${bookings.length} bookings:`, bookings });
}

export interface Move {
  booking?: string | undefined;
  day: string;
  from?: string | undefined;
  version?: number | undefined;
}

/** Moves a booking to another day; without a number, the earliest booking. */
export function moveBooking(state: ShopState, wanted: Move, today: Day): Told {
  const number = wanted.booking?.toUpperCase();
  const booking = inOrder(state).find((one) => number === undefined || one.number === number);
  if (!booking)
    return failed(
      "not_found",
      number === undefined ? "You have no bookings." : `Booking ${number} was not found. Check the number.`,
    );
  const day = readDay(wanted.day, today);
  if (day === undefined)
    return failed("invalid", "That is not a valid day. Use a weekday or a date, for example 2026-11-27.");
  if (isStale(booking, wanted))
    return failed(
      "conflict",
      `Booking ${booking.number} has changed in the meantime: it is now on ${dayInWords(booking.day)} at ${booking.time}. Nothing was moved.`,
    );
  const against = reasonAgainst(booking, day, today);
  if (against) return failed("conflict", `${against} Nothing was moved.`);
  booking.day = day;
  booking.version += 1;
  const { what, time, version } = booking;
  const message = `Done: booking ${booking.number} (${what}) is now on ${dayInWords(day)} at ${time}.`;
  return told({ message, number: booking.number, day, time, version });
}

/** The caller has read another day or version than the stored one. */
function isStale({ day, version }: Booking, wanted: Move): boolean {
  if (wanted.version !== undefined && wanted.version !== version) return true;
  if (wanted.from === undefined) return false;
  const from = wanted.from.trim().toLowerCase();
  return from !== day && from !== weekdayOf(day);
}

function reasonAgainst({ number, day: before }: Booking, day: Day, today: Day): string | undefined {
  const inWords = dayInWords(day);
  if (day === before) return `Booking ${number} is already on ${inWords}.`;
  if (day <= today || day > addDays(today, maxDaysAhead))
    return `Bookings can be moved to a day within the next ${maxDaysAhead} days.`;
  switch (weekdayOf(day)) {
    case "saturday":
      return `${inWords} is fully booked.`;
    case "sunday":
      return "The shop is closed on Sundays.";
    default:
      return undefined;
  }
}

/** Sends an order that has not left yet to another address. */
export function changeAddress({ orders }: ShopState, number: string, address: string): Told {
  const order = orders.find((one) => one.number === number);
  if (!order) return failed("not_found", `Order ${number} was not found. Check the number.`);
  if (order.status !== "packed")
    return failed("conflict", `${whereIs(order)} Its address can no longer be changed. Nothing was changed.`);
  order.delivery_address = address.trim();
  return told({ message: `Done: order ${number} is now delivered to ${order.delivery_address}.`, ...order });
}

/** Cancels an order that has not been sent yet. */
export function cancelOrder({ orders }: ShopState, number: string): Told {
  const order = orders.find((one) => one.number === number);
  if (!order) return failed("not_found", `Order ${number} was not found. Check the number.`);
  if (order.status === "cancelled") return failed("conflict", `Order ${number} was already cancelled.`);
  if (order.status !== "packed")
    return failed("conflict", `${whereIs(order)} It can no longer be cancelled. You can return it instead.`);
  order.status = "cancelled";
  return told({ message: `Done: order ${number} was cancelled.`, number, status: order.status });
}

function inOrder({ bookings }: ShopState): Booking[] {
  return [...bookings].sort((one, other) => (one.day + one.time < other.day + other.time ? -1 : 1));
}

function told(value: Record<string, unknown>): Told {
  return { ok: true, value };
}

function failed(code: "conflict" | "not_found" | "invalid", message: string): Told {
  return { ok: false, code, message };
}

/** An article of the shop with its stock. */
interface Article {
  name: string;
  price: string;
  /** Pairs by size. */
  sizes: Record<string, number>;
}

const articles: Record<string, Article> = {
  ridge: { name: "Ridge trail shoe", price: "119 euros", sizes: { "40": 3, "41": 0, "42": 5, "43": 2, "44": 0 } },
  harbour: { name: "Harbour deck shoe", price: "89 euros", sizes: { "39": 4, "40": 1, "41": 6, "42": 2 } },
  meadow: { name: "Meadow sandal", price: "59 euros", sizes: { "38": 0, "39": 0, "40": 0 } },
};
