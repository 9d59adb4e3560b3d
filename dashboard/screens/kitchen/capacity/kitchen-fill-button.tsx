import DataUsage from '@mui/icons-material/DataUsage';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { words } from '../../../words/words.ts';
import { percentOfHour, toneOf } from './kitchen-fill.ts';

const text = words.kitchen.capacity;

const KitchenQuarters = lazy(async () => ({ default: (await import('./kitchen-quarters.tsx')).KitchenQuarters }));

/** One look on Live Orders: how full the next hour is, where a kitchen has a limit. A touch shows the quarters. */
export function KitchenFillButton() {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const isLimited = outlets.some(({ modes }) => modes.some(({ makeMinutesPerQuarter }) => makeMinutesPerQuarter));
  const { data: kitchens = [] } = useQuery({ ...queries.kitchenLoad(), enabled: isLimited });
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const percent = percentOfHour(kitchens);
  if (!isLimited || percent === null) return null;
  return (
    <>
      <Button
        variant="outlined"
        color={toneOf(percent)}
        aria-haspopup="dialog"
        startIcon={<DataUsage />}
        onClick={() => setOpen(true)}
      >
        {percent === 100 ? text.full : text.button({ percent })}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby={titleId} fullWidth maxWidth="xs">
        <DialogTitle id={titleId}>{text.title}</DialogTitle>
        <Suspense>
          <KitchenQuarters kitchens={kitchens} outlets={outlets} onClose={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
