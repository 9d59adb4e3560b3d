import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { FileProblem } from '#contract/menu/menu-import.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { words } from '../../../words/words.ts';
import { sayProblem } from '../../../words/say-answer.ts';

const text = words.menu.import;

interface ProblemsProps {
  /** Name of the table for screen readers. */
  name: string;
  problems: readonly FileProblem[];
  /** All there are, where only the first are told. */
  count: number;
}

/** Problems of the file: the row as a spreadsheet counts it, the column, and what is wrong there. */
export function Problems({ name, problems, count }: ProblemsProps) {
  const hasRows = problems.some(({ row }) => row !== null);
  return (
    <>
      <Table size="small" aria-label={name} sx={{ '& td, & th': { px: 1, py: 1, height: 36, verticalAlign: 'top' } }}>
        <TableHead>
          <TableRow>
            {hasRows && <TableCell sx={{ inlineSize: 56 }}>{text.row}</TableCell>}
            <TableCell sx={{ inlineSize: '30%' }}>{hasRows ? text.column : text.place}</TableCell>
            <TableCell>{text.wrong}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {problems.map(({ row, place, ...problem }) => (
            <TableRow key={`${row} ${place} ${sayProblem(problem)}`}>
              {hasRows && (
                <TableCell component="th" scope="row" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {row ?? words.general.list.empty}
                </TableCell>
              )}
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{place === '$' ? text.wholeFile : place}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{sayProblem(problem)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {problems.length < count && <Hint>{text.problemsShown({ told: problems.length })}</Hint>}
    </>
  );
}
