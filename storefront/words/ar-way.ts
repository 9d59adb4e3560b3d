/** The words in Arabic of an order that a driver is out with. */
import { pluralIn } from './plural-forms.ts';
import type { LazyWords } from './words.ts';

const counted = pluralIn('ar');

export const arWay: LazyWords['way'] = {
  title: 'في الطريق إليك',
  leftAt: (time) => `انطلق السائق في ${time}.`,
  code: 'رمزك للسائق',
  codeHint: 'أخبر السائق به بعد أن تستلم طلبك، لا قبل ذلك.',
  near: 'السائق على بعد أقل من 100 متر.',
  away: (distance) => `السائق على بعد ${distance} بخط مستقيم.`,
  seen: (seconds) => `قبل ${counted(seconds, { one: 'ثانية واحدة', two: 'ثانيتين', few: '# ثوانٍ', other: '# ثانية' })}`,
  follow: 'تتبّع طلبك',
  map: 'خريطة عليها السائق',
  mapWithDoor: 'خريطة عليها السائق وباب بيتك',
  metres: (metres) => `${metres} م`,
  kilometres: (kilometres) => `${kilometres} كم`,
};
