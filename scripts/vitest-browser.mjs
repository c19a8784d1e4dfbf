// Tells the tests of the console where Chromium is.
import { findBrowser } from './services.mjs';

export function setup() {
  process.env['PARLEY_TEST_CHROMIUM'] = findBrowser() ?? '';
}
