import type { Language } from "../../../text/language.ts";
import type { Duty } from "./duty-words.ts";

/**
 * How people say in a reply what a policy says by its own words: "it costs you nothing", "feel free", "whenever you like". Too loose for a comparison
 * of two policies, which would tell each of them as a change; tried before the strict ones.
 */
export const looseDuties: Partial<Record<Language, [duty: Duty, source: string][]>> = {
  en: [
    [
      "needless",
      "(?:do|does)(?: not|n't) (?:need|have) to(?! (?:pay|bear)\\b)|needn't|(?:do|does)(?: not|n't) need(?! to)|(?:needs?|requires?) no|not (?:required|necessary|obligatory|mandatory|compulsory)",
    ],
    [
      "forbidden",
      "(?:do|does|will|can) ?(?:not|n't) (?:accept|allow|permit|offer|provide|admit|support|tolerate)|(?:is|are)(?: not|n't) (?:\\p{L}+ )?(?:accepted|possible|admitted|available|supported|offered)|banned|impossible|off limits",
    ],
    ["must", "compulsory|obligatory"],
    [
      "unlimited",
      "forever|indefinitely|unlimited(?:ly)?|without (?:any )?limit|no limit|as (?:often|many|much|long|late|early) as (?:\\p{L}+ ){1,2}(?:like|likes|want|wants|wish|wishes|please)|when(?:ever)? (?:you|they|customers?|members?) (?:like|want|wish|please)|whenever|any number of|at any time|any time|anytime",
    ],
    [
      "free",
      "(?:costs?|pays?|charged?) (?:you |us |them )?nothing|for nothing|(?:is|are|be|comes?|it's) free(?! (?:to|of|from|time|space|day|seat)\\b|-)|without paying|(?:do|does|will)(?: not|n't) (?:have to |need to )?(?:cost|pay|bear|be charged)(?: you| us)? (?:anything|a cent|a penny|extra)|(?:is|are) on us|waived?|at our (?:own )?expense|gratis",
    ],
    ["only", "nobody (?:else )?but|no one (?:else )?but|(?:reserved|restricted) (?:for|to)"],
    ["any", "yourself|yourselves|himself|herself|themselves|on (?:your|his|her|their|its) own|alone"],
    [
      "we pay",
      "(?:we|our company|the company) (?:\\p{L}+ ){0,2}(?:pay for|bear|cover the|absorb|take over the|pay the (?:cost|shipping|postage|return))",
    ],
    [
      "paid",
      "at (?:your|their|the \\p{L}+'s) (?:own )?expense|chargeable|(?<=(?:you|they|customers?|guests?|members?|users?|tenants?|patients?|students?|riders?) (?:\\p{L}+ ){0,2})(?<!(?:can|may|could|not|n't) )(?:pays? for|bears?)",
    ],
    [
      "may",
      "(?:is|it's|that's|are) (?:\\p{L}+ )?(?:fine|ok|okay|no problem|possible)|feel free|no problem|gladly|able to",
    ],
  ],
  de: [
    ["forbidden", "nicht (?:möglich|übertragbar)|ausgeschlossen"],
    [
      "unlimited",
      "für immer|unbefristet|unbegrenzt|beliebig (?:oft|viele?|lange?)|so (?:oft|viel|lange|viele) (?:sie|du|ihr|man) (?:möchten|wollen|willst|wollt|will)|ohne (?:begrenzung|limit)|jederzeit|wann (?:immer )?(?:sie|du) (?:wollen|möchten|willst)",
    ],
    ["free", "(?:kostet|kosten|zahl\\p{L}*|bezahl\\p{L}*) (?:\\p{L}+ ){0,4}(?:nichts|keine?n?)"],
    ["we pay", "wir (?:\\p{L}+ ){0,2}(?:bezahlen|zahlen|tragen|übernehmen)|(?:bezahlen|zahlen|tragen|übernehmen) wir"],
    [
      "paid",
      "(?:trägt|zahlt|bezahlt|übernimmt) (?:der|die) (?:kunde|kundin|kunden|mieter|gast|käufer)|(?:der kunde|die kundin|der mieter|der gast|der käufer) (?:\\p{L}+ ){0,3}(?:trägt|zahlt|bezahlt|übernimmt)|zu (?:ihren|deinen) lasten",
    ],
    ["may", "(?:lässt|lassen) sich|(?:ist|sind) möglich|kein problem|gern(?:e)?"],
  ],
};
