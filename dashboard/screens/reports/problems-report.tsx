import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { paths } from '../../routing/paths.ts';
import { dayText } from '../../words/dates.ts';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { useScope } from './report-scope.ts';

const text = words.reports.problems;

/** The problems that guests have reported with the orders of these days, by day and kind; nothing where there are none. */
export function ProblemsReport() {
  const { data } = useQuery(queries.reportProblems(useScope()));
  const headingId = useId();
  if (data === undefined || data.total === 0) return null;
  const { total, open, days } = data;
  return (
    <Card
      component="section"
      aria-labelledby={headingId}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, px: 2, py: 1 }}>
        <Typography id={headingId} variant="h2" sx={{ flex: 1 }}>
          {text.heading}
        </Typography>
        <Button component={Link} to={paths.problems(open === 0 ? 'answered' : undefined)} sx={{ px: 1 }}>
          {text.show}
        </Button>
      </Box>
      <Box sx={{ px: 2, pb: 1 }}>
        <Hint>{text.total({ total, open })}</Hint>
      </Box>
      <Table aria-labelledby={headingId}>
        <TableHead>
          <TableRow>
            <TableCell>{words.reports.columns.day}</TableCell>
            <TableCell>{text.kinds}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {days.map(({ day, kinds }) => (
            <TableRow key={day}>
              <TableCell component="th" scope="row">
                {dayText(day)}
              </TableCell>
              <TableCell>
                {commaList(
                  kinds.map(({ kind, orders }) =>
                    text.ofKind({ kind: words.ordering.problems.kinds[kind], count: orders }),
                  ),
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
