import type { Language } from "./language.ts";

/**
 * Words of acts that cannot be taken back, by language: delete / cancel or end / reset / pay, groups with a slash between. Words of
 * one group say the same of what happens; forms that the stemmer joins are left out.
 */
export const dangerWords: Partial<Record<Language, string>> = {
  en: "delete deletion erase remove removal wipe purge destroy discard uninstall drop / cancel cancellation terminate termination close deactivate unsubscribe revoke / reset recover forgot forget forgotten overwrite reinstall reformat format / pay payment charge bill purchase buy cost price fee refund",
  de: "löschen löschung entfernen entfernung vernichten deinstallieren verwerfen / kündigen kündigung stornieren stornierung beenden schließen abbestellen widerrufen deaktivieren / zurücksetzen zurückgesetzt zurückzusetzen vergessen überschreiben formatieren / bezahlen zahlen zahlung kaufen kosten kostet preis gebühr abbuchen erstattung",
  fr: "supprimer suppression effacer retirer enlever détruire désinstaller / annuler annulation résilier résiliation clôturer fermer désabonner révoquer désactiver / réinitialiser réinitialisation oublié écraser formater / payer paiement acheter coûter coût prix frais facturer rembourser",
  es: "eliminar eliminación borrar quitar suprimir destruir desinstalar / cancelar cancelación rescindir cerrar revocar desactivar / restablecer reiniciar resetear olvidado olvidé sobrescribir formatear / pagar pago comprar costar cuesta precio tarifa cobrar reembolso",
  it: "eliminare eliminazione cancellare cancellazione rimuovere rimozione distruggere disinstallare / annullare annullamento disdire disdetta chiudere revocare disattivare / reimpostare ripristinare resettare dimenticato sovrascrivere formattare / pagare pagamento comprare acquistare costare costo prezzo tariffa rimborso",
  pt: "excluir exclusão apagar eliminar remover remoção destruir desinstalar / cancelar cancelamento rescindir encerrar fechar revogar desativar / redefinir repor reiniciar esqueci esquecido sobrescrever formatar / pagar pagamento comprar custar custo preço tarifa cobrar reembolso",
  nl: "verwijderen verwijder wissen wis vernietigen / annuleren annuleer opzeggen opzegging beëindigen sluiten intrekken deactiveren / resetten reset terugzetten vergeten overschrijven formatteren / betalen betaal betaling kopen kosten kost prijs tarief terugbetaling",
  da: "slette slet fjerne fjern ødelægge afinstallere / annullere opsige opsigelse afmelde lukke tilbagekalde deaktivere / nulstille nulstil glemt overskrive formatere / betale betal betaling købe koste koster pris gebyr refusion",
  sv: "radera ta_bort avlägsna förstöra avinstallera / avbryta avboka säga_upp uppsägning avsluta stänga återkalla inaktivera / återställa nollställa glömt skriva_över formatera / betala betalning köpa kosta kostar pris avgift återbetalning",
  no: "slette slett fjerne fjern ødelegge avinstallere / avbryte avbestille si_opp oppsigelse avslutte lukke tilbakekalle deaktivere / tilbakestille nullstille glemt overskrive formatere / betale betal betaling kjøpe koste koster pris gebyr refusjon",
  fi: "poistaa poista poistaminen tuhota hävittää / peruuttaa peruuta irtisanoa sulkea päättää lopettaa / nollata nollaa palauttaa_tehdasasetukset unohtunut unohdin alustaa / maksaa maksa maksu ostaa hinta hyvitys",
  hu: "töröl törlés törölni eltávolít eltávolítani eltávolítás megsemmisít / lemond lemondani lemondás felmond felmondás lezár bezár visszavon / visszaállít visszaállítás alaphelyzet elfelejtett felülír formáz / fizet fizetni fizetés vásárol vesz ár díj kerül visszatérítés",
  lt: "ištrinti trinti pašalinti šalinti sunaikinti / atšaukti nutraukti uždaryti atsisakyti / atstatyti nustatyti_iš_naujo pamiršau pamiršta perrašyti formatuoti / mokėti mokėjimas pirkti kaina kainuoja mokestis grąžinimas",
  ro: "șterge ștergere elimina eliminare înlătura distruge dezinstala / anula anulare rezilia reziliere închide revoca dezactiva / reseta resetare reinițializa uitat suprascrie formata / plăti plată cumpăra costa preț taxă rambursare",
  ca: "suprimir eliminar esborrar treure destruir desinstal·lar / cancel·lar anul·lar rescindir tancar revocar desactivar / restablir reiniciar oblidat sobreescriure formatar / pagar pagament comprar costar cost preu tarifa reemborsament",
  el: "διαγραφή διαγράψω διαγράψετε διαγράφω αφαίρεση αφαιρέσω αφαιρέσετε καταστροφή / ακύρωση ακυρώσω ακυρώσετε τερματισμός κλείσιμο κλείσω ανάκληση / επαναφορά επαναφέρω επαναφέρετε ξέχασα / πληρωμή πληρώσω πληρώσετε αγορά κοστίζει κόστος τιμή χρέωση επιστροφή_χρημάτων",
  tr: "silmek sil silin siliniz silerim silebilirim silinir silinmesi kaldırmak kaldır yok_etmek / iptal sonlandırmak feshetmek kapatmak / sıfırlamak sıfırla unuttum unutulan biçimlendirmek / ödemek öde ödeme satın_almak fiyat ücret maliyet iade",
  ga: "scrios scriosadh bain_amach baint díshuiteáil / cealaigh cealú dún foirceannadh cúlghairm / athshocraigh athshocrú dearmad / íoc íocaíocht ceannaigh costas praghas táille aisíocaíocht",
  id: "hapus menghapus penghapusan hilangkan membuang / batalkan membatalkan pembatalan hentikan menghentikan tutup menutup cabut / reset mereset atur_ulang mengatur_ulang lupa menimpa / bayar membayar pembayaran beli membeli biaya harga tarif pengembalian_dana",
  ru: "удалить удалять удаление стереть уничтожить убрать / отменить отмена отменять расторгнуть закрыть прекратить отозвать деактивировать / сбросить сброс сбрасывать забыл забыла перезаписать форматировать / платить оплатить оплата заплатить купить стоимость стоит цена тариф возврат",
  sr: "obrisati obriši brisanje ukloniti ukloni uklanjanje uništiti обрисати обриши брисање уклонити уклони / otkazati otkaži raskinuti zatvoriti opozvati отказати откажи затворити / resetovati resetuj zaboravio zaboravljena ресетовати / platiti plati plaćanje kupiti košta cena naknada povraćaj платити плати цена",
  ar: "حذف احذف إزالة مسح إتلاف / إلغاء ألغي إنهاء إغلاق إبطال تعطيل / إعادة_تعيين إعادة_ضبط نسيت / دفع ادفع شراء تكلفة سعر رسوم استرداد",
  zh: "删除 移除 清除 抹掉 卸载 刪除 / 取消 终止 注销 关闭 撤销 停用 / 重置 重设 忘记 覆盖 格式化 / 付款 支付 付费 购买 费用 价格 退款 收费",
  ja: "削除 消去 消す 取り除 除去 / 解約 取り消 キャンセル 終了 閉鎖 退会 無効 / リセット 初期化 忘れ 上書き / 支払 払う 購入 料金 費用 価格 返金",
  ko: "삭제 제거 지우 지워 / 취소 해지 해약 종료 탈퇴 비활성 / 초기화 재설정 잊어버 덮어쓰 / 결제 지불 구매 구입 요금 비용 가격 환불",
  th: "ลบ กำจัด นำออก ถอนการติดตั้ง / ยกเลิก สิ้นสุด ปิดบัญชี เพิกถอน / รีเซ็ต ตั้งค่าใหม่ ลืม เขียนทับ / จ่าย ชำระ ซื้อ ราคา ค่าใช้จ่าย ค่าบริการ คืนเงิน",
};

