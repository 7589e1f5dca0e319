import type { PersonTable } from "./table.ts";

/** Languages of the widget that no other rule knows: their words are compared as they stand. */
export const strangers: PersonTable[] = [
  // Polish
  {
    requests: [
      "(?:porozmawiać|rozmawiać|pogadać|mówić|pomówić|pisać|skontaktować się|połączyć się|(?:po|prze)łącz(?:yć|cie)? mnie|proszę (?:mnie )?(?:po|prze)łączyć) (?:z|ze) (?:\\p{L}+ )?(?:człowiekiem|osobą|konsultant(?:em|ką)|pracownikiem|kimś|doradcą|agentem|operatorem|obsługą(?: klienta)?|supportem|działem (?:obsługi|pomocy))",
      "(?:z|ze) (?:\\p{L}+ )?(?:człowiekiem|osobą|konsultant(?:em|ką)|pracownikiem|kimś|doradcą) (?:porozmawiać|rozmawiać|pogadać|pomówić)",
      "(?:chcę|potrzebuję|poproszę|proszę o) (?:żywego |prawdziwego )?(?:człowieka|konsultanta|kontakt z (?:człowiekiem|konsultantem))(?= ?(?:$|proszę|teraz))",
    ],
    asker:
      "ja|my|mnie|mi|nam|chcę|chce|chciałbym|chciałabym|chcemy|wolę|mogę|możemy|mógłbym|mogłabym|czy|można|proszę|poproszę|da|się|teraz|od|razu|wreszcie|dzień|dobry|cześć|tak|nie|jak",
    others:
      "klien\\p{L}*|użytkowni\\p{L}*|odwiedzając\\p{L}*|ludzie|asystent\\p{L}*|widżet\\p{L}*|widget\\p{L}*|bot\\p{L}*|chatbot\\p{L}*|czatbot\\p{L}*|robot\\p{L}*|system\\p{L}*|co się (?:dzieje|stanie)|kiedy|dlaczego|jeśli|jeżeli|gdy",
    declined: "nie|bez|zamiast",
  },
  // Hebrew
  {
    requests: [
      "(?:לדבר|לשוחח|להתכתב|לצ'וטט|שיחה|להתחבר|(?:[תה]?(?:עביר|עבר|חבר)[וי]?|לחבר|להעביר) אותי) (?:עם|ל|אל) ?(?:בן[ -]אדם|אדם|נציג(?:ה|ת)?|מישהו|אנוש|שירות הלקוחות|התמיכה|מוקדן|מוקדנית)(?: (?:אמיתית?|אנושית?|שירות))?",
      "(?:רוצה|צריך|צריכה|אפשר|מבקש|מבקשת) (?:נציגה?|בן[ -]אדם|מענה אנושי)(?: (?:אמיתית?|אנושית?|שירות))?(?= ?(?:$|בבקשה|עכשיו))",
    ],
    asker:
      "אני|אנחנו|אותי|רוצה|רוצים|אשמח|אפשר|ניתן|בבקשה|צריך|צריכה|יכול|יכולה|האם|עכשיו|מיד|מעדיף|מעדיפה|מבקש|מבקשת|שלום|היי|כן|לא|איך",
    others:
      "לקוחות|הלקוחות|לקוח|הלקוח|משתמש\\p{L}*|המשתמש\\p{L}*|מבקרים|המבקרים|אנשים|העוזר|הבוט|בוט|צ'אטבוט|רובוט|המערכת|מה קורה|מתי|למה|מדוע|כאשר|אם",
    declined: "לא|בלי|ללא|במקום",
  },
];
