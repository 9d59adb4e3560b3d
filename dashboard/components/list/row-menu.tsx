import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type SvgIcon from '@mui/material/SvgIcon';
import { type KeyboardEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { words } from '../../words/words.ts';
import { useIsReadOnly } from '../feedback/editing-area.tsx';
import { focusNextRow } from './row-deletion.ts';

export interface RowAction {
  label: string;
  Icon: typeof SvgIcon;
  /** The effect: a page of Order Manager, an address in a new tab, a change, or the question whether the row shall go. */
  does:
    | { opens: string }
    | { opensTab: string }
    | { changes: () => void }
    | { removes: () => void }
    | { asks: () => void };
}

/** The action that opens the page of a row. */
export function editAction(path: string): RowAction {
  return { label: words.general.list.edit, Icon: EditOutlined, does: { opens: path } };
}

/** The action after which the row is gone; it stands last. */
export function deleteAction(onDelete: () => void): RowAction {
  return { label: words.general.list.delete, Icon: DeleteOutlined, does: { removes: onDelete } };
}

/** The same where a question comes first: until it is answered, the row and its focus stay. */
export function askToDelete(onAsk: () => void): RowAction {
  return { ...deleteAction(onAsk), does: { asks: onAsk } };
}

interface RowMenuProps {
  /** Name of the row. */
  name: string;
  actions: readonly RowAction[];
}

/** The actions on a row behind one button, so that a list says its names. */
export function RowMenu({ name, actions }: RowMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const isReadOnly = useIsReadOnly();
  const label = words.general.list.actionsOf({ name });
  // At once, so that the focus is back before an action moves it.
  const close = () => flushSync(() => setAnchor(null));
  const choose = ({ does }: RowAction) => {
    const button = anchor;
    close();
    if ('removes' in does) {
      if (button !== null) focusNextRow(button);
      does.removes();
    } else if ('changes' in does) does.changes();
    else if ('asks' in does) does.asks();
  };
  const linkOf = ({ does }: RowAction) => {
    if ('opens' in does) return { component: Link, to: does.opens };
    return 'opensTab' in does ? { component: 'a', href: does.opensTab, target: '_blank', rel: 'noopener' } : {};
  };
  return (
    <>
      <IconButton
        data-row-menu
        aria-label={label}
        aria-haspopup="menu"
        // Said only while it is open: a closed row menu is no folded part of its row.
        aria-expanded={anchor === null ? undefined : true}
        aria-controls={anchor === null ? undefined : menuId}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert />
      </IconButton>
      {anchor !== null && (
        <Menu
          id={menuId}
          // Inside <main>, because people who jump between landmarks miss anything outside.
          container={() => document.querySelector('main')}
          anchorEl={anchor}
          open
          onClose={close}
          slotProps={{ list: { 'aria-label': label } }}
        >
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              {...linkOf(action)}
              disabled={isReadOnly && !('opens' in action.does) && !('opensTab' in action.does)}
              // Holding Enter opens the menu, and does not choose from it as well.
              onKeyDown={(event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault()}
              onClick={() => choose(action)}
              sx={{
                // The kit makes them lower on a desktop.
                '&&': { minHeight: 'var(--control)' },
                ...(('removes' in action.does || 'asks' in action.does) && {
                  '&:hover, &:focus-visible': { color: 'error.main' },
                }),
              }}
            >
              <ListItemIcon sx={{ color: 'inherit' }}>
                <action.Icon fontSize="small" />
              </ListItemIcon>
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
