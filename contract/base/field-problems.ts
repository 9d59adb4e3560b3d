/**
 * Every problem that one value of an input can have: its code and the English sentence. The wire carries the code and the
 * details alone; each app says it in its own words. `{words}` are filled from the details.
 */
import { fileProblems } from '../menu/file-problems.ts';
import { errors } from './errors.ts';
import { type Details, type DetailsArgument, fillSentence } from './sentence.ts';

export const fieldProblems = {
  /** Any value. */
  required: 'This field is required',
  invalid: 'This is not valid',
  wrong_type: 'Use a value of the type {expected}',
  not_a_number: 'Use a number',
  not_whole: 'Use a whole number',
  not_a_choice: 'Choose one of the list',
  unknown_field: 'There is no field {names} here',
  given_twice: 'Given more than once',
  not_found: 'No record found',
  characters_not_allowed: 'Some characters are not allowed',
  too_short: 'Use at least {least} characters',
  too_long: 'Use at most {most} characters',
  too_small: 'Use at least {least}',
  too_large: 'Use at most {most}',
  too_few: 'Give at least {least}',
  too_many: 'Give at most {most}',
  too_many_decimals: 'Use at most {most} decimals',
  no_decimals: '{currency} has no decimals',
  amount_invalid: 'This is not an amount of {currency}',
  email_invalid: 'Use an address like name@example.com',
  phone_invalid: 'This is not a valid phone number',

  /** A request. */
  'request.key_invalid': 'Use 1 to {most} visible ASCII characters',
  'body.not_utf8': 'The text is not UTF-8',
  'body.not_json': 'This is not JSON',
  'body.not_a_form': 'This is not a form',
  'body.number_out_of_range': 'A number is out of range',
  'body.too_deep': 'The values are nested too deeply',
  'body.too_many_fields': 'An object has too many fields',
  'body.name_not_allowed': 'A field has a name that is not allowed',

  'account.email_taken': 'An account with this email exists already',
  'account.country_code_invalid': 'Choose a country code',
  'account.passwords_differ': 'The two passwords are not the same',
  'account.password_wrong': 'This is not your current password',
  'account.password_common':
    'This password is easy to guess: it is a common one, or made of your name, email or restaurant. Choose another one',
  'account.code_wrong': 'This code is wrong or was used already',
  'account.code_missing': 'Enter the code of your authenticator app',
  'account.domain_malformed': 'Use a domain, such as example.com',
  'account.pin_malformed': 'Use 4 to 6 digits',
  'staff.works_here': 'Somebody with this email works here already',
  'staff.outlets_missing': 'Choose at least one outlet',
  'customer.not_mobile': 'Messages reach mobile numbers only',
  'customer.country_unknown': 'There is no {country}',

  'restaurant.name_differs': 'Type {name}',
  'restaurant.slug_malformed': 'Use small letters, digits and single dashes between them',
  'restaurant.slug_reserved': 'This word is kept for the product. Choose another one',
  'restaurant.domain_malformed': 'Use a domain such as order.millers.com',
  'restaurant.domain_reserved': 'This domain belongs to the product. Use one of your own',
  'restaurant.slug_taken': 'This address belongs to another restaurant',
  'restaurant.tax_number_malformed': 'A tax registration number of the UAE has 15 digits',
  'restaurant.prices_have_decimals': '{currency} has no decimals: change the prices, minimums and fees that have more',
  'restaurant.prices_too_fine':
    '{currency} has only {most} decimals: change the prices, minimums and fees that have more',
  'restaurant.colour_malformed': 'Use a colour such as #C2410C',
  'restaurant.languages_missing': 'Offer at least one language',
  'image.type_not_supported': errors['image.type_not_supported'].msg,
  'image.too_large': errors['image.too_large'].msg,
  'image.unreadable': errors['image.unreadable'].msg,

  'outlet.name_taken': 'Another outlet has this name',
  'outlet.name_without_letters': 'Use a name with letters',
  'outlet.time_zone_unknown': 'Choose a time zone of the list',
  'outlet.pin_incomplete': 'Give both coordinates, or neither',
  'outlet.schedule_missing': 'Tick at least one of same date and next date',
  'outlet.delivery_time_too_short': 'Use at least the preparation time, {minutes} min',
  'area.name_taken': 'This outlet has an area of this name',
  'area.too_few_points': 'An outline needs at least three points',
  'area.too_many_points': 'An outline and its holes have at most {most} points together',
  'area.too_many_points_together': 'The zones of an outlet have at most {most} points together',
  'area.crosses_itself': 'The outline crosses itself',
  'area.crosses_meridian': 'An outline cannot cross the 180th meridian: draw one zone on each side',
  'area.too_wide': 'The outline is too wide',
  'area.hole_outside': 'A hole lies outside the outline',
  'area.postcode_malformed': 'A postcode has 2 to 12 letters and digits',
  'area.tiers_not_rising': 'Each distance must be longer than the one before',
  'special_day.ends_before_start': 'The last day is before the first',
  'special_day.overlaps': '{reason} is on these days',
  'special_day.over': 'These days are over',
  'special_day.too_far_ahead': 'This is too far ahead',
  'hours.day_missing': '{day} is missing',
  'hours.day_repeated': '{day} is there twice',
  'hours.time_malformed': 'Use a time such as 09:30',
  'hours.too_many_periods': 'Use at most {most} periods',
  'hours.period_empty': 'A period has no times',
  'hours.period_incomplete': 'A period needs a start and an end',
  'hours.off_grid': 'Use steps of {minutes} minutes',
  'hours.overlap': 'Two periods overlap',
  'table.name_taken': 'This outlet has a table of this name',
  'table.area_name_taken': 'This outlet has an area of this name',
  'table.key_invalid': 'This is not the key of a phone at a table',

  'item.sku_shared': '{name} has this SKU too',
  'item.type_fixed': 'The type cannot be changed',
  'item.image_required': 'An item needs an image',
  'item.modifier_has_no_lists': 'A modifier has no modifier lists',
  'item.nested_not_of_dish': 'An item can only nest its own modifier lists',
  'item.nested_option_unknown': 'One of the chosen options is not in that list',
  'item.nested_circle': 'These lists would open each other in a circle',
  'item.nested_too_deep': 'A list can open a second, and that one a third, but no more',
  'item.goes_with_itself': 'A dish cannot be suggested beside itself',
  'item.modifier_goes_with_none': 'Dishes are suggested beside a dish, not beside a modifier',
  'item.modifier_has_no_category': 'A modifier is in no category',
  'category.too_many_items': 'A category holds at most {most} items',
  'list.optional_with_minimum': 'An optional list has a minimum of 0',
  'list.single_minimum': 'A single choice has a minimum of 1 at most',
  'list.single_maximum': 'A single choice has a maximum of 1 at most',
  'list.maximum_below_minimum': 'Maximum must be at least the minimum',
  'offer.dishes_missing': 'Choose at least one dish or category',
  'offer.dishes_without_use': 'Free delivery is for the whole order',
  'offer.ends_first': 'The end is before the beginning',
  'offer.card_reward': 'A full card gives a free dish, or an amount off the whole order',
  'offer.card_has_no_code': 'A stamp card needs no code',
  'offer.card_not_first': 'Nobody has a full card at a first order',
  'order.total_too_large': 'The total is too large',

  ...fileProblems,
} as const satisfies Record<string, string>;

type FieldProblemCode = keyof typeof fieldProblems;
type Sentences = typeof fieldProblems;

/** The problem of one value. */
export interface FieldProblem {
  code: FieldProblemCode;
  details?: Details | undefined;
}

/** Problems by the path of the value: `{ 'items.0.quantity': { code: 'required' } }`. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

export function fieldProblem<Code extends FieldProblemCode>(
  code: Code,
  ...[details]: DetailsArgument<Sentences[Code]>
): FieldProblem {
  return details === undefined ? { code } : { code, details };
}

/** A problem as the schemas take it: zod carries the code as the message, and the details beside it. */
export function schemaProblem<Code extends FieldProblemCode>(
  code: Code,
  ...[details]: DetailsArgument<Sentences[Code]>
): { message: Code; params?: Details } {
  return details === undefined ? { message: code } : { message: code, params: details };
}

export function isFieldProblemCode(code: string): code is FieldProblemCode {
  return Object.hasOwn(fieldProblems, code);
}

/** The English sentence of a problem. */
export function fieldProblemText({ code, details }: FieldProblem): string {
  return fillSentence(fieldProblems[code], details);
}
