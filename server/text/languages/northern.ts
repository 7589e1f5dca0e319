import type { LanguageTable } from "./table.ts";

export const danish: LanguageTable = {
  stop: "af alle alt at blev blive bliver da de dem den denne der deres det dette dig din dit dine dog du efter eller en end er et for fra få før gør går han hans har have havde hej hendes her hos hun hvad hvem hver hvilke hvilken hvis hvor hvordan hvorfor hvornår i ikke ind ingen jeg jer kan kun kunne man mange med meget men mig min mine mit mod må ned noget nogle nogen nu når og også om op os over på sig sin skal skulle som så til ud under var ved vi vil ville være vores tak",
  negation: "ikke|ingen|intet|aldrig|uden|hverken|undtagen|umulig\\p{L}*|mislyk\\p{L}*|afvis\\p{L}*",
  notNegating: "ved ikke,? (?:hvordan|hvorfor|hvad|hvor|hvornår)|kan ikke finde",
  opposites: `
    aktivere slå_til tillade starte låse_op / deaktivere slå_fra blokere forbyde stoppe låse
    tilføje oprette invitere / fjerne slette
    installere / afinstallere
    abonnere / opsige afmelde
    åbne / lukke
    før / efter
    øge mere maksimum / mindske mindre minimum
    importere uploade modtage / eksportere downloade sende
    vise / skjule
    med / uden
    manuel / automatisk
    gratis / betalt`,
  particles: ["(slå|slår|log|logger)(?:r|er)?", "til|fra|ind|ud"],
  roles: "fra af / til / end, med, for, på, i, ved, om, mod, før, efter, via, over, under",
  owners: "min mit mine vores / din dit dine jeres",
  kinds: {
    reason: "hvorfor",
    time: "hvornår|hvor længe|hvor lang tid",
    amount: "hvor (?:meget|mange|ofte|stor)|hvad koster",
    place: "hvor(?!\\p{L}| )|hvor (?:er|finder|kan)",
    person: "hvem",
    method: "hvordan",
    choice: "hvilken|hvilke|hvilket",
    what: "hvad",
  },
};
export const swedish: LanguageTable = {
  stop: "all alla allt att av blev bli blir de dem den denna deras dess det detta dig din dina ditt du där efter ej eller en er ert ett från för få får gör går ha had hade han har hej hennes hon hos hur här i in inga ingen inte jag kan kunde kunna man med mellan men mig min mina mitt mot mycket måste ni nu när någon något några och om oss på samma sedan sig sin ska skulle som så till under upp ut utan vad var varför varit varje vart vem vi vid vilka vilken vilket vill våra vårt är över tack",
  negation: "inte|ej|ingen|inget|inga|aldrig|utan|varken|förutom|omöjlig\\p{L}*|misslyck\\p{L}*|nekad\\p{L}*",
  notNegating: "vet inte,? (?:hur|varför|vad|var|när)|hittar inte|kan inte hitta",
  opposites: `
    aktivera slå_på tillåta starta låsa_upp / inaktivera avaktivera stäng_av blockera förbjuda stoppa
    lägga_till skapa bjuda_in / ta_bort radera
    installera / avinstallera
    prenumerera / avsluta
    öppna / stänga
    före innan / efter
    öka mer högst / minska mindre lägst
    importera ladda_upp / exportera ladda_ner
    visa / dölja
    med / utan
    gratis / betald`,
  particles: ["(slå|slår|stäng|lägg|ta|tar|logg|ladda)(?:er|ar|r|a)?", "på|av|till|bort|in|ut|upp|ner"],
  roles: "från av ur / till / än, med, för, på, i, vid, om, mot, före innan, efter, via, över, under",
  owners: "min mitt mina vår vårt våra / din ditt dina er ert era",
  kinds: {
    reason: "varför",
    time: "när|hur länge|hur lång tid",
    amount: "hur (?:mycket|många|ofta|stor)|vad kostar",
    place: "var",
    person: "vem",
    method: "hur",
    choice: "vilken|vilka|vilket",
    what: "vad",
  },
};
export const norwegian: LanguageTable = {
  stop: "alle at av bare ble blir da de dem den denne der deres det dette deg din ditt dine du eller en enn er et etter for fra få får før gjør går ha hadde han har hei hennes her hos hun hva hvem hver hvilke hvilken hvis hvor hvordan hvorfor i ikke inn ingen jeg kan kunne man mange med meg meget men min mine mitt mot må ned noe noen nå når og også om opp oss over på seg sin skal skulle som så til under ut var ved vi vil være vår vårt vøre takk",
  negation: "ikke|ingen|ingenting|aldri|uten|verken|unntatt|umulig\\p{L}*|mislyk\\p{L}*|avvis\\p{L}*",
  notNegating: "vet ikke,? (?:hvordan|hvorfor|hva|hvor|når)|finner ikke|kan ikke finne",
  opposites: `
    aktivere slå_på tillate starte / deaktivere slå_av blokkere forby stoppe
    legge_til opprette invitere / fjerne slette
    installere / avinstallere
    abonnere / avslutte
    åpne / lukke stenge
    før / etter
    øke mer maksimum / redusere mindre minimum
    importere laste_opp / eksportere laste_ned
    vise / skjule
    med / uten
    gratis / betalt`,
  particles: ["(slå|slår|logg|legg|last)(?:er|e|r)?", "på|av|inn|ut|til|opp|ned"],
  roles: "fra av / til / enn, med, for, på, i, ved, om, mot, før, etter, via, over, under",
  owners: "min mitt mine vår vårt våre / din ditt dine deres",
  kinds: {
    reason: "hvorfor",
    time: "når|hvor lenge|hvor lang tid",
    amount: "hvor (?:mye|mange|ofte|stor)|hva koster",
    place: "hvor",
    person: "hvem",
    method: "hvordan",
    choice: "hvilken|hvilke|hvilket",
    what: "hva",
  },
};
export const finnish: LanguageTable = {
  stop: "ei eivät emme en että he hän ja jos jota joka jotka kanssa ketä kuin kuinka kuka kun kyllä me mihin mikä miksi millä millainen milloin missä mistä miten mitkä mitä mutta mukaan myös ne niin niitä nyt oli olla ole olen olet olemme on ovat saa saan se sen siellä siinä sillä sinä sitä tai te tämä tämän tuo tässä vai vain voi voin voiko voinko voit jo ennen jälkeen kiitos hei minun minä minulla",
  negation: "ei|en|et|emme|ette|eivät|ettei|ilman|eikä|paitsi|koskaan|mahdoton\\p{L}*|epäonnistu\\p{L}*|hylät\\p{L}*",
  notNegating: "en tiedä,? (?:miten|miksi|mitä|missä|milloin)|en löydä",
  opposites: `
    ottaa_käyttöön käyttöön salli salli aloittaa / poistaa_käytöstä käytöstä estä lopettaa
    lisää lisätä luoda kutsua / poistaa poistan
    asentaa / poistaa
    tilata / peruuttaa
    avata / sulkea
    ennen / jälkeen
    enemmän enintään / vähemmän vähintään
    tuoda / viedä
    näyttää / piilottaa`,
  roles:
    "-sta -stä -lta -ltä / -lle -ksi -iin -seen -hin -hon -hön -hen -aan -ään -een -oon -uun -yyn -öön / -ssa -ssä, -lla -llä, kuin, kanssa, ennen, jälkeen",
  rolesBehind: true,
  owners: "minun meidän / sinun teidän",
  kinds: {
    reason: "miksi",
    time: "milloin|kuinka kauan|koska",
    amount: "kuinka (?:paljon|monta|usein)|paljonko|montako",
    place: "missä|mistä|mihin",
    person: "kuka|kenen|kenelle",
    method: "miten|kuinka",
    choice: "mikä|mitkä|kumpi",
    what: "mitä",
  },
};
export const hungarian: LanguageTable = {
  stop: "a abban az azt azok azon be csak de e egy egyik el én és ez ezt ezek ezen fel ha hány hanem hogy hogyan hol honnan hova igen ide itt jó ki kell kérem lehet le lesz majd meg mely melyik mert mi mikor miért milyen mint mit mivel most már még nagyon nekem nem ne néhány nincs ő ők olyan ott pedig saját sem szia szerint ti tud tudom tudok van vagy vannak vagyok volt volna után alatt között előtt köszönöm hogyan",
  negation:
    "nem|ne|nincs|nincsen|nincsenek|sem|se|soha|nélkül|kivéve|lehetetlen|sikertelen|elutasít\\p{L}*|\\p{L}+(?:hatatlan|hetetlen)",
  notNegating: "nem (?:tudom|értem|látom),? (?:hogyan|hogy|miért|mit|hol|mikor)|nem találom|nem találok",
  opposites: `
    engedélyez bekapcsol aktivál elindít felold / letilt kikapcsol inaktivál leállít zárol
    hozzáad létrehoz meghív / töröl eltávolít
    telepít / eltávolít
    előfizet feliratkozik / lemond leiratkozik
    megnyit / bezár
    előtt / után
    növel több maximum / csökkent kevesebb minimum
    importál feltölt / exportál letölt
    megjelenít / elrejt`,
  roles:
    "-ból -ből -ról -ről -tól -től / -ba -be -ra -re -hoz -hez -höz -nak -nek -ig -vá -vé / -ban -ben, -val -vel, -ért, mint, előtt, után",
  rolesBehind: true,
  kinds: {
    reason: "miért",
    time: "mikor|meddig|mennyi ideig",
    amount: "mennyi\\p{L}*|hány\\p{L}*",
    place: "hol|hova|honnan",
    person: "ki|kit|kinek",
    method: "hogyan|hogy",
    choice: "melyik|milyen",
    what: "mi|mit",
  },
};
export const lithuanian: LanguageTable = {
  stop: "ar apie aš ant arba bei bet būti buvo dar dėl gali galima galiu ir iš į jei jeigu jis ji jie jos jų ką kada kai kaip kam kas kiek kieno koks kokia kokie kodėl kur kuris kuri labai man mano mes mūsų nei nes ne nuo o per po prie reikia sau savo su ši šis tai taip tas ta tik to tu turi turiu už yra jau ačiū",
  negation: "ne|nėra|nei|niekada|niekas|be|išskyrus|neįmanoma|nepavyk\\p{L}*|ne(?:gal|veik|rei|tur|nor|rod)\\p{L}*",
  opposites: `
    įjungti leisti aktyvuoti pradėti / išjungti blokuoti deaktyvuoti sustabdyti drausti
    pridėti sukurti pakviesti / pašalinti ištrinti
    įdiegti / pašalinti
    atidaryti / uždaryti
    prieš / po
    daugiau / mažiau
    importuoti įkelti / eksportuoti atsisiųsti
    rodyti / slėpti`,
  roles: "iš nuo / į iki prie / negu nei, su, už, per, po, prieš, pagal",
  owners: "mano mūsų / tavo jūsų",
  kinds: {
    reason: "kodėl",
    time: "kada|kiek laiko",
    amount: "kiek",
    place: "kur",
    person: "kas|kam|kieno",
    method: "kaip",
    choice: "kuris|kuri|kurie",
    what: "ką",
  },
};
