/** The errors of accounts: sign-up, sign-in, second factor, shared tablet. Part of `contract/base/errors.ts`. */
export const accountErrors = {
  'auth.required': { status: 401, name: 'Login is required', msg: 'Login is required' },
  'auth.forbidden': { status: 403, name: 'Not allowed', msg: 'Your account may not do this.' },
  'auth.wrong_credentials': { status: 401, name: 'Wrong credentials', msg: 'The email or the password is wrong.' },
  'auth.too_many_tries': {
    status: 429,
    name: 'Too many tries',
    msg: 'Too many sign-in tries. Try again in {minutes} min.',
  },
  'auth.email_taken': {
    status: 400,
    name: 'Email in use',
    msg: 'An account with this email exists already. Log in instead.',
  },
  'auth.weak_password': {
    status: 400,
    name: 'Weak password',
    msg: 'Choose another password: at least 8 characters and not a common one.',
  },
  'auth.invalid_phone': { status: 400, name: 'Invalid phone', msg: 'This is not a valid phone number.' },
  'auth.too_many_signups': {
    status: 429,
    name: 'Too many sign-ups',
    msg: 'Too many accounts were made from this address. Try again in {minutes} min.',
  },
  'auth.passwords_differ': { status: 400, name: 'Passwords differ', msg: 'The two passwords are not the same.' },
  'auth.reset_link_invalid': {
    status: 400,
    name: 'Link not valid',
    msg: 'This link does not fit this email, has been used, or has expired. Ask for a new one.',
  },
  'auth.verify_link_invalid': {
    status: 400,
    name: 'Link not valid',
    msg: 'This link has been used, has expired, or was replaced by a newer one.',
  },
  'auth.email_verified': { status: 409, name: 'Confirmed already', msg: 'Your email is confirmed already.' },
  'auth.email_unverified': {
    status: 409,
    name: 'Email not confirmed',
    msg: 'Confirm your email first: open the link that we mailed to you.',
  },
  'auth.wrong_password': { status: 400, name: 'Wrong password', msg: 'The current password is wrong.' },
  'auth.code_required': {
    status: 401,
    name: 'Code required',
    msg: 'Enter the code of your authenticator app to go on.',
  },
  'auth.factor_required': {
    status: 401,
    name: 'Two-step verification required',
    msg: 'Admins log in with two-step verification. Set it up to go on.',
  },
  'auth.set_up_token': {
    status: 401,
    name: 'One-time token required',
    msg: 'Enter the one-time token that the operator of this server printed for you. It works once, for a day.',
  },
  'auth.challenge_over': {
    status: 400,
    name: 'Log in again',
    msg: 'That took too long or too many tries. Log in again with your password.',
  },
  'auth.wrong_code': {
    status: 400,
    name: 'Wrong code',
    msg: 'This code is wrong or was used already. Wait for the next one.',
  },
  'auth.factor_unreadable': {
    status: 409,
    name: 'Code cannot be checked',
    msg: 'This server cannot check your codes. Enter a recovery code, or ask the operator of the server.',
  },
  'auth.factor_on': { status: 409, name: 'On already', msg: 'Two-step verification is already on.' },
  'auth.factor_off': { status: 409, name: 'Not on', msg: 'Two-step verification is not on. Begin again.' },
  'auth.factor_mandatory': { status: 409, name: 'Stays on', msg: 'Admins cannot turn off two-step verification.' },
  'auth.passkey_refused': {
    status: 400,
    name: 'Passkey not accepted',
    msg: 'This passkey was not accepted. Try again, or use your password.',
  },
  'auth.too_many_passkeys': {
    status: 409,
    name: 'Too many passkeys',
    msg: 'An account has at most {most} passkeys. Remove one that you no longer use.',
  },
  'auth.company_required': {
    status: 409,
    name: 'Log in with your company',
    msg: 'Your restaurant asks you to log in with your company. Choose that on the login page.',
  },
  'auth.company_off': {
    status: 409,
    name: 'No company login',
    msg: 'There is no company login at this address. Ask an owner of the restaurant.',
  },
  'auth.company_refused': {
    status: 409,
    name: 'Not logged in',
    msg: 'Your company did not log you in, or this page was opened before. Try again.',
  },
  'auth.company_unavailable': {
    status: 409,
    name: 'No answer',
    msg: "Your company's login page does not answer. Try again in a moment.",
  },
  'auth.company_email': {
    status: 409,
    name: 'Email not confirmed',
    msg: "Your company did not confirm an email that this restaurant accepts. Ask whoever looks after your company's accounts.",
  },
  'auth.company_unknown_person': {
    status: 409,
    name: 'Not invited',
    msg: 'Your company knows you, but this restaurant does not. Ask an owner to invite you.',
  },
  'auth.company_other_account': {
    status: 409,
    name: 'Another account',
    msg: 'Your company used another account for you before. Ask an owner to unlink it.',
  },
  'auth.company_link_required': {
    status: 401,
    name: 'Is this you?',
    msg: "Enter your Order Manager password once, to link it with your company's account.",
  },
  'auth.company_link_over': {
    status: 409,
    name: 'Link not valid',
    msg: 'This took too long, or the link was used before. Begin again.',
  },
  'auth.company_issuer': {
    status: 409,
    name: 'No provider found',
    msg: 'No company login was found at this address. Check the issuer address with your provider.',
  },
  'auth.company_untried': {
    status: 409,
    name: 'Try it first',
    msg: 'Try the company login first. It can be switched on once that has worked.',
  },
  'auth.locked': { status: 409, name: 'Locked', msg: 'This tablet is locked. Choose your name and enter your PIN.' },
  'auth.wrong_pin': { status: 400, name: 'Wrong PIN', msg: 'This PIN is wrong. Tries left: {left}.' },
  'auth.pin_locked': {
    status: 409,
    name: 'PIN locked',
    msg: 'Too many wrong tries. Log in with your password on any device, then the PIN works again.',
  },
  'auth.no_pin': { status: 409, name: 'No PIN', msg: 'Set your own PIN first: without one nobody could take over.' },
  'auth.shared_device': {
    status: 409,
    name: 'Shared device',
    msg: 'This cannot be done on a device that several people share. Log in with your password on a device of your own.',
  },
  'auth.not_shared': { status: 409, name: 'Not shared', msg: 'This device is not shared.' },
} as const;
