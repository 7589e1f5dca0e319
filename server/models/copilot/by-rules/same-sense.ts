import type { Language } from "../../../text/language.ts";
import { stemOf } from "../../../text/stems.ts";

/** Words that stand for each other in what a company and its customers write, a row each. Wider than a thesaurus: it only has to be the same matter. */
const rows: Partial<Record<Language, string>> = {
  en: `
refund refunded refundable reimburse reimbursed reimbursement repay repaid repayment
cancel cancelled canceled cancellation terminate terminated termination quit end ended withdraw withdrawal revoke
exchange exchanged swap swapped switch change replace replaced replacement
fee charge charged cost price rate
pay paid payment settle
ship shipping shipped shipment deliver delivery delivered dispatch dispatched send sent
buy bought purchase purchased order ordered
keep kept store stored retain retained hold held archive
begin beginning start commence
faulty broken defective damaged
parcel package packet
car vehicle
staff employee personnel colleague worker
photo photograph photography picture
tell told inform notify notified notification announce announced announcement
lend lent borrow borrowed loan
delete deleted deletion erase erased remove removed
restore restored recover recovered recovery
book booked booking reserve reserved reservation
postpone postponed reschedule rescheduled move moved
expire expired expiry lapse
customer client buyer
guest visitor
child children kid minor
doctor physician
medicine medication drug
answer answered reply respond response
raise raised increase increased higher
late delayed delay latecomer overdue
lose lost loss
pet pets dog cat animal
invoice bill billed
holiday vacation leave
repair repaired fix fixed mend
phone telephone
attend attended attendance
flat apartment
discount rebate reduction
warranty guarantee
`,
  de: `
erstatten erstattet erstattung rückerstattung zurückerstattet zurückzahlen zurückgezahlt
kündigen kündigung beenden beendet stornieren storniert stornierung absagen abgesagt widerrufen widerruf
umtauschen umtausch tauschen austauschen umgetauscht
liefern lieferung versand versenden versandt verschicken schicken zusenden
kaufen kauf bestellen bestellung erwerben
ausleihen ausgeliehen leihen entleihen behalten
aufbewahren aufbewahrt speichern gespeichert lagern
defekt kaputt beschädigt
paket sendung
auto fahrzeug wagen
mitarbeiter angestellte beschäftigte personal
weitergeben weitergegeben übertragen übertragbar verleihen
löschen gelöscht entfernen entfernt
buchen buchung gebucht reservieren reservierung reserviert
essen gegessen speisen
trinken getrunken getränk getränke
bezahlen bezahlt zahlen zahlung begleichen tragen trägt
kosten gebühr preis
rücksendung retoure zurückschicken zurückgeschickt zurücksenden rückgabe zurückgeben
garantie gewährleistung
`,
};

const made = new Map<Language, ReadonlyMap<string, string>>();

function sensesOf(language: Language): ReadonlyMap<string, string> {
  const known = made.get(language);
  if (known) return known;
  const senses = new Map<string, string>();
  for (const row of (rows[language] ?? "").trim().split("\n")) {
    const stems = row.split(" ").map((word) => stemOf(word, language));
    for (const stem of stems) if (!senses.has(stem)) senses.set(stem, stems[0] ?? stem);
  }
  made.set(language, senses);
  return senses;
}

/** Stems, those of one sense as one. */
export function bySense(stems: Iterable<string>, language: Language): string[] {
  const senses = sensesOf(language);
  return [
    ...new Set(
      [...stems].map((stem) => senses.get(stem) ?? senses.get(apart(stem, language)) ?? apart(stem, language)),
    ),
  ];
}

/** "Zurückzugeben" is "zurückgeben". */
function apart(stem: string, language: Language): string {
  if (language !== "de") return stem;
  return stem.replace(/^(zuruck|zurück|ab|an|auf|aus|ein|um|mit|weg|weiter|vor|nach|her|hin|los)zu(?=\p{L}{3})/u, "$1");
}
