import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useState } from 'react';
import { words } from '../../words/words.ts';
import { drawerButton } from './drawer-row.ts';

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

/** The search over everything: opened by its button or by Ctrl+K, on a Mac by Command+K. Null where there is none. */
export function useSearch(isOffered: boolean) {
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    if (!isOffered) return;
    const openByKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener('keydown', openByKey);
    return () => removeEventListener('keydown', openByKey);
  }, [isOffered]);
  return {
    isSearching: isOffered && isSearching,
    openSearch: isOffered ? () => setSearching(true) : null,
    closeSearch: () => setSearching(false),
  };
}
