import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "../../core/text/language.ts";
import { stemOf } from "../../core/text/stems.ts";

/** A few dozen words from help centres in their inflected forms, so that they use most steps of a stemmer. */
const words: [config: string, language: Language, words: string][] = [
  [
    "german",
    "de",
    "rechnungen rechnung bestellung bestellungen kündigen gekündigt änderungen passwörter einstellungen hinzufügen gelöscht kostenlos nutzer verfügbarkeit häufige zahlungen",
  ],
  [
    "french",
    "fr",
    "factures facturation annuler annulée abonnements paramètres utilisateurs activer désactivé suppression notifications paiements fréquentes modifié",
  ],
  [
    "spanish",
    "es",
    "facturas facturación cancelar cancelado suscripciones ajustes usuarios activar desactivado notificaciones pagos eliminarlo contraseñas",
  ],
  [
    "italian",
    "it",
    "fatture fatturazione annullare annullato abbonamenti impostazioni utenti attivare disattivato notifiche pagamenti eliminarlo",
  ],
  [
    "portuguese",
    "pt",
    "faturas cancelar cancelado assinaturas configurações usuários ativar desativado notificações pagamentos senhas",
  ],
  [
    "dutch",
    "nl",
    "facturen factuur annuleren geannuleerd abonnementen instellingen gebruikers inschakelen meldingen betalingen wachtwoorden",
  ],
  ["danish", "da", "fakturaer indstillinger brugere betalinger abonnementet adgangskoder slettede"],
  ["swedish", "sv", "fakturor inställningar användare betalningar prenumerationen lösenordet borttagna"],
  ["norwegian", "no", "fakturaer innstillinger brukere betalinger abonnementet passordet slettede"],
  ["finnish", "fi", "laskut asetukset käyttäjät maksujen tilauksen salasanani poistettu"],
  ["hungarian", "hu", "számlák beállítások felhasználók fizetések előfizetést jelszavamat"],
  ["romanian", "ro", "facturi setări utilizatori plăți abonamente parolele notificări"],
  ["russian", "ru", "счета настройки пользователи платежи подписку пароли уведомления отменённый"],
  ["turkish", "tr", "faturalar ayarlar kullanıcılar ödemeler aboneliği şifreler bildirimleri"],
  ["greek", "el", "τιμολόγια ρυθμίσεις χρήστες πληρωμές συνδρομή κωδικούς ειδοποιήσεις"],
  ["arabic", "ar", "فواتير الإعدادات المستخدمين المدفوعات اشتراك الإشعارات"],
  ["indonesian", "id", "pembayaran pengaturan penggunaan berlangganan menghapus pemberitahuannya"],
  ["irish", "ga", "sonraisc socruithe úsáideoirí íocaíochtaí síntiús"],
  ["lithuanian", "lt", "sąskaitos nustatymai vartotojai mokėjimai prenumeratą slaptažodžiai"],
  ["serbian", "sr", "računi podešavanja korisnici plaćanja pretplatu lozinke obaveštenja"],
];

describe("a word has the stem that the search gives it", () => {
  let db: PGlite;
  beforeAll(async () => {
    db = await PGlite.create();
  }, 120_000);
  afterAll(() => db.close());

  it.each(words)("in %s", async (config, language, list) => {
    const forms = list.split(" ");
    const { rows } = await db.query<{ word: string; stem: string }>(
      "select word, (ts_lexize($2::regdictionary, word))[1] as stem from unnest($1::text[]) as word",
      [forms, `${config}_stem`],
    );
    expect(rows).toHaveLength(forms.length);
    expect(rows.map(({ word }) => [word, stemOf(word, language)])).toEqual(rows.map(({ word, stem }) => [word, stem]));
  });
});
