/* The results of a combobox have the roles of its pattern: no element draws rows with icons. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { searchedText } from '#contract/base/searched-text.ts';
import { queries } from '../../api/queries.ts';
import { paths } from '../../routing/paths.ts';
import { breakpoints } from '../../theme/theme.ts';
import { dotList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { Hint } from '../feedback/hint.tsx';
import { visuallyHidden } from '../feedback/visually-hidden.ts';
import { takeHeldKeys } from './held-keys.ts';
import { useAudience } from './restaurant.tsx';
import { type Hit, orderNumberIn, searchHits } from './search-hits.ts';
import { useSearchable } from './use-searchable.ts';

const text = words.general.search;

/** Tells a hit from all others. */
function keyOf({ kind, to, label, detail = '' }: Hit): string {
  return [kind, to, label, detail].join(' ');
}

/** Goes to any page, setting, order, item, outlet or person by its name (Ctrl+K). */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const isPhone = useMediaQuery(`(max-width:${breakpoints.drawer - 1}px)`, { noSsr: true });
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  // The hit and not its place: orders that arrive come before it. Null: the first, once something is typed.
  const [chosen, setChosen] = useState<string | null>(null);
  const searched = useDeferredValue(typed);
  const { hits, isAsking } = useHits(searched);
  // Enter may come before the hits of the last letters are there: what was found before is not what was asked for.
  const [isEntered, setEntered] = useState(false);
  const isKnown = searched === typed && !isAsking;
  const listId = useId();
  const place = hits.findIndex((hit) => keyOf(hit) === chosen);
  // Enter alone asks for nothing.
  const current = place === -1 && typed.trim() !== '' ? 0 : place;
  const takeField = useCallback((field: HTMLInputElement | null) => {
    if (field === null) return;
    field.focus();
    const before = takeHeldKeys();
    if (before.text !== '') setTyped(before.text);
    if (before.isEntered) setEntered(true);
  }, []);
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    void navigate(hit.to);
  };
  const openChosen = useEffectEvent(() => open(hits[current]));
  useEffect(() => {
    if (isEntered && isKnown) openChosen();
  }, [isEntered, isKnown]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && hits.length > 0) {
      event.preventDefault();
      const next = current === -1 && step === -1 ? hits.length - 1 : (current + step + hits.length) % hits.length;
      setChosen(keyOf(hits[next]!));
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isKnown) open(hits[current]);
      else setEntered(true);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': text.title } }}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, borderBlockEnd: 1, borderColor: 'divider' }}>
        <SearchOutlined aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          inputRef={takeField}
          fullWidth
          type="search"
          value={typed}
          placeholder={text.placeholder}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(null);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          inputProps={{
            role: 'combobox',
            'aria-label': text.title,
            'aria-expanded': true,
            'aria-controls': listId,
            'aria-activedescendant': hits[current] === undefined ? undefined : `${listId}-${current}`,
            autoComplete: 'off',
            enterKeyHint: 'go',
          }}
          sx={{ minHeight: 56 }}
        />
        <CloseButton onClose={onClose} />
      </Box>
      <Box component="ul" role="listbox" id={listId} aria-label={text.results} sx={{ m: 0, p: 1, overflowY: 'auto' }}>
        {hits.map((hit, index) => (
          <HitRow
            key={keyOf(hit)}
            id={`${listId}-${index}`}
            hit={hit}
            isChosen={index === current}
            onOpen={() => open(hit)}
          />
        ))}
      </Box>
      {hits.length === 0 && !isAsking && (
        <Box sx={{ px: 2, pb: 2 }}>
          <Hint>{text.none}</Hint>
        </Box>
      )}
      <Box aria-live="polite" sx={visuallyHidden}>
        {isAsking ? '' : text.count({ count: hits.length })}
      </Box>
    </Dialog>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Box
      component="button"
      type="button"
      onClick={onClose}
      sx={{
        minHeight: 44,
        px: 1,
        border: 0,
        bgcolor: 'transparent',
        color: 'text.secondary',
        font: 'inherit',
        cursor: 'pointer',
      }}
    >
      {words.general.shell.close}
    </Box>
  );
}

interface HitRowProps {
  id: string;
  hit: Hit;
  isChosen: boolean;
  onOpen: () => void;
}

function HitRow({ id, hit: { Icon, kind, label, detail }, isChosen, onOpen }: HitRowProps) {
  return (
    <Box
      component="li"
      role="option"
      id={id}
      aria-selected={isChosen}
      onClick={onOpen}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 44,
        px: 1,
        borderRadius: 1,
        cursor: 'pointer',
        bgcolor: isChosen ? 'tone.primarySoft' : undefined,
        '&:hover': { bgcolor: 'tone.subtle' },
      }}
    >
      <Icon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap dir="auto">
          {label}
        </Typography>
        {detail !== undefined && detail !== '' && (
          <Typography noWrap dir="auto" variant="body2" color="textSecondary">
            {detail}
          </Typography>
        )}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {kind}
      </Typography>
    </Box>
  );
}

/** Guests are looked up from so many letters on. */
const LEAST_OF_A_GUEST = 3;

/**
 * Orders are looked up on the server by their number, guests by name or phone; all else is searched here. An answer to the text before
 * counts for nothing.
 */
function useHits(typed: string): { hits: Hit[]; isAsking: boolean } {
  const { all, isLoading } = useSearchable();
  const maySeeGuests = useAudience()('editors');
  const searched = searchedText(typed);
  const guest = searched.trim();
  const isGuest = maySeeGuests && guest.length >= LEAST_OF_A_GUEST;
  const guests = useQuery({ ...queries.customers({ search: guest, size: 5 }), enabled: isGuest });
  const number = orderNumberIn(searched);
  const orders = useQuery({
    ...queries.orderHistory({ id: number ?? '', size: '5' }),
    enabled: number !== null,
  });
  const isOrderAsked = number !== null && (orders.isPending || orders.isPlaceholderData);
  const isGuestAsked = isGuest && (guests.isPending || guests.isPlaceholderData);
  const foundOrders = number === null || isOrderAsked ? [] : (orders.data?.order ?? []);
  const foundGuests = !isGuest || isGuestAsked ? [] : (guests.data?.guests ?? []);
  const orderHits = foundOrders.map((order): Hit => ({
    kind: text.kinds.order,
    label: words.kitchen.liveOrders.number({ number: order.orderName }),
    detail: dotList([order.customerName, order.outlet.name]),
    to: paths.order(order._id),
    Icon: ReceiptLongOutlined,
  }));
  const guestHits = foundGuests.map(({ _id, name, phone }): Hit => ({
    kind: text.kinds.guest,
    label: name,
    detail: phone,
    to: paths.customer(_id),
    Icon: GroupsOutlined,
  }));
  const hits = [...orderHits, ...searchHits(all, typed, text.kinds.page), ...guestHits];
  // Guests come last: where anything else is found, the first hit is known without them.
  return { hits, isAsking: isOrderAsked || ((isGuestAsked || isLoading) && hits.length === 0) };
}
