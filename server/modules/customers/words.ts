/** The words that leave the house for guests: the text message with a code. */
import type { Language } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { placeInMessage } from '#server/modules/outbound/name-in-message.ts';

/** The message of a code; its last line lets a phone fill the code in, on our site only (WebOTP, C09). */
export function codeText(code: string, restaurantName: string, domain: string, language: Language): string {
  const name = placeInMessage(restaurantName, language);
  const minutes = limits.codeValidSeconds / 60;
  const sentence = {
    en: `${code} is your code for ${name}. It is good for ${minutes} minutes.`,
    ar: `${code} هو رمزك لدى ${name}. صالح لمدة ${minutes} دقائق.`,
  };
  return `${sentence[language]}\n\n@${domain} #${code}`;
}
