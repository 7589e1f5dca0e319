import type { LanguageTable } from "./table.ts";

export const french: LanguageTable = {
  stop: `a ai aide ainsi alors après as au aucun aucune aussi autre autres aux avant avec avez avoir avons bonjour car ce ceci cela celle celles celui ces
  cet cette ceux chaque chez combien comme comment d dans de depuis des deux donc dois doit du elle elles en encore entre es est et était été être eu eux
  fait faire fait-il faut faut-il font ici il ils j je jusqu l la le les leur leurs lui là m ma mais me merci mes moi moins mon même n ne ni non nos
  notre nous on ont ou où oui par parce pas pendant peu peut peut-on peux plus pour pourquoi pourrais pouvez pouvez-vous puis-je puis qu quand que quel
  quelle quelles quels qui quoi s sa sans se sera ses si soit son sont sous suis sur t ta te tes toi ton tous tout toute toutes très tu un une va vers
  veux vos votre voudrais vous y ça est-ce qu'est-ce est-il svp`,
  negation:
    "ne|n|pas|jamais|aucune?|rien|personne ne|sans|ni|non|sauf|impossible|impossibles|au lieu de|échoue|échoué|échec|refusée?",
  notNegating:
    "(?:ne |n')?(?:sais|comprends|vois) pas (?:comment|pourquoi|où|quand|si|quel\\p{L}*|ce que)|(?:ne |n')?(?:trouve|retrouve) pas|(?:n')?arrive pas à (?:trouver|voir)|pourquoi pas|n'est-ce pas|ou non|ou pas|sinon",
  opposites: `
    activer activation réactiver débloquer déverrouiller autoriser permettre démarrer reprendre allumer / désactiver désactivation bloquer verrouiller suspendre interdire empêcher arrêter éteindre
    ajouter créer inviter joindre inclure ajout création / supprimer enlever retirer effacer exclure suppression
    installer / désinstaller
    abonner souscrire abonnement / désabonner résilier annuler désabonnement
    ouvrir ouverture / fermer fermeture clôturer
    avant / après
    augmenter plus maximum maximal maximale supérieur élevé / diminuer réduire baisser moins minimum minimal minimale inférieur bas
    importer téléverser recevoir déposer entrant / exporter télécharger envoyer retirer sortant
    acheter / vendre
    connecter connexion rejoindre lier / déconnecter déconnexion quitter délier
    afficher montrer visible public publique / masquer cacher invisible privé privée
    chiffrer / déchiffrer
    accepter approuver réussir fonctionner / refuser rejeter échouer
    premier première début / dernier dernière fin
    correct vrai / incorrect faux
    mensuel mensuelle mois / annuel annuelle an année
    gratuit gratuite / payant payante
    expéditeur / destinataire
    interne / externe
    manuel manuellement / automatique automatiquement
    temporaire temporairement / permanent définitif définitivement
    archiver / restaurer
    avec / sans`,
  numbers:
    "0.5 demi demie moitié, 1 premier première, 2 deux deuxième second seconde, 3 trois troisième, 4 quatre, 5 cinq, 6 six, 7 sept, 8 huit, 9 neuf, 10 dix",
  fillers:
    "nouveau nouvelle nouvel aide bonjour actuel actuellement vraiment encore déjà exactement possible moyen façon option information question savoir expliquer comprendre besoin vite rapidement facilement temps longtemps",
  roles:
    "de du des d depuis / à au aux vers jusqu / en, dans, sur, par, avec, pour, que, avant, après, contre, chez, via",
  persons: "je j me m moi nous / tu te t toi vous",
  sidedVerbs: "est sont avoir a ont fait faire faut va veux",
  owners: "mon ma mes notre nos / ton ta tes votre vos",
  kinds: {
    reason: "pourquoi|pour quelle raison|quelle est la raison",
    time: "quand|combien de temps|à quelle heure|jusqu'à quand|depuis quand|dans combien de temps|sous combien",
    amount: "combien|quel est le (?:prix|tarif|montant|coût)|à quelle fréquence|quelle est la (?:limite|taille)",
    place: "où|à quel endroit",
    person: "qui(?! (?:sont|est) (?:dans|sur))|à qui|de qui",
    method: "comment|de quelle (?:façon|manière)|que (?:dois|faut)(?:-je|-il) faire",
    choice: "quel(?:le)?s?|lequel|laquelle|lesquel(?:le)?s",
    what: "que|quoi|qu",
    whether: "^(?:est-ce que|dois-je|puis-je|peut-on|faut-il|est-il|y a-t-il|ai-je)",
  },
  money: "prix|tarifs?|coût\\p{L}*|coute\\p{L}*|frais|payer|facturé\\p{L}*",
  references: {
    pronouns:
      "il|elle|ils|elles|lui|leur|cela|ça|ceci|celui-ci|celle-ci|ceux-ci|celles-ci|celui-là|celle-là|celui|celle|(?:comment|pour|puis-je|peut-on|pouvez-vous|faut-il|dois-je|veux|voudrais|de) (?:le|la|les|l') ?\\p{L}+(?:er|ir|re|oir)|c'est|(?:j'|n'|d')?en (?=ai|est|avoir|fait)|ces|ce(?= \\p{L}+-(?:ci|là))",
    neutral:
      "il y a|y a-t-il|est-il (?:possible|nécessaire|obligatoire)|il est possible|faut-il|il faut|existe-t-il|il existe|s'il (?:vous|te) pla[iî]t|est-ce que c'est (?:possible|obligatoire)|c'est possible de|ce (?:mois|site|matin|soir)|cette (?:semaine|année|page)",
    backward:
      "le (?:même|premier|deuxième|second|dernier|précédent)(?=[\\s?.!,]*$)|la (?:même|première|deuxième|seconde|dernière|précédente)(?=[\\s?.!,]*$)|les (?:mêmes|autres|deux)(?=[\\s?.!,]*$)|l'autre|(?:un|une) autre(?=[\\s?.!,]*$)|(?:un|une) tel(?:le)?|dans ce cas|à la place|quoi d'autre|autre chose|lequel|laquelle|de plus|sinon",
    opening:
      "et pour|qu'en est-il|pareil|même chose|dans ce cas|si oui|si non|sinon|pourquoi pas|par exemple|comme quoi|plus|encore",
    link: "ok|d'accord|bon|et|mais|ou|alors|donc|puis|aussi|car",
    asks: "comment|que|quoi|qu'est-ce|pourquoi|quand|où|qui|quel(?:le)?s?|combien|est-ce|puis-je|peut-on|pouvez|dois-je|faut-il|y a-t-il|est-il|existe",
    reply: "oui|non|si|ouais|bien sûr",
    remark:
      "(?:c'est|c'était|cela semble)(?: très| vraiment| bien)* [\\p{L}-]+|(?:ok|merci|super|parfait|génial|d'accord|je vois|bien)",
    definition:
      "(?:qu'est-ce (?:que|qu') ?(?:c'est (?:que|qu') ?)?|que signifie|qui est|c'est quoi) ?(?:un |une |le |la |les |l'|des )?(?!(?:ça|cela|ceci|il|elle)(?!\\p{L}))",
    named: "à part|hormis|sauf|excepté|en plus de|au lieu de|en dehors de",
    condition: "si|quand|lorsque|une fois|avant|après",
    tells: "je|j|nous|mon|ma|mes|notre|nos",
    clause: "et|si|quand|mais|car|parce|après|avant|pour",
  },
};
