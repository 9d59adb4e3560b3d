import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Restaurant } from '#contract/accounts/accounts.ts';
import { limits } from '#contract/base/limits.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import { LoadingBlock } from '../../components/feedback/loading-block.tsx';
import { client } from '../../api/api.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { Page } from '../../components/shell/page.tsx';
import { PageMissing } from '../../components/shell/page-states.tsx';
import { useIsOwner, useRestaurant } from '../../components/shell/restaurant.tsx';
import { Section } from '../../components/shell/section.tsx';
import { useNow } from '../../components/live/use-now.ts';
import { deviceDayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { CodeField } from '../accounts/security/code-field.tsx';
import { PasswordField } from '../accounts/password-field.tsx';
import { showProblems } from '../accounts/security/show-problems.ts';
import { DataExportButton } from './data-export-section.tsx';

const text = words.restaurants.offboarding;
const me = words.accounts.account;

/** /dashboard/account/close: an owner reads what closing the restaurant means, and does it. */
export function CloseRestaurant() {
  const restaurant = useRestaurant();
  if (!useIsOwner()) return <PageMissing />;
  return (
    <Page title={text.heading} back={{ to: paths.account(), label: me.title }}>
      <WhatHappens restaurant={restaurant} />
      <Confirmation restaurant={restaurant} />
    </Page>
  );
}

function WhatHappens({ restaurant: { name, slug } }: { restaurant: Restaurant }) {
  const eraseAt = new Date(useNow(MINUTE).getTime() + limits.reopenDays * DAY);
  return (
    <Section heading={text.whatHappens}>
      <Box component="ul" sx={{ m: 0, paddingInlineStart: 3, display: 'grid', gap: 1, maxInlineSize: 720 }}>
        {[
          text.atOnce({ name }),
          text.reopen({ days: limits.reopenDays }),
          text.erased({ date: deviceDayText(eraseAt) }),
          text.law,
        ].map((sentence) => (
          <Typography key={sentence} component="li" sx={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Typography>
        ))}
      </Box>
      <div>
        <DataExportButton slug={slug} />
      </div>
    </Section>
  );
}

function Confirmation({ restaurant }: { restaurant: Restaurant }) {
  const offboarding = useQuery(queries.offboarding());
  const factor = useQuery(queries.factor());
  const failed = [offboarding, factor].find(({ isError }) => isError);
  return (
    <Section heading={text.confirmTitle}>
      {offboarding.data?.openOrders === 0 && factor.data !== undefined ? (
        <ConfirmationForm restaurant={restaurant} takesCode={factor.data.since !== null} />
      ) : failed !== undefined ? (
        <Failure error={failed.error} place="setup" onRetry={() => void failed.refetch()} />
      ) : offboarding.data === undefined || factor.data === undefined ? (
        <LoadingBlock height={220} />
      ) : (
        <OrdersOpen count={offboarding.data.openOrders} onLook={() => void offboarding.refetch()} />
      )}
    </Section>
  );
}

function OrdersOpen({ count, onLook }: { count: number; onLook: () => void }) {
  return (
    <>
      <div aria-live="polite">
        <Typography sx={{ fontWeight: 600 }}>{text.ordersOpen({ count })}</Typography>
        <Typography color="textSecondary">{text.ordersOpenHint}</Typography>
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" component={Link} to={paths.liveOrders()}>
          {text.toOrders}
        </Button>
        <Button onClick={onLook}>{text.lookAgain}</Button>
      </Box>
    </>
  );
}

interface Confirmed {
  name: string;
  password: string;
  code: string;
}

function ConfirmationForm({ restaurant: { name }, takesCode }: { restaurant: Restaurant; takesCode: boolean }) {
  const cache = useQueryClient();
  const confirmation = ({ code, ...others }: Confirmed) => ({ ...others, ...(takesCode ? { code } : {}) });
  const form = useCheckedForm<Confirmed>({
    defaultValues: { name: '', password: '', code: '' },
    calls: (filled) => [checkedCall('POST /restaurant/close', confirmation(filled))],
    ownProblems: (filled) =>
      emptyFields(filled, {
        name: text.nameRequired,
        password: words.accounts.signIn.passwordRequired,
        ...(takesCode ? { code: words.accounts.secondFactor.codeRequired } : {}),
      }),
  });
  const { errors } = form.formState;
  const offboarding = useMutation({
    mutationFn: (filled: Confirmed) => client.call('POST /restaurant/close', { body: confirmation(filled) }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      return cache.invalidateQueries({ queryKey: queries.me().queryKey });
    },
    onError: (error) => {
      showProblems(form, error);
      void cache.invalidateQueries({ queryKey: queries.offboarding().queryKey });
    },
  });
  const close = form.handleSubmit((filled) => {
    if (!offboarding.isPending) offboarding.mutate(filled);
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void close(event)}
      sx={{ display: 'grid', gap: 1, maxInlineSize: 420 }}
    >
      <TextField
        {...muiField(form.register('name'))}
        label={text.name}
        error={errors.name !== undefined}
        helperText={errors.name?.message ?? text.nameHint({ name })}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: limits.restaurantName, spellCheck: false } }}
      />
      <PasswordField
        field={form.register('password')}
        label={text.password}
        error={errors.password?.message}
        autoComplete="current-password"
      />
      {takesCode && <CodeField field={form.register('code')} error={errors.code?.message} />}
      <div>
        <Button type="submit" variant="contained" color="error" sx={{ overflowWrap: 'anywhere' }}>
          {offboarding.isPending ? text.closing : text.close({ name })}
        </Button>
      </div>
    </Box>
  );
}
