import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ImportCounts } from '#contract/menu/menu-import.ts';
import { words } from '../../../words/words.ts';

const text = words.menu.import;

const kinds = ['categories', 'dishes', 'lists', 'modifiers'] as const;
const columns = [
  ['added', text.states.new],
  ['changed', text.states.changed],
  ['same', text.states.same],
] as const;

/** Words break only where large text leaves the columns no room for the longest of them. */
const broken = { '@container (max-width: 16rem)': { overflowWrap: 'anywhere', hyphens: 'auto' } } as const;

/** How many of each kind are new, changed, and as they were. */
export function Counts({ counts }: { counts: ImportCounts }) {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Table
        size="small"
        aria-label={text.counts}
        sx={{ maxWidth: 480, '& td, & th': { px: { xs: 0.5, sm: 1 }, height: 36, ...broken } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{text.kind}</TableCell>
            {columns.map(([key, label]) => (
              <TableCell key={key} align="right">
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {kinds.map((kind) => (
            <TableRow key={kind}>
              <TableCell component="th" scope="row">
                {text.counted[kind]}
              </TableCell>
              {columns.map(([key]) => (
                <TableCell key={key} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {counts[kind][key]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
