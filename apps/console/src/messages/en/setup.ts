/** Texts of the page `setup` and of the settings for clients. */
export const setup = {
  description: 'Point your programs at this gateway with your API key.',
  use: 'Use this key',
  model: 'Model',
  clients: 'Clients',
  shells: 'Shells',
  placeholder:
    'Replace YOUR_PARLEY_KEY with your secret: a secret is shown only when it is created.',
  noModels: 'This key may not call any model.',
  documentation: 'Documentation of {client}',
  more: 'More ways',
  openLink: 'Open the app',
  test: 'Test now',
  testHint: 'Sends one real request with this key, at its usual price.',
  works: 'It works',
  noText: 'The reply has no text.',
  rotateHint: 'You stay signed in with the new secret.',
} as const;
