import type { LanguageTable } from "./table.ts";

export const italian: LanguageTable = {
  stop: `a ad agli ai al alla alle allo altri altro anche ancora avere ha hai ho hanno c che chi ci cioè ciò col come con cosa così cui d da dal dalla dalle
  dagli dai dallo davvero de degli dei del dell della delle dello deve devo di dopo dove due e è ed era essere fa fare fra già gli grazie i il in io la le
  lei li lo loro lui l ma me mi mia mie miei mio molto ne nei nel nella nelle nello negli no noi non nostra nostro o ogni oppure ora per perché però più
  po poi possiamo posso possono può prima puoi qual quale quali qualche quando quanta quante quanti quanto quella quelle quelli quello questa queste
  questi questo qui qua se sei senza si sì sia sono sta stato su sua sue sugli sui sul sulla sulle suo suoi tra troppo tu tua tuo tutti tutto tutta un una
  uno va vi voglio voi vorrei vostra vostro c'è ciao buongiorno favore`,
  negation:
    "non|mai|nessun[ao]?|niente|nulla|senza|né|neanche|nemmeno|tranne|eccetto|impossibile|invece di|fallit[aoie]|fallisce|rifiutat[aoie]",
  notNegating:
    "non (?:so|capisco|vedo|ricordo) (?:come|perché|cosa|dove|quando|se|quale)|non (?:riesco a )?(?:trovo|trovare|vedere)|o no|se no|non è vero",
  opposites: `
    attivare abilitare sbloccare riattivare consentire avviare accendere riprendere attivazione / disattivare disattivo disabilitare bloccare sospendere vietare impedire fermare spegnere interrompere disattivazione
    aggiungere creare invitare allegare includere / rimuovere eliminare cancellare togliere escludere
    installare / disinstallare
    iscrivere iscrivermi abbonarsi abbonarmi / disiscrivere disdire annullare disiscrivermi
    aprire / chiudere
    prima / dopo
    aumentare alzare più massimo massima maggiore superiore / diminuire ridurre abbassare meno minimo minima minore inferiore
    importare caricare ricevere depositare / esportare scaricare inviare prelevare
    comprare acquistare / vendere
    connettere collegare accedere / disconnettere scollegare uscire
    mostrare visibile pubblico / nascondere invisibile privato
    accettare approvare funzionare / rifiutare respingere fallire
    primo inizio / ultimo ultima fine
    corretto vero giusto / sbagliato falso errato
    mensile mese / annuale anno
    gratis gratuito gratuita / pagamento
    mittente / destinatario
    interno / esterno
    manuale manualmente / automatico automaticamente
    temporaneo temporaneamente / permanente definitivo
    con / senza`,
  numbers:
    "0.5 mezzo mezza metà, 1 primo, 2 due secondo seconda, 3 tre terzo terza, 4 quattro, 5 cinque, 6 sei, 7 sette, 8 otto, 9 nove, 10 dieci",
  fillers:
    "nuovo nuova aiuto ciao attuale attualmente davvero ancora esattamente possibile modo opzione informazione domanda sapere spiegare capire bisogno velocemente facilmente tempo",
  roles:
    "da dal dallo dalla dai dagli dalle dall / a ad al allo alla ai agli alle all verso / di del dello della dei degli delle dell d, in nel nello nella nei negli nelle nell, su sul sulla sui sulle, con col, per, che, prima, dopo, contro",
  persons: "io mi me noi ci / tu ti te voi vi",
  sidedVerbs: "è sono avere ha hanno fare fa va",
  owners: "mio mia miei mie nostro nostra / tuo tua tuoi tue suo sua suoi sue vostro vostra",
  kinds: {
    reason: "perché|come mai|per quale motivo|qual è il motivo",
    time: "quando|quanto tempo|entro quando|a che ora|fino a quando|da quando",
    amount: "quant[oaie]|quanto costa|qual è il (?:prezzo|costo|limite)",
    place: "dove|dov'è|dov",
    person: "chi",
    method: "come|in che modo|cosa (?:devo|posso) fare",
    choice: "qual|quale|quali",
    what: "cosa|che cosa|che",
  },
  money: "prezz[oi]|cost[oiaa]|costano|tariff[ae]|pagare|addebit\\p{L}*",
  references: {
    pronouns:
      "esso|essa|essi|esse|ciò|lui|lei|loro|quest[oaie](?=[\\s?.!,]*$|\\s+(?:è|sono|funziona|costa|vale|include|anche))|quell[oaie]|ne|lo|li|suo|sua|suoi|sue|\\p{L}+[aei]r(?:lo|la|li|le|ne|mi[lc][oa])|l'(?=ho|hai|ha|abbiamo)|la (?=posso|puoi|può|devo)",
    neutral: "per questo|quest[oa] (?:mese|anno|settimana|pagina|sito)|lo stesso prezzo",
    backward:
      "(?:lo|la|gli|le) stess[aoei]|l'altr[ao]|gli altri|le altre|(?:un altro|un'altra)(?=[\\s?.!,]*$)|altr[oaie](?=[\\s?.!,]*$)|(?:il|la) (?:prim[ao]|second[ao]|terz[ao]|precedente|successiv[ao])(?=[\\s?.!,]*$)|l'ultim[ao](?=[\\s?.!,]*$)|un tale|in (?:quel|questo) caso|al suo posto|cos'altro|che altro|qualcos'altro|invece",
    opening:
      "e (?:per|se|con)|che ne dici|idem|stessa cosa|in quel caso|se sì|se no|perché no|per esempio|altrimenti|ancora|anche",
    link: "ok|va bene|bene|e|ed|ma|o|oppure|quindi|allora|anche|poi|perché",
    asks: "come|cosa|che|perché|quando|dove|chi|qual|quale|quali|quant[oaie]|posso|può|possiamo|si|c'è|ci|è|sono|devo|esiste",
    reply: "sì|si|no|certo|esatto",
    remark:
      "(?:questo|ciò) (?:è|sembra)(?: molto| davvero)* [\\p{L}-]+|(?:ok|grazie|perfetto|ottimo|capisco|bene|va bene)",
    definition:
      "(?:(?:che )?cos'?(?:a)? ?(?:è|sono|significa)|chi è|che significa) ?(?:un |una |il |la |lo |gli |i |le |l')?(?!(?:questo|quello|ciò|esso|essa)(?!\\p{L}))",
    named: "oltre a|oltre al\\p{L}*|a parte|tranne|eccetto|invece di",
    condition: "se|quando|dopo|prima",
    tells: "io|ho|abbiamo|voglio|non posso|non riesco|(?:il|la|i|le) (?:mi[oae]|miei|mie|nostr[oaie])",
    clause: "e|se|quando|ma|perché|dopo|prima|per",
  },
};
