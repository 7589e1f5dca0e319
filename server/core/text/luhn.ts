/** True for 13 or more digits with a correct check digit (ISO/IEC 7812), as on payment cards. Ignores all other characters. */
export function passesLuhn(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  if (digits.length < 13 || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = Number(digits[digits.length - 1 - index]);
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}
