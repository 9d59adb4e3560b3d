import Check from '@mui/icons-material/Check';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import type { Ability } from '#contract/staff/staff.ts';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { Failure } from '../../components/feedback/failure.tsx';
import { visuallyHidden } from '../../components/feedback/visually-hidden.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { Section } from '../../components/shell/section.tsx';
import { roles } from '#contract/base/enumerations.ts';
import { rightsOf } from './rights.ts';

const text = words.staff.people;

/** Rights of each role, as the server declares them (R25): areas that can be opened, a line for all that the same roles may. */
export function RoleMatrix() {
  const query = useQuery(queries.roleMatrix());
  return (
    <Section heading={text.matrix}>
      {query.data !== undefined ? (
        <div>
          {areasOf(query.data).map(([area, abilities]) => (
            <Area key={area} area={area} abilities={abilities} />
          ))}
        </div>
      ) : query.isError ? (
        <Failure error={query.error} place="setup" onRetry={() => void query.refetch()} />
      ) : (
        <LoadingBlock height={160} />
      )}
    </Section>
  );
}

function areasOf(abilities: readonly Ability[]): [area: string, abilities: Ability[]][] {
  const areas = new Map<string, Ability[]>();
  for (const ability of abilities) areas.set(ability.area, [...(areas.get(ability.area) ?? []), ability]);
  return [...areas];
}

/** An area without a name here is shown by that of the server. */
const areaNames: Partial<Record<string, string>> = text.areas;

function Area({ area, abilities }: { area: string; abilities: readonly Ability[] }) {
  const name = areaNames[area] ?? area;
  return (
    <Box component="details" sx={{ borderBlockEnd: 1, borderColor: 'divider' }}>
      <Box
        component="summary"
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          minHeight: 48,
          cursor: 'pointer',
          fontWeight: 600,
          // Safari's own triangle, beside the arrow that all foldable lists have.
          '&::-webkit-details-marker': { display: 'none' },
          'details[open] > & > svg': { transform: 'rotate(180deg)' },
        }}
      >
        {name}
        <ExpandMore aria-hidden />
      </Box>
      <Table size="small" aria-label={name} sx={{ '& td, & th': { px: { xs: 0.5, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{text.ability}</TableCell>
            {roles.map((role) => (
              <TableCell key={role} align="center">
                {text.roles[role]}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rightsOf(area, abilities).map((right) => (
            <TableRow key={right.text}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                {right.text}
              </TableCell>
              {roles.map((role) => (
                <TableCell key={role} align="center">
                  <Verdict may={right.roles.includes(role)} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Verdict({ may }: { may: boolean }) {
  const Icon = may ? Check : Remove;
  return (
    <>
      <Icon aria-hidden fontSize="small" sx={{ color: may ? 'success.main' : 'text.secondary' }} />
      <Box component="span" sx={visuallyHidden}>
        {may ? text.may : text.mayNot}
      </Box>
    </>
  );
}
