import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { slowness } from '#server/test/servers/slowness.ts';
import { isCommonPassword } from './common-passwords.ts';

const owner = {
  email: 'sara.khan@saffronhouse.example',
  firstName: 'Sara',
  lastName: 'Al Marzouqi',
  restaurant: "Saffron's Table",
};

/** The passwords of eight characters or more at the head of every published list of leaks. */
const leaked = `
  password 12345678 123456789 1234567890 iloveyou princess qwertyuiop password1 sunshine football baseball superman
  starwars trustno1 whatever computer michelle jennifer 1q2w3e4r 1qaz2wsx qwerty123 qwerty12 abcd1234 abc12345 a1b2c3d4
  passw0rd p@ssw0rd P@ssw0rd P@ssword1 Password1 Password123 Password1! password12 password2 password! admin123 admin1234
  administrator welcome1 Welcome1 Welcome123 welcome123 letmein1 letmein123 master123 dragon123 monkey123 shadow123
  football1 baseball1 superman1 sunshine1 princess1 jessica1 michael1 charlie1 jordan23 liverpool chelsea1 arsenal1
  barcelona realmadrid manchester ronaldo7 steelers cowboys1 mustang1 corvette ferrari1 mercedes harley69
  11111111 00000000 88888888 12341234 11223344 12121212 10203040 87654321 987654321 123123123 123321123 1234567891
  11112222 asdfghjkl asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 qwer1234 qweasdzxc qazwsxedc zaq12wsx 1q2w3e4r5t q1w2e3r4
  qwerty1234 qwertyui 123qweasd 1234qwer 147258369 789456123 159357159 112233445566 01012000 19871987 20102010 01011990
  iloveyou1 iloveyou2 iloveyou! loveyou1 babygirl babygirl1 butterfly chocolate strawberry elizabeth nicholas jonathan
  samantha stephanie alexander christian anthony1 victoria maverick scorpion midnight1 december november jasmine1
  hellokitty pokemon123 minecraft1 spiderman batman123 startrek gandalf1 slipknot metallica greenday1 linkinpark
  blink182 harrypotter test1234 testtest testing123 changeme changeme1 secret123 temp1234 guest123 user1234
  summer2024 Summer2025! winter2023 spring2026 Monday123 January2026 fuckyou1 fuckyou2 asshole1 mypassword cocacola1
  iloveu123 sweetheart sweety123 jesus123 jesuschrist blessed1 mohammed bismillah pakistan india123 dubai2024
`
  .trim()
  .split(/\s+/);

/** The passwords that are common, in their sequence. */
async function commonOf(passwords: readonly string[]): Promise<string[]> {
  const judged = await Promise.all(passwords.map((password) => isCommonPassword(password, owner)));
  return passwords.filter((_, index) => judged[index]);
}

test('a leaked password is refused', async () => {
  expect(leaked.filter((password) => password.length < 8)).toEqual([]);
  expect(await commonOf(leaked)).toEqual(leaked);
});

test.each([
  'saffronstable',
  'SaffronTable1',
  'Saffron2026!',
  'sara.khan1',
  'SaraKhan99',
  'almarzouqi123',
  'saffronhouse',
  'saffron-table-24',
  'OrderManager1',
  'order-manager',
])('%s is made of words known of the owner or the product', async (password) => {
  expect(await isCommonPassword(password, owner)).toBe(true);
});

test.each([
  'correct horse battery staple',
  'tr0ub4dor&3x',
  'kX9#mQ2!vL',
  'vbqjwzpk',
  'Lamp under 3 rivers',
  'قهوة الصباح مع أمي',
  '我家的猫不喜欢星期一早上',
  'olives-and-7-anchovies',
  'mj4Tq8Zr',
])('%s is accepted', async (password) => {
  expect(await isCommonPassword(password, owner)).toBe(false);
});

test('hardly any random password of ten letters and digits is refused', async () => {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const random = fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength: 10, maxLength: 10 });
  const refused = await commonOf(fc.sample(random, { numRuns: 2_000, seed: 7 }));
  expect(refused.length).toBeLessThan(5);
});

test('a long password is judged quickly', async () => {
  await isCommonPassword('unpacks the list', owner);
  const started = performance.now();
  for (let n = 0; n < 10; n++) await isCommonPassword('1a'.repeat(60) + 'xyzzyplugh', owner);
  expect(performance.now() - started).toBeLessThan(1_000 * slowness());
});
