/** Texts of the page `setup` and of the settings for clients. */
export const setup = {
  description: 'Point your programs at this gateway with your API key.',
  use: 'Use this key',
  model: 'Model',
  clients: 'Clients',
  shells: 'Shells',
  placeholder:
    'Put your secret in the place of YOUR_PARLEY_KEY: a secret is shown only when it is made.',
  noModels: 'This key may not call any model.',
  documentation: 'What {client} says about it',
  more: 'More ways',
  openLink: 'Open the app',
  test: 'Test now',
  testHint: 'Makes one real call with this key, at its usual price.',
  works: 'It works',
  noText: 'The answer has no text.',
  rotateHint: 'You stay signed in: with the new secret.',
} as const;
