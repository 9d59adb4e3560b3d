import { type KeyboardEvent, useLayoutEffect, useState } from 'react';
import { words } from '../../words/words.ts';
import { moveRow } from './move-row.ts';

interface LiftedRow<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  onReorder: ((rows: Row[]) => void) | null;
  announce: (text: string) => void;
}

/** State and event handlers of a row's handle. */
export interface LiftingHandle {
  isLifted: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: (() => void) | undefined;
}

/**
 * A row that was lifted by its handle's keys and stands elsewhere until it is dropped. It is a state of the list, not a drag that has to
 * be measured first: an arrow counts from the very next key after Space, however busy the machine is.
 */
export function useLiftedRow<Row>({ rows, rowId, rowName, onReorder, announce }: LiftedRow<Row>) {
  const [lifted, setLifted] = useState<{ id: string; to: number } | null>(null);
  const from = lifted === null ? -1 : rows.findIndex((row) => rowId(row) === lifted.id);
  // The rows may have become fewer meanwhile.
  const to = lifted === null ? -1 : Math.min(lifted.to, rows.length - 1);
  const shown = from === -1 ? rows : moveRow(rows, from, to);

  const drop = (name: string) => {
    setLifted(null);
    announce(words.general.form.dropped({ name, position: to + 1, count: rows.length }));
    if (to !== from) onReorder?.(moveRow(rows, from, to));
  };
  const putBack = (name: string) => {
    setLifted(null);
    announce(words.general.form.notMoved({ name }));
  };
  const move = (id: string, name: string, next: number) => {
    const position = Math.max(0, Math.min(next, rows.length - 1));
    setLifted({ id, to: position });
    announce(words.general.form.movedTo({ name, position: position + 1, count: rows.length }));
  };

  const handleOf = (row: Row): LiftingHandle => {
    const id = rowId(row);
    const name = rowName(row);
    const isLifted = from !== -1 && lifted?.id === id;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        // A key that is held down neither drops what it lifted nor lifts it again.
        if (event.repeat) return;
        if (isLifted) return drop(name);
        const at = rows.indexOf(row);
        setLifted({ id, to: at });
        return announce(words.general.form.lifted({ name, position: at + 1, count: rows.length }));
      }
      if (!isLifted) return;
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        event.preventDefault();
        return move(id, name, to + (event.key === 'ArrowUp' ? -1 : 1));
      }
      if (event.key === 'Tab') return drop(name);
      if (event.key === 'Escape') {
        event.preventDefault();
        // The dialog around the list stays open.
        event.stopPropagation();
        putBack(name);
      }
    };
    return { isLifted, onKeyDown, onBlur: isLifted ? () => putBack(name) : undefined };
  };

  // The handle keeps the focus for as long as its row is lifted.
  useLayoutEffect(() => {
    if (to !== -1) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [to]);
  return { shown, handleOf };
}
