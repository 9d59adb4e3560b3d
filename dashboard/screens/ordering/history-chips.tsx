import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { AcceptSpan, Ending, ReadySpan } from '#contract/base/enumerations.ts';
import { cancelReasonText } from '#contract/ordering/cancel-reasons.ts';
import { isOrderStatus } from '#contract/ordering/order-status.ts';
import { timeOfMinutes } from '#contract/base/time.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { channelText } from './channel-text.ts';
import { type HistoryField, historyFields, type HistorySearch } from './history-view.ts';

const text = words.ordering.history;

interface HistoryChipsProps {
  search: HistorySearch;
  onRemove: (field: HistoryField) => void;
}

/** Active filters of the list, each with a button that removes it. */
export function HistoryChips({ search, onRemove }: HistoryChipsProps) {
  const active = useFilterTexts(search);
  if (active.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={text.active}
      sx={{ listStyle: 'none', m: 0, px: 2, pb: 2, pt: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {active.map(({ field, filter }) => (
        <li key={field}>
          <Button
            variant="outlined"
            color="inherit"
            endIcon={<Close />}
            aria-label={text.remove({ filter })}
            onClick={() => onRemove(field)}
            sx={{ borderRadius: 999, px: 1.5, typography: 'body2', overflowWrap: 'anywhere', textAlign: 'start' }}
          >
            {filter}
          </Button>
        </li>
      ))}
    </Box>
  );
}

/** The filters that a search has, each in words. */
export function useFilterTexts(search: HistorySearch): { field: HistoryField; filter: string }[] {
  const nameOf = useNames(search);
  return historyFields.flatMap((field) => {
    const value = search[field];
    return value === undefined ? [] : [{ field, filter: filterText(field, value, nameOf) }];
  });
}

/** The names of what is filtered by its id; the id where there is none any more. */
function useNames({ outletId, itemId, optionId }: HistorySearch): (id: string) => string {
  const outlets = useQuery({ ...queries.outlets(), enabled: outletId !== undefined });
  const items = useQuery({ ...queries.items(), enabled: (itemId ?? optionId) !== undefined });
  const named = [...(outlets.data ?? []), ...(items.data ?? [])];
  return (id) => named.find(({ _id }) => _id === id)?.name ?? id;
}

function filterText(field: HistoryField, value: string, nameOf: (id: string) => string): string {
  if (field === 'tests') return text.testsOnly;
  if (field === 'scheduled') return text.scheduledOnly;
  if (field === 'sold') return text.soldOnly;
  return text.chip({ field: text.fields[field], value: shownValues[field]?.(value, nameOf) ?? value });
}

type Shown = (value: string, nameOf: (id: string) => string) => string;

const byName: Shown = (id, nameOf) => nameOf(id);

/** The word for a code of the address; what is no code was typed by somebody, and stays. */
function wordOf(wordsByCode: Readonly<Record<string, string>>, value: string): string {
  return wordsByCode[value.toLowerCase()] ?? value;
}

/** Filters whose value is worded otherwise than in the address. */
const shownValues: Partial<Record<HistoryField, Shown>> = {
  channel: channelText,
  status: (value) => (isOrderStatus(value) ? words.ordering.status[value] : value),
  type: (value) => wordOf(words.ordering.mode, value),
  paymentMethod: (value) =>
    wordOf({ ...words.ordering.payment, online: words.ordering.payment['online on delivery'] }, value),
  outletId: byName,
  itemId: byName,
  optionId: byName,
  hour: (value) => timeOfMinutes(Number(value) * 60),
  taxRate: (value) => words.reports.percent({ rate: value }),
  ended: (value) => words.reports.ended[value as Ending],
  reason: (value) => cancelReasonText(value, words.ordering.cancelReasons),
  accepted: (value) => (value === 'any' ? text.anyTime : words.reports.acceptSpans[value as AcceptSpan]),
  ready: (value) => (value === 'any' ? text.anyTime : words.reports.readySpans[value as ReadySpan]),
};
