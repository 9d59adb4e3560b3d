import { commonWords } from './common-words.ts';

/** What others know of an account's owner; none of it makes a password. */
export interface KnownOfOwner {
  email: string;
  firstName: string;
  lastName: string;
  restaurant?: string;
}

/**
 * Whether a guesser would try this password early (R2). Instead of a list of leaked passwords, which are all made alike, it
 * takes the password apart into as few pieces as it can: common words, names, years, repetitions, runs along the keyboard or
 * alphabet, and where nothing fits single characters; what is known of the owner counts as nothing. Four pieces or fewer are
 * common: 'Michelle1987' is two, 'p@ssw0rd123!' three, '1qaz2wsx' one, a word with three odd characters four.
 */
export function isCommonPassword(password: string, owner: KnownOfOwner): boolean {
  const typed = password.normalize('NFKC').toLowerCase();
  const words = ownWords(owner);
  return readings(typed).some((reading) => countPieces(typed, reading, words) <= mostPieces);
}

const mostPieces = 4;

/** The fewest pieces that make up the password; `reading` is what its characters stand for, one for one. */
function countPieces(typed: string, reading: string, ownWords: ReadonlySet<string>): number {
  // fewest[n]: the pieces of the first n characters.
  const fewest = [0];
  for (let end = 1; end <= typed.length; end++) {
    let best = fewest[end - 1]! + 1;
    for (let start = Math.max(0, end - longestPiece); start <= end - 3; start++) {
      const [part, readPart] = [typed.slice(start, end), reading.slice(start, end)];
      if (ownWords.has(part) || ownWords.has(readPart)) best = Math.min(best, fewest[start]!);
      else if (fewest[start]! + 1 < best && isPiece(part, readPart)) best = fewest[start]! + 1;
    }
    fewest.push(best);
  }
  return fewest.at(-1)!;
}

const longestPiece = 40;

function isPiece(typed: string, reading: string): boolean {
  return (
    commonWords.has(reading) ||
    commonWords.has(typed) ||
    isRepetition(typed) ||
    isDate(typed) ||
    runs.some((run) => run.includes(typed))
  );
}

/** 'aaa', 'abab', '123123', and a word twice. */
function isRepetition(text: string): boolean {
  const unit = (text + text).indexOf(text, 1);
  return unit < text.length && (unit <= 4 || commonWords.has(text.slice(0, unit)));
}

/** A year, or a day and month with one, in any order and with two or four digits of the year. */
function isDate(text: string): boolean {
  return /^(19|20)\d\d$/.test(text) || dates.some((date) => date.test(text));
}

const day = '(0[1-9]|[12]\\d|3[01])';
const month = '(0[1-9]|1[0-2])';
const year = '((19|20)?\\d\\d)';
const dates = [day + month + year, month + day + year, year + month + day].map((date) => new RegExp(`^${date}$`));

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '!@#$%^&*()',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i',
  'a1b2c3d4e5f6g7h8i9',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
  'zaq1xsw2cde3vfr4bgt5nhy6',
  'zaq12wsxcde34rfv',
  'qweasdzxc',
  'asdzxc',
  'qweasd',
  'wersdf',
  'poilkjmnb',
  '147258369',
  '741852963',
  '123654789',
  '159357',
  '159753',
  '1357924680',
  '0246813579',
  '112233445566778899',
  'aabbccddeeff',
  '1029384756',
];
/** Runs over neighbours on a keyboard or in the alphabet, both ways. */
const runs = [...rows, ...rows.map((row) => Array.from(row).toReversed().join(''))];

/** The characters as typed, and as the letters that they are often typed for; '1' and '!' stand for i or l. */
function readings(typed: string): string[] {
  const letters: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };
  const plain = Array.from(typed, (character) => letters[character] ?? character).join('');
  return [typed, plain.replaceAll(/[1!]/g, 'i'), plain.replaceAll(/[1!]/g, 'l')];
}

function ownWords({ email, firstName, lastName, restaurant = '' }: KnownOfOwner): ReadonlySet<string> {
  const words = new Set(['order', 'manager']);
  for (const text of [email, firstName, lastName, restaurant]) {
    const folded = text.normalize('NFKC').toLowerCase();
    for (const spelling of [
      folded,
      folded.replaceAll(/['’]/g, ''),
      folded.normalize('NFKD').replaceAll(/\p{Mark}/gu, ''),
    ]) {
      for (const word of spelling.split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)) if (word.length > 2) words.add(word);
    }
  }
  return words;
}
