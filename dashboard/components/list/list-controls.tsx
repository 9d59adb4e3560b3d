import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { limits } from '#contract/base/limits.ts';
import { words } from '../../words/words.ts';
import { type Column, whenCards } from './list-table.tsx';
import type { ListView } from './list-view.ts';
import type { ViewChange } from './use-list-view.ts';

export interface FilterChoice {
  label: string;
  /** The word for no filter. */
  all: string;
  options: readonly { value: string; label: string }[];
}

interface ListControlsProps<Row> {
  view: ListView;
  /** The search follows what is typed; the button of some lists is the specification's. */
  search: { label: string; hasButton: boolean };
  filter: FilterChoice | null;
  categories: FilterChoice | null;
  columns: readonly Column<Row>[];
  hasTicks: boolean;
  onChange: (change: Partial<ListView>, how?: ViewChange) => void;
}

/** Above a list: what to look for. */
export function ListControls<Row>(props: ListControlsProps<Row>) {
  const { view, search, filter, categories, columns, hasTicks, onChange } = props;
  const [text, setText] = useSearchText(view.search);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text !== view.search) onChange({ search: text });
  };
  return (
    <search>
      <Box
        component="form"
        onSubmit={submit}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5, p: 2 }}
      >
        <TextField
          type="search"
          label={search.label}
          value={text}
          helperText={null}
          onChange={(event) => {
            setText(event.target.value);
            onChange({ search: event.target.value }, 'quiet');
          }}
          slotProps={{
            htmlInput: { maxLength: limits.name },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search aria-hidden />
                </InputAdornment>
              ),
            },
          }}
          sx={{ flex: '1 1 11.25rem', maxWidth: { sm: '22.5rem' } }}
        />
        {filter !== null && (
          <FilterField
            {...filter}
            value={view.filter}
            onChoose={(chosen) => onChange({ filter: chosen, search: text })}
          />
        )}
        {categories !== null && (
          <FilterField
            {...categories}
            value={view.category}
            onChoose={(chosen) => onChange({ category: chosen, search: text })}
          />
        )}
        {search.hasButton && (
          <Button type="submit" variant="outlined">
            {words.general.list.search}
          </Button>
        )}
        <SortChoice view={view} columns={columns} hasTicks={hasTicks} onChange={onChange} />
      </Box>
    </search>
  );
}

interface FilterFieldProps extends FilterChoice {
  value: string;
  onChoose: (value: string) => void;
}

function FilterField({ label, all, options, value, onChoose }: FilterFieldProps) {
  return (
    <TextField
      select
      label={label}
      value={value}
      helperText={null}
      onChange={(event) => onChoose(event.target.value)}
      slotProps={{ select: { native: true } }}
      // Grows: the longest choice stands in it whole.
      sx={{ flex: '1 1 9.5rem', minWidth: 'min(9.5rem, 100%)', maxWidth: { sm: '14rem' } }}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  );
}

interface SortChoiceProps<Row> {
  view: Pick<ListView, 'sort'>;
  columns: readonly Column<Row>[];
  hasTicks?: boolean;
  /** Name of the order that rows have while none is chosen. */
  unsorted?: string;
  onChange: (change: Pick<ListView, 'sort'>) => void;
}

/** Where rows are cards the columns have no heads: their order is chosen here. */
export function SortChoice<Row>({
  view,
  columns,
  hasTicks,
  unsorted = words.general.list.noSort,
  onChange,
}: SortChoiceProps<Row>) {
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined);
  const value = view.sort === null ? '' : `${view.sort.direction} ${view.sort.key}`;
  return (
    <TextField
      select
      label={words.general.list.sortBy}
      value={value}
      helperText={null}
      onChange={(event) => {
        const [direction = '', key = ''] = event.target.value.split(' ');
        onChange({ sort: key === '' ? null : { key, direction: direction === 'desc' ? 'desc' : 'asc' } });
      }}
      slotProps={{ select: { native: true } }}
      sx={{ flex: '1 1 11.25rem', display: 'none', [whenCards(columns, hasTicks)]: { display: 'inline-flex' } }}
    >
      <option value="">{unsorted}</option>
      {sortable.flatMap(({ key, label }) => [
        <option key={`asc ${key}`} value={`asc ${key}`}>
          {words.general.list.ascending({ column: label })}
        </option>,
        <option key={`desc ${key}`} value={`desc ${key}`}>
          {words.general.list.descending({ column: label })}
        </option>,
      ])}
    </TextField>
  );
}

/** The search text while it is typed. It follows the address when that changes otherwise: Back, or cleared filters. */
function useSearchText(inAddress: string) {
  const [text, setText] = useState(inAddress);
  const [followed, setFollowed] = useState(inAddress);
  const isBack = useNavigationType() === NavigationType.Pop;
  if (followed !== inAddress) {
    setFollowed(inAddress);
    if (isBack || inAddress === '') setText(inAddress);
  }
  return [text, setText] as const;
}
