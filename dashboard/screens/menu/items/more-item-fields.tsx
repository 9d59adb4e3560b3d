import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { type Control, useController, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { allergens, diets, modes } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { type Currency, currencyDigits } from '#contract/base/money.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { commaList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import type { ItemForm } from './item-form.ts';

const text = words.menu.items;
const inArabic = { dir: 'rtl', lang: 'ar', autoComplete: 'off' } as const;

/** The texts that guests read who chose Arabic. */
export function ArabicFields({ form: { register, control } }: { form: UseFormReturn<ItemForm> }) {
  const { errors } = useFormState({ control });
  const [type, name, description] = useWatch({
    control,
    name: ['type', 'nameTranslations.ar', 'descriptionTranslations.ar'],
  });
  const wrong = { name: errors.nameTranslations?.ar, description: errors.descriptionTranslations?.ar };
  const hasError = wrong.name !== undefined || wrong.description !== undefined;
  return (
    <MoreFields heading={text.inArabic} summary={name || description} isNeeded={hasError}>
      <Hint>{text.inArabicHint}</Hint>
      <TextField
        {...muiField(register('nameTranslations.ar'))}
        label={text.nameArabic}
        error={wrong.name !== undefined}
        helperText={wrong.name?.message ?? ' '}
        slotProps={{ htmlInput: { ...inArabic, maxLength: limits.name } }}
      />
      {type === 'item' && (
        <TextField
          {...muiField(register('descriptionTranslations.ar'))}
          label={text.descriptionArabic}
          multiline
          minRows={2}
          maxRows={10}
          error={wrong.description !== undefined}
          helperText={wrong.description?.message ?? ' '}
          slotProps={{ htmlInput: { ...inArabic, maxLength: limits.description } }}
        />
      )}
    </MoreFields>
  );
}

/** Prices of modes that cost more or less: what couriers and boxes cost is often in those of deliveries. */
export function ModePriceFields({ form: { register, control } }: { form: UseFormReturn<ItemForm> }) {
  const { currency } = useRestaurant();
  const { errors } = useFormState({ control, name: 'modePrices' });
  const prices = useWatch({ control, name: 'modePrices' });
  const summary = commaList(
    modes.flatMap((mode) => (prices[mode] === '' ? [] : [`${words.ordering.mode[mode]} ${prices[mode]}`])),
  );
  return (
    <MoreFields heading={text.modePrices} summary={summary} isNeeded={errors.modePrices !== undefined}>
      <Hint>{text.modePricesHint}</Hint>
      <Box
        sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(10rem, 100%), 14rem))' }}
      >
        {modes.map((mode) => (
          <NumberField
            key={mode}
            field={register(`modePrices.${mode}`)}
            label={words.ordering.mode[mode]}
            error={errors.modePrices?.[mode]?.message}
            before={currency}
            isDecimal={currencyDigits(currency as Currency) > 0}
          />
        ))}
      </Box>
    </MoreFields>
  );
}

export function NutritionFields({ form: { register, control } }: { form: UseFormReturn<ItemForm> }) {
  const { errors } = useFormState({ control, name: 'calories' });
  const [type, calories, contained, suited] = useWatch({ control, name: ['type', 'calories', 'allergens', 'diets'] });
  const isItem = type === 'item';
  const summary = commaList([
    ...(calories === '' || !isItem ? [] : [`${calories} ${text.caloriesUnit}`]),
    ...contained.map((one) => text.allergenNames[one]),
    ...suited.map((one) => text.dietNames[one]),
  ]);
  return (
    <MoreFields
      heading={isItem ? text.nutrition : text.allergensAndDiets}
      summary={summary}
      isNeeded={errors.calories !== undefined}
    >
      {isItem ? (
        <Box sx={{ maxWidth: 240 }}>
          <NumberField
            field={register('calories')}
            label={text.calories}
            error={errors.calories?.message}
            after={text.caloriesUnit}
          />
        </Box>
      ) : (
        <Hint>{text.optionAllergensHint}</Hint>
      )}
      <Ticks control={control} name="allergens" label={text.allergens} all={allergens} names={text.allergenNames} />
      <Ticks control={control} name="diets" label={text.diets} all={diets} names={text.dietNames} />
    </MoreFields>
  );
}

