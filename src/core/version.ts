/** Version of the action. A copy of the one in `package.json`, which is not shipped. */
export const version = '1.0.0';

/** The `User-Agent` of every request. */
export const userAgent = 'scan-gate';
