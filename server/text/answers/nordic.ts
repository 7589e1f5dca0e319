import type { Language } from "../language.ts";
import type { AnswerTable } from "./table.ts";

export const nordic: Partial<Record<Language, AnswerTable>> = {
  da: {
    links:
      "se også|læs også|(?:relaterede|beslægtede|yderligere|flere|nyttige) (?:artikler|emner|links|oplysninger|ressourcer|sider)|mere information|(?:de )?næste trin",
    titles: "(?:sådan|hvordan) (?:du|man|kan|gør|\\p{L}+r du)|sådan \\p{L}+r",
    elsewhere:
      "(?:for|få|find) (?:mere|flere|yderligere) (?:information|oplysninger|detaljer|hjælp)|(?:mere|yderligere) (?:information|hjælp)|(?:læs|se|vide|lær) mere|se (?:også|vores|hvordan|her)|læs også|klik her|besøg (?:vores|den|det)|kontakt (?:os|vores|support\\p{L}*)|(?:hvis du har|har du|ved) (?:brug for |flere |nogen |andre |yderligere )*(?:spørgsmål|hjælp|problemer)",
    contrast:
      "mens|hvorimod|derimod|men|dog|i modsætning|i stedet|til forskel|forskel\\p{L}*|adskiller|sammenlignet|end|kun|den anden|det andet",
    comparisons: [
      "(?:forskel(?:len|le|lene)?|sammenligning\\p{L}*)(?!\\p{L}).*?(?:mellem|på|af)\\s+~\\s+og\\s+~",
      "(?:sammenlign|skeln)\\s+~\\s+(?:og|med|fra)\\s+~",
      "(?:hvordan|hvad) (?:adskiller|er forskellen på)\\s+~\\s+(?:sig )?(?:fra|og)\\s+~",
    ],
    comparing:
      "forskel forskellen forskelle forskellig adskiller sig sammenligne sammenligning forklare betyder præcis",
    definitions: "(?:hvad (?:er|betyder|vil det sige)|definer|forklar) (?:en |et |den |det |de )?~",
    defines: "er|betyder|henviser til|står for|gør|lader|giver|bruges|bruges til|beskriver|hjælper",
    procedure: "trin|vejledning|opsætte|opsætning|konfigurere|konfiguration|installere|installation",
    amounts: "grænse|grænsen|maksimum|maksimal\\p{L}*|maks|minimum|højst|mindst",
    countless: "ubegrænset|ubegrænsede|ingen grænse|gratis",
    asking:
      "længe meget ofte hurtigt betyder betydning definere definition forklare forklar beskrive sker spørgsmål hjælp hjælpe forskel virker fungerer præcis hej",
    lists: "liste|oversigt|hvilke|alle|alt|hver|tilgængelige?|krav|muligheder|typer|indstillinger",
    instructs: "for at|du kan|gå til|klik|vælg|åbn|start|kør|indstil|sæt|brug|tilføj|log|i|under",
    places: "(?:i|under|på|ved|fra) (?:den|det|din|dit|dine|en|et)|(?:i|under|på) \\p{L}+(?:en|et|erne)",
    reasons: "fordi|eftersom|derfor|så at|på grund af|grund|årsag\\p{L}*|for at (?:undgå|beskytte)|forhindrer|skyldes",
  },
  sv: {
    links:
      "se även|läs också|läs även|(?:relaterade|liknande|ytterligare|fler|användbara) (?:artiklar|ämnen|länkar|resurser|sidor)|mer information|(?:nästa|följande) steg",
    titles: "(?:hur|så) (?:du|man|kan|gör|här)|så här",
    elsewhere:
      "(?:för|få) (?:mer|ytterligare|vidare) (?:information|hjälp|detaljer)|mer (?:information|hjälp)|(?:läs|se|veta|lär dig) mer|se (?:även|också|vår|våra|hur|här)|läs (?:även|också)|klicka här|besök (?:vår|våra|den|det)|kontakta (?:oss|vår|vårt|support\\p{L}*)|(?:om du har|har du|vid) (?:fler |några |andra |ytterligare |behöver )*(?:frågor|hjälp|problem)|om du behöver hjälp",
    contrast:
      "medan|däremot|men|dock|till skillnad|i stället|istället|skillnad\\p{L}*|skiljer|skiljs|jämfört|än|bara|endast|den andra|det andra",
    comparisons: [
      "(?:skillnad(?:en|er|erna)?|jämförelse\\p{L}*)(?!\\p{L}).*?(?:mellan|på|av)\\s+~\\s+och\\s+~",
      "(?:jämför|skilja?)\\s+~\\s+(?:och|med|från)\\s+~",
      "(?:hur|vad) skiljer(?: sig)?\\s+~\\s+(?:sig )?(?:från|och|mot)\\s+~",
    ],
    comparing: "skillnad skillnaden skillnader skilja skiljer jämföra jämförelse förklara betyder exakt",
    definitions: "(?:vad (?:är|betyder|innebär|menas med)|definiera|förklara) (?:en |ett |den |det |de )?~",
    defines: "är|betyder|innebär|avser|står för|gör|låter|ger|används|beskriver|hjälper",
    procedure: "steg|guide|ställa in|inställning|konfigurera|konfiguration|installera|installation",
    amounts: "gräns|gränsen|maximum|maximal\\p{L}*|max|minimum|högst|minst",
    countless: "obegränsat|obegränsade?|ingen gräns|gratis",
    asking:
      "länge mycket ofta snabbt betyder betydelse definiera definition förklara beskriva händer fråga hjälp hjälpa skillnad fungerar fungera exakt hej",
    lists: "lista|översikt|vilka|alla|allt|varje|tillgängliga?|krav|alternativ|typer|inställningar",
    instructs: "för att|du kan|gå till|klicka|välj|öppna|starta|kör|ställ|sätt|använd|lägg|logga|i|under",
    places: "(?:i|under|på|vid|från) (?:den|det|din|ditt|dina|en|ett)|(?:i|under|på) \\p{L}+(?:en|et|n|erna|orna)",
    reasons:
      "eftersom|därför|för att (?:undvika|skydda)|så att|på grund av|orsak\\p{L}*|skäl\\p{L}*|förhindrar|beror på",
  },
  no: {
    links:
      "se også|les også|(?:relaterte|beslektede|lignende|flere|nyttige) (?:artikler|emner|lenker|ressurser|sider)|mer informasjon|(?:de )?neste (?:trinn|steg)",
    titles: "(?:slik|hvordan) (?:du|man|kan|gjør)|slik \\p{L}+r",
    elsewhere:
      "(?:for|få|finn) (?:mer|ytterligere|flere) (?:informasjon|hjelp|detaljer|opplysninger)|mer (?:informasjon|hjelp)|(?:les|se|vite|lær) mer|se (?:også|vår|våre|hvordan|her)|les også|klikk her|besøk (?:vår|våre|den|det)|(?:kontakt|ta kontakt med) (?:oss|vår|vårt|support\\p{L}*)|(?:hvis du har|har du|ved) (?:flere |noen |andre |ytterligere )*(?:spørsmål|problemer)|(?:hvis du )?trenger (?:du )?(?:mer )?hjelp",
    contrast:
      "mens|derimot|men|imidlertid|i motsetning|i stedet|til forskjell|forskjell\\p{L}*|skiller|sammenlignet|enn|bare|kun|den andre|det andre",
    comparisons: [
      "(?:forskjell(?:en|er|ene)?|sammenligning\\p{L}*)(?!\\p{L}).*?(?:mellom|på|av)\\s+~\\s+og\\s+~",
      "(?:sammenlign|skille)\\s+~\\s+(?:og|med|fra)\\s+~",
      "(?:hvordan|hva) skiller\\s+~\\s+(?:seg )?(?:fra|og)\\s+~",
    ],
    comparing:
      "forskjell forskjellen forskjeller forskjellig skille skiller sammenligne sammenligning forklare betyr nøyaktig",
    definitions: "(?:hva (?:er|betyr|vil det si)|definer|forklar) (?:en |et |ei |den |det |de )?~",
    defines: "er|betyr|viser til|står for|gjør|lar|gir|brukes|beskriver|hjelper",
    procedure: "trinn|veiledning|sette opp|oppsett|konfigurere|konfigurasjon|installere|installasjon",
    amounts: "grense|grensen|maksimum|maksimal\\p{L}*|maks|minimum|høyst|minst",
    countless: "ubegrenset|ubegrensede|ingen grense|gratis",
    asking:
      "lenge mye ofte fort betyr betydning definere definisjon forklare forklar beskrive skjer spørsmål hjelp hjelpe forskjell virker fungerer nøyaktig hei",
    lists: "liste|oversikt|hvilke|alle|alt|hver|tilgjengelige?|krav|muligheter|alternativer|typer|innstillinger",
    instructs: "for å|du kan|gå til|klikk|velg|åpne|start|kjør|still|sett|bruk|legg|logg|i|under",
    places: "(?:i|under|på|ved|fra) (?:den|det|din|ditt|dine|en|et)|(?:i|under|på) \\p{L}+(?:en|et|ene)",
    reasons: "fordi|ettersom|derfor|slik at|på grunn av|årsak\\p{L}*|grunn|for å (?:unngå|beskytte)|forhindrer|skyldes",
  },
};
