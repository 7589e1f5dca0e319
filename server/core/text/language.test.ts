import { describe, expect, it } from "vitest";
import { costsInProportion } from "../../test/support/cost.ts";
import { languageOf } from "./language.ts";
import { contentStems, wordsOf } from "./words.ts";

describe("the language of a text is told", () => {
  it.each([
    ["de", "Wie kann ich mein Passwort ändern?"],
    ["fr", "Comment puis-je annuler ma commande ?"],
    ["es", "¿Cómo puedo cambiar mi contraseña?"],
    ["it", "Come posso cambiare la mia password?"],
    ["pt", "Como posso alterar a minha senha?"],
    ["nl", "Hoe kan ik mijn wachtwoord wijzigen?"],
    ["sv", "Hur kan jag ändra mitt lösenord?"],
    ["fi", "Miten voin vaihtaa salasanani, jos en muista sitä?"],
    ["hu", "Hogyan tudom megváltoztatni a jelszavamat, ha már nem működik?"],
    ["ro", "Cum pot să îmi schimb parola dacă nu mai am acces la ea?"],
    ["tr", "Şifremi nasıl değiştirebilirim ve bu ne kadar sürer?"],
    ["id", "Bagaimana saya bisa mengubah kata sandi untuk akun ini?"],
    ["ru", "Как изменить пароль?"],
    ["sr", "Како да променим своју лозинку?"],
    ["el", "Πώς αλλάζω τον κωδικό μου;"],
    ["ar", "كيف أغير كلمة المرور؟"],
    ["zh", "如何重置密码？"],
    ["ja", "パスワードをリセットする方法は？"],
    ["ko", "비밀번호를 어떻게 변경하나요?"],
    ["th", "ฉันจะรีเซ็ตรหัสผ่านได้อย่างไร"],
  ])("%s: %s", (language, text) => {
    expect(languageOf(text, "en")).toBe(language);
  });

  it("by the locale where the text is too short or names things only", () => {
    expect(languageOf("Shopify Plugin", "de-AT")).toBe("de");
    expect(languageOf("2FA?", "fr")).toBe("fr");
    expect(languageOf("hasło", "pl")).toBe("other");
  });

  it("as another in a script that no rule reads", () => {
    expect(languageOf("מה שעות הפתיחה שלכם?", "en")).toBe("other");
    expect(languageOf("क्या आप खुले हैं?", "en")).toBe("other");
  });

  it("by most of its letters", () => {
    expect(languageOf("What does 設定 mean in the settings of my account?", "en")).toBe("en");
    expect(languageOf("如何连接 Shopify 账户？", "en")).toBe("zh");
  });
});

describe("words of one stem meet", () => {
  it.each([
    ["de", "Rechnungen herunterladen", "die Rechnung"],
    ["fr", "les factures annulées", "annuler l'adresse de la facture"],
    ["es", "cancelar suscripciones", "la suscripción"],
    ["it", "scaricare le fatture", "la fattura"],
    ["pt", "notificações", "a notificação"],
    ["nl", "facturen", "een factuur en de facturen"],
    ["ru", "пароли", "пароль"],
    ["ko", "비밀번호를", "비밀번호는"],
    ["ro", "notificaţii", "notificații"],
  ] as const)("%s: %s / %s", (language, one, other) => {
    const stems = new Set(contentStems(other, language));
    expect(contentStems(one, language).some((stem) => stems.has(stem))).toBe(true);
  });

  it("and words without spaces are told by a dictionary", () => {
    expect(wordsOf("如何启用双因素身份验证", "zh")).toContain("验证");
    expect(wordsOf("パスワードをリセットする", "ja")).toContain("パスワード");
    expect(wordsOf("ฉันจะรีเซ็ตรหัสผ่าน", "th")).toContain("รหัส");
  });
});

it("a long text without spaces takes time in proportion", () => {
  const read = (times: number) => wordsOf("如何启用双因素身份验证请在设置中选择".repeat(times), "zh");
  expect(read(6_000).length).toBeGreaterThan(50_000);
  // In one piece this would take a minute.
  expect(costsInProportion(read, 6_000)).toBe(true);
});
