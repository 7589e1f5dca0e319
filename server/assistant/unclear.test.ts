import { describe, expect, it } from "vitest";
import { cpuMs } from "../test/support/cost.ts";
import { intentOf } from "./intent.ts";
import { isUnclear } from "./unclear.ts";

const deliveries = [
  "Доставка занимает от двух до пяти рабочих дней. Стоимость доставки зависит от города и веса посылки. " +
    "Если посылка не пришла вовремя, напишите нам номер заказа, и мы проверим, где она находится. " +
    "Вернуть товар можно в течение тридцати дней после получения. Для возврата нужна упаковка и чек. " +
    "Деньги возвращаются на карту, с которой был оплачен заказ, обычно за неделю. " +
    "Изменить адрес можно до отправки в разделе заказов личного кабинета. " +
    "Оплатить заказ можно картой, переводом или наличными при получении. " +
    "Скидка для новых покупателей действует один раз и не складывается с другими скидками. " +
    "Подарочная карта приходит по электронной почте сразу после оплаты и действует один год. " +
    "Магазин открыт каждый день с девяти утра до восьми вечера, в праздники мы работаем до шести. " +
    "Гарантия на технику составляет два года, на аккумулятор один год. Ремонт занимает около десяти дней. " +
    "Перед отправкой устройства сохраните свои данные, потому что при ремонте память может быть очищена. " +
    "Пароль меняется в настройках, ссылка для нового пароля приходит на почту.",
];
const passages = (texts: string[]) => texts.map((text) => ({ text }));

describe("a message is unclear", () => {
  it.each([
    ["en", "asdf qwe zxcv"],
    ["en", "dfgjhk"],
    ["en", "lkjh poiu"],
    ["en", "fsdkjfhskdjfh sdkjfh"],
    ["de", "asdf jklö"],
    ["de", "qwertz"],
    ["en", "XkJdLq pWzx"],
    ["en", "xcvbn 12 qq"],
    ["en", "aaaaaaa"],
    ["en", "hahaha"],
    ["en", "q w e r t y"],
    ["en", "sdfg hjkl??"],
  ])("when its letters make no words (%s: %s)", (locale, message) => {
    expect(isUnclear(message, [], locale)).toBe(true);
  });

  it("in the alphabet of the library as well", () => {
    expect(isUnclear("фывцж щзхъ", passages(deliveries), "ru")).toBe(true);
    expect(isUnclear("парковка рядом", passages(deliveries), "ru")).toBe(false);
    expect(isUnclear("фывцж щзхъ", [], "ru")).toBe(false);
  });

  it("never when the library has one of its words", () => {
    expect(isUnclear("zsh pnpm", [], "en")).toBe(true);
    expect(isUnclear("zsh pnpm", passages(["Use pnpm with zsh."]), "en")).toBe(false);
  });

  it.each([
    ["en", "Do you have parking in Zurich?"],
    ["en", "gift wrapping"],
    ["en", "wheelchair"],
    ["en", "What is a fsdkjfhskdjfh?"],
    ["de", "Habt ihr einen Hundefriseur?"],
    ["de", "Parkplatz"],
    ["de", "Hundefriseur"],
    ["de", "Wohnwagenzulassung?"],
    ["fr", "remboursement"],
    ["es", "¿Tienen aparcamiento?"],
    ["it", "parcheggio disabili"],
    ["nl", "verzendkosten België"],
    ["pl", "Czy macie parking dla rowerów?"],
    ["tr", "Otoparkınız var mı?"],
    ["ja", "駐車場はありますか"],
    ["ko", "주차장 있어요?"],
    ["ar", "هل لديكم موقف سيارات؟"],
    ["en", "DHL"],
    ["en", "SSO?"],
    ["en", "mp3"],
    ["en", "4711"],
    ["en", "XQ-1844-ZK"],
    ["en", "jqx@zkw.example"],
    ["en", "retrun polcy"],
  ])("never when it is a question or words (%s: %s)", (locale, message) => {
    expect(isUnclear(message, [], locale)).toBe(false);
  });

  it.each(["....", "?!?", "…", "-"])("when it has no letter at all: %s", (message) => {
    expect(intentOf(message)).toBe("unclear");
  });

  it("found out as fast for a hostile message", () => {
    expect(cpuMs(() => isUnclear("zq".repeat(50_000), passages(deliveries), "en"))).toBeLessThan(200);
    expect(cpuMs(() => isUnclear("zq xv ".repeat(20_000), passages(deliveries), "en"))).toBeLessThan(200);
  });
});
