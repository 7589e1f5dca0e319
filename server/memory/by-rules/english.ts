import { englishWishes } from "./english-wishes.ts";
import { entity, fact, name, type Rule, type RuleSet, trimmed } from "./rule.ts";

/** Where a statement may begin: at the beginning of a sentence or of a clause in it. */
const lead =
  "(?:^|[,;:(–—-] ?|\\b(?:and|but|because|since|so|as|also|[Hh]i|[Hh]ello|[Yy]es|[Nn]o|[Ww]ell|[Bb]tw|FYI|[Rr]emember(?: that)?|[Nn]ote that|[Tt]hat),? )";
const often =
  "(?:(?:currently|already|now|still|mostly|mainly|always|usually|generally|normally|only|all|also|do|just) )?";
const number =
  "(?:about |around |roughly |over |exactly |only )?(?:\\d{1,3}(?:,\\d{3})*|\\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a dozen|a hundred|several|a couple of)";
/** What somebody has for long; questions, orders and minutes are none of it. */
const things =
  "warehouses?|stores?|shops?|locations?|offices?|employees|people|staff(?: members)?|colleagues|users|seats|teams?|team members|members|sites?|branches|branch offices|clinics?|practices|websites?|brands?|developers?|agents?|technicians|drivers|vans?|trucks?|vehicles|dogs?|cats?|horses?|kids|children|sons|daughters|servers?|restaurants?|bakeries|caf[eé]s?|hotels?|rooms?|departments?|countries|workspaces?|projects?|storefronts?|subsidiaries|factories|plants|machines|cars|bikes|chairs|tables|suppliers|clients";
const planWords =
  "[Ff]ree|[Bb]asic|[Ss]tarter|[Ss]tandard|[Pp]lus|[Pp]ro|[Pp]remium|[Tt]eam|[Bb]usiness|[Pp]rofessional|[Ee]nterprise|[Gg]rowth|[Gg]old|[Ss]ilver|[Pp]latinum|[Ff]amily|[Ss]tudent|[Uu]ltimate|[Aa]dvanced|[Uu]nlimited|[Ee]ssential|[Ss]cale|[Mm]onthly|[Aa]nnual|[Yy]early";
const planNoun = "(?:plan|subscription|tier|package|account|membership|licen[cs]e)";
const businesses =
  "(?:shop|store|bakery|restaurant|caf[eé]|agency|studio|salon|company|business|practice|firm|gym|hotel|farm|school|startup|start-up|nonprofit|non-profit|charity|marketplace|boutique|workshop|brewery|gallery|bookshop|bookstore|florist|clinic|consultancy|law firm|kindergarten|webshop|online shop)";
/** Said of a state that passes. */
const passingState =
  /^(?:Not|Broken|Down|Gone|Wrong|Late|Missing|Lost|Empty|Still|Too|Very|Stuck|Blocked|Unknown|Fine|OK|Ok|Here|There|What|Where|How|I|We|It|This|That|The|A|An|My|Your|Our)\b/;

/** The subject of a named thing of somebody: there is one of it. */
const attributes: Record<string, string> = {
  "time zone": "Time zone",
  timezone: "Time zone",
  industry: "Industry",
  crm: "CRM",
  CRM: "CRM",
  ERP: "ERP",
  erp: "ERP",
  "shop system": "Shop system",
  "e-commerce platform": "Shop system",
  helpdesk: "Helpdesk",
  "help desk": "Helpdesk",
  database: "Database",
  currency: "Currency",
  browser: "Browser",
  "operating system": "Operating system",
  carrier: "Carrier",
  "accounting software": "Accounting software",
  "payment provider": "Payment provider",
  "account manager": "Account manager",
  "billing contact": "Billing contact",
  "contact person": "Contact person",
  "shoe size": "Shoe size",
  size: "Size",
  "dress size": "Dress size",
  "shirt size": "Shirt size",
  "ring size": "Ring size",
  insurer: "Insurer",
  "insurance company": "Insurer",
  dentist: "Dentist",
  vet: "Vet",
  hairdresser: "Hairdresser",
  company: "Company",
  shop: "Shop",
  store: "Store",
  business: "Business",
  team: "Team",
  car: "Car",
  printer: "Printer",
  phone: "Phone",
  laptop: "Laptop",
  dog: "Dog",
  cat: "Cat",
  son: "Son",
  daughter: "Daughter",
  wife: "Wife",
  husband: "Husband",
  "identity provider": "Identity provider",
  "hosting provider": "Hosting provider",
  headquarters: "Headquarters",
  website: "Website",
  "cloud provider": "Cloud provider",
  "source control": "Source control",
  "issue tracker": "Issue tracker",
  bank: "Bank",
  "coffee machine": "Coffee machine",
};
const attribute = Object.keys(attributes).join("|");
const labelled = (what = "", value = "") => {
  const label = attributes[what];
  return label && !passingState.test(value) ? entity(`${label}: ${trimmed(value)}`, label) : null;
};

