// A jest transformer over Node's own type stripping: positions stay exact, so no source map is needed.
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

// biome-ignore lint/style/noDefaultExport: jest reads the default export
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
  // What is measured for coverage is other code.
  getCacheKey: (source, path, { instrument }) =>
    createHash('sha256').update(`${process.version} ${instrument} ${path}`).update(source).digest('hex'),
};
