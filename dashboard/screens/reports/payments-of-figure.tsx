import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { MoneyKind } from '#contract/base/enumerations.ts';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { amountText } from '../../components/order/amount.ts';
import { outletDateTime } from '../../components/order/outlet-time.ts';
import { weekdayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { OrderLink } from './order-link.tsx';
import { ReportLoaded } from './report-loaded.tsx';
import { useScope } from './report-scope.ts';

const text = words.reports.money;

interface PaymentsOfFigureProps {
  kind: MoneyKind;
  /** Null: all days of the report. */
  day: string | null;
  onClose: () => void;
}

/** The payments that a figure is the sum of, each with the way to its order. */
export function PaymentsOfFigure({ kind, day, onClose }: PaymentsOfFigureProps) {
  const scope = useScope();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(queries.paymentsOfFigure({ ...scope, ...(day !== null && { from: day, to: day }), kind }));
  // The list opens below the table, out of sight on a phone.
  useEffect(() => heading.current?.focus(), []);
  const name = text.kinds[kind];
  return (
    <Card component="section" aria-labelledby={headingId} sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography ref={heading} tabIndex={-1} id={headingId} variant="h2" sx={{ flex: 1 }}>
          {day === null ? text.ofAll({ kind: name }) : text.of({ kind: name, day: weekdayText(day) })}
        </Typography>
        <Button onClick={onClose}>{text.close}</Button>
      </Box>
      <ReportLoaded query={query} isEmpty={() => false}>
        {({ payments, total, currency }) => (
          <>
            {total > payments.length && <Hint>{text.first({ shown: payments.length, count: total })}</Hint>}
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {payments.map(({ orderId, orderName, at, timeZone, amount }) => (
                <Box
                  component="li"
                  key={`${orderId} ${at}`}
                  sx={{
                    display: 'flex',
                    flexWrap: 'wrap',
                    alignItems: 'center',
                    columnGap: 2,
                    borderBlockStart: 1,
                    borderColor: 'divider',
                  }}
                >
                  <OrderLink orderId={orderId} orderName={orderName} />
                  <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
                    <time dateTime={at}>{outletDateTime(at, timeZone)}</time>
                  </Typography>
                  <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{amountText(amount, currency)}</Typography>
                </Box>
              ))}
            </Box>
          </>
        )}
      </ReportLoaded>
    </Card>
  );
}
