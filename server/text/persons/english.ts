import type { PersonTable } from "./table.ts";

const person =
  "(?:human(?: being)?|person|agent|representative|rep|operator|advis[eo]r|specialist|consultant|supervisor|manager|someone|somebody|staff(?: member)?|colleague|employee|team member|technician|customer (?:service|support|care)|support(?: (?:team|staff|agent|person|rep))?|the team|your team|the support team)";
const living = "(?:real|actual|live|living|human|different|proper|fellow)";
const reach =
  "(?:talk|speak|chat|connect(?: me)?|transfer(?: me)?|forward(?: me)?|switch(?: me)?|redirect(?: me)?|put me(?: through)?|hand me(?: over)?|pass me(?: on)?|get (?:me )?(?:through|in touch|hold)|be connected|be transferred|reach out)";
/** What may follow "a person" when it is the person that is asked for and not a thing named after one, as "agent view" is. */
const end =
  "(?=[^\\p{L}'@]*(?:$|please|now|instead|asap|here|today|right (?:now|away)|directly|immediately|rather|not an?";
const askEnd = `${end}|about|who|that can|to (?:help|talk|speak|look|answer|call|assist|explain|solve|fix|chat)|from (?:your|the)))`;
const reachEnd = `${end}|about|regarding|concerning|who|that|to|from|in|on|at|of|with|for|because|as|since|so|or|and|if|when|by|over|first|then|soon|again|anyway|urgently|quickly|tomorrow|tonight|i|we|it|my|our|this|he|she|thanks?|thank|available|there)(?!\\p{L}))`;
const plainEnd = `${end}|any ?more|at all)(?!\\p{L}))`;
const bot = "(?:bot|robot|machine|ai|chatbot|computer|automated (?:assistant|system))s?";
const rude = "(?:a |an |this |these |your |the |another |some |stupid |dumb |useless )*";

export const english: PersonTable = {
  requests: [
    `${reach}\\s+(?:to|with|of)\\s+(?:a |an |the |some |one of (?:your|the) |your |another |any )?(?:${living} )*${person}(?: ${living})?${reachEnd}`,
    `(?:want|need|prefer|like|give me|get me|bring me|find me|can i (?:get|have)|could i (?:get|have)|let me (?:have|get))\\s+(?:to (?:see|reach|contact|have|get) )?(?:a |an |the |some |another )?(?:${living} )*(?:human(?: being)?|person|agent|representative|operator|supervisor|human help|human support|live chat|live support)${askEnd}`,
    `(?:reach|contact) (?:a |an |some |another )(?:${living} )*(?:human(?: being)?|person|agent|representative|operator)${plainEnd}`,
    `^(?:just |no |ok(?:ay)? |please |yes )*(?:a |an |the )?(?:${living} )*(?:human(?: being)?s?|person|agent|representative|operator|live chat|customer service)(?: please| now| asap| instead| help| needed| required)*$`,
    `is (?:there|anybody|anyone)(?!\\p{L}).{0,20}(?<!\\p{L})(?:(?:${living} (?:human|person|agent|someone)|human)(?=\\W*(?:$|i|we|who|that|to|available|here|there|around|online|on)(?!\\p{L}))|(?:person|agent|someone|somebody|anyone|anybody) (?:(?:i|we) (?:can|could)|available|(?:to|who can) (?:talk|speak|help)))`,
    "^is (?:anybody|anyone|somebody|someone) (?:there|here|around|available|online)$",
    "(?:can|could|would|will|have) (?:someone|somebody|anyone|a person|a human|an agent|a representative)(?: from (?:your|the) \\w+)?(?: please)? (?:please )?(?:call|phone|ring|contact|email|e-mail|reach|get back to) (?:me|us)(?=\\W*(?:$|please|back|at|on|about|regarding|to|today|tomorrow|asap|now|later|soon|as soon|when|in))",
    "^(?:please |can you |could you |i want you to |i(?:'d| would) like you to )*escalate (?:this|it|my (?:case|issue|ticket|problem|request|question))",
    `(?:(?:don't|do not|dont) want to|not going to|tired of|sick of|fed up with|hate|stop) (?:talk|speak|chat|deal)(?:ing)? (?:to|with) ${rude}${bot}`,
    `(?:(?:don't|do not|dont) want|tired of|sick of|fed up with|hate) ${rude}${bot}${plainEnd}`,
  ],
  asker:
    "i'd|i'm|we'd|i|we|me|us|want|wanna|need|like|prefer|please|pls|try|trying|hoping|wish|possible|possibility|way|able|just|really|directly|call|rather|urgently|hello|hi|hey|ok|okay|yes|no|then|now",
  others:
    "visitors?|customers?|users?|clients?|people|they|them|assistant|widget|bots?|chatbots?|robot|ai|machine|system|software|members?|agents|teammates|its|(?:can|does|do|may|will|should|must) (?:it|(?:an?|the|my|our|your) \\w+)|how (?:does|is|are)|what (?:does|is|are|happens?)|when (?:does|is|are|should)|why (?:does|is|are)|who can|which",
  declined:
    "don't|do not|dont|without|never|no need|rather than|instead of|not|avoid|before i|stop|prevent|disable|turn off",
};
