import type { LanguageTable } from "./table.ts";

export const romanian: LanguageTable = {
  stop: "a acest această aceasta acestea aceștia acel acea aceea aceia acolo ai aici al ale alt alta alte am ar are as aș atât au avea avem bună ca că care cât câte câți ce cea cei cel cele cine cu cui când cum da dacă dar de deci deja despre din după e ea ei el ele este eu face fi fie foarte fost iar în îi îl îmi îți în între la le li lor lui m ma mai mea mei mele meu mi mine mult nici noi nostru nu o ori pe pentru poate pot prin să sa sau se și sunt sub te tu un una unde unei unele unii unui vă voi vreau nostru mulțumesc",
  negation:
    "nu|n|niciodată|nimic|nimeni|niciun|nicio|fără|nici|cu excepția|imposibil\\p{L}*|eșuat\\p{L}*|respins\\p{L}*",
  notNegating: "nu (?:știu|înțeleg|văd) (?:cum|de ce|ce|unde|când|dacă)|nu găsesc|sau nu",
  opposites: `
    activa activez debloca permite porni / dezactiva dezactivez bloca interzice opri
    adăuga adaug crea invita / șterge șterg elimina elimin
    instala / dezinstala
    abona / dezabona anula
    deschide deschid / închide închid
    înainte / după
    mai_mult maxim / mai_puțin minim
    importa încărca / exporta descărca
    afișa / ascunde
    gratuit / plătit`,
  roles: "de din / la în spre către până / decât, cu, pe, pentru, prin, înainte, după",
  owners: "meu mea mei mele nostru noastră / tău ta tăi tale vostru voastră",
  kinds: {
    reason: "de ce",
    time: "când|cât timp|cât durează",
    amount: "cât|câte|câți|câtă",
    place: "unde",
    person: "cine|cui",
    method: "cum",
    choice: "care",
    what: "ce",
  },
};
export const catalan: LanguageTable = {
  stop: "a al als altre amb aquest aquesta aquestes aquests aquell aquella bé cada com d de del dels des doncs el ella ells els em en encara entre era és ets es està estan et fa fer ha han has hi ho hola i ja jo l la les li llavors m ma meu meva més mi molt n no nosaltres on o per perquè però pot poden puc qual quals quan quant quants que què qui quin quina quins quines s se sense ser si sóc són sobre soc son t també te té teu tot tota tots un una uns unes va vol vull gràcies",
  negation: "no|mai|res|ningú|cap|sense|ni|tampoc|excepte|impossible|fallat|falla|rebutjat\\p{L}*",
  notNegating: "no (?:sé|entenc|veig) (?:com|per què|què|on|quan|si)|no (?:trobo|puc trobar)|o no",
  opposites: `
    activar activo habilitar desbloquejar permetre iniciar / desactivar desactivo deshabilitar bloquejar prohibir aturar
    afegir afegeixo crear convidar / eliminar elimino suprimir treure esborrar
    instal·lar / desinstal·lar
    subscriure / cancel·lar
    obrir / tancar
    abans / després
    més màxim / menys mínim
    importar pujar / exportar descarregar baixar
    mostrar / amagar
    amb / sense`,
  roles: "de del dels des d / a al als cap fins / en, per pel pels, amb, que, abans, després, contra, sobre",
  owners: "meu meva nostre nostra / teu teva vostre vostra",
  kinds: {
    reason: "per què|per quin motiu",
    time: "quan|quant de temps",
    amount: "quant\\p{L}*",
    place: "on",
    person: "qui",
    method: "com",
    choice: "quin\\p{L}*|quins",
    what: "què",
  },
};
export const greek: LanguageTable = {
  stop: "αλλά αν από αυτή αυτό αυτός αυτά αυτές γιατί για δε δεν εγώ εδώ εκεί είμαι είναι εμείς ένα ένας έναν έχει έχω έχουν ή η θα και κάθε κάνω κατά με μετά μέσα μην μη μια μία μου μας μπορώ μπορεί να ναι ο οι όμως όταν ότι πάνω πιο ποια ποιο ποιος ποιοι πόσο πόσα πότε πού που πρέπει πριν προς πώς σε σου σας στη στην στο στον στα στις στους τα την της τη τι τις το τον του τους των ως ευχαριστώ",
  negation: "δεν|δε|μην|μη|όχι|ποτέ|τίποτα|κανένα\\p{L}*|καμία|χωρίς|ούτε|εκτός|αδύνατο\\p{L}*|απέτυχε|αποτυχία",
  notNegating: "δεν (?:ξέρω|καταλαβαίνω|βλέπω) (?:πώς|γιατί|τι|πού|πότε|αν)|δεν (?:βρίσκω|μπορώ να βρω)",
  opposites: `
    ενεργοποιώ ενεργοποιήσω ενεργοποίηση επιτρέπω / απενεργοποιώ απενεργοποιήσω απενεργοποίηση αποκλείω
    προσθέτω προσθέσω δημιουργώ / αφαιρώ αφαιρέσω διαγράφω διαγράψω
    εγκαταστήσω / απεγκαταστήσω
    ανοίγω ανοίξω / κλείνω κλείσω
    πριν / μετά
    περισσότερο μέγιστο / λιγότερο ελάχιστο
    με / χωρίς`,
  roles: "από / σε στο στη στην στον στα στις στους προς μέχρι / με, για, πριν, μετά, κατά",
  owners: "μου μας / σου σας",
  kinds: {
    reason: "γιατί",
    time: "πότε|πόση ώρα|πόσο καιρό",
    amount: "πόσ\\p{L}+",
    place: "πού|που βρίσκ\\p{L}+",
    person: "ποιος|ποιοι",
    method: "πώς|πως",
    choice: "ποιο|ποια",
    what: "τι",
  },
};
export const turkish: LanguageTable = {
  stop: "acaba ama ancak bana bazı ben beni benim bir biri biz bu buna bunu bunun çok da daha de değil diye en gibi göre hangi hangisi hem her hiç için ile ise iyi ki kim kime ki mi mı mu mü nasıl ne neden nerede nereden nereye niye niçin o olan olarak olur on ona onlar onu onun sen senin siz sizin sonra şu şey tüm var ve veya ya yani yok zaman kadar lütfen merhaba teşekkürler misiniz mısınız miyim mıyım yapabilirim yapmalıyım istiyorum",
  negation:
    "değil\\p{L}*|yok\\p{L}*|hiç|hiçbir\\p{L}*|asla|olmadan|hariç|başarısız\\p{L}*|\\p{L}+(?:m[ıiuü]yor|m[ae]z|m[ae]d[ıi]|m[ae]m[ae]|m[ae]y[ae]n|m[ae]den|m[ae]dan)\\p{L}*|\\p{L}{3,}[sş](?:[ıiuü]z)",
  notNegating: "bilmiyorum|bulamıyorum|anlamıyorum|değil mi",
  opposites: `
    etkinleştir aç izin başlat / devre_dışı kapat engelle durdur yasakla
    ekle oluştur davet / kaldır sil çıkar
    yükle kur / kaldır
    önce / sonra
    fazla maksimum / az minimum
    göster / gizle
    ücretsiz / ücretli`,
  roles:
    "-dan -den -tan -ten / -a -e -ya -ye -na -ne / -da -de -ta -te, -la -le -yla -yle, için, ile, göre, kadar, önce, sonra",
  rolesBehind: true,
  owners: "benim bizim / senin sizin",
  kinds: {
    reason: "neden|niye|niçin",
    time: "ne zaman|ne kadar sür\\p{L}*",
    amount: "kaç\\p{L}*|ne kadar",
    place: "nerede|nereden|nereye",
    person: "kim\\p{L}*",
    method: "nasıl",
    choice: "hangi\\p{L}*",
    what: "ne|nedir",
  },
};
export const irish: LanguageTable = {
  stop: "a ach ag agus an ann ar as atá ba bhfuil cad cá cathain cé céard chun conas dá de den do don dom é faoi féin fuair gach go i iad in is isteach le leis lena má mar mé mo muid na nach ní nó nuair ó ón sa san seo sé sí siad sin tá tú um uaim bhí dul faoin",
  negation: "ní|níl|nach|ná|níor|nár|gan|riamh|seachas",
  opposites: `
    cumasaigh / díchumasaigh
    cuir_leis / bain
    oscail / dún
    roimh / tar_éis`,
  roles: "ó ón as / go chuig chun do don / ná, le leis, ar, i in sa san, roimh",
  kinds: {
    reason: "cén fáth|cad chuige",
    time: "cathain|cén uair|cá fhad",
    amount: "cé mhéad",
    place: "cá|cén áit",
    person: "cé",
    method: "conas|cén chaoi",
    choice: "cén",
    what: "cad|céard",
  },
};
export const indonesian: LanguageTable = {
  stop: "ada adalah agar akan aku anda apa apakah atau bagaimana bagi bahwa banyak berapa bisa bukan dalam dan dapat dari dengan di dia hanya harus ia ini itu jika juga kah kami kapan karena ke kepada ketika kita lagi maka mana mengapa mereka namun nya oleh pada para saat saja sangat saya sebagai sebuah seperti siapa sudah supaya telah tentang terhadap tetapi tidak untuk yang halo terima kasih mau ingin",
  negation: "tidak|tak|bukan|belum|jangan|tanpa|tiada|kecuali|gagal|ditolak",
  notNegating:
    "tidak (?:tahu|mengerti) (?:bagaimana|mengapa|apa|di mana|kapan)|tidak (?:dapat |bisa )?menemukan|atau tidak",
  opposites: `
    mengaktifkan aktifkan membuka mengizinkan memulai / menonaktifkan nonaktifkan menutup memblokir menghentikan melarang
    menambahkan tambahkan membuat mengundang / menghapus hapus mengeluarkan
    memasang / mencopot
    berlangganan / membatalkan
    sebelum / sesudah setelah
    lebih maksimum / kurang minimum
    mengimpor mengunggah menerima / mengekspor mengunduh mengirim
    menampilkan / menyembunyikan
    dengan / tanpa`,
  roles: "dari daripada / ke kepada menjadi hingga sampai / di, dengan, untuk, oleh, pada, sebelum, setelah sesudah",
  kinds: {
    reason: "mengapa|kenapa",
    time: "kapan|berapa lama",
    amount: "berapa",
    place: "di mana|dimana|ke mana",
    person: "siapa",
    method: "bagaimana|cara",
    choice: "mana|yang mana",
    what: "apa",
  },
};
