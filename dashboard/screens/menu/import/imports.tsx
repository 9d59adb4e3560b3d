import UndoIcon from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { MenuImport } from '#contract/menu/menu-import.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Section } from '../../../components/shell/section.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { momentText } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { UndoImport } from './undo-import.tsx';
import { commaList, dotList } from '../../../words/lists.ts';

const text = words.menu.import;

/** Recent imports, each of which can be undone. */
export function Imports() {
  const imports = useQuery(queries.menuImports());
  return (
    <Section heading={text.imports}>
      {imports.data === undefined ? (
        imports.isError ? (
          <Failure error={imports.error} place="setup" onRetry={() => void imports.refetch()} />
        ) : (
          <LoadingBlock height={64} />
        )
      ) : imports.data.length === 0 ? (
        <Hint>{text.noImports}</Hint>
      ) : (
        <Box component="ul" aria-label={text.imports} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {imports.data.map((menuImport) => (
            <ImportRow key={menuImport._id} menuImport={menuImport} />
          ))}
        </Box>
      )}
    </Section>
  );
}

function ImportRow({ menuImport }: { menuImport: MenuImport }) {
  const { fileName, menuName, importedBy, counts, undoneAt } = menuImport;
  const { added, changed } = counts.dishes;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        py: 1,
        borderBlockStart: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {text.importOf({ file: fileName, menu: menuName })}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {dotList([momentText(menuImport.importedAt), importedBy, dishesText(added, changed)])}
        </Typography>
      </Box>
      {undoneAt === null ? (
        <UndoImport menuImport={menuImport} />
      ) : (
        <Mark Icon={UndoIcon} color="text.secondary" background="tone.subtle">
          {text.undone}
        </Mark>
      )}
    </Box>
  );
}

/** '12 new dishes, 3 changed' */
function dishesText(added: number, changed: number): string {
  const details = [
    ...(added > 0 ? [text.newDishes({ count: added })] : []),
    ...(changed > 0 ? [text.changedDishes({ count: changed })] : []),
  ];
  return details.length === 0 ? text.noDishesChanged : commaList(details);
}