/** How much work a portion is, where an outlet limits what its kitchen makes. */
export function KitchenFields({ form: { register, control } }: { form: UseFormReturn<ItemForm> }) {
  const { errors } = useFormState({ control, name: 'makeMinutes' });
  const minutes = useWatch({ control, name: 'makeMinutes' });
  const summary = minutes === '' ? '' : `${minutes} ${text.minutesUnit}`;
  return (
    <MoreFields heading={text.kitchenTime} summary={summary} isNeeded={errors.makeMinutes !== undefined}>
      <Hint>{text.makeMinutesHint}</Hint>
      <Box sx={{ maxWidth: 240 }}>
        <NumberField
          field={register('makeMinutes')}
          label={text.makeMinutes}
          error={errors.makeMinutes?.message}
          after={text.minutesUnit}
        />
      </Box>
    </MoreFields>
  );
}

interface TicksProps<Name extends 'allergens' | 'diets'> {
  control: Control<ItemForm>;
  name: Name;
  label: string;
  all: readonly ItemForm[Name][number][];
  names: Readonly<Record<ItemForm[Name][number], string>>;
}

/** Any of a few fixed words. */
function Ticks<Name extends 'allergens' | 'diets'>({ control, name, label, all, names }: TicksProps<Name>) {
  const { field } = useController({ control, name });
  const ticked: readonly string[] = field.value;
  // In the order of the whole list, so that ticking and unticking leaves nothing unsaved.
  const toggle = (toggled: string) => all.filter((one) => ticked.includes(one) !== (one === toggled));
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minInlineSize: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0 }}>
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(8rem, 100%), 1fr))' }}>
        {all.map((one) => (
          <FormControlLabel
            key={one}
            control={<Checkbox checked={ticked.includes(one)} onChange={() => field.onChange(toggle(one))} />}
            label={names[one]}
            slotProps={{ typography: { variant: 'body2' } }}
            sx={{ minHeight: 44, m: 0, marginInlineStart: -1.5 }}
          />
        ))}
      </Box>
    </Box>
  );
}

interface MoreFieldsProps {
  heading: string;
  /** The filled-in values in brief, shown while the section is closed. */
  summary: string;
  /** Something in it is wrong. */
  isNeeded: boolean;
  children: ReactNode;
}

/** Fields that most records do without. */
function MoreFields({ heading, summary, isNeeded, children }: MoreFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const isExpanded = isOpen || isNeeded;
  // The kit names the region after its summary by this id.
  const summaryId = useId();
  return (
    <Accordion
      expanded={isExpanded}
      onChange={(_, next) => setOpen(next)}
      disableGutters
      square
      elevation={0}
      slotProps={{ heading: { component: 'h2' } }}
      sx={{ borderBlockStart: 1, borderColor: 'divider', bgcolor: 'transparent', '&::before': { display: 'none' } }}
    >
      <AccordionSummary
        id={summaryId}
        expandIcon={<ExpandMore />}
        sx={{ px: 0, minHeight: 'var(--row)', '& .MuiAccordionSummary-content': { minWidth: 0, display: 'block' } }}
      >
        <Typography component="span" sx={{ display: 'block', fontWeight: 600 }}>
          {heading}
        </Typography>
        {!isExpanded && summary !== '' && (
          // A text in another direction is cut at its own end.
          <Typography component="bdi" variant="body2" noWrap sx={{ display: 'block', color: 'tone.ink3' }}>
            {summary}
          </Typography>
        )}
      </AccordionSummary>
      <AccordionDetails sx={{ px: 0, pt: 0, display: 'grid', gap: 1 }}>{children}</AccordionDetails>
    </Accordion>
  );
}
