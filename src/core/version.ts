/** Version of the action, that of `package.json`, which is not there at run time. */
export const version = '0.1.0';
