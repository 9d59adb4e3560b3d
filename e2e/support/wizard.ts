/** Actions and messages of the outlet wizard. */
import type { Locator, Page } from '@playwright/test';
import { makePng } from '#server/test/data/png.ts';
import { signInWithToken } from './kitchen.ts';
import type { Place } from './test.ts';

export const steps = [
  'basic-info',
  'address',
  'ordering-services/delivery',
  'ordering-services/delivery-area',
  'ordering-services/pickup',
  'special-days',
  'ordering-services/contactless-dining',
] as const;

/** The success bar at the top centre. */
export const stepLinks = (page: Page) => page.getByRole('navigation', { name: 'Steps of the outlet' });

/** Opens a wizard step for the outlet of the restaurant. */
export async function openStep(page: Page, place: Place, step: (typeof steps)[number]): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/outlets/edit/${step}?id=${place.outletId}`);
}

/** A picture file. */
export async function coverImage(name = 'front.png') {
  return { name, mimeType: 'image/png', buffer: Buffer.from(await makePng().arrayBuffer()) };
}

/** Fills every field that Save of the basic information requires. */
export async function fillBasicInfo(page: Page, name: string): Promise<void> {
  await page.getByLabel('Cover image', { exact: true }).setInputFiles(await coverImage());
  await page.getByLabel('Outlet name').fill(name);
  await page.getByLabel('Email').fill('marina@example.com');
  await page.getByLabel('Phone').fill('501234567');
  await page.getByLabel('Tax rate').fill('5');
}

/** The field of a time, by its label in the editor of the hours. */
export function timeField(page: Page, day: string, period: number, edge: 'opens' | 'closes'): Locator {
  return page.getByLabel(`${day}, period ${period}, ${edge}`);
}
