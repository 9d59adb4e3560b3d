import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { words } from '../../../words/words.ts';

const text = words.kitchen.display;

/** The dishes of a long order scroll inside of the ticket, which says so above and below: none is overlooked. */
export function ScrollingDishes({ children }: { children: ReactNode }) {
  const outer = useRef<HTMLDivElement>(null);
  const { isMoreAbove, isMoreBelow } = useHidden(outer);
  return (
    <Box sx={{ position: 'relative', display: 'flex', flexDirection: 'column', minBlockSize: 0 }}>
      {isMoreAbove && <More edge="insetBlockStart" />}
      <Box ref={outer} sx={{ overflowY: { sm: 'auto' }, minBlockSize: 0 }}>
        <Box sx={{ px: 1, py: 0.5 }}>{children}</Box>
      </Box>
      {isMoreBelow && <More edge="insetBlockEnd" />}
    </Box>
  );
}

function More({ edge }: { edge: 'insetBlockStart' | 'insetBlockEnd' }) {
  const isAbove = edge === 'insetBlockStart';
  const Icon = isAbove ? KeyboardArrowUp : KeyboardArrowDown;
  return (
    <Box
      sx={{
        position: 'absolute',
        insetInline: 0,
        [edge]: 0,
        display: 'flex',
        justifyContent: 'center',
        alignItems: 'center',
        py: 0.25,
        bgcolor: 'text.primary',
        color: 'background.paper',
        fontSize: '1.125rem',
        fontWeight: 700,
        pointerEvents: 'none',
      }}
    >
      <Icon aria-hidden />
      {isAbove ? text.moreAbove : text.moreBelow}
    </Box>
  );
}

/** Pixels that may be hidden before the hint shows: no dish is that low. */
const EDGE = 12;

function useHidden(ref: RefObject<HTMLElement | null>) {
  const [hidden, setHidden] = useState({ isMoreAbove: false, isMoreBelow: false });
  useEffect(() => {
    const outer = ref.current;
    if (outer === null) return;
    const measure = () => {
      const { scrollTop, scrollHeight, clientHeight } = outer;
      setHidden({ isMoreAbove: scrollTop > EDGE, isMoreBelow: scrollHeight - clientHeight - scrollTop > EDGE });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    if (outer.firstElementChild !== null) observer.observe(outer.firstElementChild);
    outer.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      outer.removeEventListener('scroll', measure);
    };
  }, [ref]);
  return hidden;
}
