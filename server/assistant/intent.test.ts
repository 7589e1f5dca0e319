import { describe, expect, it } from "vitest";
import { cpuMs } from "../test/support/cost.ts";
import { intentOf, smallTalkReply } from "./intent.ts";

const tenant = { name: "Acme", tone: "", locale: "en", threshold: 0.7, answer_mode: "stream_first" as const };

describe("small talk", () => {
  it.each([
    "thanks",
    "Hi!",
    "ok bye",
    "Thank you so much, that was very helpful 🙏",
    "Hello there",
    "great, thanks!",
    "ok",
    "Got it, cheers",
    "Danke!",
    "no thanks",
    "Good morning, how are you?",
    "are you a bot?",
    "Vielen Dank für die Hilfe!",
    "Guten Tag",
    "Alles klar, danke",
    "Merci beaucoup, bonne journée",
    "Buenos días",
    "Vale, muchas gracias",
    "Buongiorno",
    "Perfetto, grazie mille",
    "Bom dia",
    "Muito obrigada!",
    "Goedemorgen",
    "Bedankt voor je hulp",
    "Спасибо",
  ])("is answered politely: %s", (message) => {
    expect(intentOf(message)).toBe("small_talk");
    expect(smallTalkReply(message, tenant)).toMatch(/\w/);
  });

  it.each([
    "Hi, how do I reset my password?",
    "thanks, and what does it cost?",
    "ok but where is the setting?",
    "What is a thank you page?",
    "good plans for teams?",
    "hello world example",
    "Hallo, wie ändere ich mein Passwort?",
    "Merci, et combien ça coûte ?",
    "Gracias, pero ¿dónde está el ajuste?",
    "Dank je, maar waar vind ik dat?",
    "yes",
    "no",
    "high bounce rate",
    "Is this a real email?",
  ])("is not mistaken for: %s", (message) => {
    expect(intentOf(message)).toBe("question");
  });

  it("says honestly what it is", () => {
    expect(smallTalkReply("Am I talking to a real person?", tenant)).toContain("assistant of Acme");
  });

  it("takes no longer for a hostile message", () => {
    const hostile = `${"ok thanks ".repeat(800)}x`;
    expect(cpuMs(() => intentOf(hostile))).toBeLessThan(200);
    expect(cpuMs(() => intentOf("thank you for your help ".repeat(5)))).toBeLessThan(200);
  });
});
