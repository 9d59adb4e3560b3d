import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../words/words.ts';
import { useIsReadOnly } from '../feedback/editing-area.tsx';
import { moveRow } from './move-row.ts';
import { type LiftingHandle, useLiftedRow } from './use-lifted-row.ts';
import { visuallyHidden } from '../feedback/visually-hidden.ts';

interface SortableListProps<Row> {
  /** Name of the list for screen readers. */
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  /** The rows in their new order. Null where they may not be moved. */
  onReorder: ((rows: Row[]) => void) | null;
  /** Content of a row, after its handle. */
  children: (row: Row) => ReactNode;
  /**
   * Controls before the arrows. On a phone they have a line of their own together with the arrows, so that the name
   * keeps its room.
   */
  beside?: (row: Row) => ReactNode;
  /** Details below the row, as wide as the list: null where a row has none. */
  details?: (row: Row) => ReactNode;
}

/** Rows in an order of the merchant's own: by drag, by keyboard (Space and arrows), or by the two arrow buttons (WCAG 2.5.7). */
export function SortableList<Row>(props: SortableListProps<Row>) {
  const { label, rows, rowId, rowName, onReorder, children, beside, details } = props;
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const indexOf = (id: UniqueIdentifier) => rows.findIndex((row) => rowId(row) === id);
  const nameOf = (id: UniqueIdentifier) => {
    const row = rows[indexOf(id)];
    return row === undefined ? '' : rowName(row);
  };
  const end = ({ active, over }: DragEndEvent) => {
    if (over !== null && over.id !== active.id) onReorder?.(moveRow(rows, indexOf(active.id), indexOf(over.id)));
  };
  const [announcement, setAnnouncement] = useState('');
  const { list, keepFocus } = useKeptFocus(rows.map(rowId));
  const { shown, handleOf } = useLiftedRow({ rows, rowId, rowName, onReorder, announce: setAnnouncement });
  const step = (from: number, to: number) => {
    const row = rows[from]!;
    keepFocus(rowId(row), to < from ? 'up' : 'down');
    setAnnouncement(words.general.form.movedTo({ name: rowName(row), position: to + 1, count: rows.length }));
    onReorder?.(moveRow(rows, from, to));
  };
  const isMovable = !useIsReadOnly() && onReorder !== null;
  const lifted = (id: UniqueIdentifier) =>
    words.general.form.lifted({ name: nameOf(id), position: indexOf(id) + 1, count: rows.length });
  const announcements: Announcements = {
    onDragStart: ({ active }) => lifted(active.id),
    // A row that has just been lifted is over its own place.
    onDragOver: ({ active, over }) =>
      over === null
        ? undefined
        : over.id === active.id
          ? lifted(active.id)
          : words.general.form.movedTo({ name: nameOf(active.id), position: indexOf(over.id) + 1, count: rows.length }),
    onDragEnd: ({ active, over }) =>
      over === null
        ? undefined
        : words.general.form.dropped({ name: nameOf(active.id), position: indexOf(over.id) + 1, count: rows.length }),
    onDragCancel: ({ active }) => words.general.form.notMoved({ name: nameOf(active.id) }),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: words.general.form.dragHint } }}
    >
      <SortableContext items={shown.map(rowId)} strategy={verticalListSortingStrategy}>
        <Box
          component="ul"
          ref={list}
          aria-label={label}
          sx={{ listStyle: 'none', m: 0, p: 0, containerType: 'inline-size' }}
        >
          {shown.map((row, index) => (
            <SortableRow
              key={rowId(row)}
              id={rowId(row)}
              name={rowName(row)}
              isMovable={isMovable}
              handle={handleOf(row)}
              onUp={index === 0 ? null : () => step(index, index - 1)}
              onDown={index === rows.length - 1 ? null : () => step(index, index + 1)}
              beside={beside?.(row)}
              details={details?.(row)}
            >
              {children(row)}
            </SortableRow>
          ))}
        </Box>
      </SortableContext>
      <Box component="output" sx={visuallyHidden}>
        {announcement}
      </Box>
    </DndContext>
  );
}

