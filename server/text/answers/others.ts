import type { Language } from "../language.ts";
import type { AnswerTable } from "./table.ts";

export const others: Partial<Record<Language, AnswerTable>> = {
  fi: {
    links:
      "katso myös|lue myös|(?:aiheeseen liittyv\\p{L}+|liittyvät|vastaavat|hyödyllis\\p{L}+) (?:artikkel\\p{L}+|aihe\\p{L}+|linki\\p{L}+|sivu\\p{L}+)|lisätieto\\p{L}*|lisää aiheesta|seuraavat vaiheet",
    titles: "(?:näin|miten|kuinka) \\p{L}+",
    elsewhere:
      "lisätieto\\p{L}*|lisää (?:tietoa|tietoja|ohjeita|apua)|lue (?:lisää|myös)|katso (?:myös|lisää|ohje\\p{L}*|lisätieto\\p{L}*|täältä)|napsauta tästä|klikkaa tästä|vieraile|ota yhteyttä|ottakaa yhteyttä|(?:jos|mikäli) (?:sinulla|teillä) on (?:lisää |muita )?(?:kysy\\p{L}+|ongelm\\p{L}+)|(?:jos|mikäli) tarvitset (?:lisää )?apua",
    contrast:
      "kun taas|mutta|sen sijaan|toisin kuin|päinvastoin|ero|eroa|erot|eroaa|eroavat|verrattuna|kuin|vain|ainoastaan|toinen|puolestaan",
    comparisons: [
      "(?:eroa?|erot|eroja|vertailu)\\s+~\\s+ja\\s+~\\s+välillä",
      "(?:eroa|eroja) (?:on\\s+)?~\\s+ja\\s+~",
      "(?:miten|kuinka)\\s+~\\s+(?:eroaa|eroavat|poikkeaa)\\s+~",
    ],
    comparing: "ero eroa erot eroaa eroavat erilainen vertailla vertailu selittää tarkoittaa välillä",
    definitions:
      "(?:mikä (?:on|tarkoittaa)|mitkä ovat|mitä (?:on|ovat|tarkoittaa|tarkoittavat)|määrittele|selitä(?: mikä on)?) ~",
    defines: "on|ovat|tarkoittaa|tarkoittavat|viittaa|mahdollistaa|auttaa|kuvaa",
  },
  hu: {
    links:
      "lásd még|olvassa el (?:még|ezt is)|(?:kapcsolódó|hasonló|további|hasznos) (?:cikkek|témák|linkek|hivatkozások|források|információk?)|(?:a )?következő lépések|további lépések",
    titles: "(?:hogyan|így) \\p{L}+",
    elsewhere:
      "(?:további|bővebb|részletes|részletesebb) (?:információ\\p{L}*|részlet\\p{L}*|segítség\\p{L}*|tájékoztatás\\p{L}*)|tudjon meg többet|tudj meg többet|olvass(?:a|on)? (?:el|tovább|többet)|lásd|nézze meg|kattintson ide|kattints ide|látogass\\p{L}*|(?:vegye fel|vedd fel|lépjen) (?:velünk )?(?:a )?kapcsolat\\p{L}*|lépjen kapcsolatba|írjon nekünk|(?:ha|amennyiben) (?:további |bármilyen |még )?(?:kérdés\\p{L}*|problém\\p{L}*|segítség\\p{L}*)",
    contrast:
      "míg|miközben|de|azonban|viszont|ellentétben|szemben|helyett|különb\\p{L}*|eltér\\p{L}*|összehasonlít\\p{L}*|mint|csak|csupán|a másik|pedig|ezzel szemben",
    comparisons: [
      "(?:különbség\\p{L}*|eltérés\\p{L}*|összehasonlítás\\p{L}*)\\s+(?:van\\s+)?(?:az?\\s+)?~\\s+és\\s+(?:az?\\s+)?~\\s+között",
      "miben (?:különböz\\p{L}+|tér el)\\s+(?:az?\\s+)?~\\s+(?:és\\s+)?(?:az?\\s+)~",
    ],
    comparing:
      "különbség különbségek különbözik különböző eltérés összehasonlít összehasonlítás magyarázza jelent között pontosan",
    definitions: "(?:mi az az?|mik azok az?|mit jelent(?:enek)?(?: az?)?|magyarázza el,? mi az?) ~",
    defines: "egy|az a|olyan|jelenti?|azt jelenti|lehetővé teszi|segít|szolgál|leírja",
  },
  tr: {
    links:
      "ayrıca (?:bkz\\.?|bakınız|bakın)|(?:ilgili|benzer|ek|diğer|faydalı) (?:makaleler|konular|bağlantılar|kaynaklar|sayfalar)|daha fazla bilgi|sonraki adımlar",
    titles: "nasıl \\p{L}+",
    elsewhere:
      "(?:daha fazla|ayrıntılı|detaylı|ek) (?:bilgi|bilgiler|ayrıntı|detay|yardım)\\p{L}*|devamını oku\\p{L}*|ayrıca (?:bkz\\.?|bakın\\p{L}*)|bkz\\.?|bakınız|buraya tıklayın|ziyaret edin|bize (?:ulaşın|yazın)|bizimle iletişime|(?:sorularınız|sorunuz|sorun\\p{L}*) (?:varsa|olursa|için)|(?:başka |daha fazla )?(?:yardıma|desteğe) ihtiyaç",
    contrast:
      "oysa|iken|ancak|ama|fakat|aksine|yerine|fark|farkı|farklı\\p{L}*|farklıdır|karşılaştır\\p{L}*|kıyasla|göre daha|daha|sadece|yalnızca|diğeri|ise",
    comparisons: [
      "~\\s+(?:ile|ve)\\s+~\\s+arasında\\p{L}*\\s+(?:\\p{L}+\\s+)?(?:fark|ayrım)\\p{L}*",
      "~\\s+(?:ile|ve)\\s+~\\s+karşılaştır\\p{L}*",
    ],
    comparing: "fark farkı farklar farkları farklı arasındaki arasında karşılaştır karşılaştırma açıkla demek nedir",
    definitions: "~ (?:nedir|nelerdir|ne demek(?:tir)?|ne anlama gelir|kimdir)",
    defines: "bir(?=.*[dt][ıiuü]r)|demektir|anlamına gelir|denir|ifade eder|sağlar|tanımlar",
  },
  ga: {
    links:
      "féach freisin|léigh freisin|(?:ailt|ábhair|naisc|acmhainní|eolas) (?:gaolmhara|breise|úsáideacha)|tuilleadh eolais|na chéad chéimeanna eile",
    titles: "conas",
    elsewhere:
      "(?:le haghaidh|chun|más mian leat) (?:tuilleadh|breis)|tuilleadh (?:eolais|sonraí)|léigh (?:tuilleadh|freisin)|féach (?:freisin|ar|ár)|cliceáil anseo|tabhair cuairt|déan teagmháil|má tá (?:ceist|fadhb)\\p{L}*",
    contrast: "ach|áfach|murab ionann|seachas|difríocht\\p{L}*|i gcomparáid|ná|amháin|an ceann eile",
    comparisons: ["(?:difríocht|difear|comparáid)\\p{L}*(?!\\p{L}).*?idir\\s+~\\s+agus\\s+~"],
    comparing: "difríocht difríochtaí difear comparáid mínigh ciallaíonn",
  },
  id: {
    links:
      "(?:lihat|baca) juga|(?:artikel|topik|tautan|sumber daya|informasi|halaman|bacaan) (?:terkait|tambahan|lainnya|berguna|serupa|lebih lanjut)|informasi lebih lanjut|langkah (?:selanjutnya|berikutnya)",
    titles: "cara \\p{L}+|bagaimana cara",
    elsewhere:
      "untuk (?:informasi|keterangan|detail|bantuan) (?:lebih lanjut|lebih lengkap|selengkapnya|tambahan|lainnya)|(?:informasi )?(?:lebih lanjut|selengkapnya)|(?:pelajari|baca|ketahui) (?:lebih lanjut|juga|selengkapnya)|lihat (?:juga|halaman|panduan|bagian|cara)|klik di sini|kunjungi|hubungi (?:kami|tim|dukungan)|(?:jika|bila|apabila) (?:anda )?(?:memiliki|punya|ada|mengalami|membutuhkan|memerlukan)(?: \\p{L}+){0,2} (?:pertanyaan|masalah|bantuan)",
    contrast:
      "sedangkan|sementara|tetapi|tapi|namun|berbeda|perbedaan\\p{L}*|sebaliknya|dibandingkan|daripada|hanya|yang lain",
    comparisons: [
      "(?:perbedaan|beda|bedanya|perbandingan)\\s+(?:antara\\s+)?~\\s+(?:dan|dengan|dari)\\s+~",
      "(?:bandingkan|membandingkan)\\s+~\\s+(?:dan|dengan)\\s+~",
      "bagaimana\\s+~\\s+berbeda (?:dari|dengan)\\s+~",
    ],
    comparing: "perbedaan beda bedanya berbeda perbandingan bandingkan antara jelaskan artinya",
    definitions: "(?:apa itu|apa arti(?:nya)?|apa yang dimaksud(?: dengan)?|apakah itu|jelaskan(?: apa itu)?) ~",
    defines: "adalah|ialah|merupakan|berarti|mengacu|memungkinkan|memberikan|membantu|menjelaskan|digunakan",
  },
};
