// A jest transformer over Node's own type stripping: positions stay exact, so no source map is needed.
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

// biome-ignore lint/style/noDefaultExport: jest reads the default export
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
  getCacheKey: (source, path) =>
    createHash('sha256').update(process.version).update(path).update(source).digest('hex'),
};
