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
    procedure: "vaiheet|ohje|ohjeet|määrittää|määritys|asentaa|asennus|asetus",
    amounts: "raja|rajat|rajoitus|rajoitukset|enimmäis\\p{L}*|maksimi\\p{L}*|vähimmäis\\p{L}*|minimi\\p{L}*|enintään",
    countless: "rajoittama\\p{L}*|rajaton|ei rajaa|ei rajoitusta|ilmai\\p{L}*|maksuton",
    asking:
      "kauan paljon usein nopeasti tarkoittaa merkitys merkitsee määritellä määritelmä selittää selitä kuvata tapahtuu kysymys apu apua auttaa ero toimii tarkalleen hei",
    lists: "luettelo|lista|mitkä|kaikki|jokainen|saatavilla|käytettävissä|vaatimukset|vaihtoehdot|asetukset|tyypit",
    instructs:
      "voit|siirry|mene|napsauta|klikkaa|paina|valitse|avaa|käynnistä|suorita|aseta|määritä|käytä|lisää|anna|kirjaudu",
    places: "\\p{L}{3,}(?:ssa|ssä|lla|llä|sta|stä)|alla|kohdassa",
    reasons: "koska|sillä|siksi|jotta|vuoksi|takia|syy|syyt|syystä|estää|johtuu",
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
    procedure: "lépés\\p{L}*|útmutató|beállít\\p{L}*|telepít\\p{L}*|konfigurál\\p{L}*",
    amounts: "korlát\\p{L}*|limit\\p{L}*|határ\\p{L}*|maximum|maximális|legfeljebb|minimum|minimális|legalább",
    countless: "korlátlan\\p{L}*|nincs korlát\\p{L}*|ingyen\\p{L}*",
    asking:
      "sokáig sok gyakran gyorsan jelent jelenti jelentése definíció meghatároz magyaráz leír történik kérdés segítség segít különbség működik pontosan szia",
    lists:
      "lista|listá\\p{L}*|melyek|milyen|minden|összes|elérhető\\p{L}*|követelmény\\p{L}*|lehetőség\\p{L}*|opció\\p{L}*|típus\\p{L}*|beállítások",
    instructs:
      "ahhoz|ehhez|lépjen|menjen|kattintson|kattints|válassza|válaszd|nyissa|nyisd|indítsa|indítsd|futtassa|állítsa|állítsd|használja|használd|adja|add|jelentkezzen|a menüben",
    places: "\\p{L}{2,}(?:ban|ben|on|en|ön|ról|ről|nál|nél)|alatt",
    reasons: "mert|mivel|ezért|azért|hogy (?:elkerül\\p{L}*|védj\\p{L}*)|miatt|ok|oka|okok|okai|megakadályoz\\p{L}*",
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
    procedure: "adımlar\\p{L}*|adım|kurmak|kurulum\\p{L}*|yapılandır\\p{L}*|ayarlamak|yüklemek",
    amounts: "sınır\\p{L}*|limit\\p{L}*|azami|maksimum|en fazla|asgari|minimum|en az",
    countless: "sınırsız\\p{L}*|sınır yok|ücretsiz|bedava",
    asking:
      "uzun çok sık hızlı demek anlamı anlam tanım tanımla açıkla açıklayın anlat oluyor olur soru yardım fark çalışır tam merhaba",
    lists: "liste\\p{L}*|hangi\\p{L}*|tüm|bütün|her|mevcut|gereksinim\\p{L}*|seçenek\\p{L}*|türler\\p{L}*|ayarlar",
    instructs:
      "bunun için|yapabilirsiniz|gidin|tıklayın|tıkla|basın|seçin|seç|açın|aç|çalıştırın|ayarlayın|kullanın|ekleyin|girin|menüden|menüsünden",
    places: "\\p{L}{2,}(?:['’]?[dt][ae]n?|ndan|nden|nda|nde)|altında|üzerinde",
    reasons: "çünkü|nedeniyle|yüzünden|dolayı|bu yüzden|böylece|sebebi\\p{L}*|neden\\p{L}*|önlemek|korumak|engeller",
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
    procedure: "céimeanna|céim|treoir|socraigh|socrú|suiteáil|cumrú",
    amounts: "teorainn|uasmhéid|uasta|íosmhéid|íosta",
    countless: "gan teorainn|saor in aisce|neamhtheoranta",
    asking:
      "fada mór minic tapa ciallaíonn brí sainmhíniú sainmhínigh mínigh cuir síos tarlaíonn ceist cabhair difríocht oibríonn oibrigh díreach",
    lists: "liosta|cé na|gach|uile|ar fáil|riachtanais|roghanna|cineálacha|socruithe",
    instructs: "chun|is féidir leat|téigh|cliceáil|roghnaigh|oscail|tosaigh|rith|socraigh|úsáid|cuir|logáil",
    places: "(?:sa|san|sna|faoi|ar|ag|ón|i) \\p{L}+",
    reasons: "mar|toisc|óir|dá bhrí sin|ionas|fáth\\p{L}*|cúis\\p{L}*|chun (?:seachaint|cosaint)|coscann",
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
    procedure: "langkah\\p{L}*|cara|mengatur|pengaturan|menginstal|instalasi|memasang|mengonfigurasi|konfigurasi",
    amounts: "batas\\p{L}*|maksimum|maksimal|paling banyak|minimum|minimal",
    countless: "tidak terbatas|tak terbatas|tanpa batas|gratis",
    asking:
      "lama banyak sering cepat berarti arti artinya definisi definisikan jelaskan gambarkan terjadi pertanyaan bantuan membantu perbedaan bekerja berfungsi tepat halo",
    lists: "daftar|apa saja|semua|setiap|tersedia|persyaratan|syarat|pilihan|opsi|jenis|pengaturan",
    instructs:
      "untuk|anda dapat|anda bisa|kamu bisa|buka|klik|pilih|jalankan|atur|gunakan|tambahkan|masukkan|masuk|pergi|di",
    places: "(?:di|pada|dari|dalam) \\p{L}+",
    reasons:
      "karena|sebab|oleh karena itu|sehingga|supaya|agar|akibat|alasan\\p{L}*|untuk (?:menghindari|melindungi|memastikan)|mencegah",
  },
};
