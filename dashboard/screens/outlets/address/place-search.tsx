import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import PublicOutlined from '@mui/icons-material/PublicOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import type { Place } from '#contract/outlets/geocoding.ts';
import { client } from '../../../api/api.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { phoneCountries } from '../../../components/form/phone-countries.ts';
import { containsText } from '../../../components/list/text-search.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.outlets.address;
const mostCountries = 5;

interface PlaceSearchProps {
  onPlace: (place: Place) => void;
  /** ISO 3166 code of a country to be shown. */
  onCountry: (code: string) => void;
}

/** Finds a place by text. What it finds depends on the server's address service; without one it knows little, and says so. */
export function PlaceSearch({ onPlace, onCountry }: PlaceSearchProps) {
  const hintId = useId();
  const settings = useQuery(queries.geocodingSettings());
  const knowsLittle = settings.data?.geocoder === 'places';
  const [typed, setTyped] = useState('');
  const search = useMutation({
    mutationFn: async (q: string) => {
      const { places } = await client.call('GET /geocoding/search', { query: { q } });
      const countries = knowsLittle ? phoneCountries.filter(({ name }) => containsText(name, q)) : [];
      return { places, countries: countries.slice(0, mostCountries) };
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') search.mutate(typed.trim());
  };
  const { places = [], countries = [] } = search.data ?? {};
  const isNothing = search.isSuccess && places.length + countries.length === 0;
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
              htmlInput: { maxLength: limits.addressPart, 'aria-describedby': knowsLittle ? hintId : undefined },
            }}
          />
          <Button type="submit" variant="outlined" aria-busy={search.isPending || undefined}>
            {text.searchButton}
          </Button>
        </Box>
        {knowsLittle && <Hint id={hintId}>{text.ownPlacesHint}</Hint>}
        {search.isError && (
          <Box role="alert" sx={{ color: 'error.main', typography: 'body2' }}>
            {errorText(search.error, 'outlets')}
          </Box>
        )}
        <output>{isNothing && <Hint>{text.nothingFound({ text: search.variables })}</Hint>}</output>
      </Box>
      {places.length + countries.length > 0 && (
        <List aria-label={text.results} disablePadding sx={{ pb: 1 }}>
          {places.map((place) => (
            <FoundPlace
              key={`${place.location} ${place.latitude} ${place.longitude}`}
              Icon={PlaceOutlined}
              label={place.location}
              detail={place.area}
              onChoose={() => {
                onPlace(place);
                search.reset();
              }}
            />
          ))}
          {countries.map(({ code, name }) => (
            <FoundPlace
              key={code}
              Icon={PublicOutlined}
              label={text.showCountry({ country: name })}
              onChoose={() => {
                onCountry(code);
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
  Icon: typeof PlaceOutlined;
  label: string;
  detail?: string;
  onChoose: () => void;
}

function FoundPlace({ Icon, label, detail, onChoose }: FoundProps) {
  return (
    <ListItem disablePadding>
      <ListItemButton onClick={onChoose} sx={{ gap: 1.5, minHeight: 'var(--row)' }}>
        <Icon aria-hidden sx={{ color: 'text.secondary' }} />
        <ListItemText primary={label} secondary={detail} sx={{ overflowWrap: 'anywhere' }} />
      </ListItemButton>
    </ListItem>
  );
}
