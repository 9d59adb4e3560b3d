import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, Controller } from 'react-hook-form';
import type { CategoryId, ItemId } from '#contract/base/ids.ts';
import { queries } from '../../../api/queries.ts';
import { PickDialog } from '../../../components/list/pick-dialog.tsx';
import { CategoryChoice } from '../../../components/menu/category-choice.tsx';
import { words } from '../../../words/words.ts';
import type { OfferValues } from './offer-form.ts';

const text = words.ordering.offers;

/** The categories and dishes that an offer is for. */
export function OfferDishes({ control, problem }: { control: Control<OfferValues>; problem: string | undefined }) {
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 1, pb: 2 }}>
      {problem !== undefined && <FormHelperText error>{problem}</FormHelperText>}
      <Controller
        control={control}
        name="categories"
        render={({ field: { value, onChange } }) => <Categories chosen={value} onChange={onChange} />}
      />
      <Controller
        control={control}
        name="items"
        render={({ field: { value, onChange } }) => <Dishes chosen={value} onChange={onChange} />}
      />
    </Box>
  );
}

/** Deleted ones that were chosen before are told, and can be left out; those of one name stand together. */
function Categories({ chosen, onChange }: { chosen: readonly CategoryId[]; onChange: (chosen: CategoryId[]) => void }) {
  const { data } = useQuery(queries.allCategories());
  const [before] = useState(chosen);
  const deleted = data === undefined ? [] : before.filter((id) => !data.some(({ _id }) => _id === id));
  const categories = [...(data ?? []), ...deleted.map((_id) => ({ _id, name: text.deletedCategory }))];
  const ids = categories.map(({ _id }) => _id);
  return (
    <CategoryChoice
      legend={text.categories}
      hint={null}
      hidden={ids.filter((id) => !chosen.includes(id))}
      onChange={(hidden) => onChange(ids.filter((id) => !hidden.includes(id)))}
      categories={categories}
    />
  );
}

function Dishes({ chosen, onChange }: { chosen: readonly ItemId[]; onChange: (chosen: ItemId[]) => void }) {
  const { data } = useQuery(queries.items());
  const [isOpen, setOpen] = useState(false);
  const dishes = data?.filter(({ type }) => type === 'item') ?? [];
  const deleted = data === undefined ? [] : chosen.filter((id) => !data.some(({ _id }) => _id === id));
  const shown = [
    ...dishes.filter(({ _id }) => chosen.includes(_id)),
    ...deleted.map((_id) => ({ _id, name: text.deletedDish })),
  ];
  return (
    <Box>
      <Typography component="h2" variant="subtitle2">
        {text.items}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 1, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {shown.map(({ _id, name }) => (
          <li key={_id}>
            <Chip
              label={name}
              aria-label={text.removeItem({ name })}
              onClick={() => onChange(chosen.filter((id) => id !== _id))}
              onDelete={() => onChange(chosen.filter((id) => id !== _id))}
              sx={{ minHeight: 44, maxWidth: '100%' }}
            />
          </li>
        ))}
      </Box>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {text.chooseItems}
      </Button>
      <PickDialog
        isOpen={isOpen}
        title={text.chooseItems}
        none={text.noItems}
        picks={dishes
          .filter(({ _id }) => !chosen.includes(_id))
          .map(({ _id, name, nameTranslations }) => ({ id: _id, label: name, otherNames: nameTranslations }))}
        onAdd={(added) => {
          onChange([...chosen, ...added]);
          setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    </Box>
  );
}
