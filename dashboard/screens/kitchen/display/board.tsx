import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import { words } from '../../../words/words.ts';
import { breakpoints } from '../../../theme/theme.ts';
import { ticketAge } from './ticket-age.ts';
import { TicketCard } from './ticket-card.tsx';
import type { Ticket } from './tickets.ts';
import { focusBump, useBoardKeys } from './use-board-keys.ts';

const text = words.kitchen.display;

/** Names of dishes in letters for two metres need this much, and a ticket this much to show more than its head and its button. */
const TICKET = { width: 296, height: 360, gap: 12 };

interface BoardProps {
  tickets: readonly Ticket[];
  now: Date;
  hasOutlets: boolean;
  onSeen: (id: OrderId) => void;
  recallLast: () => void;
  announce: (words: string) => void;
}

/**
 * The tickets that the screen has room for, in the order in which they are due; the others on further pages. On a
 * phone all, one below the other.
 */
export function Board({ tickets, now, hasOutlets, onSeen, recallLast, announce }: BoardProps) {
  const isPhone = !useMediaQuery(`(min-width:${breakpoints.drawer}px)`, { noSsr: true });
  const board = useRef<HTMLDivElement>(null);
  const { columns, rows: most } = useRoom(board);
  const rows = Math.min(most, Math.max(1, Math.ceil(tickets.length / columns)));
  const [requestedPage, setPage] = useState(0);
  const size = isPhone ? Math.max(tickets.length, 1) : columns * rows;
  const last = Math.max(0, Math.ceil(tickets.length / size) - 1);
  const page = Math.min(requestedPage, last);
  const shown = tickets.slice(page * size, (page + 1) * size);
  const turnPage = (by: 1 | -1) => setPage(Math.min(last, Math.max(0, page + by)));
  useBoardKeys(board, { turnPage, recallLast });
  useKeptFocus(board);
  return (
    <Box sx={{ flex: 1, minBlockSize: 0, minInlineSize: 0, display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <Box
        ref={board}
        component="section"
        aria-label={text.board}
        sx={{
          flex: 1,
          minBlockSize: 0,
          display: 'grid',
          gap: `${TICKET.gap}px`,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${columns}, minmax(0, 1fr))` },
          // A row of short tickets leaves its room to the other.
          gridTemplateRows: { sm: `repeat(${rows}, minmax(0, auto))` },
          alignContent: 'start',
        }}
      >
        {shown.map((ticket, slot) => (
          <TicketCard
            key={ticket.order._id}
            ticket={ticket}
            slot={slot}
            now={now}
            hasOutlet={hasOutlets}
            onSeen={() => onSeen(ticket.order._id)}
            announce={announce}
          />
        ))}
      </Box>
      {last > 0 && (
        <Pager
          from={page * size + 1}
          to={page * size + shown.length}
          count={tickets.length}
          lateBefore={countLate(tickets.slice(0, page * size), now)}
          turn={turnPage}
        />
      )}
    </Box>
  );
}

function countLate(tickets: readonly Ticket[], now: Date): number {
  return tickets.filter(({ kind, order }) => kind === 'open' && ticketAge(order, now).kind === 'late').length;
}

/** How many tickets there is room for, across and down. */
function useRoom(board: RefObject<HTMLElement | null>): { columns: number; rows: number } {
  const [room, setRoom] = useState({ columns: 1, rows: 1 });
  useEffect(() => {
    if (board.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      const fit = (space: number, least: number) =>
        Math.max(1, Math.floor((space + TICKET.gap) / (least + TICKET.gap)));
      setRoom({ columns: fit(width, TICKET.width), rows: fit(height, TICKET.height) });
    });
    observer.observe(board.current);
    return () => observer.disconnect();
  }, [board]);
  return room;
}

/** When the ticket that had the focus goes, the one that comes to its place has it. */
function useKeptFocus(board: RefObject<HTMLElement | null>): void {
  const slot = useRef<number | null>(null);
  useEffect(() => {
    const element = board.current;
    if (element === null) return;
    const rememberFocus = () => {
      const tickets = [...element.querySelectorAll('[data-ticket]')];
      const index = tickets.findIndex((ticket) => ticket.contains(document.activeElement));
      slot.current = index < 0 ? null : index;
    };
    document.addEventListener('focusin', rememberFocus);
    return () => document.removeEventListener('focusin', rememberFocus);
  }, [board]);
  // After every change of what is shown.
  useEffect(() => {
    const element = board.current;
    if (element === null || slot.current === null || document.activeElement !== document.body) return;
    const tickets = element.querySelectorAll('[data-ticket]').length;
    if (tickets > 0) focusBump(element, Math.min(slot.current, tickets - 1));
  });
}

interface PagerProps {
  from: number;
  to: number;
  count: number;
  /** On the pages before: they must not be forgotten. */
  lateBefore: number;
  turn: (by: 1 | -1) => void;
}

function Pager({ from, to, count, lateBefore, turn }: PagerProps) {
  return (
    <Box
      component="nav"
      aria-label={text.pages}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 2, flexShrink: 0 }}
    >
      <Button
        variant="outlined"
        aria-label={text.previous}
        disabled={from === 1}
        startIcon={<ChevronLeft />}
        color={lateBefore > 0 ? 'error' : 'primary'}
        onClick={() => turn(-1)}
      >
        {lateBefore > 0 ? text.lateBefore({ count: lateBefore }) : null}
      </Button>
      <Typography aria-live="polite" sx={{ fontSize: '1.25rem', fontWeight: 700 }}>
        {text.range({ from, to, count })}
      </Typography>
      <Button variant="outlined" aria-label={text.next} disabled={to === count} onClick={() => turn(1)}>
        <ChevronRight />
      </Button>
    </Box>
  );
}
