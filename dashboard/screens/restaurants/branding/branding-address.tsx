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
import { useEffect, useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import type { RestaurantSettings } from '#contract/restaurants/branding.ts';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { words } from '../../../words/words.ts';
import { brandingParts, paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { sayProblem } from '../../../words/say-answer.ts';
import { isProofRefused, type Proof, ProofFields, useProof } from '../../accounts/security/proof-fields.tsx';
import { errorText } from '../../../words/error-text.ts';

const text = words.restaurants.branding;

const addressOf = (slug: string) => new URL(paths.shop({ slug, ownDomain: null }), location.origin).href;

/** Where guests find the restaurant, and where they found it before. */
export function BrandingAddress({ settings: { slug, formerSlugs } }: { settings: RestaurantSettings }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Card
      id={brandingParts.address}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', p: 2, justifyItems: 'start' }}
    >
      <div>
        <Typography variant="h2">{text.address}</Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <bdi dir="ltr">{addressOf(slug)}</bdi>
        </Typography>
      </div>
      {formerSlugs.length > 0 && (
        <div>
          <Hint>{text.former({ count: formerSlugs.length })}</Hint>
          <Box component="ul" sx={{ m: 0, p: 0, paddingInlineStart: 2.5, color: 'text.secondary' }}>
            {formerSlugs.map((former) => (
              <Typography key={former} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                <bdi dir="ltr">{addressOf(former)}</bdi>
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
  const form = useCheckedForm<{ slug: string }>({
    defaultValues: { slug },
    // The proof is a form of its own.
    calls: (filled) => [checkedCall('POST /restaurant/update-slug', { ...filled, password: '' })],
  });
  const { control, setError, setFocus } = form;
  useEffect(() => setFocus('slug', { shouldSelect: true }), [setFocus]);
  const cache = useQueryClient();
  const proof = useProof();
  const moving = useMutation({
    mutationFn: (body: { slug: string } & Proof) => client.call('POST /restaurant/update-slug', { body }),
    onSuccess: ({ settings }) => {
      cache.setQueryData(queries.restaurantSettings().queryKey, settings);
      void cache.invalidateQueries({ queryKey: queries.me().queryKey });
      showToast({ place: 'bar', tone: 'ok', text: text.moved({ address: addressOf(settings.slug) }) });
      onClose();
    },
    onError: (error) => {
      const refused = error instanceof CallError ? error.answer?.fields?.['slug'] : undefined;
      proof.showRefusal(error);
      if (refused !== undefined) setError('slug', { message: sayProblem(refused) });
      else if (!isProofRefused(error)) setError('slug', { message: errorText(error, 'setup') });
    },
  });
  const submit = form.handleSubmit((filled) => {
    if (moving.isPending) return;
    if (filled.slug === slug) onClose();
    else proof.submit((given) => moving.mutate({ ...filled, ...given }));
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
      <DialogContent sx={{ pt: 0, display: 'grid', gap: 2 }}>
        <Hint id={hintId}>{text.oldStays}</Hint>
        <Controller
          control={control}
          name="slug"
          render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
            <TextField
              inputRef={ref}
              label={text.newAddress}
              value={value}
              onChange={(event) => onChange(event.target.value.trimStart().toLowerCase().replaceAll(/\s/g, '-'))}
              onBlur={onBlur}
              error={error !== undefined}
              helperText={error?.message ?? text.addressHint}
              slotProps={{
                htmlInput: { maxLength: limits.slug, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
                input: { startAdornment: <InputAdornment position="start">{location.host}/</InputAdornment> },
                formHelperText: error === undefined ? {} : { role: 'alert' },
              }}
              dir="ltr"
            />
          )}
        />
        <ProofFields proof={proof} />
      </DialogContent>
      <DialogActions>
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
