import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import type { CategoryId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';
import { words } from '../../words/words.ts';
import { categoryGroups } from './category-groups.ts';

interface CategoryChoiceProps {
  legend: string;
  hint: string | null;
  hidden: readonly CategoryId[];
  onChange: (hidden: CategoryId[]) => void;
  categories: readonly Pick<Category, '_id' | 'name'>[];
}

/** All categories but those that are made elsewhere. */
export function CategoryChoice({ legend, hint, hidden, onChange, categories }: CategoryChoiceProps) {
  const groups = categoryGroups(categories);
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{legend}</FormLabel>
      {hint !== null && <FormHelperText sx={{ mx: 0 }}>{hint}</FormHelperText>}
      {groups.length === 0 && <Typography>{words.kitchen.display.noCategories}</Typography>}
      {groups.map(({ name, ids }) => (
        <FormControlLabel
          key={name}
          label={name}
          sx={{ minHeight: 'var(--control)', py: 0.5, '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' } }}
          control={
            <Checkbox
              checked={!ids.every((id) => hidden.includes(id))}
              onChange={(_, isShown) => {
                const others = hidden.filter((id) => !ids.includes(id));
                onChange(isShown ? others : [...others, ...ids]);
              }}
            />
          }
        />
      ))}
    </FormControl>
  );
}
