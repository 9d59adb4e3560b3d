import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Translations } from '#contract/base/fields.ts';
import { limits } from '#contract/base/limits.ts';
import { firstLetter } from './first-letter.ts';
import { words } from '../../words/words.ts';
import { breakpoints } from '../../theme/theme.ts';
import { IncrementalRows } from './incremental-rows.tsx';
import { Hint } from '../feedback/hint.tsx';
import { containsText, isNamed } from './text-search.ts';
import { noResults } from './no-results.ts';

interface Pick<Id extends string> {
  id: Id;
  label: string;
  /** Names in other languages: searched, and not shown. */
  otherNames?: Translations;
  detail?: string;
  /** Address of a small square picture; null where there is none. Left out where the kind has none. */
  picture?: string | null;
}

interface PickDialogProps<Id extends string> {
  isOpen: boolean;
  title: string;
  picks: readonly Pick<Id>[];
  /** When there is nothing to tick at all. */
  none: string;
  /** A way to make one that is not there yet. */
  create?: { to: string; label: string };
  /** Most that can be ticked. */
  most?: number;
  /** In the order they were ticked. */
  onAdd: (ids: Id[]) => void;
  onClose: () => void;
}

/** Ticks any number of things to add; Add waits for the first tick (order-operations 5). */
export function PickDialog<Id extends string>({ isOpen, onClose, title, ...rest }: PickDialogProps<Id>) {
  const titleId = useId();
  const isNarrow = useMediaQuery(`(max-width:${breakpoints.drawer - 1}px)`, { noSsr: true });
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm" fullScreen={isNarrow}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <PickForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function PickForm<Id extends string>({
  picks,
  none,
  create,
  most = Infinity,
  onAdd,
  onClose,
}: Omit<PickDialogProps<Id>, 'isOpen' | 'title'>) {
  const [search, setSearch] = useState('');
  const [ticked, setTicked] = useState<readonly Id[]>([]);
  const matching = picks.filter(
    ({ label, otherNames, detail = '' }) =>
      isNamed({ name: label, nameTranslations: otherNames }, search) || containsText(detail, search),
  );
  const toggle = (id: Id) =>
    setTicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1, alignContent: 'start', pt: 0 }}>
        {picks.length === 0 ? (
          <Hint>{none}</Hint>
        ) : (
          <>
            <TextField
              type="search"
              label={words.general.list.search}
              value={search}
              helperText={null}
              onChange={(event) => setSearch(event.target.value)}
              slotProps={{ htmlInput: { maxLength: limits.name } }}
            />
            <Box sx={{ minHeight: 240 }}>
              {matching.length === 0 && <Hint>{noResults(search.trim())}</Hint>}
              <List disablePadding>
                <IncrementalRows rows={matching} as="li">
                  {(pick) => (
                    <PickRow
                      key={pick.id}
                      pick={pick}
                      isTicked={ticked.includes(pick.id)}
                      isFull={ticked.length >= most}
                      onToggle={toggle}
                    />
                  )}
                </IncrementalRows>
              </List>
            </Box>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Box component="output" sx={{ flex: 1 }}>
          {create !== undefined && (
            <Button component={Link} to={create.to}>
              {create.label}
            </Button>
          )}
          {picks.length > 0 && (
            <Hint>
              {ticked.length === 0 ? words.general.form.tickOne : words.general.form.ticked({ count: ticked.length })}
            </Hint>
          )}
        </Box>
        <Button onClick={onClose}>{words.general.form.close}</Button>
        {picks.length > 0 && (
          <Button variant="contained" disabled={ticked.length === 0} onClick={() => onAdd([...ticked])}>
            {words.general.form.add}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

interface PickRowProps<Id extends string> {
  pick: Pick<Id>;
  isTicked: boolean;
  isFull: boolean;
  onToggle: (id: Id) => void;
}

function PickRow<Id extends string>({ pick, isTicked, isFull, onToggle }: PickRowProps<Id>) {
  const { id, label, detail, picture } = pick;
  return (
    <ListItem disablePadding>
      <Box
        component="label"
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 'var(--row)',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          cursor: 'pointer',
          borderRadius: 1,
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Checkbox checked={isTicked} disabled={isFull && !isTicked} onChange={() => onToggle(id)} />
        {picture !== undefined && (
          <Avatar
            variant="rounded"
            aria-hidden
            src={picture ?? undefined}
            slotProps={{ img: { loading: 'lazy', alt: '', width: 40, height: 40 } }}
            sx={{ bgcolor: 'tone.subtle', color: 'text.secondary', fontWeight: 600 }}
          >
            {firstLetter(label)}
          </Avatar>
        )}
        <ListItemText primary={<bdi>{label}</bdi>} secondary={detail} sx={{ overflowWrap: 'anywhere' }} />
      </Box>
    </ListItem>
  );
}
