import Check from '@mui/icons-material/Check';
import Replay from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { allergensText } from '../../../components/order/allergens-text.ts';
import { optionRows } from '../../../components/order/option-texts.ts';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { words } from '../../../words/words.ts';
import { isOpen } from './tickets.ts';
import { ticketRem } from './ticket-size.ts';
import { readName } from '../../../components/order/read-name.ts';

const text = words.kitchen.display;

interface TicketLineProps {
  line: OrderLine;
  isHeld: boolean;
  onToggle: () => void;
}

/** A dish, to be read from two metres. One touch bumps it, the next one calls it back. */
export function TicketLine({ line, isHeld, onToggle }: TicketLineProps) {
  const isMade = !isOpen(line);
  return (
    <EditingArea>
      <ButtonBase
        aria-pressed={isMade}
        aria-disabled={isHeld || undefined}
        data-line
        onClick={() => !isHeld && onToggle()}
        sx={{
          display: 'block',
          inlineSize: '100%',
          minHeight: 48,
          px: 1,
          py: 0.5,
          borderRadius: 1,
          textAlign: 'start',
          bgcolor: isMade ? 'tone.subtle' : undefined,
          color: isMade ? 'text.secondary' : 'text.primary',
        }}
      >
        <LineText line={line} isStruck={isMade} />
        {isMade && <Box sx={visuallyHidden}>{text.made}</Box>}
      </ButtonBase>
    </EditingArea>
  );
}

/** Names stand in the direction of their own letters. */
export function LineText({ line, isStruck }: { line: OrderLine; isStruck: boolean }) {
  const { quantity, options, note, guestName } = line;
  const allergens = allergensText(line);
  const strike = isStruck ? 'line-through' : undefined;
  return (
    <Box
      component="span"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 1,
        // Beside a number in large text, a dish on a phone would have a column of five letters.
        '@container (max-width: 14rem)': { gridTemplateColumns: 'minmax(0, 1fr)' },
      }}
    >
      <Box
        component="span"
        sx={{ fontSize: ticketRem(1.625), lineHeight: 1.2, fontWeight: 800, minInlineSize: '2.2ch' }}
      >
        {isStruck ? (
          <Check aria-hidden sx={{ fontSize: ticketRem(2), verticalAlign: 'bottom' }} />
        ) : (
          text.times({ quantity })
        )}
      </Box>
      <Box component="span" sx={{ minInlineSize: 0, overflowWrap: 'anywhere' }}>
        {line.recalledAt !== null && (
          <Box
            component="span"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              color: 'info.main',
              fontWeight: 700,
              fontSize: ticketRem(1.125),
            }}
          >
            <Replay aria-hidden />
            {text.recalled}
          </Box>
        )}
        <Box
          component="span"
          dir="auto"
          sx={{
            display: 'block',
            fontSize: ticketRem(1.625),
            lineHeight: 1.2,
            fontWeight: 700,
            textDecoration: strike,
          }}
        >
          {readName(line)}
        </Box>
        {guestName !== '' && (
          <Box
            component="span"
            dir="auto"
            sx={{
              display: 'block',
              fontSize: ticketRem(1.25),
              lineHeight: 1.25,
              fontWeight: 600,
              color: 'text.secondary',
            }}
          >
            {words.dining.forGuest({ name: guestName })}
          </Box>
        )}
        {optionRows(options).map(({ option, depth }, index) => (
          <Box
            // oxlint-disable-next-line react/no-array-index-key -- the same option may stand in two lists
            key={index}
            component="span"
            sx={{ display: 'block', paddingInlineStart: ticketRem(depth) }}
          >
            <Box
              component="span"
              dir="auto"
              sx={{ display: 'block', fontSize: ticketRem(1.375), lineHeight: 1.25, textDecoration: strike }}
            >
              {option}
            </Box>
          </Box>
        ))}
        {allergens !== null && !isStruck && (
          <Box
            component="span"
            sx={{ display: 'block', fontSize: ticketRem(1.125), lineHeight: 1.25, color: 'text.secondary' }}
          >
            {allergens}
          </Box>
        )}
        {note !== '' && !isStruck && <TicketNote>{note}</TicketNote>}
      </Box>
    </Box>
  );
}

/** In the guest's own words, so that nobody overlooks it. */
export function TicketNote({ children }: { children: string }) {
  return (
    <Box
      component="span"
      dir="auto"
      sx={{
        display: 'block',
        mt: 0.5,
        px: 1,
        py: 0.5,
        borderRadius: 1,
        bgcolor: 'tone.warnSoft',
        color: 'text.primary',
        fontSize: ticketRem(1.25),
        lineHeight: 1.3,
        fontWeight: 600,
        whiteSpace: 'pre-line',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  );
}
