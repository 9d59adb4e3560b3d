import AddCircleOutlined from '@mui/icons-material/AddCircleOutlined';
import Check from '@mui/icons-material/Check';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PreviewedDish, ImportPreview, importStates } from '#contract/menu/menu-import.ts';
import { priceText } from '../../../components/order/price-text.ts';
import { IncrementalRows } from '../../../components/list/incremental-rows.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { Mark } from '../../../components/feedback/state-chip.tsx';
import { commaList, dotList } from '../../../words/lists.ts';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { words } from '../../../words/words.ts';
import { changeText } from './change-text.ts';

const text = words.menu.import;

type State = (typeof importStates)[number];

interface Line {
  key: string;
  /** A category or list, which the lines after it belong to. */
  isHead: boolean;
  name: string;
  state: State;
  changes: PreviewedDish['changes'];
  /** In major units; null of what has none. */
  price: number | null;
  /** Beside the name: what a list is called and asks, which lists a dish has. */
  more: string;
}

/** Entities that an import creates and changes, by category and by list; unchanged ones on request. */
export function PreviewChanges({ preview }: { preview: ImportPreview }) {
  const [showsSame, setShowsSame] = useState(false);
  const hasSame = Object.values(preview.counts).some(({ same }) => same > 0);
  const isShown = (state: State) => showsSame || state !== 'same';
  const dishes = dishLines(preview, isShown);
  const lists = listLines(preview, isShown);
  return (
    <>
      {hasSame && (
        <SwitchField label={text.showSame} isOn={showsSame} onChange={setShowsSame} sx={{ justifySelf: 'start' }} />
      )}
      <Lines name={text.dishes} lines={dishes} />
      <Lines name={text.lists} lines={lists} />
    </>
  );
}

function dishLines({ categories }: ImportPreview, isShown: (state: State) => boolean): Line[] {
  return categories.flatMap((category, index): Line[] => {
    const dishes = category.dishes.flatMap((dish, place): Line[] =>
      isShown(dish.state) ? [{ ...dish, key: `${index}.${place}`, isHead: false, more: commaList(dish.lists) }] : [],
    );
    if (dishes.length === 0 && !isShown(category.state)) return [];
    return [{ ...category, key: String(index), isHead: true, price: null, more: '' }, ...dishes];
  });
}

function listLines({ lists }: ImportPreview, isShown: (state: State) => boolean): Line[] {
  return lists.flatMap((list, index): Line[] => {
    const options = list.options.flatMap((option, place): Line[] =>
      isShown(option.state) ? [{ ...option, key: `${index}.${place}`, isHead: false, more: '' }] : [],
    );
    if (options.length === 0 && !isShown(list.state)) return [];
    const asks = asksText(list.min, list.max);
    const more = list.title === list.name ? asks : dotList([list.title, asks]);
    return [{ ...list, key: String(index), isHead: true, price: null, more }, ...options];
  });
}

function asksText(min: number, max: number | null): string {
  const { choice } = text;
  if (min === max) return choice.exactly({ count: min });
  if (max === null) return min === 0 ? choice.any : choice.atLeast({ least: min });
  return min === 0 ? choice.upTo({ most: max }) : choice.between({ least: min, most: max });
}

function Lines({ name, lines }: { name: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <Typography variant="h3" sx={{ typography: 'subtitle2', color: 'text.secondary', mb: 0.5 }}>
        {name}
      </Typography>
      <Box component="ul" aria-label={name} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <IncrementalRows rows={lines} as="li">
          {(line) => <LineRow key={line.key} line={line} />}
        </IncrementalRows>
      </Box>
    </div>
  );
}

function LineRow({ line: { isHead, name, state, changes, price, more } }: { line: Line }) {
  const { currency } = useRestaurant();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 1.5,
        alignItems: 'center',
        py: 0.75,
        paddingInlineStart: isHead ? 1 : 2.5,
        paddingInlineEnd: 1,
        bgcolor: isHead ? 'tone.subtle' : undefined,
        borderBlockEnd: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
        <Typography component="span" sx={{ fontWeight: isHead ? 600 : 400, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        {!(isHead && state === 'same') && <StateMark state={state} />}
      </Box>
      {price !== null && (
        <Typography component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {priceText(price, currency)}
        </Typography>
      )}
      {[more, ...changes.map(changeText)]
        .filter((line) => line !== '')
        .map((line) => (
          <Typography
            key={line}
            variant="body2"
            color="textSecondary"
            sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}
          >
            {line}
          </Typography>
        ))}
    </Box>
  );
}

const looks: Record<State, { Icon: typeof SvgIcon; color: string; background: string }> = {
  new: { Icon: AddCircleOutlined, color: 'success.main', background: 'tone.okSoft' },
  changed: { Icon: EditOutlined, color: 'info.main', background: 'tone.infoSoft' },
  same: { Icon: Check, color: 'text.secondary', background: 'tone.subtle' },
};

function StateMark({ state }: { state: State }) {
  return <Mark {...looks[state]}>{text.states[state]}</Mark>;
}
