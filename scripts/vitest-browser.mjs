// Sets the path of Chromium for the tests of the console.
import { findBrowser } from './services.mjs';

export function setup() {
  process.env['PARLEY_TEST_CHROMIUM'] = findBrowser() ?? '';
}
