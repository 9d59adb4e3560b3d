import { expect, test } from 'vitest';
import type { Piece } from './chains.ts';
import { PieceWriter } from './piece-writer.ts';

test('a part of the log is safe up to the last end of the engine that it holds', async () => {
  const pieces: Piece[] = [];
  const begin = new Date('2026-03-01T12:00:00Z');
  const writer = new PieceWriter(
    { end: 100n, at: begin },
    { store: async (piece) => void pieces.push(piece), onStored: () => undefined, onFailed: () => undefined },
  );
  const noted = new Date('2026-03-01T14:00:00Z');
  writer.noteEnd({ end: 300n, at: noted });
  writer.add(Buffer.alloc(100), 100n);
  await writer.cut();
  expect([pieces[0]!.safeAt, writer.safeAt]).toEqual([begin, begin]);

  writer.add(Buffer.alloc(150), 200n);
  await writer.cut();
  expect([pieces[1]!.safeAt, writer.safeAt]).toEqual([noted, noted]);

  // There is nothing more: the store has all of it, without another piece.
  writer.noteEnd({ end: 350n, at: new Date('2026-03-01T14:00:04Z') });
  expect(writer.safeAt).toEqual(new Date('2026-03-01T14:00:04Z'));
});
