import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { modes, type Mode } from '#contract/base/enumerations.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { formWidth } from '../../components/form/form-width.ts';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';

const text = words.payments.where;

/** Beside each other where there is room for all. */
const switches = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 15rem)',
  columnGap: 4,
  rowGap: 1,
  '@container (min-width: 42rem)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
} as const;

/** Once a gateway is connected: at which outlets guests pay online, and in which modes. */
export function WhereOnline() {
  const { data: outlets, error, refetch } = useQuery(queries.outlets());
  const headingId = useId();
  return (
    <Card
      component="section"
      aria-labelledby={headingId}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', p: 2, maxWidth: formWidth }}
    >
      <div>
        <Typography id={headingId} variant="h2">
          {text.title}
        </Typography>
        <Hint>{text.hint}</Hint>
      </div>
      {outlets === undefined ? (
        error === null ? (
          <LoadingBlock height={96} />
        ) : (
          <Failure error={error} place="setup" onRetry={() => void refetch()} />
        )
      ) : (
        outlets.map((outlet) => <OutletSwitches key={outlet._id} outlet={outlet} />)
      )}
    </Card>
  );
}

function OutletSwitches({ outlet }: { outlet: Outlet }) {
  return (
    <Box sx={{ containerType: 'inline-size', display: 'grid', gap: 1 }}>
      <Typography variant="h3" dir="auto" sx={{ typography: 'subtitle1', fontWeight: 600 }}>
        {outlet.name}
      </Typography>
      <Box sx={switches}>
        {modes.map((mode) => (
          <ModeSwitch key={mode} outlet={outlet} mode={mode} />
        ))}
      </Box>
    </Box>
  );
}

/** Moves at once, and back when saving fails. */
function ModeSwitch({ outlet, mode }: { outlet: Outlet; mode: Mode }) {
  const cache = useQueryClient();
  const { queryKey } = queries.outlets();
  const isOn = outlet.modes.find((one) => one.mode === mode)?.takesOnline ?? true;
  const saving = useMutation({
    mutationFn: async (takesOnline: boolean) => {
      const body = { mode, takesOnline };
      const { outlet: saved } = await client.call('POST /outlet/update-ordering-modes/:id', {
        params: { id: outlet._id },
        body,
      });
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (before) => before?.map((one) => (one._id === saved._id ? saved : one)));
      showToast({ place: 'bar', tone: 'ok', text: text.saved });
    },
    // One after the other: each answer brings all modes of the outlet.
    scope: { id: 'online payments by mode' },
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') }),
  });
  return (
    <SwitchField
      label={text.modes[mode]}
      name={text.switchOf({ outlet: outlet.name, mode: text.modes[mode] })}
      isOn={saving.isPending ? saving.variables : isOn}
      onChange={(next) => saving.mutate(next)}
      sx={{ justifyContent: 'space-between' }}
    />
  );
}
