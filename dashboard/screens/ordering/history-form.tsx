import FilterList from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type ReactNode, type Ref, type SubmitEvent, useId, useState } from 'react';
import { channels, type HistoryFilter } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { orderStatuses } from '#contract/ordering/order-status.ts';
import { DateField } from '../../components/form/date-field.tsx';
import { words } from '../../words/words.ts';
import { channelText } from './channel-text.ts';
import { historyFields, type HistorySearch, type SearchField } from './history-view.ts';

const text = words.ordering.history;

interface Choice {
  value: string;
  label: string;
}
const online = 'online';
const sameChoices = (list: readonly string[]): Choice[] => list.map((value) => ({ value, label: value }));

/** Options of each choice (order-operations 9), worded for the reader; the outlets are the restaurant's. */
const choices: Record<Exclude<HistoryFilter, 'outlet'>, readonly Choice[]> = {
  status: orderStatuses.map((value) => ({ value, label: words.ordering.status[value] })),
  channel: channels.map((value) => ({ value, label: channelText(value) })),
  type: (['pickup', 'delivery', 'dine-in'] as const).map((value) => ({ value, label: words.ordering.mode[value] })),
  // Online payments read alike in every mode, and the filter takes a part of the name.
  paymentMethod: [
    ...Object.entries(words.ordering.payment)
      .filter(([value]) => !value.startsWith(online))
      .map(([value, label]) => ({ value, label })),
    { value: online, label: words.ordering.payment['online on delivery'] },
  ],
};

/** The fields behind the button. They are shown where one of them filters the list. */
const folded: readonly SearchField[] = [
  'table',
  'outlet',
  'date',
  'status',
  'channel',
  'type',
  'paymentMethod',
  'scheduled',
  'tests',
];

interface HistoryFormProps {
  search: HistorySearch;
  outletNames: readonly string[];
  /** Guests order at tables. */
  hasTables: boolean;
  /** Beside the buttons. */
  children: ReactNode;
  searchRef: Ref<HTMLButtonElement>;
  onSearch: (search: HistorySearch) => void;
}

/** The search form: whom and when first, the choices behind a button, on a phone the days as well. Choices apply at once, texts and days with Search. */
export function HistoryForm({ search, outletNames, hasTables, children, searchRef, onSearch }: HistoryFormProps) {
  const { draft, setDraft, setSent } = useDraft(search);
  const [isOpen, setOpen] = useState(() => folded.some((name) => search[name] !== undefined));
  const moreId = useId();
  const put = (field: SearchField, value: string) => setDraft({ ...draft, [field]: value });
  const send = (next: HistorySearch) => {
    setSent(trimmed(next));
    onSearch(trimmed(next));
  };
  const choose = (field: SearchField, value: string) => {
    const next = { ...draft, [field]: value };
    setDraft(next);
    send(next);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(draft);
  };
  const clear = () => {
    setDraft({});
    send({});
  };
  const field = (name: SearchField) => ({
    label: text.fields[name],
    value: draft[name] ?? '',
    helperText: null,
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
  });
  const days = (name: 'from' | 'to') => ({ shown: draft[name] ?? '', none: text.anyDay });
  const isOffered = ({ value }: Choice) => hasTables || value !== 'dine-in';
  const choice = (name: HistoryFilter) => (
    <ChoiceField
      placeholder={text.fields[name]}
      value={draft[name] ?? ''}
      options={name === 'outlet' ? sameChoices(outletNames) : choices[name].filter(isOffered)}
      onChange={(value) => choose(name, value)}
    />
  );
  return (
    <search aria-label={text.searchForm}>
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1.5, p: 2 }}>
        <Box sx={fields}>
          <TextField type="search" {...field('id')} slotProps={{ htmlInput: { maxLength: limits.name } }} />
          <TextField
            type="search"
            {...field('phone')}
            slotProps={{ htmlInput: { maxLength: limits.name, inputMode: 'tel', dir: 'ltr' } }}
          />
          <Box sx={{ display: isOpen ? 'contents' : { xs: 'none', sm: 'contents' } }}>
            <TextField type="search" {...field('name')} slotProps={{ htmlInput: { maxLength: limits.name } }} />
            <Box sx={fromAndTo}>
              <DateField
                type="date"
                {...field('from')}
                {...days('from')}
                slotProps={{ htmlInput: { max: draft.to } }}
              />
              <DateField type="date" {...field('to')} {...days('to')} slotProps={{ htmlInput: { min: draft.from } }} />
            </Box>
          </Box>
          <Box id={moreId} sx={{ display: isOpen ? 'contents' : 'none' }}>
            {hasTables && (
              <TextField type="search" {...field('table')} slotProps={{ htmlInput: { maxLength: limits.name } }} />
            )}
            {choice('outlet')}
            <TextField
              {...field('date')}
              placeholder={text.dateExample}
              slotProps={{ htmlInput: { maxLength: text.dateExample.length, inputMode: 'numeric', dir: 'ltr' } }}
            />
            {choice('status')}
            {choice('channel')}
            {choice('type')}
            {choice('paymentMethod')}
            <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
              {(['scheduled', 'tests'] as const).map((name) => (
                <FormControlLabel
                  key={name}
                  label={name === 'scheduled' ? text.scheduledOnly : text.testsOnly}
                  control={
                    <Checkbox
                      checked={draft[name] === 'true'}
                      onChange={(_, isOn) => choose(name, isOn ? 'true' : '')}
                    />
                  }
                  sx={{ minHeight: 44, marginInlineEnd: 0 }}
                />
              ))}
            </Box>
          </Box>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Button ref={searchRef} type="submit" variant="contained">
            {text.search}
          </Button>
          <Button onClick={clear} sx={{ px: 1 }}>
            {text.clear}
          </Button>
          <Button
            startIcon={<FilterList />}
            aria-expanded={isOpen}
            aria-controls={moreId}
            onClick={() => setOpen(!isOpen)}
            sx={{ px: 1 }}
          >
            {text.moreFilters}
          </Button>
          {children}
        </Box>
      </Box>
    </search>
  );
}

