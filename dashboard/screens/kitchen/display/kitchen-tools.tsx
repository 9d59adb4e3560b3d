import ExitToApp from '@mui/icons-material/ExitToApp';
import FormatSize from '@mui/icons-material/FormatSize';
import Fullscreen from '@mui/icons-material/Fullscreen';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import History from '@mui/icons-material/History';
import Replay from '@mui/icons-material/Replay';
import SoupKitchenOutlined from '@mui/icons-material/SoupKitchenOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { pressable } from '../../../components/form/pressable.ts';
import { dotList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { categoryGroups } from '../../../components/menu/category-groups.ts';
import { paths } from '../../../routing/paths.ts';
import { SoundButton } from '../live-orders/order-tools.tsx';
import type { BumpedOrder } from './bumped-orders.ts';
import { RecallDialog } from './recall-dialog.tsx';

import { StationDialog } from './station-dialog.tsx';
import { nextTicketSize, type TicketSize } from './ticket-size.ts';
import type { StationSettings } from './use-station.ts';

const text = words.kitchen.display;

interface KitchenToolsProps {
  stationSettings: StationSettings;
  size: TicketSize;
  onSize: (size: TicketSize) => void;
  now: Date;
  /** Bumps that can be recalled, the latest first. */
  bumped: readonly BumpedOrder[];
  recallLast: () => void;
  isAllDay: boolean;
  onAllDay: (isAllDay: boolean) => void;
  /** Portions still to be made. */
  toMake: number;
  announce: (words: string) => void;
}

/** Beside the heading: what the screen shows, what is to be made of everything, what was bumped last, and how things stand. */
export function KitchenTools({
  stationSettings,
  size,
  onSize,
  now,
  bumped,
  recallLast,
  isAllDay,
  onAllDay,
  toMake,
  announce,
}: KitchenToolsProps) {
  const [open, setOpen] = useState<'station' | 'recall' | null>(null);
  const close = () => setOpen(null);
  const [last] = bumped;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<SoupKitchenOutlined />}
        aria-haspopup="dialog"
        onClick={() => setOpen('station')}
        sx={{ maxInlineSize: 320, lineHeight: 1.25, textAlign: 'start' }}
      >
        {stationName(stationSettings)}
      </Button>
      <Button
        variant="outlined"
        color={isAllDay ? 'primary' : 'inherit'}
        aria-pressed={isAllDay}
        onClick={() => onAllDay(!isAllDay)}
        sx={isAllDay ? { bgcolor: 'tone.primarySoft' } : undefined}
      >
        {text.allDayCount({ count: toMake })}
      </Button>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<FormatSize />}
        aria-label={text.size({ size })}
        title={text.size({ size })}
        onClick={() => onSize(nextTicketSize(size))}
        sx={{ minInlineSize: 0 }}
      >
        {size}
      </Button>
      <EditingArea>
        <Button variant="outlined" startIcon={<Replay />} {...pressable(last !== undefined, recallLast)}>
          {last === undefined ? text.recall : text.recallLast({ number: last.order.orderName })}
        </Button>
      </EditingArea>
      <IconButton
        aria-label={text.recallList}
        title={text.recallList}
        aria-haspopup="dialog"
        onClick={() => setOpen('recall')}
      >
        <History />
      </IconButton>
      <SoundButton />
      <FullScreenButton />
      <IconButton component={Link} to={paths.liveOrders()} aria-label={text.toLiveOrders} title={text.toLiveOrders}>
        <ExitToApp data-points-along />
      </IconButton>
      <StationDialog isOpen={open === 'station'} onClose={close} stationSettings={stationSettings} />
      <RecallDialog isOpen={open === 'recall'} onClose={close} bumped={bumped} now={now} announce={announce} />
    </>
  );
}

/** 'Marina · 2 of 5 categories' */
function stationName({ choice, outlets, categories }: StationSettings): string {
  const outlet = outlets.find(({ _id }) => _id === choice.outletId)?.name;
  const groups = categoryGroups(categories);
  const shown = groups.filter(({ ids }) => !ids.every((id) => choice.hidden.includes(id)));
  const dishes =
    shown.length === groups.length ? text.everything : text.someCategories({ shown: shown.length, all: groups.length });
  return outlet === undefined ? dishes : dotList([outlet, dishes]);
}

/** Where the browser can be without its own bars. */
function FullScreenButton() {
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const readFullScreen = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', readFullScreen);
    return () => document.removeEventListener('fullscreenchange', readFullScreen);
  }, []);
  if (!document.fullscreenEnabled) return null;
  // Refused where the browser knows better: the board stays as it is.
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <IconButton
      aria-label={text.fullScreen}
      aria-pressed={isFull}
      title={text.fullScreen}
      onClick={() => void toggle().catch(() => undefined)}
      sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
    >
      {isFull ? <FullscreenExit /> : <Fullscreen />}
    </IconButton>
  );
}
