import MoreTime from '@mui/icons-material/MoreTime';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { pressable } from '../../../components/form/pressable.ts';
import { busyText, type busyPlaces } from '../../../components/order/busy.ts';
import { Band } from '../../../components/shell/band.tsx';
import { commaList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { useEndBusy } from './use-busy.ts';

const text = words.kitchen.busy;

/** More would push the page below the fold. */
const placesNamed = { phone: 1, wider: 2 };

/** Tells everybody that guests see longer times, and ends that in one touch. */
export function BusyBand({ places, now }: { places: ReturnType<typeof busyPlaces>; now: Date }) {
  const ending = useEndBusy();
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const named = isNarrow ? placesNamed.phone : placesNamed.wider;
  return (
    <Band
      tone="warn"
      Icon={MoreTime}
      action={
        <EditingArea>
          <Button
            color="inherit"
            {...pressable(!ending.isPending, () => ending.mutate([...new Set(places.map(({ outlet }) => outlet._id))]))}
          >
            {text.end}
          </Button>
        </EditingArea>
      }
    >
      {text.band({
        places: commaList(places.slice(0, named).map((place) => busyText(place, now))),
        more: Math.max(0, places.length - named),
      })}
    </Band>
  );
}
