import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Page } from '../../../components/shell/page.tsx';
import { type CheckedCall, checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { EntityForm } from '../../../components/form/entity-form.tsx';
import { useIsOwner, useMayEditMenu } from '../../../components/shell/restaurant.tsx';
import { useRefill } from '../../../components/form/use-refill.ts';
import { useUpload } from '../../../components/form/use-upload.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';
import { BrandingAddress } from './branding-address.tsx';
import {
  brandingField,
  type BrandingForm,
  brandingForm,
  codeChanges,
  lookChanges,
  type SavedBranding,
  termsChanges,
} from './branding-form.ts';
import { BrandingLook } from './branding-look.tsx';
import { BrandingTerms } from './branding-terms.tsx';
import { OwnDomainCard } from './own-domain.tsx';

const text = words.restaurants.branding;

/** /dashboard/branding: how the site looks, on what terms it sells, and where it is (decision 26). */
export function Branding() {
  const mayEdit = useMayEditMenu();
  return (
    <Page title={text.title} back={{ to: paths.settings(), label: words.general.shell.settings }}>
      {mayEdit ? (
        <SavedPage />
      ) : (
        <Card>
          <Notice heading={text.staffHint} action={null} />
        </Card>
      )}
    </Page>
  );
}

function SavedPage() {
  const branding = useQuery(queries.branding());
  const settings = useQuery(queries.restaurantSettings());
  const codeSettings = useQuery(queries.codeSettings());
  if (branding.data === undefined || settings.data === undefined || codeSettings.data === undefined) {
    const error = branding.error ?? settings.error ?? codeSettings.error;
    if (error === null) return <LoadingBlock height={480} />;
    const retry = () => void Promise.all([branding.refetch(), settings.refetch(), codeSettings.refetch()]);
    return (
      <Card>
        <Failure error={error} place="setup" onRetry={retry} />
      </Card>
    );
  }
  return <LoadedPage saved={{ branding: branding.data, settings: settings.data, codeSettings: codeSettings.data }} />;
}

function LoadedPage({ saved }: { saved: SavedBranding }) {
  const isOwner = useIsOwner();
  const { hash } = useLocation();
  // The browser looks for the part before it is drawn.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <Editor saved={saved} isOwner={isOwner} />
      {isOwner && <BrandingAddress settings={saved.settings} />}
      {isOwner && <OwnDomainCard />}
    </>
  );
}

function Editor({ saved, isOwner }: { saved: SavedBranding; isOwner: boolean }) {
  const { progress, save } = useSave();
  const before = brandingForm(saved);
  const form = useCheckedForm<BrandingForm>({
    defaultValues: before,
    mode: 'onTouched',
    calls: (filled) => brandingCalls(before, filled),
    fieldOf: brandingField,
  });
  const { refill } = useRefill(form, before);
  const missing = useWatch({ control: form.control, compute: missingOf });
  return (
    <Card sx={{ overflow: 'visible' }}>
      <EntityForm
        form={form}
        missing={missing}
        save={(filled) => save(saved, filled)}
        onSaved={(next) => {
          refill(brandingForm(next));
          showToast({ place: 'bar', tone: 'ok', text: text.saved });
        }}
        errors="setup"
        fieldOf={brandingField}
      >
        <BrandingLook form={form} savedAccent={before.accent} progress={progress} />
        {isOwner && (
          <>
            <Divider />
            <BrandingTerms form={form} currencyIsFixed={saved.settings.currencyIsFixed} />
          </>
        )}
      </EntityForm>
    </Card>
  );
}

/** The calls by which the changes would be saved. */
function brandingCalls(before: BrandingForm, filled: BrandingForm): CheckedCall[] {
  const terms = termsChanges(before, filled);
  const codes = codeChanges(before, filled);
  const look = lookChanges(before, filled)?.form;
  return [
    ...(terms === null ? [] : [checkedCall('POST /restaurant/update-settings', terms)]),
    ...(codes === null ? [] : [checkedCall('POST /auth/update-code-settings', codes)]),
    ...(look === undefined ? [] : [checkedCall('POST /restaurant/update-branding', look)]),
  ];
}

function missingOf({ logo, cover, accent, name, codesPerDay }: BrandingForm): string[] {
  return [
    ...(logo.kind === 'preparing' ? [text.images.logo] : []),
    ...(cover.kind === 'preparing' ? [text.images.cover] : []),
    ...(accent.trim() === '' ? [text.accent] : []),
    ...(name.trim() === '' ? [text.name] : []),
    ...(codesPerDay.trim() === '' ? [text.codesPerDay] : []),
  ];
}

/** Sends what has changed, each part by its own call. What was saved shows, also where a later part is refused. */
function useSave() {
  const cache = useQueryClient();
  const { progress, upload } = useUpload();
  const save = async (saved: SavedBranding, filled: BrandingForm): Promise<SavedBranding> => {
    const before = brandingForm(saved);
    let { branding, settings, codeSettings } = saved;
    const terms = termsChanges(before, filled);
    if (terms !== null) {
      ({ settings } = await client.call('POST /restaurant/update-settings', { body: terms }));
      cache.setQueryData(queries.restaurantSettings().queryKey, settings);
      void cache.invalidateQueries({ queryKey: queries.me().queryKey });
    }
    const codes = codeChanges(before, filled);
    if (codes !== null) {
      ({ codeSettings } = await client.call('POST /auth/update-code-settings', { body: codes }));
      cache.setQueryData(queries.codeSettings().queryKey, codeSettings);
    }
    // Saving a look that was never saved confirms it, even when nothing was changed.
    const look = lookChanges(before, filled) ?? (branding.isBranded ? null : { form: {} });
    if (look !== null) {
      ({ branding } = await upload(look.files !== undefined, (caller) =>
        caller.call('POST /restaurant/update-branding', look),
      ));
      cache.setQueryData(queries.branding().queryKey, branding);
    }
    void cache.invalidateQueries({ queryKey: catalogueKey });
    return { branding, settings, codeSettings };
  };
  return { progress, save };
}