const statements: Rule[] = [
  {
    pattern: new RegExp(
      `\\b(?:[Mm]y|[Oo]ur)(?: current)? ${planNoun} is (?:the |called |an? )?["']?(?<plan>(?:${planWords})|${name})`,
      "u",
    ),
    make: ({ plan }) => (passingState.test(plan ?? "") ? null : fact(`Plan: ${capital(plan)}`, "plan")),
  },
  {
    pattern: new RegExp(
      `${lead}(?:I'm|I am|[Ww]e're|[Ww]e are) (?:currently |now |already |still )?(?:on|subscribed to) (?:the |an? |your )(?<plan>(?:${planWords})|${name}) ${planNoun}`,
      "u",
    ),
    make: ({ plan }) => fact(`Plan: ${capital(plan)}`, "plan"),
  },
  {
    pattern: new RegExp(
      `${lead}(?:I|[Ww]e)(?:'ve got| have| pay for| use) (?:the |an? |your )(?<plan>${planWords}) ${planNoun}`,
      "u",
    ),
    make: ({ plan }) => fact(`Plan: ${capital(plan)}`, "plan"),
  },
  {
    pattern: new RegExp(
      `${lead}(?:I|[Ww]e)(?:'ve got| ${often}(?:have|run|own|operate|manage|employ)) (?<count>${number}) (?:(?<kind>[a-z-]{3,15}) )?(?<thing>${things})\\b(?! (?:left|ago|open|waiting|in (?:my|the) cart))(?<where> in ${name}(?:(?: and|,) ${name})*)?`,
      "u",
    ),
    make: ({ count, kind, thing, where }) =>
      fact(`Has ${count} ${kind ? `${kind} ` : ""}${thing}${where ?? ""}`, `count:${thing}`),
  },
  {
    pattern: new RegExp(`${lead}(?:[Tt]here are) (?<count>${number}) of us\\b`, "u"),
    make: ({ count }) => fact(`There are ${count} of them`, "count:people"),
  },
  {
    pattern: new RegExp(
      `${lead}(?:I|[Ww]e)(?: ${often}| all )(?:use|work with|rely on|run on|host with|host on|ship with|ship via|deploy to|sell on|sell via|pay with|pay by) (?:an? |the |our )?(?<what>${name})(?<also>(?:,| and) ${name})?`,
      "u",
    ),
    make: ({ what, also }) => fact(`Uses ${trimmed(`${what}${also ?? ""}`)}`),
  },
  {
    pattern: new RegExp(
      `${lead}(?:[Ww]e're|[Ww]e are|I'm|I am) (?:currently |still |now )?using (?:an? |the |our )?(?<what>${name})(?<also>(?:,| and) ${name})?`,
      "u",
    ),
    make: ({ what, also }) => fact(`Uses ${trimmed(`${what}${also ?? ""}`)}`),
  },
  {
    pattern: new RegExp(
      `\\b(?:[Mm]y|[Oo]ur) (?:shop|store|site|website|app|backend|webshop|server|servers|stack|data) (?:runs?|is built|is hosted|are hosted|is|lives) (?:on|with|at) (?<what>${name})`,
      "u",
    ),
    make: ({ what }) => fact(`Uses ${trimmed(what ?? "")}`),
  },
  {
    pattern: new RegExp(
      `\\b(?:[Mm]y|[Oo]ur) (?:default |usual |preferred |main )?(?<what>${attribute})(?:'s name)? (?:is|are) (?:called |named |an? )?(?<value>(?:${name}|\\d[\\w.,/ ]{0,12}))`,
      "u",
    ),
    make: ({ what, value }) => labelled(what, value),
  },
  {
    pattern: new RegExp(
      `${lead}I(?:'m| am) (?:the |an? )(?<role>(?:\\p{L}[\\p{L}/-]+ ){0,3}?\\p{L}[\\p{L}/-]+) (?<tie>at|of|for) (?<where>${name})`,
      "u",
    ),
    make: ({ role, tie, where }) =>
      /^(?:bit|lot|fan|big|long|new|loyal|customer|friend|little|happy|regular)\b/.test(role ?? "")
        ? null
        : fact(`Role: ${role} ${tie} ${trimmed(where ?? "")}`, "role"),
  },
  {
    pattern: new RegExp(`${lead}(?:I|[Ww]e) (?:work (?:at|for)) (?<where>${name})`, "u"),
    make: ({ where }) => fact(`Works at ${trimmed(where ?? "")}`, "works at"),
  },
  {
    pattern: new RegExp(
      `${lead}(?:I|[Ww]e)(?:'re| are| am)? (?:run|own|manage|operate|have) (?<what>an? (?:[\\p{L}-]+ ){0,3}?${businesses})(?<where> in ${name})?`,
      "u",
    ),
    make: ({ what, where }) =>
      fact(`Runs ${what}${where ? trimmed(where).replace(/^in/, " in") : ""}`.replace(/\s+/g, " "), "business"),
  },
  {
    pattern: new RegExp(
      `${lead}(?:I'm|I am|[Ww]e're|[Ww]e are) (?:based|located|at home|headquartered) in (?<place>${name}(?:, ${name})?)`,
      "u",
    ),
    make: ({ place }) => fact(`Located in ${trimmed(place ?? "")}`, "location"),
  },
  {
    pattern: new RegExp(`${lead}(?:I|[Ww]e) live in (?<place>${name})`, "u"),
    make: ({ place }) => fact(`Lives in ${trimmed(place ?? "")}`, "location"),
  },
  {
    pattern: new RegExp(
      `\\b(?:[Mm]y|[Oo]ur) (?<what>office|warehouse|shop|store|headquarters|clinic|practice|data cent(?:er|re)) is (?:located )?in (?<place>${name})`,
      "u",
    ),
    make: ({ what, place }) => fact(`${capital(what)} in ${trimmed(place ?? "")}`, `place:${what}`),
  },
];

function capital(word = ""): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** How people say in English what they are, have, use and want. */
export const english: RuleSet = {
  rules: [...englishWishes, ...statements],
  asks: /\?\s*$|^(?:what|where|when|who|why|how|which|do|does|did|can|could|would|should|is|are|may|will|shall|am)\b(?! you (?:please )?(?:write|reply|answer|call))/i,
  passing:
    /^(?:if|when|whenever|unless|until|suppose|imagine|what if|in case|assuming|let's say|once|after|before|should)\b|\b(?:if|suppose|imagine|pretend|say|whether|wish|hoped?|thinking (?:of|about)|consider(?:ing)?|planning to|plan to|might|maybe|perhaps|would like to (?:use|try|be)) (?:i|we)?\b|\b(?:used to|no longer|not any ?more|anymore|stopped|previously|formerly|back then|years? ago|last (?:year|month|week)|temporarily|for (?:now|today)|just today|this (?:week|time|once)|for this (?:order|ticket|one)|for example|e\.g\.|such as|trial|joking|kidding|as if)\b/i,
};
