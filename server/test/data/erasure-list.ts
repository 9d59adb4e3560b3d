import { randomUUID } from 'node:crypto';
import type { Erasure, ErasureList } from '#server/modules/customers/privacy/erasure-list.ts';

/** A list of erasures without a file. @returns it, and those that were committed. */
export function openMemoryList(): { list: ErasureList; erased: Erasure[] } {
  const erased: Erasure[] = [];
  const notes = new Map<string, readonly Erasure[]>();
  const unsettled = new Map<string, readonly Erasure[]>();
  const list: ErasureList = {
    note: async (erasures) => {
      const note = randomUUID();
      notes.set(note, erasures);
      return note;
    },
    settle: async (note, isErased) => {
      if (isErased) erased.push(...(notes.get(note) ?? []));
      unsettled.delete(note);
    },
    unsettled: async () => unsettled,
  };
  return { list, erased };
}
