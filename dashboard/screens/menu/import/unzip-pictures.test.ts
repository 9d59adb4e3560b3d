import { expect, test } from 'vitest';
import { zipOf } from '#server/test/data/make-zip.ts';
import { isZip, unzipPictures } from './unzip-pictures.ts';

const zipFile = (entries: Parameters<typeof zipOf>[0], comment?: string) =>
  new File([zipOf(entries, comment)], 'menu.zip');

const read = async (files: File[] | null) =>
  files && Promise.all(files.map(async (file) => [file.name, await file.text()]));

test('pictures come out of their folders, stored and deflated, and all else stays in', async () => {
  const zip = zipFile([
    { path: 'menu/', content: '', isStored: true },
    { path: 'menu/BURGER-01.jpg', content: 'burger '.repeat(500) },
    { path: 'menu\\drinks\\Water.PNG', content: 'water', isStored: true },
    { path: 'menu/حمص.jpeg', content: 'hummus' },
    { path: '__MACOSX/menu/._BURGER-01.jpg', content: 'of the Finder' },
    { path: 'menu.csv', content: 'category,name,price' },
  ]);
  expect(await read(await unzipPictures(zip))).toEqual([
    ['BURGER-01.jpg', 'burger '.repeat(500)],
    ['Water.PNG', 'water'],
    ['حمص.jpeg', 'hummus'],
  ]);
});

test('a comment after the end is no part of the directory, and a ZIP without pictures has none', async () => {
  expect(await read(await unzipPictures(zipFile([{ path: 'a.jpg', content: 'a' }], 'made by a till')))).toEqual([
    ['a.jpg', 'a'],
  ]);
  expect(await unzipPictures(zipFile([{ path: 'notes.txt', content: 'a' }]))).toEqual([]);
});

test('another file, a cut one, an encrypted one and one that lies about a size are told to be unreadable', async () => {
  expect(await unzipPictures(new File(['no archive at all'.repeat(9)], 'menu.zip'))).toBeNull();
  expect(await unzipPictures(new File([], 'menu.zip'))).toBeNull();
  const whole = zipFile([{ path: 'a.jpg', content: 'a'.repeat(300), isStored: true }]);
  expect(await unzipPictures(new File([whole.slice(200)], 'menu.zip'))).toBeNull();
  expect(await unzipPictures(zipFile([{ path: 'a.jpg', content: 'a', isEncrypted: true }]))).toBeNull();
  expect(await unzipPictures(zipFile([{ path: 'a.jpg', content: 'a'.repeat(300), size: 2 }]))).toBeNull();
  expect(await unzipPictures(zipFile([{ path: 'a.jpg', content: 'a', size: 2 ** 31 }]))).toBeNull();
});

test('a ZIP is told by its name', () => {
  expect(['menu.zip', 'MENU.ZIP', 'menu.zip.jpg', 'zip'].map((name) => isZip(new File([], name)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
