/** What somebody does who sets an outlet up, and what the page says. */
import type { Locator, Page } from '@playwright/test';
import { makePng } from '#server/test/data/png.ts';
import { signedIn } from './kitchen.ts';
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

/** The bar at the top centre that tells of a success. */
export const told = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
export const stepLinks = (page: Page) => page.getByRole('navigation', { name: 'Steps of the outlet' });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** Opens a step about the outlet of the place. */
export async function openStep(page: Page, place: Place, step: (typeof steps)[number]): Promise<void> {
  await signedIn(page, place.owner.token);
  await page.goto(`/dashboard/outlets/edit/${step}?id=${place.outletId}`);
}

/** A picture as a person has one on the disk. */
export async function coverImage(name = 'front.png') {
  return { name, mimeType: 'image/png', buffer: Buffer.from(await makePng().arrayBuffer()) };
}

/** Everything that Save of the basic information waits for. */
export async function fillBasicInfo(page: Page, name: string): Promise<void> {
  await page.getByLabel('Cover image', { exact: true }).setInputFiles(await coverImage());
  await page.getByLabel('Outlet name').fill(name);
  await page.getByLabel('Email').fill('marina@example.com');
  await page.getByLabel('Phone').fill('501234567');
  await page.getByLabel('Tax rate').fill('5');
}

/** The field of a time, as the editor of the hours calls it. */
export function timeField(page: Page, day: string, period: number, edge: 'opens' | 'closes'): Locator {
  return page.getByLabel(`${day}, period ${period}, ${edge}`);
}
