import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { limits } from '#contract/base/limits.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { printerKinds, printMoments, ticketWidths } from '#contract/base/enumerations.ts';
import type { Printer } from '#contract/printing/printing.ts';
import { queries } from '../../api/queries.ts';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { useRefill } from '../../components/form/use-refill.ts';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { formWidth } from '../../components/form/form-width.ts';
import { twoColumns } from '../../components/form/two-columns.ts';
import { CategoryChoice } from '../../components/menu/category-choice.tsx';
import { words } from '../../words/words.ts';
import { printerChanges, printerFields, printerValues, type PrinterValues } from './printer-values.ts';

const text = words.printing.printers;

interface PrinterFormProps<Saved> {
  /** Null for a new one. */
  printer: Printer | null;
  outlets: readonly Outlet[];
  save: (values: PrinterValues) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** Name, place and kind of a printer, and when it prints by itself. */
export function PrinterForm<Saved>({ printer, outlets, save, onSaved }: PrinterFormProps<Saved>) {
  const values = printerValues(printer, outlets);
  // A printer without them prints everything, and one that has some keeps them.
  const { data: categories = [] } = useQuery(queries.allCategories());
  const form = useCheckedForm<PrinterValues>({
    defaultValues: values,
    calls: (filled) => [
      printer === null
        ? checkedCall('POST /printing/add-printer', printerFields(filled))
        : checkedCall('POST /printing/update-printer/:id', printerChanges(printer, filled)),
    ],
  });
  useRefill(form, values);
  const { register, control } = form;
  const { errors } = form.formState;
  const entered = { ...values, ...useWatch({ control }) };
  const missing = [
    ...(entered.name.trim() === '' ? [text.name] : []),
    ...(entered.outletId === '' ? [text.outlet] : []),
  ];
  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm form={form} missing={missing} save={save} onSaved={onSaved} errors="operation">
        <Box sx={{ display: 'grid', gap: 1, columnGap: 2, p: 2, pb: 0, gridTemplateColumns: twoColumns() }}>
          <TextField
            {...muiField(register('name'))}
            label={text.name}
            required
            error={errors.name !== undefined}
            helperText={errors.name?.message ?? text.nameHint}
            slotProps={{ htmlInput: { maxLength: limits.name } }}
          />
          <Choice
            field={register('outletId')}
            label={text.outlet}
            options={[
              ...(outlets.length === 1 ? [] : [['', text.choose] as const]),
              ...outlets.map((outlet) => [outlet._id, outlet.name] as const),
            ]}
          />
          <Choice
            field={register('kind')}
            label={text.kind}
            options={printerKinds.map((kind) => [kind, text.kinds[kind]])}
          />
          <Choice
            field={register('width')}
            label={text.width}
            options={ticketWidths.map((width) => [String(width), text.widths[width]])}
          />
          <Choice
            field={register('prints')}
            label={text.prints}
            options={printMoments.map((moment) => [moment, text.moments[moment]])}
            isWide
          />
          {categories.length > 0 && (
            <Box sx={{ gridColumn: '1 / -1', pb: 2 }}>
              <Controller
                control={control}
                name="hiddenCategories"
                render={({ field: { value, onChange } }) => (
                  <CategoryChoice
                    legend={text.categories}
                    hint={text.categoriesHint}
                    hidden={value}
                    onChange={onChange}
                    categories={categories}
                  />
                )}
              />
            </Box>
          )}
        </Box>
      </EntityForm>
    </Card>
  );
}

interface ChoiceProps {
  field: UseFormRegisterReturn;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  /** Full width of the form. */
  isWide?: boolean;
}

/** One of a few. */
function Choice({ field, label, options, isWide = false }: ChoiceProps) {
  return (
    <TextField
      {...muiField(field)}
      select
      label={label}
      helperText=" "
      slotProps={{ select: { native: true } }}
      sx={isWide ? { gridColumn: '1 / -1' } : undefined}
    >
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </TextField>
  );
}
