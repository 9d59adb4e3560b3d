import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { OutletId } from '#contract/base/ids.ts';
import { type SoldOutLength, soldOutLengths } from '#contract/base/enumerations.ts';
import type { Item } from '#contract/menu/menus.ts';
import { client } from '../../api/api.ts';
import { EditingArea } from '../feedback/editing-area.tsx';
import { showToast } from '../feedback/toast-store.ts';
import { pressable } from '../form/pressable.ts';
import { isolated } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.menu.inventory;

/**
 * The menu opens inside <main>, because people who jump between landmarks miss anything outside; while a dialog is
 * open there is nothing else.
 */
const inMain = () => document.querySelector('main');

/** null: it can be had again. */
interface Choice {
  length: SoldOutLength | null;
  outletId: OutletId | null;
}

interface SoldOutMenuProps {
  item: Item;
  isSoldOut: boolean;
  /** Which outlet is meant unless another one is chosen; null: all. */
  firstOutlet?: OutletId | null;
}

/** For how long an item is sold out, at all outlets or at one; it comes back by itself. */
export function SoldOutMenu({ item, isSoldOut, firstOutlet = null }: SoldOutMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const cache = useQueryClient();
  const saving = useMutation({
    mutationFn: async ({ length, outletId }: Choice) => {
      const body = outletId === null ? { length } : { length, outletId };
      const answer = await client.call('POST /menu/sell-out/:id', { params: { id: item._id }, body });
      cache.setQueryData(queries.items().queryKey, (items) =>
        items?.map((one) => (one._id === item._id ? answer.item : one)),
      );
    },
    onError: (error) => {
      showToast({ place: 'toast', tone: 'error', text: `${isolated(item.name)}: ${errorText(error, 'operation')}` });
    },
  });
  return (
    <>
      <EditingArea>
        <Button
          variant="outlined"
          aria-label={text.soldOutMenu({ name: item.name })}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor === null ? undefined : menuId}
          {...pressable(!saving.isPending, (event) => setAnchor(event.currentTarget))}
          sx={{ whiteSpace: 'nowrap' }}
        >
          {text.soldOut}
        </Button>
      </EditingArea>
      {anchor !== null && (
        <Choices
          id={menuId}
          anchor={anchor}
          isSoldOut={isSoldOut}
          firstOutlet={firstOutlet}
          onClose={() => setAnchor(null)}
          onChoose={(choice) => {
            setAnchor(null);
            saving.mutate(choice);
          }}
        />
      )}
    </>
  );
}

interface ChoicesProps {
  id: string;
  anchor: HTMLElement;
  isSoldOut: boolean;
  firstOutlet: OutletId | null;
  onClose: () => void;
  onChoose: (choice: Choice) => void;
}

function Choices({ id, anchor, isSoldOut, firstOutlet, onClose, onChoose }: ChoicesProps) {
  const { data: outlets = [] } = useQuery(queries.outlets());
  const [outletId, setOutletId] = useState(firstOutlet);
  const item = { minHeight: 'var(--control)' };
  return (
    <Menu
      id={id}
      container={anchor.closest('[role=dialog]') === null ? inMain : undefined}
      anchorEl={anchor}
      open
      onClose={onClose}
    >
      {outlets.length > 1 && [
        <MenuItem
          key="all"
          role="menuitemradio"
          aria-checked={outletId === null}
          selected={outletId === null}
          sx={item}
          onClick={() => setOutletId(null)}
        >
          {text.allOutlets}
        </MenuItem>,
        ...outlets.map(({ _id, name }) => (
          <MenuItem
            key={_id}
            role="menuitemradio"
            aria-checked={outletId === _id}
            selected={outletId === _id}
            sx={item}
            onClick={() => setOutletId(_id)}
          >
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', maxInlineSize: 320 }}>
              {name}
            </Box>
          </MenuItem>
        )),
        <ListSubheader key="for" role="presentation">
          {text.soldOutFor}
        </ListSubheader>,
      ]}
      {soldOutLengths.map((length) => (
        <MenuItem key={length} sx={item} onClick={() => onChoose({ length, outletId })}>
          {text.lengths[length]}
        </MenuItem>
      ))}
      {isSoldOut && (
        <MenuItem sx={item} onClick={() => onChoose({ length: null, outletId })}>
          {text.available}
        </MenuItem>
      )}
    </Menu>
  );
}
