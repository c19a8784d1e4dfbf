#!/usr/bin/env node
// Starts the program. With source maps a stack in the log names the source file instead of the bundle.
process.setSourceMapsEnabled(true);
await import('./parley.js');
