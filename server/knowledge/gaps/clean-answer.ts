import { redact } from "../../core/text/redact.ts";

/** Words to one person at the beginning and at the end: a snippet is for everybody. In the languages that are common among agents. */
const greetings =
  "hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|moin|bonjour|bonsoir|salut|ch[eè]re?|hola|buen[oa]s (?:d[ií]as|tardes|noches)|estimad[oa]|ciao|buongiorno|gentile|ol[áa]|bom dia|boa tarde|prezad[oa]|hoi|beste|geachte|hej|hei|cze[śs][ćc]|dzie[ńn] dobry";
/** As a few words up to a comma, an exclamation or the end of the line; with a full stop it is a sentence. */
const greeting = new RegExp(
  `^\\s*(?:${greetings})(?![\\p{L}\\p{N}])(?:[^\\S\\n]+[^\\s,!.?:;]+){0,3}[^\\S\\n]*(?:[,!]+|\\n)\\s*`,
  "iu",
);
const thanks = /^\s*thank(?:s| you)(?: so much| very much)? for [^.!?\n]{1,80}[.!]+\s*/i;
const closings =
  "(?:best|kind|warm|many)(?: regards| wishes| greetings)?|regards|cheers|sincerely|yours (?:truly|sincerely)|take care|have a (?:nice|great|good) (?:day|one|evening|weekend)|(?:viele|beste|liebe|freundliche|herzliche) gr(?:ü|ue)(?:ß|ss)e|mit freundlichen gr(?:ü|ue)(?:ß|ss)en|cordialement|bien à vous|bonne journée|saludos|un saludo|atentamente|cordiali saluti|saluti|atenciosamente|abraços|met vriendelijke groet(?:en)?|groeten|mvh|pozdrawiam";
/** A line of its own, and what stands below it: a name, a role. */
const closing = new RegExp(
  `\\n[^\\S\\n]*(?:${closings})[^\\S\\n]*(?:[,.!]+[^\\S\\n]*)?(?:\\n[^\\n]{0,60}){0,3}$`,
  "iu",
);
const marks = /(?<!\s)\s*\[\d{1,3}\](?!\()/g;

/** An agent's answer to one visitor as an answer to everybody: without greeting and signature, marks of sources, addresses and secrets. */
export function cleanAnswer(answer: string): string {
  const words = answer.replaceAll("\r\n", "\n").replace(greeting, "").replace(thanks, "").replace(marks, "");
  const cleaned = redact(`\n${words}`.trimEnd().replace(closing, "").trim());
  // Nothing but a greeting: better as it was than nothing.
  if (cleaned === "") return redact(answer.trim());
  return cleaned.charAt(0).toLocaleUpperCase() + cleaned.slice(1);
}