/** Two beside each other on a phone, five on a desktop; the fields stand on one line, with or without a label above. */
const fields = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(146px, 45%), 1fr))',
  alignItems: 'end',
  gap: 1.5,
  // A phone would zoom into smaller ones.
  '& .MuiInputBase-input': { fontSize: { sm: '0.875rem' } },
  '& .MuiNativeSelect-select.MuiNativeSelect-select': { paddingInline: '12px 24px', textOverflow: 'ellipsis' },
} as const;

/** The days stay beside each other. */
const fromAndTo = {
  gridColumn: 'span 2',
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 1.5,
} as const;

interface ChoiceFieldProps {
  /** Stands above the field, and in it while nothing is chosen. */
  placeholder: string;
  value: string;
  options: readonly Choice[];
  onChange: (value: string) => void;
}

function ChoiceField({ placeholder, value, options, onChange }: ChoiceFieldProps) {
  // A link may ask for what is not among the choices, or write a choice in capitals.
  const known = options.find((option) => option.value.toLowerCase() === value.toLowerCase());
  return (
    <TextField
      select
      label={placeholder}
      value={known?.value ?? value}
      helperText={null}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{placeholder}</option>
      {(known !== undefined || value === '' ? options : [...options, { value, label: value }]).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  );
}

/**
 * The fields while they are edited. They follow the address when that changes otherwise: Back, or a filter that was
 * removed. A search of this form arrives there a moment later, and must not take away what was typed meanwhile.
 */
function useDraft(search: HistorySearch) {
  const inAddress = JSON.stringify(trimmed(search));
  const [draft, setDraft] = useState(search);
  const [followed, setFollowed] = useState(inAddress);
  const [sent, setSent] = useState<string | null>(null);
  if (followed !== inAddress) {
    setFollowed(inAddress);
    setSent(null);
    if (inAddress !== sent) setDraft(search);
  }
  return { draft, setDraft, setSent: (next: HistorySearch) => setSent(JSON.stringify(next)) };
}

function trimmed(search: HistorySearch): HistorySearch {
  const trimmedFields = historyFields.map((field) => [field, (search[field] ?? '').trim()] as const);
  return Object.fromEntries(trimmedFields.filter(([, value]) => value !== ''));
}
