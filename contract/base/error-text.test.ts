import { describe, expect, test } from 'vitest';
import { CallError } from './client.ts';
import { errors, type ErrorCode } from './errors.ts';
import { errorText, failureText, type ErrorPlace } from './error-text.ts';

const refusal = (status: number, code: ErrorCode, msg = 'the sentence') =>
  new CallError(status, { name: 'the name', msg, code, requestId: 'r1' });

describe('the words of a failed call', () => {
  test.each<[ErrorPlace, CallError, string]>([
    ['login', refusal(401, 'auth.wrong_credentials'), 'the sentence'],
    ['login', refusal(400, 'request.invalid'), 'server error'],
    ['login', refusal(500, 'server.error'), 'server error'],
    ['login', refusal(429, 'auth.too_many_tries'), 'the sentence'],
    ['login', new CallError(0, null), 'Network Error'],
    ['login', new CallError(502, null), 'server error'],
    ['signup', refusal(400, 'auth.email_taken'), 'the sentence'],
    ['signup', refusal(404, 'request.not_found'), 'the sentence'],
    ['signup', refusal(500, 'server.error'), 'Server error'],
    ['signup', new CallError(0, null), 'Server error'],
    ['recovery', refusal(400, 'auth.reset_link_invalid'), 'the sentence'],
    ['recovery', refusal(429, 'rate.limited'), 'the sentence'],
    ['recovery', refusal(500, 'server.error'), 'Server error'],
    ['recovery', new CallError(0, null), 'Network Error'],
    ['setup', refusal(400, 'request.invalid'), 'the name'],
    ['setup', refusal(401, 'auth.required'), 'Login is required'],
    ['setup', refusal(404, 'request.not_found'), 'No record found'],
    ['setup', refusal(413, 'image.too_large'), 'the sentence'],
    ['setup', refusal(500, 'server.error'), 'server error'],
    ['setup', new CallError(0, null), 'Network error'],
    ['items', refusal(404, 'request.not_found'), 'Item was not found'],
    ['outlets', refusal(404, 'request.not_found'), 'server error'],
    ['operation', refusal(404, 'order.not_found'), 'No record found'],
    ['operation', refusal(409, 'order.status_changed'), 'the sentence'],
    ['operation', refusal(403, 'auth.forbidden'), 'server error'],
    ['code', refusal(400, 'code.wrong'), 'the sentence'],
    ['code', new CallError(0, null), 'Network Error'],
    ['site', refusal(400, 'request.invalid'), 'the name'],
    ['site', new CallError(0, null), 'Network error'],
    ['order', refusal(409, 'order.price_changed'), 'the sentence'],
    ['order', refusal(503, 'server.unavailable'), 'the sentence'],
    ['order', refusal(500, 'server.error'), 'Server Error'],
    ['order', new CallError(0, null), 'Server Error'],
  ])('%s: %o', (place, error, words) => {
    expect(errorText(error, place, failureText)).toBe(words);
  });

  test('anything that is not an answer reads as a lost connection', () => {
    expect(errorText(new TypeError('x'), 'setup', failureText)).toBe('Network error');
  });

  test('every error has a status of its own kind and a message', () => {
    for (const [code, { status, name, msg }] of Object.entries(errors)) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(name, code).not.toBe('');
      expect(msg, code).not.toBe('');
    }
  });
});
