import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { words } from '../../../words/words.ts';
import { ScrollingDishes } from './scrolling-dishes.tsx';
import { TicketHead } from './ticket-head.tsx';
import { LineText, TicketLine, TicketNote } from './ticket-line.tsx';
import { isOpen, linesToMake, type Ticket } from './tickets.ts';
import { useBump } from './use-bump.ts';

const text = words.kitchen.display;

/** A ticket that has just come to this place takes no touch: the finger was meant for the one before. */
const HOLD = 700;

interface TicketCardProps {
  ticket: Ticket;
  /** Its place on the shown page, from 0 on. */
  slot: number;
  /** Its page is shown. */
  isShown: boolean;
  now: Date;
  hasOutlet: boolean;
  /** Called when somebody has noted that the order was cancelled. */
  onSeen: () => void;
  /** Announces to screen readers what a tap has done. */
  announce: (words: string) => void;
}

/** One order, as much of it as this station makes, with its one button below. */
export function TicketCard({ ticket, slot, isShown, now, hasOutlet, onSeen, announce }: TicketCardProps) {
  const { order, kind, lines, elsewhere } = ticket;
  const { bump, recall } = useBump();
  const isHeld = !useSettled(slot);
  const headingId = useId();
  const toMake = linesToMake(ticket);
  const label =
    kind === 'stopped'
      ? text.stoppedSeen
      : kind === 'again'
        ? text.madeAgain
        : elsewhere === 0
          ? text.ready
          : text.doneHere;

  function bumpAll(): void {
    if (kind === 'stopped') {
      onSeen();
      return;
    }
    // Where all is made, somebody took the order back by hand: bumping it again makes it Ready.
    bump(order, toMake.length > 0 ? toMake : lines);
    announceEnd();
  }

  function announceEnd(): void {
    const number = order.orderName;
    announce(kind === 'open' && elsewhere === 0 ? text.toasts.ready({ number }) : text.toasts.doneHere({ number }));
  }

  return (
    <Card
      component="article"
      aria-labelledby={headingId}
      data-ticket
      inert={!isShown}
      sx={{
        visibility: isShown ? undefined : 'hidden',
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        // Whole in its column; a longer one scrolls inside.
        breakInside: 'avoid',
        marginBlockEnd: { sm: 1.5 },
        maxBlockSize: { sm: '100cqb' },
        borderWidth: 2,
      }}
    >
      <TicketHead ticket={ticket} headingId={headingId} now={now} hasOutlet={hasOutlet} />
      <ScrollingDishes>
        {order.specialInstruction !== '' && (
          <Box sx={{ pb: 1 }}>
            <TicketNote>{order.specialInstruction}</TicketNote>
          </Box>
        )}
        <Box
          component="ul"
          aria-label={text.lines({ number: order.orderName })}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
        >
          {lines.map((line) => (
            <li key={line.lineNumber}>
              {kind === 'stopped' ? (
                <Box sx={{ px: 1, py: 0.75, color: 'text.secondary' }}>
                  <LineText line={line} isStruck />
                </Box>
              ) : (
                <TicketLine
                  line={line}
                  isHeld={isHeld}
                  onToggle={() => {
                    if (!isOpen(line)) {
                      recall(order, [line]);
                      return;
                    }
                    bump(order, [line]);
                    if (toMake.length === 1 && toMake[0] === line) announceEnd();
                  }}
                />
              )}
            </li>
          ))}
        </Box>
        {elsewhere > 0 && kind === 'open' && (
          <Typography sx={{ px: 1, pt: 1, color: 'text.secondary' }}>{text.elsewhere({ lines: elsewhere })}</Typography>
        )}
      </ScrollingDishes>
      <Box sx={{ p: 1, pt: 0.5 }}>
        <EditingArea>
          <Button
            fullWidth
            variant={kind === 'stopped' ? 'outlined' : 'contained'}
            color={kind === 'stopped' ? 'inherit' : 'primary'}
            aria-label={text.actionName({ action: label, number: order.orderName })}
            aria-disabled={isHeld || undefined}
            data-bump
            data-key={isShown && slot < 9 ? slot + 1 : undefined}
            onClick={() => !isHeld && bumpAll()}
            sx={{ minHeight: 52, lineHeight: 1.25, fontSize: '1.5rem', fontWeight: 700, ...keyHint }}
          >
            {label}
          </Button>
        </EditingArea>
      </Box>
    </Card>
  );
}

/** Which key chooses the ticket, where there is a keyboard or a bump bar: drawn, not said. */
const keyHint = {
  '@media (hover: hover)': {
    '&[data-key]::before': {
      content: 'attr(data-key)',
      position: 'absolute',
      insetInlineStart: 12,
      px: 0.75,
      border: 1,
      borderRadius: '4px',
      fontSize: '1rem',
      lineHeight: 1.4,
    },
  },
};

/** Whether it has stood in this place for a moment. */
function useSettled(slot: number): boolean {
  const [settled, setSettled] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(slot), HOLD);
    return () => clearTimeout(timer);
  }, [slot]);
  return settled === slot;
}
