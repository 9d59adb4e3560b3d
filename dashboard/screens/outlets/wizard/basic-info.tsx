import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { closeEntity } from '../../../components/list/open-entity.ts';
import { useRestaurant } from '../../../components/shell/restaurant.tsx';
import { useUpload } from '../../../components/form/use-upload.ts';
import { queries } from '../../../api/queries.ts';
import { deviceZone } from '../../../words/dates.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { BasicInfoFields } from './basic-info-fields.tsx';
import { type BasicInfoForm, basicInfoOf, basicInfoRequest, emptyBasicInfo } from './basic-info-form.ts';
import { useOnward, useWizardTask } from './use-wizard.ts';
import { OutletStepPage, WizardPage } from './wizard-page.tsx';

/** /dashboard/outlets/create/basic-info and /dashboard/outlets/edit/basic-info */
export function BasicInfo() {
  const task = useWizardTask();
  const [params] = useSearchParams();
  const isNew = task === 'create' && !params.has('id');
  if (isNew) return <NewOutlet />;
  return <OutletStepPage step="basic-info">{(outlet) => <ChangeOutlet outlet={outlet} />}</OutletStepPage>;
}

function NewOutlet() {
  const { country } = useRestaurant();
  const onward = useOnward('basic-info');
  const { progress, upload } = useUpload();
  // So that the list knows the new outlet's neighbours when it is added to them.
  useQuery(queries.outlets());
  // The other steps wait for an outlet; the one that was open before is not the one that is made here.
  useEffect(() => closeEntity('outlet'), []);
  const save = (form: BasicInfoForm) =>
    upload(true, (sender) =>
      sender.call('POST /outlet/add-outlet', { form: basicInfoRequest(form), files: filesOf(form) }),
    );
  return (
    <WizardPage step="basic-info" outlet={null}>
      <BasicInfoFields
        values={emptyBasicInfo(country, deviceZone())}
        isNew
        progress={progress}
        save={save}
        onSaved={({ outlet, msg }) => {
          showToast({ place: 'bar', tone: 'ok', text: msg });
          onward(outlet);
        }}
      />
    </WizardPage>
  );
}

function ChangeOutlet({ outlet }: { outlet: Outlet }) {
  const { country } = useRestaurant();
  const onward = useOnward('basic-info');
  const { progress, upload } = useUpload();
  const save = (form: BasicInfoForm) => {
    const params = { id: outlet._id };
    const files = filesOf(form);
    return upload(form.image.kind === 'new', (sender) =>
      sender.call('PUT /outlet/update-outlet/:id', { params, form: basicInfoRequest(form), files }),
    );
  };
  return (
    <BasicInfoFields
      values={basicInfoOf(outlet, country)}
      isNew={false}
      progress={progress}
      save={save}
      onSaved={({ outlet: saved, msg }) => {
        showToast({ place: 'bar', tone: 'ok', text: msg });
        onward(saved);
      }}
    />
  );
}

function filesOf({ image }: BasicInfoForm): Record<string, Blob> {
  return image.kind === 'new' ? { image: image.file } : {};
}
