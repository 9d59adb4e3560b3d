import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CustomerId } from '#contract/base/ids.ts';
import { lastWholeDay, MINUTE } from '#contract/base/time.ts';
import type { CardOfGuest, StampMovement } from '#contract/ordering/offers/stamp-card.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { useNow } from '../../components/live/use-now.ts';
import { Section } from '../../components/shell/section.tsx';
import { deviceDayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { CorrectStamps } from './correct-stamps.tsx';

const text = words.customers.stamps;

/** The stamp card of a guest, every stamp that came or went, and the way to correct it (decision 83). */
export function StampsSection({ customerId, card }: { customerId: CustomerId; card: CardOfGuest }) {
  const [isCorrecting, setCorrecting] = useState(false);
  const now = useNow(MINUTE);
  const { name, stamps, needed, expiresAt, isPaused, movements } = card;
  return (
    <Section heading={text.heading}>
      <Box>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Typography>
        <Typography>{text.count({ stamps, needed })}</Typography>
        {isPaused && <Hint>{text.paused}</Hint>}
        {expiresAt !== null && <Hint>{text.until({ day: deviceDayText(lastWholeDay(expiresAt, now)) })}</Hint>}
      </Box>
      {movements.length === 0 ? (
        <Hint>{text.none}</Hint>
      ) : (
        <Box
          component="ul"
          tabIndex={0}
          aria-label={text.heading}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, maxHeight: 320, overflowY: 'auto' }}
        >
          {movements.map((movement, index) => (
            <Movement key={index} movement={movement} />
          ))}
        </Box>
      )}
      <Box>
        <Button variant="outlined" onClick={() => setCorrecting(true)}>
          {text.correct}
        </Button>
      </Box>
      {isCorrecting && <CorrectStamps customerId={customerId} onClose={() => setCorrecting(false)} />}
    </Section>
  );
}

const signed = new Intl.NumberFormat('en', { signDisplay: 'always' });

function Movement({ movement: { kind, stamps, at, by, reason } }: { movement: StampMovement }) {
  return (
    <Box component="li" sx={{ display: 'flex', columnGap: 1.5 }}>
      <Box component="span" dir="ltr" sx={{ flex: '0 0 2.5rem', fontVariantNumeric: 'tabular-nums', textAlign: 'end' }}>
        {signed.format(stamps)}
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {text.kinds[kind]}
        {by !== null && reason !== null && <Box>{text.because({ name: by, reason })}</Box>}
        <Box sx={{ color: 'text.secondary' }}>
          <time dateTime={at}>{deviceDayText(at)}</time>
        </Box>
      </Box>
    </Box>
  );
}
