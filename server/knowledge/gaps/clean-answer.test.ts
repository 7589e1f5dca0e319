import { expect, it } from "vitest";
import { cleanAnswer } from "./clean-answer.ts";

it.each([
  ["Hi Anna,\n\nyou can change it in your account [1].\n\nBest regards,\nAda", "You can change it in your account."],
  ["Hello! Returns are free for 30 days.", "Returns are free for 30 days."],
  ["Hey there, Returns are free.\nCheers\nBob", "Returns are free."],
  ["Thanks for reaching out! Returns are free.", "Returns are free."],
  ["Guten Tag Frau Berg,\nder Versand dauert zwei Tage.\n\nViele Grüße\nIhr Team", "Der Versand dauert zwei Tage."],
  ["Bonjour, la livraison est gratuite.\nCordialement,\nLéa", "La livraison est gratuite."],
  [
    "Use [the form](https://shop.example/form) and write to ada@shop.example.",
    "Use [the form](https://shop.example/form) and write to [email].",
  ],
])("is for everybody: %j", (answer, cleaned) => {
  expect(cleanAnswer(answer)).toBe(cleaned);
});

it.each([
  "Hi-fi sets are sold on the second floor.",
  "Hello Kitty bags are sold out.",
  "Dear customers pay nothing for returns.",
  "Best of all, it is free.\n\nBest before dates stand on the lid.",
  "Step one\n\nStep two\n\nStep three",
])("leaves what is no greeting: %j", (answer) => {
  expect(cleanAnswer(answer)).toBe(answer);
});

it("leaves the words where there is nothing else", () => {
  expect(cleanAnswer("Hello!")).toBe("Hello!");
});
