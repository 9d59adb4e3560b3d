import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { RestaurantSettings } from '#contract/restaurants/branding.ts';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { sayProblem } from '../../../words/say-answer.ts';
import { isProofRefused, type Proof, ProofFields, useProof } from '../../accounts/security/proof-fields.tsx';
import { errorText } from '../../../words/error-text.ts';

const text = words.restaurants.branding;

const addressOf = (slug: string) => new URL(paths.shop(slug), location.origin).href;

/** Where guests find the restaurant, and where they found it before. */
export function BrandingAddress({ settings: { slug, formerSlugs } }: { settings: RestaurantSettings }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Card sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', p: 2, justifyItems: 'start' }}>
      <div>
        <Typography variant="h2">{text.address}</Typography>
        <Typography dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
          {addressOf(slug)}
        </Typography>
      </div>
      {formerSlugs.length > 0 && (
        <div>
          <Hint>{text.former({ count: formerSlugs.length })}</Hint>
          <Box component="ul" sx={{ m: 0, p: 0, paddingInlineStart: 2.5, color: 'text.secondary' }}>
            {formerSlugs.map((former) => (
              <Typography key={former} component="li" variant="body2" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
                {addressOf(former)}
              </Typography>
            ))}
          </Box>
        </div>
      )}
      <Button variant="outlined" onClick={() => setChanging(true)}>
        {text.changeAddress}
      </Button>
      {isChanging && <ChangeAddress slug={slug} onClose={() => setChanging(false)} />}
    </Card>
  );
}

function ChangeAddress({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [titleId, hintId] = [useId(), useId()];
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} aria-describedby={hintId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{text.changeAddress}</DialogTitle>
      <AddressForm slug={slug} hintId={hintId} onClose={onClose} />
    </Dialog>
  );
}

/** Its field has the focus once it is there. */
function AddressForm({ slug, hintId, onClose }: { slug: string; hintId: string; onClose: () => void }) {
  const [entered, setEntered] = useState(slug);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const cache = useQueryClient();
  const proof = useProof();
  const moving = useMutation({
    mutationFn: (given: Proof) => client.call('POST /restaurant/update-slug', { body: { slug: entered, ...given } }),
    onSuccess: ({ settings }) => {
      cache.setQueryData(queries.restaurantSettings().queryKey, settings);
      void cache.invalidateQueries({ queryKey: queries.me().queryKey });
      showToast({ place: 'bar', tone: 'ok', text: text.moved({ address: addressOf(settings.slug) }) });
      onClose();
    },
    onError: (error) => {
      const refused = error instanceof CallError ? error.answer?.fields?.['slug'] : undefined;
      proof.showRefusal(error);
      if (refused !== undefined) setProblem(sayProblem(refused));
      else if (!isProofRefused(error)) setProblem(errorText(error, 'setup'));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (moving.isPending) return;
    if (entered === slug) onClose();
    else if (isSlug(entered)) proof.submit((given) => moving.mutate(given));
    else setProblem(text.addressWrong);
  };
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Hint id={hintId}>{text.oldStays}</Hint>
        <TextField
          inputRef={field}
          label={text.newAddress}
          value={entered}
          onChange={(event) => {
            setEntered(event.target.value.trimStart().toLowerCase().replaceAll(/\s/g, '-'));
            setProblem(null);
          }}
          error={problem !== null}
          helperText={problem ?? text.addressHint}
          slotProps={{
            htmlInput: { maxLength: limits.slug, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
            input: { startAdornment: <InputAdornment position="start">{location.host}/</InputAdornment> },
            formHelperText: problem === null ? {} : { role: 'alert' },
          }}
          dir="ltr"
        />
        <ProofFields proof={proof} />
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button type="button" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" variant="contained" aria-busy={moving.isPending || undefined}>
          {moving.isPending ? text.moving : text.move}
        </Button>
      </DialogActions>
    </Box>
  );
}

/** Whether it can be one; whether it is free only the server knows. */
function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length >= limits.slugMin;
}
