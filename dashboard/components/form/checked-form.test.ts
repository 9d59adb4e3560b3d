import type { FieldValues, Path, ResolverOptions } from 'react-hook-form';
import { beforeEach, expect, test, vi } from 'vitest';
import type { currencies } from '#contract/base/currency-digits.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { checkedCall, emptyFields, type FormCheck, resolveFields } from './checked-form.ts';

/** The options that the library gives a check of these fields. */
function shown<Values extends FieldValues>(names: readonly Path<Values>[]): ResolverOptions<Values> {
  return { fields: {}, names: [...names] as never, shouldUseNativeValidation: false };
}

/** The messages of a form with these fields on the page, by field. */
async function messagesOf<Values extends FieldValues>(
  check: FormCheck<Values>,
  filled: Values,
  names: readonly Path<Values>[],
): Promise<unknown> {
  const { errors } = await resolveFields(check)(filled, undefined, shown<Values>(names));
  const plain = (tree: object): unknown =>
    Object.fromEntries(
      Object.entries(tree).map(([name, value]) => [name, 'message' in value ? value.message : plain(value as object)]),
    );
  return plain(errors);
}

const signIn: FormCheck<{ email: string; password: string }> = {
  calls: (filled) => [checkedCall('POST /auth/signin', filled)],
};

beforeEach(() => {
  vi.resetModules();
});

test('a form without problems is sent as it is filled', async () => {
  const filled = { email: 'sara@example.com', password: 'a long secret' };
  expect(await resolveFields(signIn)(filled, undefined, shown(['email', 'password']))).toEqual({
    values: filled,
    errors: {},
  });
});

interface Account {
  firstName: string;
  email: string;
  phone: string;
}
const account: FormCheck<Account> = {
  calls: ({ firstName, email, phone }) => [
    checkedCall('POST /auth/signup', {
      firstName,
      lastName: 'Khan',
      email,
      country: 'United Arab Emirates',
      countryCode: '+971',
      mobileNumber: phone,
      restaurant: 'Al Noor',
      outlets: 'a kiosk' as never,
      chatfoodInformer: 'Friend',
      password: 'a long secret',
    }),
  ],
  fieldOf: (apiField) =>
    apiField === 'mobileNumber' ? 'phone' : apiField === 'outlets' ? null : (apiField as keyof Account),
};
const sara: Account = { firstName: 'Sara', email: 'sara@example.com', phone: '50 123 4567' };
const accountFields = ['firstName', 'email', 'phone'] as const;

test.each<[changed: Partial<Account>, messages: Record<string, string>]>([
  [{}, {}],
  [{ firstName: ' ' }, { firstName: 'This field is required' }],
  [{ firstName: 'x'.repeat(101) }, { firstName: 'Use at most 100 characters' }],
  [{ firstName: 'Sa\u0007ra' }, { firstName: 'Some characters are not allowed' }],
  [{ phone: '' }, { phone: 'This field is required' }],
  ...['', 'sara', 'sara@', 'sara@example', 'a b@example.com', 'a@@b.co'].map(
    (email): [Partial<Account>, Record<string, string>] => [
      { email },
      { email: 'Use an address like name@example.com' },
    ],
  ),
  [{ email: 'a@b.co' }, {}],
])('%j of an account: %j', async (changed, messages) => {
  expect(await messagesOf(account, { ...sara, ...changed }, accountFields)).toEqual(messages);
});

test('a problem that no field of the page shows is left to the server', async () => {
  // The number of outlets is none of the contract's, and has no field.
  expect(await messagesOf(account, sara, accountFields)).toEqual({});
  expect(await messagesOf(account, { ...sara, email: '', firstName: '' }, ['firstName'])).toEqual({
    firstName: 'This field is required',
  });
});

test('a field that left the page does not hold the form', async () => {
  const options = shown<Account>(accountFields);
  const left = { ...options, fields: { email: { name: 'email', ref: { name: 'email' }, mount: false } } };
  const filled = { ...sara, email: 'sara' };
  expect(await resolveFields(account)(filled, undefined, left)).toEqual({ values: filled, errors: {} });
});

test('problems of nested values and of lists stand at their fields', async () => {
  interface Outlet {
    name: string;
    nameTranslations: { ar: string };
    taxRate: number;
    openingHours: { day: string; open: boolean; periods: { start: string; end: string }[] }[];
  }
  const check: FormCheck<Outlet> = {
    calls: ({ name, nameTranslations, taxRate, openingHours }) => [
      checkedCall('PUT /outlet/update-outlet/:id', {
        name,
        nameTranslations,
        taxDetails: { taxRate, taxInclusive: true },
      }),
      checkedCall('POST /outlet/update-ordering-modes/:id', {
        mode: 'pickup',
        preparationTime: Number.NaN,
        openingHours: openingHours as never,
      }),
    ],
    fieldOf: (apiField) => {
      if (apiField === 'taxDetails.taxRate') return 'taxRate';
      return apiField.startsWith('openingHours') ? 'openingHours' : (apiField as Path<Outlet>);
    },
  };
  const filled: Outlet = {
    name: '...',
    nameTranslations: { ar: '\u0007' },
    taxRate: 100.5,
    openingHours: [{ day: 'Sunday', open: true, periods: [{ start: '09:00', end: '26:00' }] }],
  };
  expect(await messagesOf(check, filled, ['name', 'nameTranslations.ar', 'taxRate', 'openingHours'])).toEqual({
    name: 'Use a name with letters',
    nameTranslations: { ar: 'Some characters are not allowed' },
    taxRate: 'Use at most 100',
    openingHours: 'Use a time such as 09:30',
  });
});

