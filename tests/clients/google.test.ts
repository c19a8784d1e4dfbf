import * as genai3 from '@google/genai';
import * as genai2 from 'genai2';
import { createGoogle } from './drivers/google.ts';
import { testClients } from './suite.ts';

testClients([
  createGoogle('@google/genai 3', genai3),
  // The types of the newer major are used for both, because these calls are the same in both.
  createGoogle('@google/genai 2', genai2 as unknown as typeof genai3),
]);
