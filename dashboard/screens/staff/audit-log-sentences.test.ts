import { expect, test } from 'vitest';
import type { AuditAction } from '#contract/staff/audit-log.ts';
import { auditSentence } from './audit-log-sentences.ts';

test('an action is told with whom or what it was about', () => {
  expect(auditSentence('staff.invited', 'anna@example.com')).toBe('Invited anna@example.com');
});

test('a gateway has the name that it writes itself with', () => {
  expect(auditSentence('gateway.connected', 'stripe')).toBe('Connected Stripe for online payments');
  expect(auditSentence('gateway.disconnected', 'stripe')).toBe('Disconnected Stripe for online payments');
});

test('an action that only a newer page can name is told to be one', () => {
  const action: string = 'oven.moved';
  expect(auditSentence(action as AuditAction, 'Oven')).toBe('A new kind of action. Reload the page to read it.');
});