test('numbers that were not typed as such are said in words, and large ones with their separators', async () => {
  const check: FormCheck<{ quantity: number }> = {
    calls: ({ quantity }) => [checkedCall('POST /menu/update-items-modifier/:id', { quantity })],
  };
  const of = (quantity: number) => messagesOf(check, { quantity }, ['quantity']);
  expect(await of(Number.NaN)).toEqual({ quantity: 'Use a number' });
  expect(await of(1.5)).toEqual({ quantity: 'Use a whole number' });
  expect(await of(-1)).toEqual({ quantity: 'Use at least 0' });
  expect(await of(1_000_001)).toEqual({ quantity: 'Use at most 1,000,000' });
  expect(await of(0)).toEqual({});
});

test('the problems of all calls that a form makes are found', async () => {
  const check: FormCheck<{ accent: string; currency: string }> = {
    calls: ({ accent, currency }) => [
      checkedCall('POST /restaurant/update-settings', { currency: currency as (typeof currencies)[number] }),
      checkedCall('POST /restaurant/update-branding', { accent }),
    ],
  };
  expect(await messagesOf(check, { accent: 'red', currency: 'XXX' }, ['accent', 'currency'])).toEqual({
    accent: 'Use a colour such as #C2410C',
    currency: 'Choose one of the list',
  });
});

test('the sentences of the form come first, and those of other fields stay', async () => {
  const check: FormCheck<Account> = {
    ...account,
    ownProblems: (filled) => emptyFields(filled, { firstName: 'This fname field is required', phone: 'Which phone?' }),
  };
  expect(await messagesOf(check, { ...sara, firstName: '', email: 'sara' }, accountFields)).toEqual({
    firstName: 'This fname field is required',
    email: 'Use an address like name@example.com',
  });
});

test('a list of nothing is refused as the server does', async () => {
  const check: FormCheck<{ outletIds: OutletId[] }> = {
    calls: ({ outletIds }) => [checkedCall('POST /staff/invite', { email: 'a@b.co', role: 'staff', outletIds })],
  };
  expect(await messagesOf(check, { outletIds: [] }, ['outletIds'])).toEqual({
    outletIds: 'Choose at least one outlet',
  });
});

test('a problem of one of many names stands at the field that they are typed in', async () => {
  const check: FormCheck<{ typed: string }> = {
    calls: ({ typed }) => [checkedCall('POST /dining/add-tables/:id', { names: typed.split(',') })],
    fieldOf: (apiField) => (apiField.startsWith('names') ? 'typed' : null),
  };
  expect(await messagesOf(check, { typed: `1,2,${'x'.repeat(41)}` }, ['typed'])).toEqual({
    typed: 'Use at most 40 characters',
  });
});

test('without the schemas a form is held by its own rules alone, and the next check loads them again', async () => {
  vi.doMock('./check-input.ts', () => {
    throw new Error('Failed to fetch dynamically imported module');
  });
  const { resolveFields: resolve } = await import('./checked-form.ts');
  const check = { ...account, ownProblems: ({ phone }: Account) => (phone === '' ? { phone: 'Which phone?' } : {}) };
  const options = shown<Account>(accountFields);
  const wrong = { ...sara, email: 'sara' };
  expect(await resolve(check)(wrong, undefined, options)).toEqual({ values: wrong, errors: {} });
  expect(await resolve(check)({ ...wrong, phone: '' }, undefined, options)).toEqual({
    values: {},
    errors: { phone: { type: 'contract', message: 'Which phone?' } },
  });
  vi.doUnmock('./check-input.ts');
  expect((await resolve(check)(wrong, undefined, options)).errors).toEqual({
    email: { type: 'contract', message: 'Use an address like name@example.com' },
  });
});

test('a form whose schemas are slow to arrive is sent without them', async () => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.doMock('./check-input.ts', async () => {
    await arrived;
    return { checkInput: () => ({ email: { code: 'email_invalid' } }) };
  });
  const { resolveFields: resolve } = await import('./checked-form.ts');
  vi.useFakeTimers();
  const options = shown<Account>(accountFields);
  const sent = resolve(account)(sara, undefined, options);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await sent).toEqual({ values: sara, errors: {} });
  vi.useRealTimers();
  arrive();
  vi.doUnmock('./check-input.ts');
});
