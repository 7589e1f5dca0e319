import { holdsSecrets } from "../../core/text/redact.ts";

/**
 * Words for special categories of personal data (Articles 9 and 10 of the GDPR): health, religion, politics, sexuality, biometric and
 * genetic data, unions, origin, crime; and numbers of identity papers. In English, German, French and Spanish. Broad on purpose: it is
 * better to leave out one sentence too many than to store a sensitive one.
 */
const words = [
  // Health.
  "diabet\\w*|cancer\\w*|tumou?rs?|chemo\\w*|asthma\\w*|allerg\\w*|pregnan\\w*|depress(?:ed|ion|iva?)\\w*|anxiety|bipolar|adhd|autis\\w*|hiv|epilep\\w*|migr(?:aine|äne|aña)\\w*|insulin\\w*",
  "medications?|medicines?|meds|prescri(?:bed|ption)\\w*|pills?|tablets? (?:for|against)|antibiotic\\w*|antidepress\\w*|painkillers?|diagnos(?:ed|is|e bekommen)|disease|illness|sick(?:ness)?|unwell|symptoms?|surger(?:y|ies)|therap(?:y|ies|ist|ie|ia)\\w*|psych(?:iatr|olog|othe)\\w*",
  "blood (?:pressure|test|type|sugar|thinners?)|cholesterol|disab(?:led|ility|ilities)|wheelchairs?|hearing aids?|blind(?:ness)?|deaf(?:ness)?|infect(?:ed|ion)s?|injur(?:y|ies|ed)|fractur\\w*|pains?|painful|aches?|fever|covid\\w*|vaccin\\w*|mri|x-?rays?|biops\\w*|heart (?:attack|condition|disease|problem)s?|pacemaker|stroke|dialysis|kidneys?|liver|thyroid|arthritis|hepatitis|menopaus\\w*|fertility|ivf|miscarriage|abortions?|contracepti\\w*|rehab|addict\\w*|alcohol(?:ic|ism)|overdos\\w*|mental health|health (?:condition|problem|issue)s?|eating disorder|dementia|alzheimer\\w*|parkinson\\w*|implants?|denture\\w*|root canal|cavit(?:y|ies)|gum(?:s| disease)|insomnia|panic attacks?|celiac|coeliac|lactose|gluten|intoleran\\w*|patient id",
  "krank\\w*|krebs\\w*|schwanger\\w*|depression\\w*|medikament\\w*|rezept(?:e|pflichtig\\w*)?|behinder\\w*|rollstuhl\\w*|schmerz\\w*|operiert|impf\\w*|blutdruck|blutverdünner|herzinfarkt|fieber|verletz(?:t|ung)\\w*|süchtig|sucht|hörgerät\\w*|schwerbehind\\w*",
  "malad(?:e|ie)s?|enceinte|grossesse|médicaments?|ordonnance|handicap\\w*|fauteuil roulant|douleurs?|opérée?|diabète|enferm(?:o|a|edad)\\w*|embaraz\\w*|medicamentos?|discapaci\\w*|silla de ruedas|dolor(?:es)?|cáncer|alerg\\w*|asma",
  // Religion.
  "muslims?|christians?|catholics?|protestants?|jew(?:s|ish)?|hindus?|buddhis[tm]s?|sikhs?|islam\\w*|churche?s?|mosques?|synagogues?|religio\\w*|pray(?:er|ers|ing|s)?|ramadan|halal|kosher|sabbath|shabbat|atheis\\w*|agnostic|bapti[sz]\\w*|rabbi|imam|jehovah\\w*|faith",
  "muslimin\\w*|moslem\\w*|christ(?:in|en|lich\\w*)|katholi\\w*|evangelisch\\w*|jüdisch\\w*|jude|kirche\\w*|moschee\\w*|gebet\\w*|konfession\\w*|musulman\\w*|chrétien\\w*|catholique\\w*|juifs?|juive|église|mosquée|cristian[oa]s?|católic[oa]s?|judí[oa]s?|iglesia|mezquita",
  // Politics.
  "vot(?:ed?|ing) (?:for|against)|democrats?|republicans?|tor(?:y|ies)|green party|labou?r party|conservative party|party member\\w*|member of the \\w+ party|political\\w*|politics|left[- ]wing|right[- ]wing|communis[tm]s?|socialis[tm]s?|activists?|afd|cdu|csu|spd|fdp|die linke|die grünen|parteimitglied\\w*|politisch\\w*|wähle\\w* (?:die|den)|politiques?|parti socialiste|pol[ií]tic[oa]s?|partido (?:popular|socialista)|campaign(?:ed|ing) for",
  // Sexuality.
  "gay|lesbian\\w*|bisexual\\w*|homosexual\\w*|heterosexual\\w*|queer|transgender|trans (?:wom[ae]n|m[ae]n|person)|non-?binary|lgbt\\w*|sexual\\w*|same[- ]sex|sex life|schwul\\w*|lesbisch\\w*|homosexuell\\w*|bisexuell\\w*|sexuell\\w*|lesbienne\\w*|homosexuel\\w*|lesbiana\\w*",
  // Biometric identification.
  "finger ?prints?|iris scans?|retina\\w*|facial (?:recognition|scan)|face (?:scan|id)|voice ?prints?|dna|genetic\\w*|genome|biometri\\w*|fingerabdr\\w*|gesichtserkennung|empreintes? digitales?|huella\\w* (?:dactilar|digital)\\w*|genétic\\w*|génétique\\w*",
  // Unions.
  "(?:trade|labou?r|workers'?) unions?|union (?:members?|membership|reps?|dues|fees?|stewards?)|unioni[sz]ed|our union|my union|the union|shop stewards?|works council|ver\\.?di|ig metall|gewerkschaft\\w*|betriebsrat\\w*|syndiqu\\w*|syndicats?|sindica(?:to|tos|l|lista)s?",
  // Origin.
  "ethnic\\w*|racial\\w*|african[- ]american|afro\\w*|black (?:man|woman|person|people|community)|(?:asian|african|arab|turkish|indian|chinese|polish|russian|mexican|irish|jewish|korean|vietnamese|nigerian|syrian|kurdish) (?:descent|origin|background|heritage|roots|family|immigrants?)|latin[oax]s?|hispanic\\w*|sinti|romani|indigenous|native american|of [\\p{L}-]+ (?:descent|heritage|ethnicity)|skin colou?r|immigrants?|refugees?|asylum|migrationshintergrund|herkunft|hautfarbe|flüchtling\\w*|asyl\\w*|ethni\\w*|étnic\\w*|origine ethnique|réfugiée?s?|refugiad[oa]s?|inmigrantes?",
  // Crime.
  "convict(?:ed|ion)s?|criminal\\w*|prison|jail(?:ed)?|arrested|(?:on|my) (?:probation|parole|bail)|felon(?:y|ies)?|sentenced|vorbestraft|vorstrafe\\w*|gefängnis\\w*|haftstrafe\\w*|casier judiciaire|condamnée?|antecedentes penales|cárcel|condenad[oa]",
  // Papers.
  "social security|ssn|passport (?:number|no)|national id|id card|driver'?s licen[cs]e|date of birth|born on|birthday|ausweis\\w*|reisepass\\w*|sozialversicherung\\w*|geburtsdatum|geboren am|steuer-?id|numéro de sécurité sociale|date de naissance|pasaporte|fecha de nacimiento|dni|tax id",
];
const sensitive = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}\\p{N}])`.replaceAll("\\w", "[\\p{L}\\p{N}_]"),
  "iu",
);

/** True when a text contains, or may contain, special categories of personal data. */
export function isSensitive(text: string): boolean {
  return sensitive.test(text.normalize("NFKC"));
}

/** True when the text contains no secret and no special categories of personal data. */
export function isHarmless(text: string): boolean {
  return !holdsSecrets(text) && !isSensitive(text);
}
