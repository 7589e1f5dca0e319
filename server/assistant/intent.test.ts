import { describe, expect, it } from "vitest";
import { cpuMs } from "../test/support/cost.ts";
import { asksForPerson, intentOf, smallTalkReply } from "./intent.ts";

const tenant = { name: "Acme", tone: "", locale: "en", threshold: 0.7, answer_mode: "stream_first" as const };

describe("a request for a person is heard in", () => {
  it.each([
    "I want to talk to a human",
    "can i speak with a real person please?",
    "Let me speak to your manager",
    "human please",
    "Agent!",
    "representative",
    "Connect me to an agent",
    "please transfer me to customer service",
    "I need a human",
    "I'd like a live agent to help me",
    "This is useless. Put me through to someone from support",
    "is there a real person I can talk to?",
    "Could someone call me back?",
    "How can I speak to a person?",
    "I don't want to talk to a bot, give me a human",
    "please escalate this",
    "No, that's not it. I want to chat with someone from your team",
    "Ich möchte mit einem Mitarbeiter sprechen",
    "Je veux parler à un humain",
    "quiero hablar con una persona",
    "转人工",
    "Kann ich bitte mit jemandem vom Support reden?",
    "Verbinden Sie mich mit einem Mitarbeiter",
    "Ich will einen echten Menschen",
    "Je voudrais parler avec un conseiller s'il vous plaît",
    "Passez-moi un agent, je veux un humain",
    "Quisiera hablar con un agente, por favor",
    "Vorrei parlare con un operatore",
    "Posso falar com um atendente?",
    "Ik wil graag met een medewerker praten",
    "Kan ik iemand spreken? Ik wil met een echt persoon praten",
    "Соедините меня с оператором",
  ])("%s", (message) => {
    expect(intentOf(message)).toBe("asked_for_person");
  });
});

describe("no request for a person is heard in", () => {
  it.each([
    "How do I add an agent?",
    "What can an agent do in the console?",
    "I need an agent role for my colleague",
    "What happens when a visitor asks to speak to a human?",
    "How do visitors talk to a person?",
    "How do I connect to the database?",
    "When does the assistant hand over to a person?",
    "Can I invite a person to my team?",
    "I want to change the support email address",
    "How many agents can I have?",
    "I don't want to talk to a person, just tell me the price",
    "Can I reset my password without talking to support?",
    "What is a user agent string?",
    "How do I transfer to another bank account?",
    "How do I set the reply-to of my support address?",
    "Do I need a manager account to see the reports?",
    "Who can speak to the API?",
    "what is human readable output",
    "Wie füge ich einen Mitarbeiter hinzu?",
    "Was passiert, wenn Kunden mit einem Menschen sprechen wollen?",
    "Kann ich mein Passwort ändern, ohne mit dem Support zu sprechen?",
    "Ich will nicht mit einem Menschen sprechen",
    "Comment ajouter une personne à mon équipe ?",
    "Que se passe-t-il quand un client demande à parler à un humain ?",
    "¿Cómo invito a una persona a mi equipo?",
    "Come aggiungo un operatore?",
    "Como adiciono uma pessoa à equipe?",
    "Hoe voeg ik een medewerker toe?",
  ])("%s", (message) => {
    expect(asksForPerson(message)).toBe(false);
  });
});

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
    "",
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
