import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { rowDeletion } from '../../../components/list/row-actions.tsx';
import { visuallyHidden } from '../../../components/feedback/visually-hidden.ts';
import { words } from '../../../words/words.ts';

const text = words.menu.categories;

/** Tasks that open a place of their own. */
export type CategoryTask = 'items' | 'availability' | 'rename';

interface CategoryActionsProps {
  name: string;
  isRenaming: boolean;
  onStart: (task: CategoryTask) => void;
  onDelete: () => void;
}

/** Actions on a category. Staff may only switch it off where it is sold out (R25). */
export function CategoryActions({ name, isRenaming, onStart, onDelete }: CategoryActionsProps) {
  const mayEdit = useMayEditMenu();
  const renameButton = useFocusAfter(isRenaming);
  const ofCategory = (
    <Box component="span" sx={visuallyHidden}>
      {name}
    </Box>
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', '& .MuiButton-root': { paddingInline: 1, whiteSpace: 'nowrap' } }}>
      <EditingArea>
        {mayEdit && (
          <Button onClick={() => onStart('items')}>
            {text.addItems}
            {ofCategory}
          </Button>
        )}
        <Button onClick={() => onStart('availability')}>
          {text.availability}
          {ofCategory}
        </Button>
        {mayEdit && (
          <>
            <Button ref={renameButton} disabled={isRenaming} onClick={() => onStart('rename')}>
              {text.rename}
              {ofCategory}
            </Button>
            <Button {...rowDeletion(onDelete)} color="error">
              {text.delete}
              {ofCategory}
            </Button>
          </>
        )}
      </EditingArea>
    </Box>
  );
}

/** Takes the focus when what was open is closed again. Of the two that are drawn, the hidden one cannot. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
