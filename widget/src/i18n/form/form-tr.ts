import type { FormWords } from "./form-en.ts";

export const strings: FormWords = {
  start: "Mesajınız gönderilmeden önce",
  person: "Ekibimiz için birkaç bilgi",
  name: "Ad",
  phone: "Telefon numarası",
  optional: "(isteğe bağlı)",
  choose: "Lütfen seçin",
  missing: "Lütfen doldurun.",
  wrong: "Lütfen kontrol edin.",
  phoneWrong: "Geçerli bir telefon numarası girin.",
  agree: "Devam etmek için onaylayın.",
  changed: "Sorular değişti. Lütfen yanıtlarınızı kontrol edin.",
};
