import { describe, expect, it } from "vitest";
import { isSafePattern } from "../../../tools/schema/safe-pattern.ts";
import { shopTools } from "../shop-tools.ts";
import { cancelOrder, changeAddress, checkStock, findOrder, listBookings, moveBooking } from "./counter.ts";
import { readDay } from "./days.ts";
import { openShop, type Told } from "./state.ts";

// A Tuesday.
const today = "2026-11-24";
const said = (told: Told) => (told.ok ? told.value.message : `${told.code}: ${told.message}`);

describe("the demo's shop", () => {
  it("finds the address in the sentences of its examples", () => {
    const { examples = [], argument_sources: sources } = shopTools["change_address"] ?? {};
    const pattern = sources?.["delivery_address"]?.pattern ?? "";
    expect(isSafePattern(pattern, 8_000)).toBe(true);
    expect(examples.map((one) => new RegExp(pattern, "iu").exec(one)?.[1])).toEqual(
      examples.map(() => "Park Avenue 9"),
    );
  });

  it("tells where an order is, and that there is none", () => {
    const shop = openShop(today);
    expect(said(findOrder(shop, "4711"))).toBe(
      "Order 4711 is on its way with Swift Parcel and arrives on Thursday 26 November.",
    );
    expect(said(findOrder(shop, "9999"))).toBe("Order 9999 was not found. Check the number.");
  });

  it("knows its stock by size", () => {
    expect(said(checkStock({ article: "Ridge", size: "42" }))).toBe(
      "Ridge trail shoe, size 42: 5 in stock, 119 euros.",
    );
    expect(said(checkStock({ article: "ridge", size: "44" }))).toBe("Ridge trail shoe, size 44: sold out.");
    expect(said(checkStock({ article: "ridge" }))).toBe("Ridge trail shoe is in stock in size 40, 42, 43, 119 euros.");
    expect(said(checkStock({ article: "meadow" }))).toBe("Meadow sandal is sold out in all sizes.");
    expect(said(checkStock({ article: "boot" }))).toMatch(/does not sell boot/);
  });

  it("moves the next booking, once: whoever still believes in the old day meets a conflict", () => {
    const shop = openShop(today);
    expect(said(moveBooking(shop, { day: "Friday", from: "Wednesday", version: 1 }, today))).toBe(
      "Done: booking B-17 (Shoe fitting) is now on Friday 27 November at 10:00.",
    );
    for (const stale of [{ from: "wednesday" }, { version: 1 }, { from: "2026-11-25" }])
      expect(said(moveBooking(shop, { day: "Monday", ...stale }, today))).toMatch(/^conflict: .*on Friday 27 November/);
    expect(said(moveBooking(shop, { day: "Friday" }, today))).toMatch(/^conflict: .*already/);
    expect(said(listBookings(shop))).toBe("You have 2 bookings:");
  });

  it("moves nothing to a day that is full, closed, over, far away, or none", () => {
    const shop = openShop(today);
    const before = structuredClone(shop);
    const days = ["Saturday", "Sunday", "today", "2026-11-20", "2027-03-01", "2026-02-30", "someday"];
    const told = days.map((day) => said(moveBooking(shop, { day }, today)));
    expect(told.map((text) => String(text).split(":")[0])).toEqual([
      ...Array(5).fill("conflict"),
      "invalid",
      "invalid",
    ]);
    expect(said(moveBooking(shop, { booking: "B-99", day: "friday" }, today))).toBe(
      "not_found: Booking B-99 was not found. Check the number.",
    );
    expect(shop).toEqual(before);
  });

  it("delivers to another address what has not left", () => {
    const shop = openShop(today);
    expect(said(changeAddress(shop, "4712", " Park Avenue 9 "))).toBe(
      "Done: order 4712 is now delivered to Park Avenue 9.",
    );
    expect(findOrder(shop, "4712")).toMatchObject({ value: { delivery_address: "Park Avenue 9" } });
    expect(said(changeAddress(shop, "4711", "Park Avenue 9"))).toMatch(/^conflict: .*on its way.*Nothing was changed/);
    expect(said(changeAddress(shop, "9999", "Park Avenue 9"))).toMatch(/^not_found:/);
  });

  it("cancels what has not left, once", () => {
    const shop = openShop(today);
    expect(said(cancelOrder(shop, "4712"))).toBe("Done: order 4712 was cancelled.");
    expect(said(cancelOrder(shop, "4712"))).toMatch(/^conflict:/);
    expect(said(cancelOrder(shop, "4711"))).toMatch(/^conflict: .*return it instead/);
    expect(said(findOrder(shop, "4712"))).toBe("Order 4712 was cancelled.");
  });

  it("has its bookings on a day to come, whatever day it is", () => {
    for (let day = 1; day <= 14; day += 1) {
      const date = `2026-12-${String(day).padStart(2, "0")}`;
      const [first, second] = openShop(date).bookings;
      expect([first?.day, second?.day].every((one) => one !== undefined && one > date)).toBe(true);
      expect(said(moveBooking(openShop(date), { day: "Friday" }, date))).toMatch(/^Done: booking B-17/);
      expect(said(moveBooking(openShop(date), { day: "Saturday" }, date))).toMatch(/fully booked/);
    }
    expect(readDay("tuesday", today)).toBe("2026-12-01");
  });
});
