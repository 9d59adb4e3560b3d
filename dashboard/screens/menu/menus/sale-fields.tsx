import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type Control, Controller, useWatch } from 'react-hook-form';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { ModeTicks, OutletTicks } from '../../../components/form/scope-ticks.tsx';
import { SwitchField } from '../../../components/form/switch-field.tsx';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { words } from '../../../words/words.ts';
import { HoursEditor } from '../../outlets/hours-editor.tsx';
import type { MenuValues } from './menu-values.ts';

const text = words.menu.menus.sale;

/** When and how a menu is sold: days and times, kinds of orders, outlets. Nothing said: always and everywhere. */
export function SaleFields({ control, outlets }: { control: Control<MenuValues>; outlets: readonly Outlet[] }) {
  const hasHours = useWatch({ control, name: 'hasHours' });
  return (
    <Box sx={{ display: 'grid', gap: 1.5, pt: 1, pb: 2 }}>
      <Typography component="h2" variant="h2">
        {text.title}
      </Typography>
      <Hint>{text.hint}</Hint>
      <Controller
        control={control}
        name="hasHours"
        render={({ field: { value, onChange, onBlur } }) => (
          <SwitchField
            label={text.hasHours}
            isOn={value}
            onChange={onChange}
            onBlur={onBlur}
            sx={{ justifyContent: 'space-between' }}
          />
        )}
      />
      {hasHours && (
        <Box>
          <Controller
            control={control}
            name="hours"
            render={({ field: { value, onChange } }) => (
              <HoursEditor label={text.hours} hours={value} onChange={onChange} />
            )}
          />
          <Hint>{text.hoursHint}</Hint>
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 1, columnGap: 2, gridTemplateColumns: twoColumns() }}>
        <Controller
          control={control}
          name="modes"
          render={({ field: { value, onChange } }) => (
            <ModeTicks legend={text.modes} hint={text.modesHint} chosen={value} onChange={onChange} />
          )}
        />
        <Controller
          control={control}
          name="outlets"
          render={({ field: { value, onChange } }) => (
            <OutletTicks
              legend={text.outlets}
              hint={text.outletsHint}
              outlets={outlets}
              chosen={value}
              onChange={onChange}
            />
          )}
        />
      </Box>
    </Box>
  );
}
