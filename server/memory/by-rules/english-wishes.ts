import { languages, preference, procedure, type Rule, trimmed, wantsLanguage } from "./rule.ts";

const actions =
  "ship|order|pay|invoice|send|print|approve|book|pack|process|handle|file|export|import|close|reconcile|schedule|buy|pick|collect|bill|route|forward|review|deploy|test|back up|archive|label|weigh|check|deliver|restock";
/** Said of something that is wanted now. */
const ofNow =
  /^(?:not|to (?:wait|cancel|keep|get|have|know|stay|speak|talk)|a (?:refund|replacement|person|human|call|callback)|an? (?:exchange|answer)|that|this|it|the (?:first|second|last|other|new|old|one|red|blue|black|white)|if|you|one|both|nothing|talking to a)\b/i;

/** How people say in English how they want things, and how they do them. */
export const englishWishes: Rule[] = [
  {
    pattern: new RegExp(
      `\\b(?:write|reply|answer|respond|speak|talk|continue|communicate|message|email|contact)(?: (?:to )?(?:me|us))?(?: back)?(?: only)? in (?<language>${languages})\\b`,
      "u",
    ),
    make: ({ language }) => wantsLanguage(language),
    mayAsk: true,
  },
  {
    pattern: new RegExp(
      `\\b(?:I|[Ww]e)(?:'d)? (?:always |would )?prefer (?:to (?:write|speak|talk|chat|read)(?: in)? |answers in |emails in |mails in )?(?<language>${languages})\\b`,
      "u",
    ),
    make: ({ language }) => wantsLanguage(language),
  },
  {
    pattern: new RegExp(`^(?:In )?(?<language>${languages}),? please\\b`, "u"),
    make: ({ language }) => wantsLanguage(language),
  },
  {
    pattern:
      /\b[Cc]all me (?!Back\b|Tomorrow\b|At\b|On\b|When\b|Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?<called>(?:Dr\. |Ms\.? |Mr\.? |Mrs\.? )?\p{Lu}[\p{L}'-]+)/u,
    make: ({ called }) => preference(`Wants to be called ${called}`, "called"),
    mayAsk: true,
  },
  {
    pattern:
      /(?:^|[,;:] ?|\b(?:and|but|because|since|so) )(?:I|[Ww]e) (?:always |generally |usually |really |much |strongly )?prefer (?<what>[^.,;!?()]{3,80})/u,
    make: ({ what }) => (ofNow.test(what ?? "") ? null : preference(`Prefers ${trimmed(what ?? "")}`)),
  },
  {
    pattern: /\b[Pp]lease (?<what>(?:always|never|only ever) [^.,;!?()]{4,80})/u,
    make: ({ what }) => preference(`Asks: ${trimmed(what ?? "")}`),
  },
  {
    pattern:
      /\b[Pp]lease (?<what>(?:do not|don't) (?:ever )?(?:call|phone|ring|text|email|mail|write to|contact) (?:me|us)\b[^.,;!?()]{0,60})/u,
    make: ({ what }) =>
      /\b(?:today|tomorrow|now|yet|until|before|again about)\b/.test(what ?? "")
        ? null
        : preference(`Asks: ${trimmed(what ?? "")}`),
  },
  {
    pattern:
      /\b(?:[Pp]lease )?(?:only )?(?<what>(?:contact|email|text|write to|reach|call|phone) (?:me|us) only (?:by|via|on|through|at|in|after|before) [^.,;!?()]{3,60})/u,
    make: ({ what }) => preference(`Asks: ${trimmed(what ?? "")}`),
  },
  {
    pattern: /\b(?:[Tt]he )?best (?:time|way) to (?:reach|call|contact) (?:me|us) is (?<when>[^.;!?()]{3,60})/u,
    make: ({ when }) => preference(`Best reached: ${trimmed(when ?? "")}`, "reached"),
  },
  {
    pattern:
      /(?:^|[,;:] ?|\b(?:and|but|because|since|so) )(?:I|[Ww]e)(?:'m| am| are|'re)? (?:can only|only|can only ever) (?:come|do|make|free|available|attend|work) (?<when>(?:in the |on |after |before |during )?(?:[Mm]ornings?|[Aa]fternoons?|[Ee]venings?|[Ww]eekends?|[Ww]eekdays?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|\d{1,2}(?::\d\d)? ?(?:am|pm)?)[^.;!?()]{0,40})/u,
    make: ({ when }) => preference(`Available only ${trimmed(when ?? "")}`, "available"),
  },
  {
    pattern:
      /\b(?<when>(?:[Ee]arly |[Ll]ate )?(?:[Mm]ornings|[Aa]fternoons|[Ee]venings|[Ww]eekends|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|[Mm]ornings)) (?:always )?(?:work|works|suit|suits|are) (?:best|better)?(?: for)? ?(?:me|us)?(?: best)?/u,
    make: ({ when }) =>
      preference(
        `Prefers ${(when ?? "").replace(/^[MAEW](?=orn|ft|ven|eek)|^[EL](?=arly|ate)/, (letter) => letter.toLowerCase())}`,
        "available",
      ),
  },
  {
    pattern: new RegExp(
      `(?:^|[,;:] ?|\\b(?:and|but|because|since|so) )(?:[Ww]e|I) (?<what>(?:always|usually|normally|only ever) (?:${actions}) [^.;!?()]{4,90})`,
      "u",
    ),
    make: ({ what }) => procedure(`They ${trimmed(what ?? "")}`),
  },
];
