import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { words } from '../../words/words.ts';
import { EditingArea } from '../feedback/editing-area.tsx';
import { focusHeading } from './row-deletion.ts';

interface BulkBarProps {
  ticked: number;
  /** Rows of all pages that the search and the filter left. */
  foundCount: number;
  onAll: () => void;
  onNone: () => void;
  /** Buttons that act on all ticked rows. */
  children: ReactNode;
}

/** At the foot of a list, in sight as long as rows are ticked: how many, and what can be done with them. */
export function BulkBar({ ticked, foundCount, onAll, onNone, children }: BulkBarProps) {
  const bar = useFocusedBar();
  return (
    <Box
      component="section"
      ref={bar}
      tabIndex={-1}
      aria-label={words.general.list.withTicked}
      sx={{
        position: 'sticky',
        insetBlockEnd: 0,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        px: 2,
        py: 1,
        bgcolor: 'background.paper',
        borderBlockStart: 1,
        borderColor: 'divider',
        borderEndStartRadius: 12,
        borderEndEndRadius: 12,
      }}
    >
      <Typography component="output" sx={{ fontWeight: 600 }}>
        {words.general.list.tickedCount({ count: ticked })}
      </Typography>
      <Box sx={{ flex: '1 1 auto', display: 'flex', flexWrap: 'wrap' }}>
        {ticked < foundCount && (
          <Button
            onClick={() => {
              // The button goes, and the focus must not go with it; the next button would untick all when Enter is held.
              bar.current?.focus();
              onAll();
            }}
            sx={{ px: 1 }}
          >
            {words.general.list.tickAll({ count: foundCount })}
          </Button>
        )}
        <Button onClick={onNone} sx={{ px: 1 }}>
          {words.general.list.tickNone}
        </Button>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <EditingArea>{children}</EditingArea>
      </Box>
    </Box>
  );
}

/**
 * The bar goes with the last tick, and the focus must not go with it: it goes to the heading of the page. Somebody who is elsewhere by
 * then stays there.
 */
function useFocusedBar() {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) focusHeading();
    };
  }, []);
  return bar;
}
