const set = (list: string) => new Set(list.split(/\s+/u));

/** Between two names. */
export const connectors = set(
  "and und et y e with mit avec con to vs versus against gegen contre contra between zwischen entre or oder ou beside than als compared",
);
/** In front of what is looked at in a document, or of how the result is to be. */
export const focusWords = set(
  "about regarding concerning only just focus focusing on by bei zu uber ueber for fur pour para sur sobre in auf en as als when if wenn wo where because instead without ohne sans sin per which who whom what that how why",
);
/** In front of the document that is asked. */
export const sourceWords = set("according in within per from under of laut nach gemass selon dans segun en");
export const determiners = set(
  "the our my your their his her its a an this that these those any each der die das den dem des unsere unser unseren unserer unserem meine meinen eine einen ein diese dieser dieses le la les l un une notre nos votre mon ma mes ce cette ces el los las una nuestra nuestro nuestros mi mis su este esta estos",
);

/** Words that are no part of a name, unless they stand in a title. */
export const scaffold = set(
  `
please pls plz thx asap briefly quickly bitte hi hello hey thanks danke can could would will should may might must shall do does did done is are was were be been am has have had having
i you we they he she it me us them him one ones there here not no yes so too also now then again still even ever very much many more most less least
summarize summarise summarized summary summaries sum up tldr tl dr gist overview outline recap rundown digest abstract brief short shorter shortly quick key main points
point important bullets bullet takeaways highlights essentials essence nutshell compare compared comparing comparison differ differs difference
differences different diff contrast changed change changes side similarities common audit check checks checking review reviewing verify validate line
consistent comply complies compliant conflict conflicts contradict contradicts contradiction violate violates match matches agree agrees correct right
wrong say says said saying tell show give get find look explain need want like know make sure whether read let go take put next list table me
question questions answer's somebody anything something everything both all two three four five other others same another whole entire
von vom zusammenfassen zusammengefasst fass fasse fassen zusammen zusammenfassung vergleich vergleiche vergleichen unterschied unterschiede prufe prufen pruf was steht sagt sagen ist sind hat haben
kann kannst du mir ich wir sie es man nicht auch noch mal nochmal bitte wie wer wann welche welcher welches beide beiden alle uberblick kurz
resume resumer resumez compare comparer comparez difference differences verifie verifier que dit disent quoi quel quelle quels est sont a ont je tu nous vous il elle
resumen compara comparar diferencia diferencias comprueba revisa dice dicen que cual es son hay como lo
earlier since set hold put holding keep verstosst verstossen verstoss entspricht sich geandert geaendert andert erste ersten zweite zweiten dritte dritten letzte letzten andere anderen anderes jetzt nun same dasselbe premier premiere deuxieme troisieme autre primero primera segundo segunda otro otra gleiche
document documents doc docs page pages file files article articles dokument dokumente seite seiten texte documento documentos
version versions fassung edition revision old older oldest new newer newest current latest previous prior former recent last year year's first second third
`.trim(),
);

/** Words for the text that is checked, which is no document of the library. */
export const ownText = set(
  "reply draft answer mail email e-mail letter text message post announcement snippet clause offer tutorial banner explanation wording copy newsletter template brochure leaflet paragraph sentence section antwort entwurf schreiben brief auskunft reponse message lettre brouillon respuesta borrador carta mensaje",
);
