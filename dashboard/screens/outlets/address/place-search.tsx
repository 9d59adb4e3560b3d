import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import type { Place } from '#contract/outlets/geocoding.ts';
import { client } from '../../../api/api.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.outlets.address;

interface PlaceSearchProps {
  onPlace: (place: Place) => void;
}

/** Finds a place by text. Without an address service it would know no more than the restaurant's own outlets: then there is no search. */
export function PlaceSearch({ onPlace }: PlaceSearchProps) {
  const settings = useQuery(queries.geocodingSettings());
  const hasService = settings.data !== undefined && settings.data.geocoder !== 'places';
  const [typed, setTyped] = useState('');
  const search = useMutation({
    mutationFn: (q: string) => client.call('GET /geocoding/search', { query: { q } }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') search.mutate(typed.trim());
  };
  if (!hasService) return null;
  const { places = [] } = search.data ?? {};
  const isNothing = search.isSuccess && places.length === 0;
  return (
    <search>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 0.5, p: 2, pb: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
          <TextField
            type="search"
            label={text.search}
            value={typed}
            helperText={null}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{
              htmlInput: { maxLength: limits.addressPart },
            }}
          />
          <Button type="submit" variant="outlined" aria-busy={search.isPending || undefined}>
            {text.searchButton}
          </Button>
        </Box>
        {search.isError && (
          <Box role="alert" sx={{ color: 'error.main', typography: 'body2' }}>
            {errorText(search.error, 'outlets')}
          </Box>
        )}
        <output>{isNothing && <Hint>{text.nothingFound({ text: search.variables })}</Hint>}</output>
      </Box>
      {places.length > 0 && (
        <List aria-label={text.results} disablePadding sx={{ pb: 1 }}>
          {places.map((place) => (
            <FoundPlace
              key={`${place.location} ${place.latitude} ${place.longitude}`}
              label={place.location}
              detail={place.area}
              onChoose={() => {
                onPlace(place);
                search.reset();
              }}
            />
          ))}
        </List>
      )}
    </search>
  );
}

interface FoundProps {
  label: string;
  detail: string;
  onChoose: () => void;
}

function FoundPlace({ label, detail, onChoose }: FoundProps) {
  return (
    <ListItem disablePadding>
      <ListItemButton onClick={onChoose} sx={{ gap: 1.5, minHeight: 'var(--row)' }}>
        <PlaceOutlined aria-hidden sx={{ color: 'text.secondary' }} />
        <ListItemText primary={label} secondary={detail} sx={{ overflowWrap: 'anywhere' }} />
      </ListItemButton>
    </ListItem>
  );
}
