import PrintDisabledOutlined from '@mui/icons-material/PrintDisabledOutlined';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Link } from 'react-router';
import type { Printer } from '#contract/printing/printing.ts';
import { missedTickets } from '../../components/printing/printer-state.ts';
import { Band } from '../../components/shell/band.tsx';
import { paths } from '../../routing/paths.ts';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';

const text = words.printing.band;

/** More would push the page below the fold. */
const printersNamed = { phone: 1, wider: 2 };

/** On every page while printers do not print what they should print by themselves: orders are accepted, and no ticket comes. */
export function PrintersBand({ printers, readAt }: { printers: readonly Printer[]; readAt: Date }) {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const missed = printers
    .map((printer) => ({ printer, problems: missedTickets(printer, readAt) }))
    .filter(({ problems }) => problems.length > 0);
  if (missed.length === 0) return null;
  const named = missed.slice(0, isNarrow ? printersNamed.phone : printersNamed.wider);
  const isOneOutlet = new Set(printers.map(({ outletId }) => outletId)).size === 1;
  return (
    <Band
      tone="error"
      Icon={PrintDisabledOutlined}
      role="alert"
      action={
        <Button color="inherit" component={Link} to={paths.printers()}>
          {words.printing.printers.title}
        </Button>
      }
    >
      {named.map(({ printer: { _id, name, outletName }, problems }) => (
        <div key={_id}>
          {text.missed({
            printer: isOneOutlet ? name : text.place({ printer: name, outlet: outletName }),
            problems: commaList(problems),
          })}
        </div>
      ))}
      {missed.length > named.length && text.more({ count: missed.length - named.length })}
    </Band>
  );
}