/**
 * Words of the above that only a question asks by: a sentence with "close the dialog", "the price" or "the PDF format" tells nobody to end
 * or pay anything.
 */
export const askedOnly: Partial<Record<Language, string>> = {
  en: "close cost price fee forgot forget forgotten format drop recover refund terminal",
  de: "schließen beenden kosten kostet preis gebühr erstattung vergessen formatieren",
  fr: "fermer coûter coût prix frais oublié formater",
  es: "cerrar costar cuesta precio tarifa reembolso olvidado olvidé formatear",
  it: "chiudere costare costo prezzo tariffa rimborso dimenticato formattare",
  pt: "fechar encerrar custar custo preço tarifa reembolso esqueci esquecido formatar",
  nl: "sluiten kosten kost prijs tarief terugbetaling vergeten formatteren",
  da: "lukke koste koster pris gebyr refusion glemt formatere",
  sv: "stänga avsluta kosta kostar pris avgift återbetalning glömt formatera",
  no: "lukke avslutte koste koster pris gebyr refusjon glemt formatere",
  fi: "sulkea päättää lopettaa hinta hyvitys unohtunut unohdin",
  hu: "bezár lezár ár díj kerül visszatérítés elfelejtett formáz",
  lt: "uždaryti kaina kainuoja mokestis grąžinimas pamiršau pamiršta formatuoti",
  ro: "închide costa preț taxă rambursare uitat formata",
  ca: "tancar costar cost preu tarifa reemborsament oblidat formatar",
  el: "κλείσιμο κλείσω κοστίζει κόστος τιμή ξέχασα",
  tr: "kapatmak fiyat ücret maliyet iade unuttum unutulan biçimlendirmek",
  ga: "dún costas praghas táille aisíocaíocht dearmad",
  id: "tutup menutup biaya harga tarif lupa",
  ru: "закрыть стоимость стоит цена тариф возврат забыл забыла форматировать",
  sr: "zatvoriti košta cena naknada povraćaj zaboravio zaboravljena затворити цена",
};

/** Words right before which a danger word is a noun or an adjective: "the closing tag", "eine Löschung". No pronouns among them. */
export const beforeNouns: Partial<Record<Language, string>> = {
  en: "the a an this that these those its their our no each every any your of in for with without before after on at from per",
  de: "der ein eine einen einem einer eines kein keine diese dieser dieses diesem ihre ihrer ihrem unsere unserer",
  fr: "un une cette cet ce ces chaque votre notre aucune aucun",
  es: "un una esta este estas estos cada ninguna ningún",
  it: "un una questa questo queste questi ogni nessuna nessun",
  pt: "um uma esta este essa esse cada nenhuma nenhum",
  nl: "de het een deze dit elke geen",
  da: "en et den det denne dette hver ingen",
  sv: "en ett den det denna detta varje ingen",
  no: "en et ei den det denne dette hver ingen",
};
