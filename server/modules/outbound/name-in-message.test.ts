import { expect, test } from 'vitest';
import { languages } from '#contract/base/enumerations.ts';
import { escalationMail, escalationText } from '#server/modules/kitchen/escalation/escalation-mails.ts';
import { closedMail, reopenedMail } from '#server/modules/restaurants/offboarding/mails.ts';
import {
  companyLinkedMail,
  companyLinkMail,
  factorChangedMail,
  factorResetMail,
  passwordChangedMail,
  resetMail,
} from '#server/modules/accounts/mails.ts';
import { invitationMail } from '#server/modules/staff/mails.ts';
import { codeText } from '#server/modules/customers/words.ts';
import { greeting, personInMessage, placeInMessage } from './name-in-message.ts';

const evil = 'Parcel held. Pay AED 2 at https://evil.example/x to get it';

test.each([
  ['Miller’s Café & Grill', "Miller's Café & Grill"],
  ['Al-Noor 24', 'Al-Noor 24'],
  ['مطعم النُّور', 'مطعم النُّور'],
  ['दिल्ली रसोई', 'दिल्ली रसोई'],
  ['東京ラーメン', '東京ラーメン'],
  [evil, 'Parcel held Pay AED 2 at to ge'],
  ['evil.example', 'evil example'],
  ['evil。example ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil example evil example'],
  ['e\u200bvil\u2024example', 'evil example'],
  ['\u202eHotel\u202c\r\n\r\n@order.test #12345', 'Hotel order test 12345'],
  ['<b>Bo</b> {{7*7}} ${x}', 'b Bo b 7 7 x'],
  ['hxxp://a b', 'b'],
])('the name %j is written as %j', (name, written) => {
  expect(placeInMessage(name)).toBe(written);
});

test('a name has thirty graphemes at most, and none of them is cut', () => {
  const grapheme = 'e\u0323\u0302\u0316';
  expect(placeInMessage(grapheme.repeat(40))).toBe(grapheme.normalize('NFKC').repeat(30));
  expect(placeInMessage('नि'.repeat(31))).toBe('नि'.repeat(30));
  expect(placeInMessage(`${'a'.repeat(29)} b`)).toBe('a'.repeat(29));
});

test('a name of which nothing is left is named by its kind, in the language of the message', () => {
  for (const name of ['', '😀', '...', '-&-', 'https://evil.example/x', '\u0301']) {
    expect(placeInMessage(name)).toBe('your restaurant');
    expect(placeInMessage(name, 'ar')).toBe('مطعمك');
    expect(personInMessage(name, 'en')).toBe('A colleague');
    expect(personInMessage(name, 'ar')).toBe('أحد الزملاء');
    expect(greeting(name, 'en')).toBe('Hello,');
    expect(greeting(name, 'ar')).toBe('مرحبًا،');
  }
});

test.each(languages)('no message in %s carries the link that somebody wrote into a name', (language) => {
  const origin = 'https://orders.test';
  const now = new Date('2026-03-01T10:00:00Z');
  const user = { email: 'sara@example.test', first_name: evil, language };
  const order = {
    id: 'an order',
    order_number: 7,
    order_prefix: '',
    outlet_name: evil,
    outlet_time_zone: 'Asia/Dubai',
    mode: 'pickup',
    total_minor: 1800,
    currency: 'AED',
    placed_at: now,
    requested_for: null,
    fired_at: null,
    accept_by: null,
    seen_by: evil,
  } as unknown as Parameters<typeof escalationMail>[1]['order'];
  const invitation = { email: 'sara@example.test', role: 'staff', invited_by_name: evil } as Parameters<
    typeof invitationMail
  >[0];
  const mails = [
    escalationMail('sara@example.test', { order, count: 1, language, origin, now }),
    invitationMail(invitation, evil, origin, 'token', language),
    closedMail(user, evil, now, origin),
    reopenedMail(user, evil, origin),
    resetMail(user, origin, 'token'),
    factorChangedMail(user, origin, true),
    factorResetMail(user, origin),
    passwordChangedMail(user, origin),
    companyLinkMail(user, origin, 'token', evil),
    companyLinkedMail(user, origin, evil),
  ];
  const texts = [
    codeText('01234', evil, 'order.test', language),
    escalationText({ order, count: 4, language, origin, now }),
    ...mails.flatMap(({ subject, text, html }) => [subject, text, html]),
  ];
  for (const text of texts) expect(text).not.toMatch(/evil/);
});
