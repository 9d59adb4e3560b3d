/**
 * A client written only from the specification, core-setup 7 and order-operations 7: paths and methods as spelt there, forms of
 * plain and JSON texts, answers read under the specification's keys.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../test/servers/app.ts';
import { makePng } from '../test/data/png.ts';

let server: TestApp;
let token = '';
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

/** Any answer, read by the names of the specification. */
// oxlint-disable-next-line typescript/no-explicit-any -- the specification's client has no types
type Answer = any;

async function send(method: string, path: string, body?: object | FormData, bearer = token): Promise<Answer> {
  const encoded = body instanceof FormData ? new Response(body) : null;
  const reply = await server.app.inject({
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: `/api/v1/${path.replace(/^\//, '')}`,
    headers: {
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': encoded?.headers.get('content-type') ?? 'application/json' }),
    },
    ...(body === undefined
      ? {}
      : { payload: encoded === null ? JSON.stringify(body) : Buffer.from(await encoded.arrayBuffer()) }),
  });
  expect(`${method} ${path}: ${reply.statusCode} ${reply.statusCode === 200 ? '' : reply.body}`).toBe(
    `${method} ${path}: 200 `,
  );
  return reply.json();
}

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const allDay = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((day) => ({
  day,
  open: true,
  periods: [{ start: '00:00', end: '00:00' }],
}));
const password = 'violet anchor 47 lamps';
let outletId = '';
let areaId = '';
let menuId = '';
let dishId = '';
let optionId = '';
let listId = '';
let categoryId = '';

test('authentication: signin and signup read token.token and user.userType', async () => {
  const account = { email: 'layla@harbour.test', password };
  const signedUp = await send('POST', 'auth/signup', {
    ...account,
    firstName: 'Layla',
    lastName: 'Haddad',
    country: 'United Arab Emirates',
    countryCode: '+971',
    mobileNumber: '501234567',
    restaurant: 'Harbour Grill',
    outlets: '2 - 5 outlets',
    chatfoodInformer: 'Friend',
  });
  expect(signedUp).toMatchObject({ token: { token: expect.any(String) as string }, user: { userType: 'merchant' } });
  const signedIn = await send('POST', 'auth/signin', account);
  expect(signedIn.user.userType).toBe('merchant');
  token = signedIn.token.token;
});

test('outlets: a form of plain and JSON texts creates one, and an update takes any of the fields', async () => {
  const added = await send(
    'POST',
    'outlet/add-outlet/',
    form({
      image: makePng(),
      name: 'Marina',
      timeZone: 'Asia/Dubai',
      email: '"marina@harbour.test"',
      phone: '971501234567',
      orderingSchedule: '{"sameDate":true,"nextDate":false}',
      taxDetails: '{"taxRate":5,"taxInclusive":false}',
      alertCalls: 'false',
    }),
  );
  expect(added.success).toBe(true);
  outletId = added.outlet._id;

  const address = { location: '1 Marina Walk', area: 'Marina' };
  await send('PUT', `outlet/update-outlet/${outletId}`, form({ address: JSON.stringify(address), status: 'true' }));
  await send('PUT', `outlet/update-outlet/${outletId}`, form({ name: 'Marina Walk', alertCalls: 'true' }));
  const { outlets } = await send('GET', `outlet/get-outlet/${outletId}`);
  expect(outlets).toMatchObject({
    _id: outletId,
    name: 'Marina Walk',
    email: 'marina@harbour.test',
    timeZone: 'Asia/Dubai',
    status: true,
    alertCalls: true,
    orderingSchedule: { sameDate: true, nextDate: false },
    taxDetails: { taxRate: 5, taxInclusive: false },
    address,
  });
  const all = await send('GET', 'outlet/get-all-outlet');
  expect(all.outlets.map((outlet: Answer) => outlet._id)).toEqual([outletId]);
});

