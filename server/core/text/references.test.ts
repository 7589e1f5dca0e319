import { describe, expect, it } from "vitest";
import { refersBack, withNameFor } from "./references.ts";

describe("a message leans on the conversation when it says", () => {
  it.each([
    "How much does it cost?",
    "and for annual plans?",
    "What about teams?",
    "Can I cancel that?",
    "Why?",
    "the second one",
    "How do I turn them off?",
    "Is there another way?",
    "yes",
    "Does that include support?",
    "what else?",
    "pricing",
    "And how much for teams?",
    "the last",
    "No, I have not",
    "OK, and then?",
    "How long does it take?",
    "If it fails, what do I do?",
    "If so, what do I do?",
    "What else can I upload besides that?",
    "What's another tip?",
    "That’s the wrong one. How much is it?",
  ])("%s", (message) => {
    expect(refersBack(message)).toBe(true);
  });
});

describe("a question about the company", () => {
  it.each([
    ["en", "What does it cost?", "What does Acme cost?"],
    ["en", "How do I install it on a server?", "How do I install Acme on a server?"],
    ["de", "Was kostet das?", "Was kostet Acme?"],
    ["fr", "Combien ça coûte ?", "Combien Acme coûte ?"],
    ["en", "What does delivery cost?", null],
    ["en", "Is it possible to pay later?", null],
  ])("has its name in place of the word that points to it (%s: %s)", (locale, message, named) => {
    expect(withNameFor(message, "Acme", locale)).toBe(named);
  });
});

describe("a message stands alone when it says", () => {
  it.each([
    "How do I reset my password?",
    "Is there a free plan for schools?",
    "Is it possible to change my billing address?",
    "Where can I find the API key that I created last week?",
    "Which file types can I upload this month?",
    "Can I export my contacts as CSV?",
    "Who was the first person to join your company?",
    "What is the first step I take to open an account?",
    "Is a workspace the same as an organisation?",
    "How do I order another card for my daughter?",
    "Not quite. I want to know about discounts for charities in Europe.",
  ])("%s", (message) => {
    expect(refersBack(message)).toBe(false);
  });
});

describe("in other languages a message leans on the conversation when it says", () => {
  it.each([
    "Und was kostet das?",
    "Wie kann ich es wieder löschen?",
    "Was ist mit Teams?",
    "Ja",
    "Comment la désactiver ?",
    "Et pour les équipes ?",
    "Combien ça coûte ?",
    "¿Cuánto cuesta eso?",
    "¿Cómo puedo desactivarlo?",
    "¿Y para equipos?",
    "Come posso disattivarlo?",
    "E per i team?",
    "Quanto custa isso?",
    "E para as equipes?",
    "Hoe kan ik deze uitschakelen?",
    "En voor teams?",
    "А сколько это стоит?",
    "Ja, das geht",
    "Si, gracias",
    "Wenn ja, was muss ich tun?",
    "那它多少钱？",
    "それはいくらですか？",
  ])("%s", (message) => {
    expect(refersBack(message, "en")).toBe(true);
  });
});

describe("in other languages a message stands alone when it says", () => {
  it.each([
    "Wie setze ich mein Passwort zurück?",
    "Gibt es einen kostenlosen Tarif für Schulen?",
    "Können Sie mir sagen, wo ich die Rechnung finde?",
    "Wie kann ich das Passwort meines Kontos ändern?",
    "Comment réinitialiser mon mot de passe ?",
    "Y a-t-il une offre gratuite pour les écoles ?",
    "¿Cómo cambio mi contraseña de acceso?",
    "¿Hay un plan gratuito para escuelas?",
    "Come posso cambiare la password del mio account?",
    "Como posso alterar a senha da minha conta?",
    "Hoe kan ik het wachtwoord van mijn account wijzigen?",
    "Как изменить пароль учётной записи?",
    "Wie bestelle ich eine andere Karte für meine Tochter?",
    "Se la tessera è scaduta, cosa faccio?",
    "Se meu cartão expirar, o que faço?",
    "Als mijn kaart verloopt, wat doe ik?",
    "Если карту украли, что делать?",
    "如果我的卡丢了，怎么办？",
    "如何重置账户密码？",
  ])("%s", (message) => {
    expect(refersBack(message, "en")).toBe(false);
  });
});