type Arrow = 'up' | 'down';

/** A row that moves takes the focus of its arrow along; the browser drops it, and at the ends that arrow cannot be pressed. */
function useKeptFocus(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const focusedArrow = useRef<{ id: string; arrow: Arrow; from: number } | null>(null);
  useLayoutEffect(() => {
    if (focusedArrow.current === null || ids.indexOf(focusedArrow.current.id) === focusedArrow.current.from) return;
    const { id, arrow } = focusedArrow.current;
    focusedArrow.current = null;
    const row = list.current?.children[ids.indexOf(id)];
    for (const name of [arrow, arrow === 'up' ? 'down' : 'up']) {
      const button = row?.querySelector<HTMLButtonElement>(
        `:scope > div > div > [data-arrow="${name}"]:not(:disabled)`,
      );
      if (button !== undefined && button !== null) return button.focus();
    }
  });
  const keepFocus = (id: string, arrow: Arrow) => {
    focusedArrow.current = { id, arrow, from: ids.indexOf(id) };
  };
  return { list, keepFocus };
}

interface SortableRowProps {
  id: string;
  name: string;
  isMovable: boolean;
  handle: LiftingHandle;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  beside: ReactNode;
  details: ReactNode;
  children: ReactNode;
}

/** A list without room for a name and its controls on one line. */
export const narrowList = '@container (max-width: 29.9rem)';

function SortableRow(props: SortableRowProps) {
  const { id, name, isMovable, handle, onUp, onDown, beside, details, children } = props;
  const hasTwoLines = beside !== undefined;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: !isMovable,
  });
  const isUp = isDragging || handle.isLifted;
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: transform === null ? undefined : `translate3d(0, ${transform.y}px, 0)`, transition }}
      sx={{
        borderBlockEnd: 1,
        borderColor: 'divider',
        // A row may be dragged out of the card, which therefore does not cut its last one to its corners.
        '&:last-of-type': { borderBlockEnd: 0, borderEndStartRadius: 11, borderEndEndRadius: 11 },
        bgcolor: 'background.paper',
        position: 'relative',
        zIndex: isUp ? 1 : undefined,
        boxShadow: isUp ? '0 6px 20px rgb(20 23 31 / .12)' : undefined,
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          columnGap: 0.5,
          minHeight: 'var(--row)',
          // The arrows go below a name that has no room beside them.
          [narrowList]: { flexWrap: 'wrap' },
        }}
      >
        {isMovable && (
          <IconButton
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            onKeyDown={handle.onKeyDown}
            onBlur={handle.onBlur}
            aria-pressed={isUp || undefined}
            aria-label={words.general.form.drag({ name })}
            sx={{ cursor: 'grab', touchAction: 'none' }}
          >
            <DragIndicator />
          </IconButton>
        )}
        <Box sx={{ flex: '1 1 6rem', minWidth: 0, py: 0.5 }}>{children}</Box>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.5,
            marginInlineStart: 'auto',
            [narrowList]: hasTwoLines ? { flexBasis: '100%', paddingInlineStart: isMovable ? '48px' : 0 } : {},
          }}
        >
          {beside}
          {isMovable && (
            <>
              <ArrowButton arrow="up" label={words.general.form.moveUp({ name })} onPress={onUp} />
              <ArrowButton arrow="down" label={words.general.form.moveDown({ name })} onPress={onDown} />
            </>
          )}
        </Box>
      </Box>
      {details}
    </Box>
  );
}

function ArrowButton({ arrow, label, onPress }: { arrow: Arrow; label: string; onPress: (() => void) | null }) {
  const Icon = arrow === 'up' ? ArrowUpward : ArrowDownward;
  return (
    <IconButton data-arrow={arrow} aria-label={label} disabled={onPress === null} onClick={() => onPress?.()}>
      <Icon fontSize="small" />
    </IconButton>
  );
}