test('ordering modes: the mode alone reads its defaults, more fields write them', async () => {
  const read = await send('POST', `outlet/update-ordering-modes/${outletId}`, { mode: 'delivery' });
  expect(read.result.outlet).toMatchObject({
    preparationTime: 15,
    deliveryTime: 40,
    openingHours: allDay.map(({ day }) => ({ day, open: true, periods: [{ start: '', end: '' }] })),
  });
  const settings = { preparationTime: 20, openingHours: allDay };
  const written = await send('POST', `outlet/update-ordering-modes/${outletId}`, {
    ...settings,
    mode: 'delivery',
    deliveryTime: 45,
    paymentMethod: { cardOnDelivery: false, cashOnDelivery: true },
    delivery: true,
  });
  expect(written.result.outlet).toMatchObject({
    ...settings,
    deliveryTime: 45,
    paymentMethod: { cardOnDelivery: false, cashOnDelivery: true },
    delivery: true,
  });
  await send('POST', `outlet/update-ordering-modes/${outletId}`, {
    ...settings,
    mode: 'pickup',
    paymentMethod: { cardOnDelivery: true, cashOnDelivery: true },
    pickup: true,
  });
  const { result } = await send('POST', `outlet/update-ordering-modes/${outletId}`, { mode: 'pickup' });
  expect(result.outlet).toMatchObject({ ...settings, pickup: true });
});

test('delivery areas: the id of an outlet adds one, the id of an area changes it', async () => {
  const area = { areaName: 'Marina', minBasketValue: 30, deliveryFee: 5 };
  await send('POST', `outlet/update-delivery-area/${outletId}`, area);
  const { deliveryAreas } = await send('GET', `outlet/get-all-delivery-areas/${outletId}`);
  expect(deliveryAreas).toMatchObject([area]);
  areaId = deliveryAreas[0]._id;
  await send('POST', `outlet/update-delivery-area/${areaId}`, { ...area, deliveryFee: 7.5 });
  const { deliveryArea } = await send('GET', `outlet/get-delivery-area/${areaId}`);
  expect(deliveryArea).toMatchObject({ _id: areaId, areaName: 'Marina', minBasketValue: 30, deliveryFee: 7.5 });
});

test('menus: the new one is read as ModifierList, the others as menus and menu', async () => {
  const menu = { name: 'Lunch', platform: 'OrderManager', notes: 'From noon' };
  const { ModifierList: added } = await send('POST', '/menu/add-menu', { ...menu, calories: 900 });
  menuId = added._id;
  await send('POST', `/menu/update-menu/${menuId}`, { state: 'true' });
  const { menus } = await send('GET', '/menu/get-all-menus');
  expect(menus).toEqual([{ _id: menuId, ...menu, calories: 900, state: 'true' }]);
  expect((await send('GET', `/menu/get-menu/${menuId}`)).menu).toEqual(menus[0]);
});

test('items and modifiers: forms with and without a picture, an update without a message, the picture as base64', async () => {
  const dish = { name: 'Shawarma', price: '18.50', type: 'item', sku: 'SH-1', description: 'With garlic' };
  const added = await send('POST', 'menu/add-items-modifier', form({ ...dish, image: makePng() }));
  expect(added.msg).toBe('item is successfully created');
  await send('POST', 'menu/add-items-modifier', form({ name: 'Saj', price: '0', type: 'modifier', sku: 'SAJ' }));
  const { items } = await send('GET', 'menu/get-all-items-modifier/');
  expect(items.map(({ name, type, price, sku }: Answer) => [name, type, price, sku])).toEqual([
    ['Shawarma', 'item', 18.5, 'SH-1'],
    ['Saj', 'modifier', 0, 'SAJ'],
  ]);
  [dishId, optionId] = items.map(({ _id }: Answer) => _id);

  const quiet = await send(
    'POST',
    `menu/update-items-modifier/${dishId}?subtype=noSnackBar`,
    form({ ...dish, quantity: '12', InActiveOutletIds: '[]' }),
  );
  expect(quiet).toMatchObject({ item: { _id: dishId, quantity: 12, InActiveOutletIds: [] } });
  expect(quiet).not.toHaveProperty('msg');
  const { item } = await send('GET', `menu/get-items-modifier/${dishId}`);
  expect(Buffer.from(item.image, 'base64').subarray(1, 4).toString()).toBe('PNG');
});

