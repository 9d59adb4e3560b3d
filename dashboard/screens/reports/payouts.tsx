import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Payout, PayoutEntry } from '#contract/payments/payouts.ts';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { amountText } from '../../components/order/amount.ts';
import { weekdayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { OrderLink } from './order-link.tsx';
import { ReportLoaded } from './report-loaded.tsx';
import { useScope } from './report-scope.ts';

const text = words.reports.payouts;

/** The transfers of the gateway to the bank in these days; nothing where no gateway of the restaurant tells any. */
export function Payouts() {
  const headingId = useId();
  const query = useQuery(queries.payouts(useScope()));
  const [chosen, setChosen] = useState<string | null>(null);
  if (query.data?.isTold === false) return null;
  return (
    <Card component="section" aria-labelledby={headingId} sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Typography id={headingId} variant="h2">
        {text.heading}
      </Typography>
      <ReportLoaded query={query} isEmpty={() => false}>
        {({ payouts, unread }) => (
          <>
            <Hint>{text.hint}</Hint>
            {unread.map((keyEnd) => (
              <Hint key={keyEnd}>{text.unread({ keyEnd })}</Hint>
            ))}
            {payouts.some(({ isTest }) => isTest) && <Hint>{text.isTest}</Hint>}
            {payouts.length === 0 && unread.length === 0 && <Typography>{text.none}</Typography>}
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {payouts.map((payout) => (
                <PayoutRow
                  key={payout.payoutId}
                  payout={payout}
                  isOpen={chosen === payout.payoutId}
                  onToggle={() => setChosen(chosen === payout.payoutId ? null : payout.payoutId)}
                />
              ))}
            </Box>
          </>
        )}
      </ReportLoaded>
    </Card>
  );
}

function PayoutRow({ payout, isOpen, onToggle }: { payout: Payout; isOpen: boolean; onToggle: () => void }) {
  const { arrivesOn, state, amount, currency, isItemised } = payout;
  const entriesId = useId();
  const day = weekdayText(arrivesOn);
  return (
    <Box component="li" sx={{ borderBlockStart: 1, borderColor: 'divider', py: 0.5 }}>
      <Box sx={line}>
        <Typography sx={{ flex: '1 1 8rem' }}>{day}</Typography>
        <Typography variant="body2" color={state === 'failed' ? 'error' : 'textSecondary'}>
          {text.states[state]}
        </Typography>
        <Typography sx={figure}>{amountText(amount, currency)}</Typography>
        {isItemised && (
          <Button
            aria-expanded={isOpen}
            aria-controls={entriesId}
            aria-label={isOpen ? text.hideOf({ day }) : text.showOf({ day })}
            onClick={onToggle}
          >
            {isOpen ? text.hide : text.show}
          </Button>
        )}
      </Box>
      {!isItemised && <Hint>{text.notItemised}</Hint>}
      <Box id={entriesId}>{isOpen && <Entries payout={payout} />}</Box>
    </Box>
  );
}

function Entries({ payout: { account, payoutId, amount, currency } }: { payout: Payout }) {
  const query = useQuery(queries.payout({ account, payoutId }));
  return (
    <ReportLoaded query={query} isEmpty={() => false}>
      {({ entries, isWhole }) => (
        <Box sx={{ paddingInlineStart: 2, pb: 1 }}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {entries.map((entry, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and an order may stand in it twice
              <Box component="li" key={index} sx={line}>
                <EntryName entry={entry} />
                <Typography variant="body2" color="textSecondary">
                  {entry.fee !== null && entry.fee !== 0 && text.kept({ amount: amountText(entry.fee, currency) })}
                </Typography>
                <Typography sx={figure}>{amountText(entry.amount, currency)}</Typography>
              </Box>
            ))}
          </Box>
          {isWhole ? (
            <Typography variant="body2" color="textSecondary">
              {text.adds({
                amounts: amountText(sumOf(entries, 'amount'), currency),
                fees: amountText(sumOf(entries, 'fee'), currency),
                payout: amountText(amount, currency),
              })}
            </Typography>
          ) : (
            <Hint>{text.first({ count: entries.length })}</Hint>
          )}
        </Box>
      )}
    </ReportLoaded>
  );
}

function EntryName({ entry: { kind, orderId, orderName } }: { entry: PayoutEntry }) {
  return (
    <Box sx={{ flex: '1 1 8rem', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      {orderId !== null && <OrderLink orderId={orderId} orderName={orderName} />}
      <Typography variant="body2" color="textSecondary">
        {orderId === null ? text.foreign[kind] : text.kinds[kind]}
      </Typography>
    </Box>
  );
}

/** In hundredths of thousandths, so that decimals add up. */
function sumOf(entries: readonly PayoutEntry[], part: 'amount' | 'fee'): number {
  return entries.reduce((sum, entry) => sum + Math.round((entry[part] ?? 0) * 100_000), 0) / 100_000;
}

const figure = { marginInlineStart: 'auto', fontVariantNumeric: 'tabular-nums' } as const;
const line = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 'var(--control)',
} as const;
