import { redact } from "../../core/text/redact.ts";

/** Greetings and closings in the languages that agents use most. They are removed, because a snippet is for all visitors. */
const greetings =
  "hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|moin|bonjour|bonsoir|salut|ch[eè]re?|hola|buen[oa]s (?:d[ií]as|tardes|noches)|estimad[oa]|ciao|buongiorno|gentile|ol[áa]|bom dia|boa tarde|prezad[oa]|hoi|beste|geachte|hej|hei|cze[śs][ćc]|dzie[ńn] dobry";
/** A greeting with up to a few words before a comma, an exclamation mark or the end of the line. With a full stop it is a sentence. */
const greeting = new RegExp(
  `^\\s*(?:${greetings})(?![\\p{L}\\p{N}])(?:[^\\S\\n]+[^\\s,!.?:;]+){0,3}[^\\S\\n]*(?:[,!]+|\\n)\\s*`,
  "iu",
);
const thanks = /^\s*thank(?:s| you)(?: so much| very much)? for [^.!?\n]{1,80}[.!]+\s*/i;
const closings =
  "(?:best|kind|warm|many)(?: regards| wishes| greetings)?|regards|cheers|sincerely|yours (?:truly|sincerely)|take care|have a (?:nice|great|good) (?:day|one|evening|weekend)|(?:viele|beste|liebe|freundliche|herzliche) gr(?:ü|ue)(?:ß|ss)e|mit freundlichen gr(?:ü|ue)(?:ß|ss)en|cordialement|bien à vous|bonne journée|saludos|un saludo|atentamente|cordiali saluti|saluti|atenciosamente|abraços|met vriendelijke groet(?:en)?|groeten|mvh|pozdrawiam";
/** A closing on its own line, with the name and role below it. */
const closing = new RegExp(
  `\\n[^\\S\\n]*(?:${closings})[^\\S\\n]*(?:[,.!]+[^\\S\\n]*)?(?:\\n[^\\n]{0,60}){0,3}$`,
  "iu",
);
const marks = /(?<!\s)\s*\[\d{1,3}\](?!\()/g;

/**
 * Turns an agent's answer to one visitor into an answer for all visitors: removes greeting, signature, citation marks, addresses and
 * secrets.
 */
export function cleanAnswer(answer: string): string {
  const words = answer.replaceAll("\r\n", "\n").replace(greeting, "").replace(thanks, "").replace(marks, "");
  const cleaned = redact(`\n${words}`.trimEnd().replace(closing, "").trim());
  // An answer that is only a greeting stays unchanged.
  if (cleaned === "") return redact(answer.trim());
  return cleaned.charAt(0).toLocaleUpperCase() + cleaned.slice(1);
}
