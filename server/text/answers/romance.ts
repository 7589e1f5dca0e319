import type { Language } from "../language.ts";
import type { AnswerTable } from "./table.ts";

export const romance: Partial<Record<Language, AnswerTable>> = {
  fr: {
    links:
      "voir aussi|à lire aussi|(?:articles?|liens?|ressources?|informations?|sujets?|lectures?|pages?) (?:connexes?|utiles?|complémentaires?|supplémentaires?|associée?s?|liée?s?|similaires?)|pour aller plus loin|en savoir plus|(?:les )?(?:prochaines étapes|étapes suivantes)",
    titles: "comment \\p{L}+(?:er|ir|re|oir)",
    elsewhere:
      "pour (?:plus|davantage|de plus amples|toute autre|en savoir plus|obtenir (?:plus|davantage|de l'aide))|en savoir plus|(?:voir|consultez|lisez|découvrez) (?:aussi|également|le|la|les|l'|notre|nos|comment|plus|ici)|cliquez ici|visitez (?:notre|le|la)|contactez(?:-nous| nous| notre| le| l')|n'hésitez pas|(?:si vous (?:avez|rencontrez)|en cas) (?:besoin|d'|de |des |une |un |toute |d'autres )*(?:questions?|aide|problèmes?|difficultés?)|plus d'(?:informations?|infos)",
    contrast:
      "tandis que|alors que|mais|contrairement|au contraire|en revanche|par contre|au lieu|différ\\p{L}*|distingu\\p{L}*|par rapport|comparé\\p{L}*|(?:plus|moins) \\p{L}+ que|cependant|toutefois|seulement|uniquement|l'autre|quant à",
    comparisons: [
      "(?:différences?|distinction|distinguer|différencier|comparaison|comparer|comparez)(?!\\p{L}).*?entre\\s+~\\s+et\\s+~",
      "(?:comparer|comparez|compare|distinguer|différencier)\\s+~\\s+(?:et|avec|à|au|aux|de|du|des)\\s+~",
      "(?:en quoi|comment|qu'est-ce qui)\\s+~\\s+(?:diffèrent|diffère|se distinguent?|différencient?|distinguent?)(?:-\\p{L}+)?\\s+(?:de|du|des|d'|et)\\s*~",
      "(?:diffèrent|diffère|différencie|distingue)\\s+~\\s+(?:de|du|des|et)\\s+~",
    ],
    comparing:
      "différence différent différer distinguer distinction comparer comparaison expliquer signifier exactement",
    definitions:
      "(?:qu'est-ce (?:que|qu')(?: ?c'est (?:que|qu'))?|c'est quoi|que signifie(?:nt)?|que veut dire|définis(?:sez)?|expliquez?(?:-moi)?) ?(?:une? |des |les? |la |l')?(?! ?(?:je|j'|tu|il|elle|on|nous|vous|ils|elles|ça|cela|ce|se)(?!\\p{L}))~",
    defines:
      "est|sont|signifie(?:nt)?|désigne(?:nt)?|veut dire|permet(?:tent)?|sert|servent|correspond(?:ent)?|décri(?:t|vent)|représente(?:nt)?",
    procedure: "étapes?|procédure|marche à suivre|configurer|configuration|installer|installation|paramétrer",
    amounts: "limites?|plafond|maximum|maximal\\p{L}*|minimum|minimal\\p{L}*",
    countless: "illimitée?s?|sans limite|aucune? limite|gratuite?s?",
    asking:
      "longtemps beaucoup souvent vite signifie signifier signification veut dire définir définition expliquer décrire passe question aide aider différence fonctionne fonctionner marche exactement bonjour",
    lists: "liste|quels|quelles|tous|toutes|chaque|disponibles?|exigences|prérequis|options|types|paramètres",
    instructs:
      "pour|vous pouvez|tu peux|allez|va dans|cliquez|clique|choisissez|sélectionnez|sélectionne|ouvrez|ouvre|lancez|lance|exécutez|définissez|utilisez|utilise|ajoutez|ajoute|dans|sous|connectez-vous",
    places: "(?:dans|sous|sur|depuis|à|chez) (?:le|la|les|l'\\p{L}+|votre|vos|ton|ta|un|une)|au|aux",
    reasons:
      "parce qu\\p{L}*|car|puisque?|afin|grâce à|à cause|en raison|raisons?|c'est pourquoi|pour (?:éviter|protéger|garantir)|empêche|causée?s?",
  },
  es: {
    links:
      "(?:véase|ver|vea|consulte|lea) también|(?:artículos?|enlaces?|recursos?|temas?|información|lecturas?|páginas?) (?:relacionad[oa]s?|adicional(?:es)?|útil(?:es)?|recomendad[oa]s?|similar(?:es)?)|más información|próximos pasos|siguientes pasos|pasos siguientes",
    titles: "cómo \\p{L}+[aeiáéí]r(?:se)?",
    elsewhere:
      "para (?:obtener )?(?:más|mayor) (?:información|detalles|ayuda)|(?:para )?(?:saber|conocer|leer) más|más información|(?:consulta|consulte|consultá|vea|véase|ver|lee|lea|mira) (?:también|el|la|los|las|nuestr[oa]s?|cómo|más|aquí)|haz clic aquí|haga clic aquí|(?:visita|visite) (?:nuestr[oa]s?|el|la)|(?:contacta|contacte|contáctanos|contáctenos|póngase en contacto|ponte en contacto|comunícate|comuníquese|escríbenos)|(?:si (?:tienes|tiene|necesitas|necesita)|en caso de) (?:alguna |más |otra |otras |cualquier )*(?:preguntas?|dudas?|ayuda|problemas?|consultas?)",
    contrast:
      "mientras que|mientras|en cambio|sino|pero|a diferencia|en lugar|diferenci\\p{L}*|diferentes?|distint[oa]s?|comparad[oa]s?|en comparación|(?:más|menos|mayor|menor) (?:\\p{L}+ )?que|sin embargo|por el contrario|solo|sólo|solamente|únicamente|el otro|la otra",
    comparisons: [
      "(?:diferencias?|distinción|distinguir|diferenciar|comparación|comparar|compara|compare)(?!\\p{L}).*?entre\\s+~\\s+[ye]\\s+~",
      "(?:comparar|compara|compare|distinguir|diferenciar)\\s+~\\s+(?:y|e|con|de|del)\\s+~",
      "(?:en qué )?se (?:diferencian?|distinguen?)\\s+~\\s+(?:de|del|y|e)\\s+~",
    ],
    comparing:
      "diferencia diferencias diferenciar diferente distinguir distinción comparar comparación explicar significa exactamente",
    definitions:
      "(?:qué (?:es|son|significan?|quiere decir)|define|defina|explica|explique|explícame) (?:una? |unos |unas |el |la |los |las )?~",
    defines: "es|son|significan?|se refieren? a|permiten?|sirven?|consisten? en|describen?|representan?|ayudan?",
    procedure: "pasos?|procedimiento|configurar|configuración|instalar|instalación",
    amounts: "límites?|máxim[oa]s?|mínim[oa]s?|tope",
    countless: "ilimitad[oa]s?|sin límites?|ningún límite|gratis|gratuit[oa]s?",
    asking:
      "tiempo mucho menudo rápido significa significar significado definir definición explicar explica describir pasa ocurre pregunta ayuda ayudar diferencia funciona funcionar exactamente hola",
    lists:
      "lista|listado|cuáles|qué (?:tipos|opciones|campos)|tod[oa]s|cada|disponibles?|requisitos|opciones|tipos|ajustes",
    instructs:
      "para|puede|puedes|vaya|ve a|haga clic|haz clic|pulse|seleccione|selecciona|elija|elige|abra|abre|ejecute|ejecuta|configure|use|usa|añada|añade|agregue|en el|en la|inicie",
    places: "(?:en|bajo|sobre|desde|dentro de) (?:el|la|los|las|tu|su|un|una)|al",
    reasons:
      "porque|ya que|puesto que|dado que|debido a|por eso|por lo tanto|para que|a causa|razón|razones|motivos?|para (?:evitar|proteger|garantizar)|impide|evita",
  },
  it: {
    links:
      "vedi anche|vedere anche|leggi anche|(?:articoli|link|collegamenti|risorse|informazioni|argomenti|letture|pagine) (?:correlat[ie]|utili|aggiuntiv[ie]|simili|consigliat[ie])|ulteriori (?:informazioni|risorse|letture)|per approfondire|approfondimenti|passaggi successivi|passi successivi|prossimi passi",
    titles: "come \\p{L}+(?:are|ere|ire|arsi|ersi|irsi)",
    elsewhere:
      "per (?:maggiori|ulteriori|altre|più) (?:informazioni|dettagli|chiarimenti)|(?:per )?(?:saperne di più|approfondire|scoprire di più)|(?:scopri|leggi) (?:di più|anche|come)|(?:vedi|vedere|consulta|consultare|consultate|consulti) (?:anche|il|la|lo|i|gli|le|l'|la nostra|come|qui)|maggiori (?:informazioni|dettagli)|(?:fai|fare) clic qui|clicca qui|visita (?:il|la|i|le|il nostro)|(?:contattaci|contattateci|contatta|contattare|scrivici)|(?:se (?:hai|ha|avete)|in caso di|per) (?:bisogno di |altre |ulteriori |qualsiasi |delle )*(?:domande|dubbi|aiuto|assistenza|problemi)",
    contrast:
      "mentre|invece|ma|però|a differenza|al contrario|bensì|diversament\\p{L}*|divers[oaie]|differen\\p{L}*|differisc\\p{L}*|distingu\\p{L}*|rispetto|confronto|(?:più|meno) \\p{L}+ (?:di|del|della)|tuttavia|solo|soltanto|solamente|l'altr[oa]|quanto a",
    comparisons: [
      "(?:differenz[ae]|distinzione|distinguere|differenziare|confronto|confrontare|confronta|paragone)(?!\\p{L}).*?(?:tra|fra)\\s+~\\s+ed?\\s+~",
      "(?:confrontare|confronta|confrontate|distinguere|paragonare)\\s+~\\s+(?:e|ed|con|da|dal|dalla)\\s+~",
      "(?:in (?:che )?cosa )?(?:differiscono|differisce|si distinguono|si distingue|si differenziano?)\\s+~\\s+(?:da|dal|dalla|dai|dalle|e|ed)\\s+~",
    ],
    comparing:
      "differenza differenze differire distinguere distinzione confrontare confronto diverso spiegare significa esattamente",
    definitions:
      "(?:(?:che )?cos(?:a )?'?(?:è|sono|significano?)|che (?:è|sono)|definisci|spiega(?:mi)?) (?:un |uno |una |un'|il |lo |la |i |gli |le |l')?~",
    defines:
      "è|sono|significano?|indicano?|consentono|consente|permett(?:e|ono)|serv(?:e|ono)|si riferi(?:sce|scono)|descriv(?:e|ono)|rappresentano?|aiutano?",
    procedure: "passaggi|passi|procedura|configurare|configurazione|installare|installazione|impostare",
    amounts: "limit[ei]|massim[oa]|minim[oa]|tetto",
    countless: "illimitat[oaie]|senza limiti?|nessun limite|gratis|gratuit[oaie]",
    asking:
      "tempo molto spesso presto significa significare significato definire definizione spiegare spiega descrivere succede domanda aiuto aiutare differenza funziona funzionare esattamente ciao",
    lists: "elenco|lista|quali|tutti|tutte|ogni|ciascun[oa]|disponibili?|requisiti|opzioni|tipi|impostazioni",
    instructs:
      "per|è possibile|puoi|può|vai|vada|fai clic|fare clic|clicca|seleziona|selezionare|scegli|apri|avvia|esegui|imposta|usa|utilizza|aggiungi|accedi|nel|nella|in",
    places: "(?:in|sotto|su|da) (?:il|la|tuo|tua|suo|un|una)|nel|nella|nei|nelle|sul|sulla|dal|dalla|al|alla",
    reasons:
      "perché|poiché|dato che|siccome|quindi|affinché|a causa|grazie a|motiv[oi]|ragion[ei]|per (?:evitare|proteggere|garantire)|impedisce|evita",
  },
  pt: {
    links:
      "(?:veja|ver|leia|consulte) também|(?:artigos?|links?|recursos?|tópicos?|informaç(?:ão|ões)|leituras?|páginas?) (?:relacionad[oa]s?|adiciona(?:l|is)|útei?s|útil|recomendad[oa]s?|semelhantes?)|saiba mais|mais informações|próxim[oa]s (?:passos|etapas)|passos seguintes",
    titles: "como \\p{L}+[aeio]r(?:-se)?",
    elsewhere:
      "para (?:obter )?(?:mais|maiores|outras) (?:informações|detalhes|ajuda)|(?:para )?saber mais|saiba (?:mais|como)|mais (?:informações|detalhes)|leia (?:mais|também)|(?:veja|ver|vê|consulte|consulta|confira) (?:também|o|a|os|as|noss[oa]s?|como|mais|aqui)|clique aqui|clica aqui|visite (?:noss[oa]s?|o|a)|(?:contacte|contate|entre em contato|entre em contacto|fale) ?(?:-nos|nos|conosco|connosco|com|o|a)|(?:se (?:tiver|tem|precisar|você tiver)|em caso de|caso tenha) (?:de |alguma |mais |outras |qualquer |quaisquer )*(?:perguntas?|dúvidas?|ajuda|problemas?|questões)",
    contrast:
      "enquanto|ao passo que|mas|porém|ao contrário|em vez|já (?:o|a|os|as)|diferen\\p{L}*|difer(?:e|em)|distint[oa]s?|distingu\\p{L}*|comparad[oa]s?|em comparação|(?:mais|menos|maior|menor) (?:\\p{L}+ )?(?:do )?que|no entanto|contudo|apenas|somente|só|o outro|a outra",
    comparisons: [
      "(?:diferenças?|distinção|distinguir|diferenciar|comparação|comparar|compare)(?!\\p{L}).*?entre\\s+~\\s+e\\s+~",
      "(?:comparar|compare|compara|distinguir|diferenciar)\\s+~\\s+(?:e|com|de|do|da)\\s+~",
      "(?:em que )?(?:diferem|difere|se diferenciam?|se distinguem?|se distingue)\\s+~\\s+(?:de|do|da|dos|das|e)\\s+~",
      "(?:como|em que)\\s+~\\s+(?:difere|diferem|se diferenciam?|se distinguem?)\\s+(?:de|do|da|dos|das)\\s+~",
    ],
    comparing:
      "diferença diferenças diferir diferente distinguir distinção comparar comparação explicar significa exatamente",
    definitions:
      "(?:(?:o )?que (?:é|são|significam?|quer dizer)|defina|define|explique|explica(?:-me)?) (?:uma? |os? |as? )?~",
    defines:
      "é|são|significam?|refere-se a|referem-se a|permitem?|servem?|consistem? em|descrevem?|representam?|ajudam?",
    procedure: "passos?|etapas?|procedimento|configurar|configuração|instalar|instalação",
    amounts: "limites?|máxim[oa]s?|mínim[oa]s?|teto",
    countless: "ilimitad[oa]s?|sem limites?|nenhum limite|grátis|gratuit[oa]s?",
    asking:
      "tempo muito frequência rápido significa significar significado definir definição explicar explica descrever acontece pergunta ajuda ajudar diferença funciona funcionar exatamente olá",
    lists: "lista|quais|tod[oa]s|cada|disponíveis|disponível|requisitos|opções|tipos|configurações",
    instructs:
      "para|você pode|pode|vá|acesse|clique|selecione|escolha|abra|execute|inicie|configure|defina|use|utilize|adicione|entre|em|no|na",
    places: "(?:em|sob|sobre|desde|dentro d[oa]) (?:o|a|seu|sua|um|uma)|no|na|nos|nas|ao|à",
    reasons:
      "porque|pois|já que|uma vez que|devido a|por isso|portanto|para que|por causa|razão|razões|motivos?|para (?:evitar|proteger|garantir)|impede|evita",
  },
  ro: {
    links:
      "vezi și|vedeți și|citiți și|(?:articole|linkuri|resurse|informații|subiecte|pagini) (?:similare|conexe|utile|suplimentare|asociate|recomandate)|mai multe informații|pașii următori|următorii pași",
    titles: "cum (?:să|se|puteți|poți|\\p{L}+ați|\\p{L}+ezi)",
    elsewhere:
      "pentru (?:mai multe|informații suplimentare|detalii|alte)|mai multe (?:informații|detalii)|(?:aflați|află|citiți|citește) mai multe?|(?:vezi|vedeți|consultați|consultă) (?:și|secțiunea|pagina|cum|aici|ghidul)|(?:faceți|fă|dați|dă) clic aici|vizitați|vizitează|contactați|contactează|(?:dacă (?:aveți|ai)|în caz de) (?:nevoie de |alte |orice |mai multe )*(?:întrebări|ajutor|probleme|nelămuriri)",
    contrast:
      "în timp ce|pe când|dar|însă|spre deosebire|în schimb|ci|diferi\\p{L}*|diferenț\\p{L}*|deosebi\\p{L}*|deosebește|comparativ|comparație|mai (?:mult|puțin|mare|mic)|decât|totuși|doar|numai|celălalt|cealaltă|iar",
    comparisons: [
      "(?:diferenț\\p{L}*|deosebir\\p{L}*|comparați\\p{L}*)(?!\\p{L}).*?(?:dintre|între)\\s+~\\s+[șş]i\\s+~",
      "(?:compară|comparați|compar|deosebi|distinge)\\s+~\\s+(?:cu|[șş]i|de)\\s+~",
      "(?:diferă|se deosebe(?:ște|sc)|se diferențiază)\\s+~\\s+(?:de|față de|[șş]i)\\s+~",
    ],
    comparing:
      "diferență diferența diferențe diferențele diferi diferit deosebire compara comparație explica înseamnă exact",
    definitions: "(?:ce (?:este|e|sunt|înseamnă)|definește|definiți|explică|explicați) (?:un |o |niște )?~",
    defines: "este|e|sunt|înseamnă|se referă la|permite|permit|ajută|descri[eu]|reprezintă|servește",
    procedure: "pași|pașii|procedură|procedura|configura|configurare|configurarea|instala|instalare|instalarea",
    amounts: "limit[ăa]|limite|limitele|maxim\\p{L}*|minim\\p{L}*",
    countless: "nelimitat\\p{L}*|fără limit[ăe]|nicio limită|gratuit\\p{L}*",
    asking:
      "timp mult des repede înseamnă semnifică definește definiție explică descrie întâmplă întrebare ajutor ajuta diferență diferența funcționează exact bună",
    lists:
      "list[ăa]|care sunt|toate|toți|fiecare|disponibil\\p{L}*|cerințe\\p{L}*|opțiuni\\p{L}*|tipuri\\p{L}*|setări\\p{L}*",
    instructs:
      "pentru a|puteți|poți|mergeți|mergi|accesați|faceți clic|dați clic|apăsați|selectați|selectează|alegeți|deschideți|rulați|setați|utilizați|folosiți|adăugați|în|din",
    places: "(?:în|sub|pe|din|la|de pe) \\p{L}+",
    reasons:
      "pentru că|deoarece|fiindcă|întrucât|de aceea|astfel încât|din cauza|datorită|motiv\\p{L}*|pentru a (?:evita|proteja)|împiedică",
  },
  ca: {
    links:
      "vegeu també|mireu també|llegiu també|(?:articles|enllaços|recursos|temes|informació|pàgines) (?:relacionat?[ds]?e?s?|addicionals?|útils|similars)|més informació|(?:els )?(?:passos següents|propers passos)",
    titles: "com \\p{L}+(?:ar|er|ir|re)",
    elsewhere:
      "per (?:a )?(?:obtenir )?més (?:informació|detalls|ajuda)|(?:per )?saber-ne més|més (?:informació|detalls)|(?:vegeu|consulteu|consulta|mireu|mira|llegiu|llegeix) (?:també|el|la|els|les|l'|com|més|aquí)|feu clic aquí|fes clic aquí|visiteu|visita (?:el|la|els|les|el nostre)|(?:contacteu|contacta|poseu-vos en contacte|posa't en contacte)|(?:si (?:teniu|tens|necessiteu|necessites)|en cas de) (?:més |alguna |altres |qualsevol )*(?:preguntes?|dubtes?|ajuda|problemes?)",
    contrast:
      "mentre que|mentre|en canvi|sinó|però|a diferència|en lloc|difer\\p{L}*|distin\\p{L}*|comparat\\p{L}*|en comparació|(?:més|menys) \\p{L}+ que|tanmateix|només|únicament|l'altr[ea]",
    comparisons: [
      "(?:diferènci(?:a|es)|distinció|distingir|diferenciar|comparació|comparar|compara|compareu)(?!\\p{L}).*?entre\\s+~\\s+i\\s+~",
      "(?:comparar|compara|compareu|distingir)\\s+~\\s+(?:i|amb|de|del)\\s+~",
      "(?:en què )?(?:es diferencien?|es distingeix(?:en)?|difereix(?:en)?)\\s+~\\s+(?:de|del|i)\\s+~",
    ],
    comparing:
      "diferència diferències diferenciar diferent distingir distinció comparar comparació explicar significa exactament",
    definitions:
      "(?:què (?:és|són|signifiquen?|significa|vol dir)|defineix|definiu|explica|expliqueu) (?:una? |uns |el |la |els |les |l')?~",
    defines:
      "és|són|signifiquen?|significa|es refereix(?:en)? a|permet(?:en)?|serveix(?:en)?|descriu(?:en)?|representa|ajuda",
    procedure: "passos?|procediment|configurar|configuració|instal·lar|instal·lació",
    amounts: "límits?|màxim\\p{L}*|mínim\\p{L}*",
    countless: "il·limitad\\p{L}*|il·limitats?|sense límits?|cap límit|gratis|gratuït\\p{L}*",
    asking:
      "temps molt sovint ràpid significa significat vol dir definir definició explicar descriure passa pregunta ajuda ajudar diferència funciona funcionar exactament hola",
    lists: "llista|quins|quines|tots|totes|cada|disponibles?|requisits|opcions|tipus|paràmetres",
    instructs:
      "per|podeu|pots|aneu|ves|feu clic|fes clic|premeu|seleccioneu|selecciona|trieu|tria|obriu|obre|executeu|executa|configureu|useu|utilitzeu|afegiu|afegeix|al|a la|en",
    places: "(?:a|sota|sobre|des de|dins) (?:el|la|els|les|l'\\p{L}+|un|una)|al|als|del",
    reasons:
      "perquè|ja que|atès que|per això|per tant|a causa|gràcies a|raons?|raó|motius?|per (?:evitar|protegir|garantir)|impedeix|evita",
  },
};
