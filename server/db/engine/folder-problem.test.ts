import { expect, test } from 'vitest';
import { asFolderProblem } from './folder-problem.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: something`), { code, path: '/srv/data' });

test.each([
  [
    'EACCES',
    'This user may not read or write /srv/data. Give it to the user that runs Order Manager, or set DATA_DIR.',
  ],
  ['EROFS', '/srv/data is on a disk that cannot be written. Mount it for writing, or set DATA_DIR to another folder.'],
  ['EISDIR', '/srv/data is a folder, where a file belongs. Move it away and start again.'],
  ['EEXIST', '/srv/data is a file, where a folder belongs. Move it away, or set DATA_DIR to another folder.'],
  ['ENOSPC', 'The disk of /srv/data is full. Make room and start again.'],
])('%s is said in words', (code, sentence) => {
  expect(asFolderProblem(failure(code))).toMatchObject({ message: sentence });
});

test('any other error is left as it is', () => {
  const [unknown, plain] = [failure('EMFILE'), new Error('Plain')];
  expect(asFolderProblem(unknown)).toBe(unknown);
  expect(asFolderProblem(plain)).toBe(plain);
});
