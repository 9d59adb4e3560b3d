/** The words of what an owner takes along. */
export const takeout = {
  heading: 'Your data',
  hint: 'Everything of the restaurant as a ZIP: outlets, menus, guests, orders, the record and the pictures. Each table is there as CSV for a spreadsheet and as JSON lines for a program. It stands in the record that you took it.',
  take: 'Export everything',
  taking: 'Exporting',
};

/** The words of the second factor: at the log in, and on the page where it is turned on and off. */
export const security = {
  title: 'Second factor',
  codeTitle: 'Enter your code',
  codeHint: 'Open your authenticator app and enter the six digits that it shows for Order Manager.',
  code: 'Code',
  codeHelp: 'No phone at hand? Enter one of your recovery codes.',
  codeRequired: 'Enter the code',
  continue: 'Continue',
  checking: 'Checking',
  startAgain: 'Log in as somebody else',

  adminTitle: 'Set up your second factor',
  adminHint: 'Admins log in with their password and a code. It takes a minute.',
  scan: 'Scan this code with an authenticator app on your phone, such as the one that came with it.',
  qrImage: 'QR code for an authenticator app',
  byHand: 'No camera? Enter this key in the app instead:',
  thenCode: 'The app shows six digits for Order Manager. Enter them to prove that it works.',
  turnOn: 'Turn on',
  loading: 'Making a key',

  codesTitle: 'Keep your recovery codes',
  codesHint:
    'Each of them lets you in once when your phone is lost or broken. Keep them where your phone is not: they are shown only now.',
  codesList: 'Recovery codes',
  download: 'Download',
  fileName: 'order-manager-recovery-codes.txt',
  fileText: (codes: string) => `Recovery codes of Order Manager. Each works once.\n\n${codes}\n`,
  kept: 'I have kept them',

  section: 'Second factor',
  isOff: 'Off: the password alone opens your account.',
  isOffHint: 'With it, whoever learns your password still cannot log in without your phone.',
  isOn: (since: string) => `On since ${since}.`,
  codesLeft: (left: number) => (left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`),
  mandatory: 'Admins cannot turn it off.',
  setUp: 'Set up',
  manage: 'Manage',
  password: 'Your password',
  passwordHint: 'So that nobody else at this screen can do it.',
  newCodes: 'New recovery codes',
  newCodesHint: 'The codes from before stop working.',
  makeNew: 'Make new codes',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn the second factor off?',
  turnOffHint: 'Your password alone opens your account then.',
  cancel: 'Cancel',
  isOnNow: 'Your second factor is on. Other devices were logged out.',
};
