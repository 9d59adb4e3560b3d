import { expect, test } from 'vitest';
import type { OutletEscalation } from '#contract/kitchen/escalation.ts';
import { escalationChanges, escalationField, escalationForm, rejectsTooEarly } from './escalation-form.ts';

const escalation: OutletEscalation = {
  devicesMinutes: 1,
  mailMinutes: 3,
  mailTo: null,
  email: 'marina@example.test',
  alertCalls: false,
  callMinutes: 5,
  isMailProven: true,
  isPhoneProven: true,
  callsBy: 'message',
  phone: '+97144321000',
  rejectMinutes: null,
  refusesUnattended: false,
  answerMinutes: 10,
};

test('settings that were read are sent back unchanged', () => {
  const { email: _, phone: __, callsBy: ___, isMailProven: ____, isPhoneProven: _____, ...settings } = escalation;
  const all = { ...settings, mailTo: 'owner@example.test', alertCalls: true, rejectMinutes: 7, answerMinutes: 15 };
  expect(escalationChanges(escalationForm({ ...escalation, ...all }))).toEqual(all);
});

test('the fields of a step that is off are not sent, whatever stands in them', () => {
  const form = { ...escalationForm(escalation), rejectMinutes: '', calls: false, callMinutes: '' };
  expect(escalationChanges({ ...form, mails: false, mailMinutes: '', mailTo: 'chef@' })).toEqual({
    devicesMinutes: 1,
    mailMinutes: null,
    alertCalls: false,
    rejectMinutes: null,
    refusesUnattended: false,
    answerMinutes: 10,
  });
});

test('a refused value is shown at its field', () => {
  expect(escalationField('answerMinutes')).toBe('answerMinutes');
  expect(escalationField('alertCalls')).toBeNull();
});

test('a step that is switched on again has its usual minutes', () => {
  expect(escalationForm({ ...escalation, mailMinutes: null })).toMatchObject({ mails: false, mailMinutes: '3' });
  expect(escalationForm(escalation)).toMatchObject({ rejects: false, rejectMinutes: '10' });
});

test('an order that is cancelled before a step is pointed out', () => {
  const form = { ...escalationForm(escalation), rejects: true };
  expect(rejectsTooEarly({ ...form, rejectMinutes: '4' })).toBe(false);
  expect(rejectsTooEarly({ ...form, rejectMinutes: '3' })).toBe(true);
  expect(rejectsTooEarly({ ...form, rejectMinutes: '٣' })).toBe(true);
  expect(rejectsTooEarly({ ...form, rejectMinutes: '4', calls: true })).toBe(true);
  expect(rejectsTooEarly({ ...form, rejectMinutes: '3', mails: false })).toBe(false);
});