test('availability: an outlet in InActiveOutletIds switches it off, removing the outlet switches it on', async () => {
  const off = form({ InActiveOutletIds: JSON.stringify([{ _id: outletId }]) });
  expect((await send('POST', `menu/update-items-modifier/${dishId}`, off)).msg).toBe('Oulet unlinked successfully');
  expect((await send('GET', `menu/get-items-modifier/${dishId}`)).item.InActiveOutletIds).toEqual([{ _id: outletId }]);
  const on = form({ InActiveOutletIds: '[]' });
  expect((await send('POST', `menu/update-items-modifier/${dishId}`, on)).msg).toBe('Oulet linked successfully');
});

test('modifier lists: read as ModifierList, a single one as an array of one; linked to an item', async () => {
  const list = {
    name: 'bread',
    displayName: 'Choose your bread',
    minModifier: 1,
    maxModifier: 1,
    allowMultipleSelection: false,
  };
  const added = await send('POST', 'menu/add-modifier-list', list);
  expect(added.msg).toBe('Your record was successfully added');
  const { ModifierList: lists } = await send('GET', 'menu/get-all-modifier-list');
  expect(lists).toMatchObject([list]);
  listId = lists[0]._id;
  await send('POST', `menu/update-modifier-list/${listId}`, { modifierList: [optionId] });
  const [one] = (await send('GET', `menu/get-modifier-list/${listId}`)).ModifierList;
  expect(one).toMatchObject({ ...list, modifierList: [{ _id: optionId, name: 'Saj', price: 0 }] });

  const link = form({ modifierList: JSON.stringify([listId]) });
  expect((await send('POST', `menu/update-items-modifier/${dishId}`, link)).msg).toBe(
    'Modifier list linked successfully',
  );
  expect((await send('GET', `menu/get-items-modifier/${dishId}`)).item.modifierList).toEqual([listId]);
});

test('categories: created and changed by one call, listed by the menu', async () => {
  await send('POST', '/menu/add-update-category', { menuId, name: 'Mains' });
  const { categories } = await send('POST', '/menu/get-all-categories', { menuId });
  categoryId = categories[0]._id;
  await send('POST', '/menu/add-update-category', {
    menuId,
    categoryId,
    name: 'Main dishes',
    items: [{ _id: dishId }],
    InActiveOutletIds: [],
  });
  const { category } = await send('GET', `/menu/get-categoryDetail/${categoryId}`);
  expect(category).toMatchObject({ _id: categoryId, name: 'Main dishes', items: [{ _id: dishId }] });
});

