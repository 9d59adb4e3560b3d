import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useEffectEvent, useState } from 'react';
import { words } from '../../words/words.ts';
import { drawerButton } from './drawer-row.ts';
import { dropHeldKeys, holdKeys } from './held-keys.ts';

/** Milliseconds after which the search is fetched before anybody calls for it: the page comes first. */
const PRELOAD_DELAY = 1500;

export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <Box sx={{ px: 1.5, pb: 0.5 }}>
      <ButtonBase
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onClick}
        sx={{ ...drawerButton, border: 1, borderInlineStart: 1, borderColor: 'tone.drawerSelected' }}
      >
        <SearchOutlined aria-hidden fontSize="small" />
        <Box sx={{ flex: 1 }}>{words.general.search.button}</Box>{' '}
        <Box component="kbd" sx={{ font: 'inherit', fontWeight: 400 }}>
          {words.general.search.shortcut}
        </Box>
      </ButtonBase>
    </Box>
  );
}

/**
 * The search over everything: opened by its button or by Ctrl+K, on a Mac by Command+K. Null where there is none. Its code may
 * come after the first letters, which are held for it.
 */
export function useSearch(isOffered: boolean) {
  const [isSearching, setSearching] = useState(false);
  const close = () => {
    dropHeldKeys();
    setSearching(false);
  };
  const open = () => {
    // A search that is there takes its keys itself.
    if (!isSearching) holdKeys(close);
    setSearching(true);
  };
  const openByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    if (!isOffered) return;
    const press = (event: KeyboardEvent) => openByKey(event);
    addEventListener('keydown', press);
    const timer = setTimeout(() => {
      // A browser remembers a file that it could not fetch.
      if (navigator.onLine) void import('./search-dialog.tsx').catch(() => undefined);
    }, PRELOAD_DELAY);
    return () => {
      removeEventListener('keydown', press);
      clearTimeout(timer);
      dropHeldKeys();
    };
  }, [isOffered]);
  return { isSearching: isOffered && isSearching, openSearch: isOffered ? open : null, closeSearch: close };
}
