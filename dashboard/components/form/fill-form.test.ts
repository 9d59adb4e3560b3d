import { createFormControl } from 'react-hook-form';
import { expect, test } from 'vitest';
import { enteredValues, fillForm, isSameValue } from './fill-form.ts';

test('two files are two values, also where they hold the same', () => {
  const [first, second] = [new Blob(['photo']), new Blob(['photo'])];
  expect(isSameValue({ kind: 'new', file: first }, { kind: 'new', file: second })).toBe(false);
  expect(isSameValue({ kind: 'new', file: first }, { kind: 'new', file: first })).toBe(true);
  expect(isSameValue({ kind: 'new', file: first }, { kind: 'new', file: {} })).toBe(false);
});

test('other values are the same by what they hold', () => {
  expect(isSameValue({ ar: 'ماء', periods: [{ start: '11:00' }] }, { ar: 'ماء', periods: [{ start: '11:00' }] })).toBe(
    true,
  );
  expect(isSameValue(['delivery'], ['pickup'])).toBe(false);
  expect(isSameValue(undefined, undefined)).toBe(true);
});

test('entered values stay as they were when the form is filled again', () => {
  const form = createFormControl({ defaultValues: { names: { ar: '' }, photo: { file: new Blob(['photo']) } } });
  form.control._state.mount = true;
  form.register('names.ar');
  form.setValue('names.ar', 'الميناء');
  const { file } = form.getValues('photo');
  const entered = enteredValues(form);
  fillForm(form, { names: { ar: '' }, photo: { file } });
  expect(entered.names).toEqual({ ar: 'الميناء' });
  expect(entered.photo.file).toBe(file);
});
