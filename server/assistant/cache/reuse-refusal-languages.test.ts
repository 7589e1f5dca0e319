import { describe, expect, it } from "vitest";
import { featuresOf, reuseRefusal } from "./reuse-refusal.ts";

const refusal = (locale: string, one: string, other: string) =>
  reuseRefusal(featuresOf(one, locale), featuresOf(other, locale));

describe("in languages with a table the gate refuses", () => {
  it.each([
    ["de", "negation", "Warum wurde meine Zahlung ausgeführt?", "Warum wurde meine Zahlung nicht ausgeführt?"],
    ["de", "negation", "Kann ich mit Bildern exportieren?", "Kann ich ohne Bilder exportieren?"],
    ["de", "opposite", "Wie aktiviere ich die Klickverfolgung?", "Wie deaktiviere ich die Klickverfolgung?"],
    [
      "de",
      "opposite",
      "Wie schalte ich die Anmeldung in zwei Schritten ein?",
      "Wie schalte ich die Anmeldung in zwei Schritten aus?",
    ],
    ["de", "opposite", "Wie füge ich ein Mitglied hinzu?", "Wie kann ich ein Mitglied entfernen?"],
    ["de", "number", "Was kostet der Tarif für 10 Plätze?", "Was kostet der Tarif für 100 Plätze?"],
    ["de", "number", "Habt ihr am Montag geöffnet?", "Habt ihr am Sonntag geöffnet?"],
    ["de", "number", "Was ändert sich im Januar?", "Was ändert sich im Februar?"],
    ["de", "question_type", "Warum wurde mein Konto gesperrt?", "Wann wurde mein Konto gesperrt?"],
    ["de", "word", "Wo sehe ich den Bericht über Rückläufer?", "Wo sehe ich den Bericht über Beschwerden?"],
    ["fr", "negation", "Pourquoi mon paiement est-il passé ?", "Pourquoi mon paiement n'est-il pas passé ?"],
    [
      "fr",
      "opposite",
      "Comment activer la double authentification ?",
      "Comment désactiver la double authentification ?",
    ],
    ["fr", "opposite", "Comment ajouter un membre à l'équipe ?", "Comment supprimer un membre de l'équipe ?"],
    ["fr", "number", "Combien coûtent deux licences ?", "Combien coûtent trois licences ?"],
    ["es", "negation", "¿Por qué se cobró mi pago?", "¿Por qué no se cobró mi pago?"],
    ["es", "opposite", "¿Cómo activo las notificaciones?", "¿Cómo desactivo las notificaciones?"],
    ["es", "number", "¿Están abiertos el lunes?", "¿Están abiertos el domingo?"],
    ["it", "negation", "Posso esportare con le immagini?", "Posso esportare senza le immagini?"],
    ["it", "opposite", "Come attivo le notifiche?", "Come disattivo le notifiche?"],
    ["pt", "negation", "Por que meu pagamento foi aceito?", "Por que meu pagamento não foi aceito?"],
    ["pt", "opposite", "Como adicionar um usuário?", "Como remover um usuário?"],
    ["nl", "negation", "Waarom is mijn betaling gelukt?", "Waarom is mijn betaling niet gelukt?"],
    ["nl", "opposite", "Hoe schakel ik meldingen in?", "Hoe schakel ik meldingen uit?"],
    ["en", "language", "Wie kann ich mein Passwort ändern?", "How can I change my password?"],
  ])("%s, for %s: %s / %s", (locale, reason, one, other) => {
    expect(refusal(locale, one, other)).toBe(reason);
    expect(refusal(locale, other, one)).toBe(reason);
  });
});

describe("in languages with a table the gate lets pass", () => {
  it.each([
    ["de", "Wie setze ich mein Passwort zurück?", "Wie kann ich mein Passwort zurücksetzen?"],
    ["de", "Ich weiß nicht, wie ich meine Rechnung herunterlade", "Wie lade ich meine Rechnung herunter?"],
    ["de", "Wie ändere ich die Rechnungsadresse?", "Wie kann ich die Rechnungsadressen ändern?"],
    ["fr", "Comment réinitialiser mon mot de passe ?", "Comment puis-je réinitialiser mes mots de passe ?"],
    ["fr", "Comment changer l'adresse de facturation ?", "Comment puis-je changer mon adresse de facturation ?"],
    ["es", "¿Cómo cambio mi contraseña?", "¿Cómo puedo cambiar la contraseña?"],
    ["it", "Come posso scaricare la fattura?", "Come scarico le fatture?"],
    ["pt", "Como posso alterar a minha senha?", "Como altero minha senha?"],
    ["nl", "Hoe wijzig ik mijn wachtwoord?", "Hoe kan ik mijn wachtwoord wijzigen?"],
  ])("%s: %s / %s", (locale, one, other) => {
    expect(refusal(locale, one, other)).toBeNull();
    expect(refusal(locale, other, one)).toBeNull();
  });
});

describe("in languages without a table the gate lets nothing pass but the same words", () => {
  it.each([
    ["sv", "Varför gick min betalning igenom?", "Varför gick min betalning inte igenom?"],
    ["da", "Hvordan kan jeg tilføje en bruger?", "Hvordan kan jeg slette en bruger?"],
    ["fi", "Miksi maksuni meni läpi?", "Miksi maksuni ei mennyt läpi?"],
    ["hu", "Miért sikerült a fizetés?", "Miért nem sikerült a fizetés?"],
    ["ro", "De ce a fost acceptată plata mea?", "De ce nu a fost acceptată plata mea?"],
    ["ru", "Почему мой платёж прошёл?", "Почему мой платёж не прошёл?"],
    ["ru", "Как включить уведомления?", "Как отключить уведомления?"],
    ["tr", "10 kişi için fiyat nedir?", "100 kişi için fiyat nedir?"],
    ["el", "Γιατί έγινε η πληρωμή μου;", "Γιατί δεν έγινε η πληρωμή μου;"],
    ["ar", "كيف يمكنني تفعيل الإشعارات؟", "كيف يمكنني تعطيل الإشعارات؟"],
    ["zh", "如何启用双因素身份验证？", "如何禁用双因素身份验证？"],
    ["zh", "为什么我能导出联系人？", "为什么我不能导出联系人？"],
    ["zh", "3个用户要多少钱？", "5个用户要多少钱？"],
    ["ja", "通知を有効にする方法は？", "通知を無効にする方法は？"],
    ["ko", "알림을 활성화하려면 어떻게 하나요?", "알림을 비활성화하려면 어떻게 하나요?"],
    ["th", "ทำไมฉันเข้าสู่ระบบได้", "ทำไมฉันเข้าสู่ระบบไม่ได้"],
    ["ru", "Как изменить пароль?", "Как мне изменить мой пароль?"],
    ["zh", "如何重置密码？", "怎么重置我的密码？"],
    ["ja", "パスワードをリセットする方法は？", "パスワードのリセット方法は？"],
  ])("%s: %s / %s", (locale, one, other) => {
    expect(refusal(locale, one, other)).toBe("word");
    expect(refusal(locale, other, one)).toBe("word");
    expect(refusal(locale, one, one)).toBeNull();
  });

  it.each([
    ["pl", "Jak zmienić hasło?", "jak zmienić hasło"],
    ["ru", "Как изменить пароль?", "как изменить пароль"],
  ])("%s: %s / %s", (locale, one, other) => {
    expect(refusal(locale, one, other)).toBeNull();
  });

  it("in another order they mean something else", () => {
    expect(refusal("ru", "Чем Pro лучше Basic?", "Чем Basic лучше Pro?")).toBe("direction");
  });
});
