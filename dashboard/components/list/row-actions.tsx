import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { words } from '../../words/words.ts';
import { EditingArea } from '../feedback/editing-area.tsx';
import { visuallyHidden } from '../feedback/visually-hidden.ts';

/** Around the buttons of a row: the first word stands below the heading of the column. */
export const rowButtons = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 0.5,
  marginInlineStart: -1,
  '& .MuiButton-root': { paddingInline: 1 },
} as const;

interface RowActionsProps {
  /** Name of the row, which a screen reader says after the verb. */
  name: string;
  editPath: string;
  onDelete: () => void;
  /** Further actions on the row. */
  children?: ReactNode;
}

/** The last cell of a row: Edit and Delete. */
export function RowActions({ name, editPath, onDelete, children }: RowActionsProps) {
  return (
    <Box sx={{ ...rowButtons, flexWrap: children === undefined ? 'nowrap' : 'wrap' }}>
      <Button component={Link} to={editPath} startIcon={<EditOutlined />}>
        {words.general.list.edit}
        <Box component="span" sx={visuallyHidden}>
          {name}
        </Box>
      </Button>
      {children}
      <EditingArea>
        <Button
          {...rowDeletion(onDelete)}
          // Deletion can be undone: the names of the rows are louder, and red is kept for the pointer and the focus.
          color="inherit"
          startIcon={<DeleteOutlined />}
          sx={{ color: 'text.secondary', '&:hover, &:focus-visible': { color: 'error.main' } }}
        >
          {words.general.list.delete}
          <Box component="span" sx={visuallyHidden}>
            {name}
          </Box>
        </Button>
      </EditingArea>
    </Box>
  );
}

/** The properties of a button that deletes its row. */
export function rowDeletion(onDelete: () => void) {
  return {
    'data-delete': true,
    // Holding Enter deletes one row, not every row that comes after it.
    onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
    onClick: (event: MouseEvent<HTMLElement>) => {
      focusNextRow(event.currentTarget);
      onDelete();
    },
  };
}

/** The row goes, and the focus must not go with it: to the row that follows, else to the one before, else to the heading of the page. */
function focusNextRow(button: HTMLElement): void {
  const row = button.closest('tr, li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  // Where a row is drawn for both widths, one of its buttons cannot take the focus.
  const inSight = (selector: string) =>
    [...(neighbour?.querySelectorAll<HTMLElement>(selector) ?? [])].find((one) => one.checkVisibility());
  const next = inSight('[data-delete]') ?? inSight('button') ?? document.querySelector('h1');
  next?.focus();
}
