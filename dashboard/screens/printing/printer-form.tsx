import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import type { CategoryId, OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import {
  type PrinterKind,
  printerKinds,
  type PrintMoment,
  printMoments,
  ticketWidths,
} from '#contract/base/enumerations.ts';
import type { NewPrinter, Printer } from '#contract/printing/printing.ts';
import { queries } from '../../api/queries.ts';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { EntityForm } from '../../components/form/entity-form.tsx';
import { formWidth } from '../../components/form/form-width.ts';
import { twoColumns } from '../../components/form/two-columns.ts';
import { CategoryChoice } from '../../components/menu/category-choice.tsx';
import { words } from '../../words/words.ts';

const text = words.printing.printers;

interface Values {
  name: string;
  outletId: string;
  kind: PrinterKind;
  /** Characters in a line, as a choice. */
  width: string;
  prints: PrintMoment;
  hiddenCategories: CategoryId[];
}

interface PrinterFormProps<Saved> {
  /** Null for a new one. */
  printer: Printer | null;
  outlets: readonly Outlet[];
  save: (fields: NewPrinter) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** Name, place and kind of a printer, and when it prints by itself. */
export function PrinterForm<Saved>({ printer, outlets, save, onSaved }: PrinterFormProps<Saved>) {
  const values = valuesOf(printer, outlets);
  // A printer without them prints everything, and one that has some keeps them.
  const { data: categories = [] } = useQuery(queries.allCategories());
  const form = useCheckedForm<Values>({
    defaultValues: values,
    calls: (filled) => [
      checkedCall(
        printer === null ? 'POST /printing/add-printer' : 'POST /printing/update-printer/:id',
        fieldsOf(filled),
      ),
    ],
  });
  const { register, control } = form;
  const { errors } = form.formState;
  const entered = { ...values, ...useWatch({ control }) };
  const missing = [
    ...(entered.name.trim() === '' ? [text.name] : []),
    ...(entered.outletId === '' ? [text.outlet] : []),
  ];
  return (
    <Card sx={{ overflow: 'visible', maxWidth: formWidth }}>
      <EntityForm
        form={form}
        missing={missing}
        save={(filled) => save(fieldsOf(filled))}
        onSaved={onSaved}
        errors="operation"
      >
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

/** The form as the API takes it. */
function fieldsOf({ width, outletId, ...others }: Values): NewPrinter {
  return {
    ...others,
    outletId: outletId as OutletId,
    width: ticketWidths.find((one) => String(one) === width) ?? 48,
  };
}

function valuesOf(printer: Printer | null, outlets: readonly Outlet[]): Values {
  if (printer === null) {
    const outletId = outlets.length === 1 ? outlets[0]!._id : '';
    return { name: '', outletId, kind: 'cloudprnt', width: '48', prints: 'arrival', hiddenCategories: [] };
  }
  const { name, outletId, kind, width, prints, hiddenCategories } = printer;
  return { name, outletId, kind, width: String(width), prints, hiddenCategories };
}
