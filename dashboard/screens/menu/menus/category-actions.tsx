import BlockOutlined from '@mui/icons-material/BlockOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { EditingArea } from '../../../components/feedback/editing-area.tsx';
import { useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { deleteAction, RowMenu } from '../../../components/list/row-menu.tsx';
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
  const place = useFocusAfter(isRenaming);
  if (!mayEdit) return <TaskButton label={text.availability} name={name} onStart={() => onStart('availability')} />;
  return (
    <Box ref={place} sx={{ display: 'flex', alignItems: 'center' }}>
      <TaskButton label={text.addItems} name={name} onStart={() => onStart('items')} />
      <RowMenu
        name={name}
        actions={[
          { label: text.availability, Icon: BlockOutlined, does: { changes: () => onStart('availability') } },
          { label: text.rename, Icon: EditOutlined, does: { changes: () => onStart('rename') } },
          deleteAction(onDelete),
        ]}
      />
    </Box>
  );
}

function TaskButton({ label, name, onStart }: { label: string; name: string; onStart: () => void }) {
  return (
    <EditingArea>
      <Button onClick={onStart} sx={{ px: 1, whiteSpace: 'nowrap' }}>
        {label}
        <Box component="span" sx={visuallyHidden}>
          {name}
        </Box>
      </Button>
    </EditingArea>
  );
}

/** Takes the focus to the menu when what it opened is closed again. Of the two that are drawn, the hidden one cannot. */
function useFocusAfter(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) place.current?.querySelector<HTMLElement>('[data-row-menu]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return place;
}
