import { expect, test } from 'vitest';
import { decryptPayload, makeBrowserKeys } from '#server/test/servers/push-service.ts';
import { areUsableKeys, encryptPayload } from './encrypt-payload.ts';

const base64 = (text: string) => Buffer.from(text, 'base64url');

test('the example of RFC 8291 is encrypted to the bytes that stand there', () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const chance = {
    salt: base64('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: base64('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  };
  const payload = Buffer.from('When I grow up, I want to be a watermelon');
  expect(encryptPayload(payload, keys, chance).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test.each(['', 'New order #5', 'طلب جديد', 'x'.repeat(4079)])('a browser decrypts %j', async (text) => {
  const browser = await makeBrowserKeys();
  const keys = {
    p256dh: Buffer.from(browser.publicKey).toString('base64url'),
    auth: Buffer.from(browser.auth).toString('base64url'),
  };
  const [one, other] = [encryptPayload(Buffer.from(text), keys), encryptPayload(Buffer.from(text), keys)];
  expect(await decryptPayload(one, browser)).toBe(text);
  expect(one.equals(other)).toBe(false);
  expect(one.length).toBeLessThanOrEqual(4096 + 86);
  await expect(decryptPayload(one, await makeBrowserKeys())).rejects.toThrow();
});

test('a payload of more than one record is refused', async () => {
  const { publicKey, auth } = await makeBrowserKeys();
  const keys = { p256dh: Buffer.from(publicKey).toString('base64url'), auth: Buffer.from(auth).toString('base64url') };
  expect(() => encryptPayload(Buffer.alloc(4080), keys)).toThrow(RangeError);
});

const point = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
test.each([
  ['those of a browser', point, 'BTBZMqHH6r4Tts7J_aSIgg', true],
  ['a point beside the curve', `${point.slice(0, -2)}AA`, 'BTBZMqHH6r4Tts7J_aSIgg', false],
  ['no point', 'A'.repeat(87), 'BTBZMqHH6r4Tts7J_aSIgg', false],
  ['a short secret', point, 'BTBZMqHH6r4Tts7J', false],
])('keys: %s (%#)', (_, p256dh, auth, areUsable) => expect(areUsableKeys({ p256dh, auth })).toBe(areUsable));
