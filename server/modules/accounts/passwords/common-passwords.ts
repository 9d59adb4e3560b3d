/** Facts about an account's owner that others know; none of them makes a password. */
export interface OwnerFacts {
  email: string;
  firstName: string;
  lastName: string;
  restaurant?: string;
}

/** About 49,000 passwords of published leaks, in lower case. */
type Leaked = ReadonlySet<string>;

/** Unpacked when somebody first chooses a password: it would take a twentieth of each start, and 5 MB. */
let unpacking: Promise<Leaked> | null = null;

function unpackLeaked(): Promise<Leaked> {
  unpacking ??= import('@zxcvbn-ts/language-common')
    .then(({ dictionary }) => new Set(dictionary['passwords-common']))
    .catch((error: unknown) => {
      // The next one tries again.
      unpacking = null;
      throw error;
    });
  return unpacking;
}

/** The most characters beside a known word that still do not make it a password: a year and a sign. */
const mostDecoration = 5;

/**
 * Whether a guesser would try this password early (R2): a leaked password, alone or with up to five digits or signs
 * around it, a number, or words known of the owner or the product with up to five other characters. Case does not
 * matter.
 */
export async function isCommonPassword(password: string, owner: OwnerFacts): Promise<boolean> {
  const typed = password.normalize('NFKC').toLowerCase();
  return isLeaked(typed, await unpackLeaked()) || withoutWords(typed, ownerWords(owner)).length <= mostDecoration;
}

function isLeaked(typed: string, leaked: Leaked): boolean {
  // Twelve digits are fewer guesses than eight letters, and mostly dates and phone numbers.
  if (leaked.has(typed) || /^\d{1,12}$/.test(typed)) return true;
  const core = typed.replace(/^[^\p{Letter}]+/u, '').replace(/[^\p{Letter}]+$/u, '');
  return core.length >= typed.length - mostDecoration && (leaked.has(core) || leaked.has(asLetters(core)));
}

/** Replaces digits and signs by the letters they are often typed for. */
function asLetters(text: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
  };
  return Array.from(text, (character) => letters[character] ?? character).join('');
}

/** The rest of the password without the words (the longest removed first) and without separators. */
function withoutWords(typed: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ''), typed).replaceAll(/[\s._'’-]/gu, '');
}

function ownerWords({ email, firstName, lastName, restaurant = '' }: OwnerFacts): string[] {
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
  return [...words].toSorted((a, b) => b.length - a.length);
}
