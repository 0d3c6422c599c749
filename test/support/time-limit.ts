/** The time limit of a test in memory, which takes seconds at most: one that hangs must not cost minutes. */

import { expect, jest } from '@jest/globals';

if (/\/test\/(?:unit|contract)\//.test(expect.getState().testPath ?? '')) jest.setTimeout(60_000);
