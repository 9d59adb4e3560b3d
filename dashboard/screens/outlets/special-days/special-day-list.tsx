import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { SpecialDay } from '#contract/outlets/special-days.ts';
import { periodsInWords } from '../hours-words.ts';
import { rowDeletion } from '../../../components/list/row-deletion.ts';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { words } from '../../../words/words.ts';
import { datesInWords } from './special-day-form.ts';

const text = words.outlets.specialDays;

interface SpecialDayListProps {
  days: readonly SpecialDay[];
  /** Null while one of them is being changed. */
  actions: { onEdit: (day: SpecialDay) => void; onDelete: (day: SpecialDay) => void } | null;
}

/** The coming special days of an outlet, the next one first. */
export function SpecialDayList({ days, actions }: SpecialDayListProps) {
  return (
    <Card>
      <Box component="ul" aria-label={text.list} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {days.map((day) => (
          <Box
            key={day._id}
            component="li"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1,
              p: 2,
              '& + &': { borderBlockStart: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 600 }}>{day.reason}</Typography>
              <Typography variant="body2" color="textSecondary">
                {`${datesInWords(day)} · ${hoursOf(day)}`}
                {day.mode !== null && ` · ${words.ordering.mode[day.mode]}`}
              </Typography>
            </Box>
            {actions !== null && (
              <Box sx={{ display: 'flex', marginInlineStart: -1 }}>
                <Button startIcon={<EditOutlined />} onClick={() => actions.onEdit(day)} sx={{ px: 1 }}>
                  {words.general.list.edit}
                  <Box component="span" sx={visuallyHidden}>
                    {day.reason}
                  </Box>
                </Button>
                <Button
                  {...rowDeletion(() => actions.onDelete(day))}
                  color="error"
                  startIcon={<DeleteOutlined />}
                  sx={{ px: 1 }}
                >
                  {words.general.list.delete}
                  <Box component="span" sx={visuallyHidden}>
                    {day.reason}
                  </Box>
                </Button>
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </Card>
  );
}

function hoursOf({ open, periods }: SpecialDay): string {
  return open ? periodsInWords(periods) : text.closed;
}
