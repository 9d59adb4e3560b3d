import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { isOrderStatus } from '#contract/rules/order-status.ts';
import { words } from '../../messages/words.ts';
import { type HistoryField, historyFields, type HistorySearch } from './history-view.ts';

const { history: text } = words;

interface HistoryChipsProps {
  search: HistorySearch;
  onRemove: (field: HistoryField) => void;
}

/** What the list is filtered by, each to be taken away. */
export function HistoryChips({ search, onRemove }: HistoryChipsProps) {
  const active = historyFields.filter((field) => search[field] !== undefined);
  if (active.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={text.active}
      sx={{ listStyle: 'none', m: 0, px: 2, pb: 2, pt: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {active.map((field) => {
        const filter =
          field === 'tests' ? text.testsOnly : text.chip(text.fields[field], shownValue(field, search[field]!));
        return (
          <li key={field}>
            <Button
              variant="outlined"
              color="inherit"
              endIcon={<Close />}
              aria-label={text.remove(filter)}
              onClick={() => onRemove(field)}
              sx={{ borderRadius: 999, px: 1.5, typography: 'body2', overflowWrap: 'anywhere', textAlign: 'start' }}
            >
              {filter}
            </Button>
          </li>
        );
      })}
    </Box>
  );
}

function shownValue(field: HistoryField, value: string): string {
  return field === 'status' && isOrderStatus(value) ? words.status[value] : value;
}