test('a guest signs in with a code, orders and follows; the restaurant lists and moves the order', async () => {
  const { restaurant } = await send('GET', 'auth/me');
  const guest = { restaurantName: restaurant.slug, number: '+971501112233' };
  await send('POST', 'auth/sent-otp', guest, '');
  const otpCode = /\b\d{5}\b/.exec(server.sms.at(-1)!.text)![0];
  const { customer } = await send('POST', 'auth/verify-otp', { ...guest, otpCode }, '');
  expect(customer.isRegistered).toBe(false);
  const registration = { ...guest, name: 'Omar', email: 'omar@example.test' };
  const registered = await send('POST', 'auth/register-customer', registration, customer.token);

  // 18.50 plus 5 % tax of 0.93.
  const order = {
    deliveryMode: 'pickup',
    outletId,
    items: [{ itemId: dishId, modifierList: [optionId], quantity: 1, totalPrice: 18.5 }],
    paymentMethod: 'cash on pickup',
    specialInstruction: 'No cutlery',
    totalPrice: 19.43,
    userId: registered.customer._id,
  };
  const placed = await send('POST', 'order/create-order', { order }, registered.token);
  const { _id } = placed.order;
  expect((await send('GET', `order/get-order-details/${_id}`, undefined, registered.token)).order.status).toBe('New');

  const { order: orders } = await send('GET', 'order/get-all-orders?user=merchant');
  expect(orders).toMatchObject([
    {
      _id,
      status: 'New',
      customerName: 'Omar',
      phoneNo: '+971501112233',
      deliveryMode: 'pickup',
      paymentMethod: 'cash on pickup',
      totalPrice: 19.43,
      platform: 'OrderManager',
      outletId,
      outlet: { _id: outletId, name: 'Marina Walk' },
      cart: [{ itemId: dishId, name: 'Shawarma', quantity: 1, totalPrice: 18.5, modifierList: [optionId] }],
    },
  ]);
  for (const status of ['Confirmed', 'Ready', 'Completed']) {
    await send('POST', 'order/update-order-status/', { orderId: _id, status });
    const { order: seen } = await send('GET', `order/get-order-details/${_id}`, undefined, registered.token);
    expect(seen.status).toBe(status);
  }
  // Twelve portions minus one.
  expect((await send('GET', `menu/get-items-modifier/${dishId}`)).item.quantity).toBe(11);
});

test('the guest’s site loads menus, outlets, categories, items and delivery areas as specified', async () => {
  const { restaurant } = await send('GET', 'auth/me');
  const { siteToken } = await send('GET', `site/${restaurant.slug}`, undefined, '');
  const { menus } = await send('GET', 'menu/get-all-menus', undefined, siteToken);
  const { outlets } = await send('GET', 'outlet/get-all-outlet', undefined, siteToken);
  const { categories } = await send('POST', 'menu/get-all-categories', { menuId: menus[0]._id }, siteToken);
  const { items } = await send('GET', 'menu/get-all-items-modifier', undefined, siteToken);
  const { deliveryAreas } = await send('GET', `outlet/get-all-delivery-areas/${outlets[0]._id}`, undefined, siteToken);
  expect(outlets[0].orderingMode).toEqual({ delivery: true, pickup: true });
  expect(categories[0].items).toEqual([{ _id: dishId }]);
  const dish = items.find(({ _id }: Answer) => _id === dishId);
  expect(dish.modifierList).toEqual([listId]);
  expect(dish).not.toHaveProperty('sku');
  expect(deliveryAreas[0].areaName).toBe('Marina');
});

test('deletions answer in the words of the specification, and leave nothing behind', async () => {
  const deleted = 'The record is successfully deleted';
  expect((await send('POST', `/menu/delete-category/${categoryId}`)).msg).toBe(deleted);
  expect((await send('POST', '/menu/get-all-categories', { menuId })).categories).toEqual([]);
  expect((await send('DELETE', `menu/delete-modifier-list/${listId}`)).msg).toBe(deleted);
  expect((await send('GET', `menu/get-items-modifier/${dishId}`)).item.modifierList).toEqual([]);
  expect((await send('DELETE', `menu/delete-items-modifier/${dishId}`)).msg).toBe(deleted);
  expect((await send('GET', 'menu/get-all-items-modifier/')).items).toHaveLength(1);
  expect((await send('DELETE', `/menu/delete-menu/${menuId}`)).msg).toBe(deleted);
  expect((await send('GET', '/menu/get-all-menus')).menus).toEqual([]);
  expect((await send('DELETE', `outlet/delete-deliver-area/${areaId}`)).msg).toBe(
    'The record was successfully deleted',
  );
  expect((await send('GET', `outlet/get-all-delivery-areas/${outletId}`)).deliveryAreas).toEqual([]);
  expect((await send('DELETE', `outlet/delete-outlet/${outletId}`, { password })).msg).toBe(
    'Your outlet was successfully deleted',
  );
  expect((await send('GET', 'outlet/get-all-outlet')).outlets).toEqual([]);
});
